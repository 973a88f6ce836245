package import Basics

/// A property list of Apple, binary (`bplist00`) or XML, or the contents of a keyed archive.
///
/// Work and memory are linear in the bytes: objects of a valid file neither overlap nor hold
/// themselves, so the sum of all that is read cannot exceed the file.
package indirect enum PropertyList: Sendable, Equatable {
    case null
    case boolean(Bool)
    case integer(Int)
    /// Also an integer that does not fit in an `Int`.
    case real(Double)
    /// Seconds since 2001-01-01 UTC.
    case date(Double)
    case data([UInt8])
    case text(String)
    /// A reference to an object of a keyed archive.
    case uid(Int)
    case array([PropertyList])
    case dictionary([String: PropertyList])

    static let maxDepth = 64

    /// - Returns: nil if the bytes are damaged or the budget is used up.
    package init?(parsing bytes: [UInt8], budget: WorkBudget = .unlimited) {
        // The memory of the values while they are read; their owner reserves what it keeps.
        guard budget.reserve(bytes.count) else { return nil }
        defer { budget.release(bytes.count) }
        if bytes.starts(with: "bplist".utf8) {
            var reader = BinaryPropertyList(bytes, budget)
            guard let value = reader?.root() else { return nil }
            self = value
        } else {
            var reader = XMLPropertyList(bytes, budget)
            guard let value = reader.root() else { return nil }
            self = value
        }
    }

    package subscript(key: String) -> PropertyList? {
        guard case .dictionary(let values) = self else { return nil }
        return values[key]
    }

    package subscript(index: Int) -> PropertyList? {
        guard case .array(let values) = self, values.indices.contains(index) else { return nil }
        return values[index]
    }

    package var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    package var data: [UInt8]? {
        guard case .data(let bytes) = self else { return nil }
        return bytes
    }

    package var integer: Int? {
        switch self {
        case .integer(let number): number
        case .real(let number): Int(exactly: number)
        case .boolean(let flag): flag ? 1 : 0
        case .null, .date, .data, .text, .uid, .array, .dictionary: nil
        }
    }

    /// Also of a date.
    package var real: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .real(let number), .date(let number): number
        case .null, .boolean, .data, .text, .uid, .array, .dictionary: nil
        }
    }

    /// The values of an array; empty for any other value.
    package var values: [PropertyList] {
        guard case .array(let values) = self else { return [] }
        return values
    }

    /// The members of a dictionary; empty for any other value.
    package var members: [String: PropertyList] {
        guard case .dictionary(let values) = self else { return [:] }
        return values
    }
}

/// The binary form: objects, a table of their offsets, and 32 bytes that locate the table.
private struct BinaryPropertyList {
    private let bytes: [UInt8]
    private let budget: WorkBudget
    private let referenceSize: Int
    private let offsetSize: Int
    private let count: Int
    private let top: Int
    private let table: Int
    /// Texts and data by object, which files share between their references.
    private var leaves: [Int: PropertyList] = [:]
    private var values = 0
    private var leafBytes = 0

    init?(_ bytes: [UInt8], _ budget: WorkBudget) {
        guard bytes.count >= 40, bytes.starts(with: "bplist0".utf8) else { return nil }
        self.bytes = bytes
        self.budget = budget
        let trailer = bytes.count - 32
        func number(_ place: Int) -> Int? {
            bytes[place] < 0x80
                ? bytes[place..<place + 8].reduce(0) { $0 << 8 | Int($1) } : nil
        }
        offsetSize = Int(bytes[trailer + 6])
        referenceSize = Int(bytes[trailer + 7])
        guard let count = number(trailer + 8), let top = number(trailer + 16),
            let table = number(trailer + 24), (1...8).contains(offsetSize),
            (1...8).contains(referenceSize), (8...trailer).contains(table),
            count <= (trailer - table) / offsetSize, top < count
        else { return nil }
        (self.count, self.top, self.table) = (count, top, table)
    }

    mutating func root() -> PropertyList? { value(top, depth: 0) }

