package import Basics

/// An attributed string in the archive format of old NeXT and Apple systems ("typedstream"), as
/// Messages stores its texts: the text, and attributes of its parts.
package struct TypedStream {
    package struct Run: Equatable {
        /// In UTF-16 units of the text.
        package let range: Range<Int>
        package let attributes: [String: PropertyList]
    }

    package let text: String
    /// Consecutive, in the order of the text.
    package let runs: [Run]

    /// - Returns: nil if the bytes are damaged or hold no attributed string, or if the budget is
    ///   used up.
    package init?(_ bytes: [UInt8], budget: WorkBudget = .unlimited) {
        var reader = TypedStreamReader(bytes, budget)
        guard let values = reader.root(), case .text(let text) = values.first else { return nil }
        self.text = text
        let length = text.utf16.count
        var sets: [Int: [String: PropertyList]] = [:]
        var runs: [Run] = []
        var start = 0
        var rest = values.dropFirst()
        while !rest.isEmpty {
            guard let number = rest.popFirst()?.integer, let count = rest.popFirst()?.integer,
                count >= 0
            else { return nil }
            if sets[number] == nil {
                guard case .dictionary(let attributes) = rest.popFirst() else { return nil }
                sets[number] = attributes
            }
            let end = start + min(count, length - start)
            if end > start { runs.append(Run(range: start..<end, attributes: sets[number] ?? [:])) }
            start = end
        }
        self.runs = runs
    }

    /// The text of a damaged stream: what stands between the mark of a text with its length and the
    /// end of an object.
    package static func salvagedText(_ bytes: [UInt8]) -> String? {
        for place in bytes.indices.dropLast(2)
        where bytes[place] == 0x01 && bytes[place + 1] == 0x2B {
            var reader = TypedStreamReader(bytes, .unlimited, at: place + 2)
            if let text = reader.bytes(), reader.isAtEndOfObject {
                return String(decoding: text, as: UTF8.self)
            }
        }
        return nil
    }
}

/// Reads the objects of a stream. Texts that name types and classes, and objects, have a table each
/// to which later ones refer by number.
private struct TypedStreamReader {
    private enum Shared {
        /// An object that is being read. A reference to it is a loop.
        case open
        case object(PropertyList, values: Int)
        case classes([String])
        case text(ArraySlice<UInt8>)
    }

    private let stream: [UInt8]
    private let budget: WorkBudget
    private var place: Int
    private var strings: [ArraySlice<UInt8>] = []
    private var objects: [Shared] = []
    /// The number of values, those of shared objects as often as they occur.
    private var values = 0

    private static let maxDepth = 32
    private static let maxValues = 100_000
    private static let new: UInt8 = 0x84
    private static let null: UInt8 = 0x85
    private static let end: UInt8 = 0x86

    init(_ stream: [UInt8], _ budget: WorkBudget, at place: Int = 0) {
        self.stream = stream
        self.budget = budget
        self.place = place
    }

    var isAtEndOfObject: Bool { place < stream.count && stream[place] == Self.end }

    mutating func root() -> [PropertyList]? {
        guard stream.starts(with: [0x04, 0x0B] + Array("streamtyped".utf8)) else { return nil }
        place = 13
        guard integer(isSigned: false) != nil, let type = sharedText(),
            type.elementsEqual("@".utf8),
            take(Self.new)
        else { return nil }
        objects.append(.open)
        guard let (classes, values) = contents(depth: 0), classes.contains("NSAttributedString")
        else { return nil }
        return values
    }

    // MARK: Bytes

    private func peek() -> UInt8? { place < stream.count ? stream[place] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        place += 1
        return true
    }

    private mutating func take(count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= stream.count - place else { return nil }
        defer { place += count }
        return stream[place..<place + count]
    }

