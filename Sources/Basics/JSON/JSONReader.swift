/// Reads JSON value by value, strictly and in one pass, without building a tree.
///
/// After `beginObject`, the caller calls `nextKey` until it returns nil, and reads or skips one
/// value for each name. After `beginArray`, the caller does the same with `nextElement`. `string`,
/// `number` and `bool` return nil and read nothing if the next value is of another kind.
package struct JSONReader {
    struct Frame: Sendable {
        var isObject: Bool
        /// The number of members or elements begun.
        var count = 0
        /// The index in `keys` of this object's first name.
        var firstKey: Int
        /// The range of the current member's name between its quotes.
        var key = 0..<0
    }

    /// A member name already read in an open object.
    struct Key: Sendable {
        var range: Range<Int>
        var signature: UInt64
    }

    /// The whole text, or the window around the current position if the text is loaded in pieces.
    var bytes: [UInt8]
    var position: Int
    let maxDepth: Int
    /// Whether `\x1F` is accepted as a control character. JSON has no such escape, but some
    /// programs write it.
    let knowsByteEscapes: Bool
    var pieces: ByteSource?
    /// The number of bytes dropped from `bytes`: the difference between an offset in the text and
    /// an index in `bytes`.
    var passed = 0
    /// The index in `bytes` from which lines are counted, and the position there.
    var beginIndex = 0
    var begin = JSONPosition(offset: 0, line: 1, column: 1)
    var frames: [Frame] = []
    var keys: [Key] = []
    /// The names of objects with many members, by depth. Comparing all pairs would be quadratic.
    var wideKeys: [Int: Set<String>] = [:]
    /// The pointers to duplicate members; at most the first hundred.
    package internal(set) var duplicates: [String] = []
    /// The work budget, checked every `bytesBetweenQuestions` bytes.
    let budget: WorkBudget
    var asked = 0
    static let bytesBetweenQuestions = 1 << 16

    package init(
        _ bytes: [UInt8], maxDepth: Int = 64, knowsByteEscapes: Bool = false,
        budget: WorkBudget = .unlimited
    ) throws(JSONError) {
        self.bytes = bytes
        self.maxDepth = maxDepth
        self.knowsByteEscapes = knowsByteEscapes
        self.budget = budget
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        beginIndex = position
        // UTF-16 and UTF-32 have a byte order mark or a NUL in the first four bytes; JSON in UTF-8
        // never does.
        let head = bytes.prefix(4)
        if head.starts(with: [0xFE, 0xFF]) || head.starts(with: [0xFF, 0xFE]) {
            throw .encoding(offset: 0)
        }
        if let index = head.firstIndex(of: 0) { throw .encoding(offset: index) }
        frames.reserveCapacity(16)
        keys.reserveCapacity(64)
    }

    /// Returns the kind of the next value, determined by its first byte.
    package mutating func peek() throws(JSONError) -> JSONKind {
        try skipBlanks()
        guard position < bytes.count else {
            throw fault(frames.isEmpty && isBlank ? .empty : .unexpectedEnd)
        }
        switch bytes[position] {
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
        case let byte: throw try notAValue(byte)
        }
    }

    package mutating func beginObject() throws(JSONError) {
        try begin(UInt8(ascii: "{"), isObject: true)
    }

    package mutating func beginArray() throws(JSONError) {
        try begin(UInt8(ascii: "["), isObject: false)
    }

    /// Returns the next member's name, or nil at the end of the object.
    package mutating func nextKey() throws(JSONError) -> String? {
        guard try next(end: UInt8(ascii: "}")) else { return nil }
        guard position < bytes.count else { throw fault(.unexpectedEnd) }
        guard bytes[position] == UInt8(ascii: "\"") else {
            throw bytes[position] == UInt8(ascii: "'") ? fault(.singleQuote) : try keyFault()
        }
        let scanned = try scanString()
        let key = try text(of: scanned)
        frames[frames.count - 1].key = scanned.range
        try skipBlanks()
        guard position < bytes.count else { throw fault(.unexpectedEnd) }
        guard bytes[position] == UInt8(ascii: ":") else { throw fault(.missingColon) }
        position += 1
        note(key, scanned)
        return key
    }

    /// Returns whether another element follows, or false at the end of the array.
    package mutating func nextElement() throws(JSONError) -> Bool {
        try next(end: UInt8(ascii: "]"))
    }

    /// Skips one value of any kind, with all checks.
    package mutating func skip() throws(JSONError) {
        let depth = frames.count
        repeat {
            if frames.count > depth {
                let isObject = frames[frames.count - 1].isObject
                let more = isObject ? try nextKey() != nil : try nextElement()
                if !more { continue }
            }
            switch try peek() {
            case .null: try null()
            case .bool: _ = try bool()
            case .number: _ = try scanNumber()
            case .string:
                let scanned = try scanString()
                try check(scanned)
            case .array: try beginArray()
            case .object: try beginObject()
            }
        } while frames.count > depth
    }

    /// Skips one value by matching only its brackets and quotes, many times as fast and without
    /// checks. The caller must read the value later from a copy of this reader. A text in pieces is
    /// checked.
    package mutating func leap() throws(JSONError) {
        switch try peek() {
        case .array, .object:
            guard pieces == nil else { return try skip() }
            position = try endOfBrackets(from: position)
        case .null, .bool, .number, .string: try skip()
        }
    }

    /// Skips one value like `leap` and returns its text. The text must not be loaded in pieces.
    package mutating func leapt() throws(JSONError) -> ArraySlice<UInt8> {
        try skipBlanks()
        let start = position
        try leap()
        return bytes[start..<position]
    }

    /// Returns the pointers to duplicate members and clears them.
    package mutating func takeDuplicates() -> [String] {
        defer { duplicates = [] }
        return duplicates
    }

    private mutating func endOfBrackets(from start: Int) throws(JSONError) -> Int {
        let bytes = bytes
        let span = bytes.span
        var index = start
        var depth = 0
        while index < span.count {
            switch span[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return index + 1 }
            case UInt8(ascii: "\""):
                index += 1
                while index < span.count, span[index] != UInt8(ascii: "\"") {
                    index += span[index] == UInt8(ascii: "\\") ? 2 : 1
                }
            default: break
            }
            index += 1
            if index - asked >= Self.bytesBetweenQuestions { try ask(at: index) }
        }
        return span.count
    }

    /// Checks that only whitespace follows.
    package mutating func end() throws(JSONError) {
        try skipBlanks()
        guard position == bytes.count else {
            throw fault(bytes[position] == UInt8(ascii: "/") ? .comment : .trailingContent)
        }
    }

    /// The JSON Pointer of the value being read.
    package var pointer: String {
        frames.reduce(into: "") { pointer, frame in
            guard frame.count > 0 else { return }
            pointer +=
                frame.isObject
                ? JSONPointer.step(decoded(frame.key)) : JSONPointer.step(frame.count - 1)
        }
    }

    /// The number of bytes read.
    package var offset: Int { passed + position }

    /// The number of open arrays and objects.
    var depth: Int { frames.count }

    mutating func ask(at index: Int) throws(JSONError) {
        asked = index
        guard budget.mayContinue else { throw .stopped }
    }

    private mutating func begin(_ byte: UInt8, isObject: Bool) throws(JSONError) {
        try skipBlanks()
        guard position < bytes.count else { throw fault(.unexpectedEnd) }
        guard bytes[position] == byte else { throw try notAValue(bytes[position]) }
        guard frames.count < maxDepth else {
            throw .tooDeep(place(at: position), limit: maxDepth)
        }
        position += 1
        frames.append(Frame(isObject: isObject, firstKey: keys.count))
    }

    private mutating func next(end: UInt8) throws(JSONError) -> Bool {
        try skipBlanks()
        if position - asked >= Self.bytesBetweenQuestions { try ask(at: position) }
        guard position < bytes.count else { throw fault(.unexpectedEnd) }
        if pieces != nil, position >= ByteSource.length { slide() }
        let last = frames.count - 1
        if bytes[position] == end {
            position += 1
            keys.removeSubrange(frames[last].firstKey...)
            if !wideKeys.isEmpty { wideKeys[last] = nil }
            frames.removeLast()
            return false
        }
        if frames[last].count > 0 {
            guard bytes[position] == UInt8(ascii: ",") else {
                throw fault(bytes[position] == UInt8(ascii: "/") ? .comment : .missingComma)
            }
            let comma = position
            position += 1
            try skipBlanks()
            if position < bytes.count, bytes[position] == end || bytes[position] == bytes[comma] {
                position = comma
                throw fault(.strayComma)
            }
        }
        frames[last].count += 1
        return true
    }
}