    private func number(at place: Int, size: Int) -> Int? {
        guard size <= table - min(place, table) else { return nil }
        return unsigned(place, size)
    }

    private func unsigned(_ place: Int, _ size: Int) -> Int? {
        let value = bytes[place..<place + size].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }

    private mutating func value(_ object: Int, depth: Int) -> PropertyList? {
        values += 1
        guard depth < PropertyList.maxDepth, values <= bytes.count, object < count,
            values % 256 != 0 || budget.mayContinue
        else { return nil }
        if let leaf = leaves[object] { return leaf }
        guard let place = unsigned(table + object * offsetSize, offsetSize),
            (8..<table).contains(place)
        else { return nil }
        let low = Int(bytes[place] & 0x0F)
        switch bytes[place] >> 4 {
        case 0x0:
            switch low {
            case 0: return .null
            case 8: return .boolean(false)
            case 9: return .boolean(true)
            default: return nil
            }
        case 0x1: return integer(place + 1, power: low)
        case 0x2: return real(place + 1, power: low).map { .real($0) }
        case 0x3:
            guard low == 3, let seconds = real(place + 1, power: 3) else { return nil }
            return .date(seconds)
        case 0x4: return leaf(object, place, unit: 1) { .data(Array($0)) }
        case 0x5, 0x7:
            return leaf(object, place, unit: 1) {
                String(validating: $0, as: UTF8.self).map { .text($0) }
            }
        case 0x6: return leaf(object, place, unit: 2) { .text(Self.utf16($0)) }
        case 0x8: return number(at: place + 1, size: low + 1).map { .uid($0) }
        case 0xA, 0xB, 0xC: return array(place, depth)
        case 0xD: return dictionary(place, depth)
        default: return nil
        }
    }

    /// Integers of up to four bytes are unsigned, those of eight are signed. Those of sixteen hold
    /// unsigned integers of eight.
    private func integer(_ place: Int, power: Int) -> PropertyList? {
        guard power <= 4, place + 1 << power <= table else { return nil }
        let size = 1 << power
        if size < 8 { return unsigned(place, size).map { .integer($0) } }
        let word = { (start: Int) in
            bytes[start..<start + 8].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        }
        if size == 8 { return .integer(Int(Int64(bitPattern: word(place)))) }
        let (high, low) = (word(place), word(place + 8))
        if high == 0 { return Int(exactly: low).map { .integer($0) } ?? .real(Double(low)) }
        let isSigned = high == .max && low >> 63 == 1
        return isSigned
            ? .integer(Int(Int64(bitPattern: low)))
            : .real(Double(Int64(bitPattern: high)) * 0x1p64 + Double(low))
    }

    private func real(_ place: Int, power: Int) -> Double? {
        guard power == 2 || power == 3, place + 1 << power <= table else { return nil }
        let bits = bytes[place..<place + 1 << power].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return power == 2
            ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
            : Double(bitPattern: bits)
    }

    /// Returns the number of elements of an object and the place of the first.
    private func extent(_ place: Int, unit: Int) -> (count: Int, start: Int)? {
        var (count, start) = (Int(bytes[place] & 0x0F), place + 1)
        if count == 15 {
            guard start < table, bytes[start] >> 4 == 1, bytes[start] & 0x0F <= 3,
                let number = number(at: start + 1, size: 1 << Int(bytes[start] & 0x0F))
            else { return nil }
            (count, start) = (number, start + 1 + 1 << Int(bytes[start] & 0x0F))
        }
        guard start <= table, count <= (table - start) / unit else { return nil }
        return (count, start)
    }

    private mutating func leaf(
        _ object: Int, _ place: Int, unit: Int, _ read: (ArraySlice<UInt8>) -> PropertyList?
    ) -> PropertyList? {
        guard let (count, start) = extent(place, unit: unit) else { return nil }
        leafBytes += count * unit
        guard leafBytes <= bytes.count, let value = read(bytes[start..<start + count * unit])
        else { return nil }
        leaves[object] = value
        return value
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>) -> String {
        let start = bytes.startIndex
        let units = (0..<bytes.count / 2).lazy.map {
            UInt16(bytes[start + 2 * $0]) << 8 | UInt16(bytes[start + 2 * $0 + 1])
        }
        return String(decoding: units, as: UTF16.self)
    }