    private mutating func integer(isSigned: Bool) -> Int? {
        guard let head = peek() else { return nil }
        place += 1
        switch head {
        case 0x81:
            guard let two = take(count: 2) else { return nil }
            let value = two.reversed().reduce(0 as UInt16) { $0 << 8 | UInt16($1) }
            return isSigned ? Int(Int16(bitPattern: value)) : Int(value)
        case 0x82:
            guard let four = take(count: 4) else { return nil }
            let value = four.reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
            return isSigned ? Int(Int32(bitPattern: value)) : Int(value)
        case 0x83...0x91: return nil
        default: return isSigned ? Int(Int8(bitPattern: head)) : Int(head)
        }
    }

    private mutating func real(size: Int) -> Double? {
        guard take(0x83) else { return integer(isSigned: true).map { Double($0) } }
        guard let bytes = take(count: size) else { return nil }
        let bits = bytes.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return size == 4
            ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
            : Double(bitPattern: bits)
    }

    /// Reads a length and as many bytes.
    mutating func bytes() -> ArraySlice<UInt8>? {
        integer(isSigned: false).flatMap { take(count: $0) }
    }

    private mutating func reference() -> Int? {
        guard let number = integer(isSigned: true), number >= -110 else { return nil }
        return number + 110
    }

    /// Reads a text of the first table, or a reference to it.
    private mutating func sharedText() -> ArraySlice<UInt8>? {
        if take(Self.new) {
            guard let text = bytes() else { return nil }
            strings.append(text)
            return text
        }
        guard let number = reference(), number < strings.count else { return nil }
        return strings[number]
    }

    // MARK: Objects

    private mutating func object(depth: Int) -> PropertyList? {
        guard depth < Self.maxDepth else { return nil }
        if take(Self.null) { return .null }
        if take(Self.new) {
            let number = objects.count
            objects.append(.open)
            let before = values
            guard let (classes, contents) = contents(depth: depth),
                let object = Self.object(of: classes, contents)
            else { return nil }
            objects[number] = .object(object, values: values - before)
            return object
        }
        guard let number = reference(), number < objects.count,
            case .object(let object, let count) = objects[number]
        else { return nil }
        values += count
        return values <= Self.maxValues ? object : nil
    }

    /// Reads an object's classes and all that it encodes.
    private mutating func contents(depth: Int) -> (classes: [String], values: [PropertyList])? {
        guard let classes = classes() else { return nil }
        var contents: [PropertyList] = []
        while !take(Self.end) {
            guard let types = sharedText() else { return nil }
            var rest = types
            while !rest.isEmpty {
                guard let value = value(&rest, depth: depth) else { return nil }
                contents.append(value)
            }
        }
        return (classes, contents)
    }

    /// Reads a class and those that it inherits from.
    private mutating func classes() -> [String]? {
        var names: [String] = []
        let first = objects.count
        var rest: [String] = []
        while take(Self.new) {
            guard names.count < Self.maxDepth, let name = sharedText(),
                integer(isSigned: true) != nil
            else { return nil }
            names.append(String(decoding: name, as: UTF8.self))
            objects.append(.open)
        }
        if !take(Self.null) {
            guard let number = reference(), number < first,
                case .classes(let known) = objects[number]
            else { return nil }
            rest = known
        }
        names += rest
        guard names.count <= 2 * Self.maxDepth else { return nil }
        for number in first..<objects.count {
            objects[number] = .classes(Array(names.dropFirst(number - first)))
        }
        return names
    }

    /// Reads a value of the first of the types.
    private mutating func value(
        _ types: inout ArraySlice<UInt8>, depth: Int
    ) -> PropertyList? {
        values += 1
        guard values <= Self.maxValues, values % 256 != 0 || budget.mayContinue,
            let type = types.popFirst()
        else { return nil }
        switch type {
        case UInt8(ascii: "@"): return object(depth: depth + 1)
        case UInt8(ascii: "B"), UInt8(ascii: "C"):
            return take(count: 1)?.first.map { .integer(Int($0)) }
        case UInt8(ascii: "c"):
            return take(count: 1)?.first.map { .integer(Int(Int8(bitPattern: $0))) }
        case UInt8(ascii: "s"), UInt8(ascii: "i"), UInt8(ascii: "l"), UInt8(ascii: "q"):
            return integer(isSigned: true).map { .integer($0) }
        case UInt8(ascii: "S"), UInt8(ascii: "I"), UInt8(ascii: "L"), UInt8(ascii: "Q"):
            return integer(isSigned: false).map { .integer($0) }
        case UInt8(ascii: "f"): return real(size: 4).map { .real($0) }
        case UInt8(ascii: "d"): return real(size: 8).map { .real($0) }
        case UInt8(ascii: "+"):
            return bytes().map { .text(String(decoding: $0, as: UTF8.self)) }
        case UInt8(ascii: "*"): return cString()
        case UInt8(ascii: "%"), UInt8(ascii: ":"):
            return take(Self.null) ? .null : sharedText().flatMap { text($0) }
        case UInt8(ascii: "#"): return classes().map { _ in .null }
        case UInt8(ascii: "["): return array(&types, depth)
        case UInt8(ascii: "{"): return structure(&types, depth)
        default: return nil
        }
    }