    private mutating func array(_ place: Int, _ depth: Int) -> PropertyList? {
        guard let (count, start) = extent(place, unit: referenceSize) else { return nil }
        var items: [PropertyList] = []
        for index in 0..<count {
            guard let object = unsigned(start + index * referenceSize, referenceSize),
                let item = value(object, depth: depth + 1)
            else { return nil }
            items.append(item)
        }
        return .array(items)
    }

    private mutating func dictionary(_ place: Int, _ depth: Int) -> PropertyList? {
        guard let (count, start) = extent(place, unit: 2 * referenceSize) else { return nil }
        var members: [String: PropertyList] = [:]
        for index in 0..<count {
            guard let key = unsigned(start + index * referenceSize, referenceSize),
                let object = unsigned(start + (count + index) * referenceSize, referenceSize),
                case .text(let name) = value(key, depth: depth + 1),
                let member = value(object, depth: depth + 1)
            else { return nil }
            members[name] = member
        }
        return .dictionary(members)
    }
}

/// The XML form: a fixed set of elements. Its document type is skipped unread and may not define
/// anything.
private struct XMLPropertyList {
    private let bytes: [UInt8]
    private let budget: WorkBudget
    private var place: Int
    private var values = 0

    init(_ bytes: [UInt8], _ budget: WorkBudget) {
        self.bytes = bytes
        self.budget = budget
        place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    mutating func root() -> PropertyList? {
        guard let tag = tag(), tag.name == "plist", !tag.isEmpty, !tag.isEnd,
            let first = self.tag(), let value = value(first, depth: 0), closes("plist")
        else { return nil }
        skipBlanks()
        return place == bytes.count ? value : nil
    }

    private mutating func skipBlanks() {
        while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
    }

    private mutating func skip(past end: String) -> Bool {
        while place < bytes.count {
            if bytes[place...].starts(with: end.utf8) {
                place += end.utf8.count
                return true
            }
            place += 1
        }
        return false
    }

    /// Reads the next tag, after blanks, declarations and comments.
    private mutating func tag() -> (name: String, isEnd: Bool, isEmpty: Bool)? {
        while true {
            skipBlanks()
            let rest = bytes[place...]
            if rest.starts(with: "<?".utf8) {
                guard skip(past: "?>") else { return nil }
            } else if rest.starts(with: "<!--".utf8) {
                guard skip(past: "-->") else { return nil }
            } else if rest.starts(with: "<!DOCTYPE".utf8) {
                let start = place
                guard skip(past: ">"), !bytes[start..<place].contains(UInt8(ascii: "[")) else {
                    return nil
                }
            } else {
                break
            }
        }
        guard place < bytes.count, bytes[place] == UInt8(ascii: "<") else { return nil }
        let start = place + 1
        guard skip(past: ">") else { return nil }
        var text = bytes[start..<place - 1]
        let isEnd = text.first == UInt8(ascii: "/")
        let isEmpty = text.last == UInt8(ascii: "/")
        if isEnd { text.removeFirst() }
        if isEmpty, !text.isEmpty { text.removeLast() }
        let name = text.prefix { $0 > 0x20 }
        return (String(decoding: name, as: UTF8.self), isEnd, isEmpty)
    }

    private mutating func closes(_ name: String) -> Bool {
        guard let tag = tag() else { return false }
        return tag.isEnd && tag.name == name
    }

    private mutating func value(
        _ tag: (name: String, isEnd: Bool, isEmpty: Bool), depth: Int
    ) -> PropertyList? {
        values += 1
        guard !tag.isEnd, depth < PropertyList.maxDepth,
            values % 256 != 0 || budget.mayContinue
        else { return nil }
        switch tag.name {
        case "true", "false":
            guard tag.isEmpty || closes(tag.name) else { return nil }
            return .boolean(tag.name == "true")
        case "array": return tag.isEmpty ? .array([]) : array(depth)
        case "dict": return tag.isEmpty ? .dictionary([:]) : dictionary(depth)
        default: return leaf(tag.name, tag.isEmpty ? "" : text(of: tag.name))
        }
    }

    private func leaf(_ name: String, _ text: String?) -> PropertyList? {
        guard let text else { return nil }
        let word = String(decoding: ASCII.trimmed(Array(text.utf8)[...]), as: UTF8.self)
        switch name {
        case "string": return .text(text)
        case "integer":
            let isNegative = word.hasPrefix("-")
            let digits = isNegative || word.hasPrefix("+") ? word.dropFirst() : word[...]
            let isHex = digits.hasPrefix("0x") || digits.hasPrefix("0X")
            let number = (isNegative ? "-" : "") + (isHex ? digits.dropFirst(2) : digits)
            return Int(number, radix: isHex ? 16 : 10).map { .integer($0) }
                ?? (isHex ? nil : Self.digits(digits).map { .real(isNegative ? -$0 : $0) })
        case "real": return Double(word).map { .real($0) }
        case "date": return Self.date(word).map { .date($0) }
        case "data":
            let bytes = Array(text.utf8)
            return (try? Base64.decode(bytes[...], limit: bytes.count)).map { .data($0) }
        default: return nil
        }
    }

    private static func digits(_ text: Substring) -> Double? {
        !text.isEmpty && text.utf8.allSatisfy(ASCII.isDigit) ? Double(text) : nil
    }

    /// Parses `2026-05-31T09:40:00Z`.
    private static func date(_ text: String) -> Double? {
        let parts = text.utf8.split { !ASCII.isDigit($0) }.map { Int(Substring($0)) ?? .max }
        guard text.utf8.count == 20, text.hasSuffix("Z"), parts.count == 6,
            (1...9999).contains(parts[0]), (1...12).contains(parts[1]),
            (1...31).contains(parts[2]), parts[3] < 24, parts[4] < 60, parts[5] < 61
        else { return nil }
        let days = CivilDate(year: parts[0], month: parts[1], day: parts[2]).daysSinceEpoch
        let seconds = days * 86_400 + parts[3] * 3_600 + parts[4] * 60 + parts[5]
        return Double(seconds - 978_307_200)
    }

    private mutating func array(_ depth: Int) -> PropertyList? {
        var items: [PropertyList] = []
        while let tag = tag() {
            if tag.isEnd { return tag.name == "array" ? .array(items) : nil }
            guard let item = value(tag, depth: depth + 1) else { return nil }
            items.append(item)
        }
        return nil
    }

    private mutating func dictionary(_ depth: Int) -> PropertyList? {
        var members: [String: PropertyList] = [:]
        while let tag = tag() {
            if tag.isEnd {
                guard tag.name == "dict" else { return nil }
                // Converters write references so.
                if members.count == 1, case .integer(let number) = members["CF$UID"], number >= 0 {
                    return .uid(number)
                }
                return .dictionary(members)
            }
            guard tag.name == "key", let name = tag.isEmpty ? "" : text(of: "key"),
                let next = self.tag(), let member = value(next, depth: depth + 1)
            else { return nil }
            members[name] = member
        }
        return nil
    }

    /// Reads a text with the five predefined entities and references to characters, and the end of
    /// its element.
    private mutating func text(of name: String) -> String? {
        var text: [UInt8] = []
        while place < bytes.count, bytes[place] != UInt8(ascii: "<") {
            guard bytes[place] == UInt8(ascii: "&") else {
                text.append(bytes[place])
                place += 1
                continue
            }
            guard let end = bytes[place...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let character = Self.character(bytes[place + 1..<end])
            else { return nil }
            text += Array(character.utf8)
            place = end + 1
        }
        guard closes(name) else { return nil }
        return String(validating: text, as: UTF8.self)
    }

    private static func character(_ reference: ArraySlice<UInt8>) -> String? {
        let name = String(decoding: reference, as: UTF8.self)
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let isHex = name.hasPrefix("#x")
            return UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10)
                .flatMap(Unicode.Scalar.init).map { String($0) }
        }
    }
}