    /// C strings are in both tables.
    private mutating func cString() -> PropertyList? {
        if take(Self.null) { return .null }
        if take(Self.new) {
            guard let text = sharedText() else { return nil }
            objects.append(.text(text))
            return self.text(text)
        }
        guard let number = reference(), number < objects.count,
            case .text(let text) = objects[number]
        else { return nil }
        return self.text(text)
    }

    /// Copies a text of a table, which may occur any number of times.
    private mutating func text(_ bytes: ArraySlice<UInt8>) -> PropertyList? {
        values += bytes.count
        return values <= Self.maxValues ? .text(String(decoding: bytes, as: UTF8.self)) : nil
    }

    /// Reads an array such as `[12c]`: bytes, or values of one simple type.
    private mutating func array(_ types: inout ArraySlice<UInt8>, _ depth: Int) -> PropertyList? {
        var length = 0
        while let digit = types.first, ASCII.isDigit(digit) {
            length = length * 10 + Int(digit - 0x30)
            types.removeFirst()
            guard length <= stream.count else { return nil }
        }
        guard let end = types.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let element = types[types.startIndex..<end]
        types = types[(end + 1)...]
        if element.elementsEqual("c".utf8) || element.elementsEqual("C".utf8) {
            return take(count: length).map { .data(Array($0)) }
        }
        guard element.count == 1, element.first != UInt8(ascii: "[") else { return nil }
        var items: [PropertyList] = []
        for _ in 0..<length {
            var one = element
            guard let item = value(&one, depth: depth) else { return nil }
            items.append(item)
        }
        return .array(items)
    }

    /// Reads a structure such as `{_NSPoint=ff}`.
    private mutating func structure(
        _ types: inout ArraySlice<UInt8>, _ depth: Int
    ) -> PropertyList? {
        guard depth < Self.maxDepth, let name = types.firstIndex(of: UInt8(ascii: "=")) else {
            return nil
        }
        types = types[(name + 1)...]
        var items: [PropertyList] = []
        while types.first != UInt8(ascii: "}") {
            guard let item = value(&types, depth: depth + 1) else { return nil }
            items.append(item)
        }
        types.removeFirst()
        return .array(items)
    }

    /// Converts what an object encodes to a value; null for classes that are of no interest.
    private static func object(of classes: [String], _ contents: [PropertyList]) -> PropertyList? {
        for name in classes {
            switch name {
            case "NSString", "NSData", "NSURL", "NSNumber", "NSValue":
                // Before the value is a length, a flag or a type.
                guard let value = contents.last else { return nil }
                return value
            case "NSAttributedString": return contents.first ?? .null
            case "NSDate": return contents.first?.real.map { .date($0) }
            case "NSArray", "NSSet":
                guard let count = contents.first?.integer, count == contents.count - 1 else {
                    return nil
                }
                return .array(Array(contents.dropFirst()))
            case "NSDictionary":
                guard let count = contents.first?.integer, count >= 0,
                    contents.count == 1 + 2 * count
                else { return nil }
                var members: [String: PropertyList] = [:]
                for index in 0..<count {
                    if let key = contents[1 + 2 * index].text {
                        members[key] = contents[2 + 2 * index]
                    }
                }
                return .dictionary(members)
            default: continue
            }
        }
        return .null
    }
}