extension PropertyList {
    /// Reads an archive by NSKeyedArchiver: the root object, or the dictionary of several. Objects
    /// of Foundation's classes become values, others dictionaries of what they encoded.
    ///
    /// - Returns: nil if the archive is damaged, an object holds itself, or the budget is used up.
    package init?(unarchiving bytes: [UInt8], budget: WorkBudget = .unlimited) {
        guard let list = PropertyList(parsing: bytes, budget: budget), list["$archiver"] != nil,
            case .array(let objects) = list["$objects"], let top = list["$top"]
        else { return nil }
        var archive = KeyedArchive(objects: objects, budget: budget)
        guard let value = archive.value(top, depth: 0) else { return nil }
        let isRootOnly = value.members.count == 1
        self = (isRootOnly ? value["root"] : nil) ?? value
    }
}

/// The objects of a keyed archive, which refer to each other by number.
private struct KeyedArchive {
    let objects: [PropertyList]
    let budget: WorkBudget
    private var open: Set<Int> = []
    /// The number of values so far. Objects may be shared, so that a small archive can hold more
    /// values than memory.
    private var values = 0
    private static let maxValues = 100_000

    init(objects: [PropertyList], budget: WorkBudget) {
        self.objects = objects
        self.budget = budget
    }

    mutating func value(_ source: PropertyList, depth: Int) -> PropertyList? {
        values += 1
        guard depth < PropertyList.maxDepth, values <= Self.maxValues,
            values % 256 != 0 || budget.mayContinue
        else { return nil }
        switch source {
        case .uid(let number):
            guard objects.indices.contains(number) else { return nil }
            if number == 0, objects[0].text == "$null" { return .null }
            guard open.insert(number).inserted else { return nil }
            defer { open.remove(number) }
            return value(objects[number], depth: depth + 1)
        case .array(let items): return array(items, depth)
        case .dictionary(let members): return object(members, depth)
        case .null, .boolean, .integer, .real, .date, .data, .text: return source
        }
    }

    private mutating func array(_ items: [PropertyList], _ depth: Int) -> PropertyList? {
        var values: [PropertyList] = []
        for item in items {
            guard let item = value(item, depth: depth + 1) else { return nil }
            values.append(item)
        }
        return .array(values)
    }

    private mutating func object(
        _ members: [String: PropertyList], _ depth: Int
    ) -> PropertyList? {
        // The class is named for readers of classes that are not Foundation's; values are known by
        // what they encode.
        if let items = members["NS.objects"] {
            guard case .array(let values) = value(items, depth: depth + 1) else { return nil }
            guard let keys = members["NS.keys"] else { return .array(values) }
            guard case .array(let names) = value(keys, depth: depth + 1),
                names.count == values.count
            else { return nil }
            var dictionary: [String: PropertyList] = [:]
            for (name, value) in zip(names, values) {
                guard let key = name.text ?? name.integer.map(String.init) else { return nil }
                dictionary[key] = value
            }
            return .dictionary(dictionary)
        }
        if let text = members["NS.string"] ?? members["NS.bytes"] {
            return value(text, depth: depth + 1)
        }
        if let data = members["NS.data"] { return value(data, depth: depth + 1) }
        if let time = members["NS.time"]?.real { return .date(time) }
        if let relative = members["NS.relative"] {
            guard let url = value(relative, depth: depth + 1),
                let base = value(members["NS.base"] ?? .null, depth: depth + 1)
            else { return nil }
            return .text((base.text ?? "") + (url.text ?? ""))
        }
        var fields: [String: PropertyList] = [:]
        for (name, member) in members where name != "$class" {
            guard let value = value(member, depth: depth + 1) else { return nil }
            fields[name] = value
        }
        return .dictionary(fields)
    }
}
