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
    /// Accepts `\x1F` as a control character, which JSON does not have but some programs write.
    private let knowsByteEscapes: Bool
    private var pieces: ByteSource?
    /// The number of bytes dropped from `bytes`: the difference between an offset in the text and
    /// an index in `bytes`.
    private var passed = 0
    /// The index in `bytes` from which lines are counted, and the position there.
    private var beginIndex = 0
    var begin = JSONPosition(offset: 0, line: 1, column: 1)
    var frames: [Frame] = []
    var keys: [Key] = []
    /// The names of objects with many members, by depth. Comparing all pairs would be quadratic.
    private var wideKeys: [Int: Set<String>] = [:]
    /// JSON Pointers; at most the first hundred.
    package internal(set) var duplicates: [String] = []
    /// Checked every `bytesBetweenQuestions` bytes.
    let budget: WorkBudget
    private var asked = 0
    private static let bytesBetweenQuestions = 1 << 16

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

    package mutating func nextElement() throws(JSONError) -> Bool {
        try next(end: UInt8(ascii: "]"))
    }

    /// With all checks.
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

    /// Only whitespace may follow.
    package mutating func end() throws(JSONError) {
        try skipBlanks()
        guard position == bytes.count else {
            throw fault(bytes[position] == UInt8(ascii: "/") ? .comment : .trailingContent)
        }
    }

    package var pointer: String {
        frames.reduce(into: "") { pointer, frame in
            guard frame.count > 0 else { return }
            pointer +=
                frame.isObject
                ? JSONPointer.step(decoded(frame.key)) : JSONPointer.step(frame.count - 1)
        }
    }

    package var offset: Int { passed + position }

    private mutating func ask(at index: Int) throws(JSONError) {
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

    package init(
        _ pieces: ByteSource, maxDepth: Int = 64, knowsByteEscapes: Bool = false,
        budget: WorkBudget = .unlimited
    ) throws(JSONError) {
        var head = try Self.piece(of: pieces, from: 0)
        // The first four bytes determine the encoding.
        while head.count < 4, head.count < pieces.count {
            head += try Self.piece(of: pieces, from: head.count)
        }
        try self.init(
            head, maxDepth: maxDepth, knowsByteEscapes: knowsByteEscapes, budget: budget)
        self.pieces = pieces
    }

    private static func piece(of pieces: ByteSource, from start: Int) throws(JSONError) -> [UInt8] {
        guard let piece = pieces.piece(from: start) else { throw .unreadable(offset: start) }
        return piece
    }

    /// Loads more of the text if necessary.
    @inline(__always)
    mutating func has(_ index: Int) throws(JSONError) -> Bool {
        index < bytes.count ? true : try grow()
    }

    @inline(never)
    private mutating func grow() throws(JSONError) -> Bool {
        guard let pieces, passed + bytes.count < pieces.count else { return false }
        bytes += try Self.piece(of: pieces, from: passed + bytes.count)
        return true
    }

    /// Drops the text that was read, except for the names of open members.
    private mutating func slide() {
        begin = place(at: position)
        var window: [UInt8] = []
        window.reserveCapacity(bytes.count - position + 4_096)
        func keep(_ range: Range<Int>) -> Range<Int> {
            let start = window.count
            window += bytes[range]
            return start..<window.count
        }
        for index in frames.indices { frames[index].key = keep(frames[index].key) }
        for index in keys.indices { keys[index].range = keep(keys[index].range) }
        let kept = window.count
        window += bytes[position...]
        passed += position - kept
        asked += kept - position
        position = kept
        beginIndex = kept
        bytes = window
    }

    /// U+0000 and unpaired surrogates, which no text layout can show, are replaced by U+FFFD.
    package mutating func string() throws(JSONError) -> String? {
        guard try peek() == .string else { return nil }
        let scanned = try scanString()
        return try text(of: scanned)
    }

    /// The decoded bytes, which saves a copy of large data.
    package mutating func stringBytes() throws(JSONError) -> ArraySlice<UInt8>? {
        guard try peek() == .string else { return nil }
        let scanned = try scanString()
        try check(scanned)
        return scanned.hasEscapes ? try unescaped(scanned.range)[...] : bytes[scanned.range]
    }

    package mutating func number() throws(JSONError) -> JSONNumber? {
        guard try peek() == .number else { return nil }
        return JSONNumber(String(decoding: bytes[try scanNumber()], as: UTF8.self))
    }

    package mutating func bool() throws(JSONError) -> Bool? {
        guard try peek() == .bool else { return nil }
        let value = bytes[position] == UInt8(ascii: "t")
        try literal(value ? "true" : "false")
        return value
    }

    /// Reads nothing if the next value is not `null`.
    @discardableResult
    package mutating func null() throws(JSONError) -> Bool {
        guard try peek() == .null else { return false }
        try literal("null")
        return true
    }

    private mutating func literal(_ word: StaticString) throws(JSONError) {
        let start = position
        for expected in word.description.utf8 {
            guard try has(position), bytes[position] == expected else {
                let isShort = position == bytes.count
                position = isShort ? position : start
                throw fault(isShort ? .unexpectedEnd : .unknownLiteral)
            }
            position += 1
        }
    }

    /// In the grammar of RFC 8259 §6.
    private mutating func scanNumber() throws(JSONError) -> Range<Int> {
        let start = position
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        if try has(position), bytes[position] == UInt8(ascii: "0") {
            position += 1
            if try has(position), ASCII.isDigit(bytes[position]) { throw fault(.leadingZero) }
        } else {
            try digits()
        }
        if try has(position), bytes[position] == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if try has(position), bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if try has(position),
                bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
            {
                position += 1
            }
            try digits()
        }
        return start..<position
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while try has(position), ASCII.isDigit(bytes[position]) { position += 1 }
        guard position > start else {
            throw fault(position < bytes.count ? .malformedNumber : .unexpectedEnd)
        }
    }

    /// Without its quotes.
    struct ScannedString {
        var range: Range<Int>
        var hasEscapes: Bool
        var isASCII: Bool
        /// A hash of the bytes: equal for equal bytes, rarely equal for others.
        var signature: UInt64
    }

    /// `position` must be at the opening quote.
    private mutating func scanString() throws(JSONError) -> ScannedString {
        let scanned = try scan(from: position + 1)
        position = scanned.range.upperBound + 1
        return scanned
    }

    private mutating func scan(from start: Int) throws(JSONError) -> ScannedString {
        var index = start
        var hasEscapes = false
        var high: UInt8 = 0
        var signature: UInt64 = 0
        repeat {
            let span = bytes.span
            while index < span.count {
                let byte = span[index]
                if byte == UInt8(ascii: "\"") {
                    return ScannedString(
                        range: start..<index, hasEscapes: hasEscapes, isASCII: high < 0x80,
                        signature: signature)
                }
                if byte == UInt8(ascii: "\\") {
                    hasEscapes = true
                    index += 1
                } else if byte < 0x20 {
                    // RFC 8259 §7: control characters must be escaped.
                    throw fault(.controlCharacter(byte), at: index)
                }
                high |= byte
                signature = (signature << 7 | signature >> 57) ^ UInt64(byte)
                index += 1
            }
        } while try grow()
        throw fault(.unterminatedString, at: start - 1)
    }

    func text(of scanned: ScannedString) throws(JSONError) -> String {
        if scanned.hasEscapes {
            if !scanned.isASCII { try checkEncoding(of: scanned.range) }
            return String(decoding: try unescaped(scanned.range), as: UTF8.self)
        }
        if scanned.isASCII { return String(decoding: bytes[scanned.range], as: UTF8.self) }
        guard let text = String(validating: bytes[scanned.range], as: UTF8.self) else {
            throw encodingFault(in: scanned.range)
        }
        return text
    }

    /// Checks that a string is valid UTF-8 with valid escapes.
    func check(_ scanned: ScannedString) throws(JSONError) {
        if !scanned.isASCII { try checkEncoding(of: scanned.range) }
        if scanned.hasEscapes { _ = try unescaped(scanned.range) }
    }

    private func checkEncoding(of range: Range<Int>) throws(JSONError) {
        guard String(validating: bytes[range], as: UTF8.self) != nil else {
            throw encodingFault(in: range)
        }
    }

    /// The member name must have been checked.
    func decoded(_ range: Range<Int>) -> String {
        let decoded = try? unescaped(range)
        return decoded.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private func unescaped(_ range: Range<Int>) throws(JSONError) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            guard byte == UInt8(ascii: "\\") else {
                out.append(byte)
                index += 1
                continue
            }
            let escape = bytes[index + 1]
            switch escape {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): out.append(escape)
            case UInt8(ascii: "b"): out.append(0x08)
            case UInt8(ascii: "f"): out.append(0x0C)
            case UInt8(ascii: "n"): out.append(0x0A)
            case UInt8(ascii: "r"): out.append(0x0D)
            case UInt8(ascii: "t"): out.append(0x09)
            case UInt8(ascii: "u"):
                index = try appendScalar(at: index, before: range.upperBound, to: &out)
                continue
            case UInt8(ascii: "x") where knowsByteEscapes:
                guard let value = byteEscape(at: index, before: range.upperBound) else {
                    throw fault(.unknownEscape(escape), at: index)
                }
                let scalar = value == 0 ? "\u{FFFD}" : Unicode.Scalar(value)
                out.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
                index += 4
                continue
            default: throw fault(.unknownEscape(escape), at: index)
            }
            index += 2
        }
        return out
    }

    /// Appends the scalar of `\uXXXX`, or of a surrogate pair, and returns the index after it.
    private func appendScalar(
        at start: Int, before end: Int, to out: inout [UInt8]
    ) throws(JSONError) -> Int {
        let first = try codeUnit(at: start, before: end)
        var index = start + 6
        var value = UInt32(first)
        if first & 0xFC00 == 0xD800, index + 1 < end, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        {
            let second = try codeUnit(at: index, before: end)
            if second & 0xFC00 == 0xDC00 {
                value = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
                index += 6
            }
        }
        let scalar = value == 0 ? nil : Unicode.Scalar(value)
        out.append(
            contentsOf: UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
        return index
    }

    private func byteEscape(at start: Int, before end: Int) -> UInt8? {
        guard start + 4 <= end else { return nil }
        return hexadecimal(bytes[start + 2..<start + 4]).map(UInt8.init)
    }

    private func codeUnit(at start: Int, before end: Int) throws(JSONError) -> UInt16 {
        guard start + 6 <= end else { throw fault(.malformedUnicodeEscape, at: start) }
        guard let value = hexadecimal(bytes[start + 2..<start + 6]) else {
            throw fault(.malformedUnicodeEscape, at: start)
        }
        return value
    }

    /// Up to four digits; nil if any is invalid.
    private func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt16? {
        var value: UInt16 = 0
        for byte in digits {
            guard let digit = Hexadecimal.value(byte) else { return nil }
            value = value << 4 | UInt16(digit)
        }
        return value
    }

    mutating func skipBlanks() throws(JSONError) {
        while try has(position) {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
            if position - asked >= Self.bytesBetweenQuestions { try ask(at: position) }
        }
    }

    /// Everything read so far is whitespace.
    var isBlank: Bool {
        passed == 0 && bytes.allSatisfy { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
    }

    func fault(_ fault: JSONError.Fault, at offset: Int? = nil) -> JSONError {
        .syntax(place(at: offset ?? position), fault)
    }

    /// Converts an index in the window to a position in the whole text.
    func place(at index: Int) -> JSONPosition {
        begin.counted(on: bytes, from: beginIndex, to: index, offset: passed + index)
    }

    /// Identifies the most common mistakes at the beginning of a value.
    mutating func notAValue(_ byte: UInt8) throws(JSONError) -> JSONError {
        switch byte {
        case UInt8(ascii: "'"): fault(.singleQuote)
        case UInt8(ascii: "/"), UInt8(ascii: "#"): fault(.comment)
        case UInt8(ascii: ","): fault(.strayComma)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
            fault(.unknownLiteral)
        case 0x80...: try outsideASCII(.notAValue(byte))
        default: fault(.notAValue(byte))
        }
    }

    private mutating func keyFault() throws(JSONError) -> JSONError {
        switch bytes[position] {
        case UInt8(ascii: "/"), UInt8(ascii: "#"): fault(.comment)
        case UInt8(ascii: ","): fault(.strayComma)
        case 0x80...: try outsideASCII(.unquotedKey)
        default: fault(.unquotedKey)
        }
    }

    /// Classifies a byte above 0x7F: either a misplaced character or invalid UTF-8.
    private mutating func outsideASCII(
        _ otherwise: JSONError.Fault
    ) throws(JSONError) -> JSONError {
        var end = position
        while try has(end), bytes[end] >= 0x80 { end += 1 }
        guard String(validating: bytes[position..<end], as: UTF8.self) == nil else {
            return fault(otherwise)
        }
        return encodingFault(in: position..<end)
    }

    private func encodingFault(in range: Range<Int>) -> JSONError {
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span.extracting(range))
            return .encoding(offset: passed + range.lowerBound)
        } catch {
            return .encoding(offset: passed + range.lowerBound + error.byteOffsets.lowerBound)
        }
    }

    private static let maxKeys = 1 << 16

    /// Records a member name, and reports a duplicate in the same object.
    private mutating func note(_ key: String, _ scanned: ScannedString) {
        let frame = frames.count - 1
        let first = frames[frame].firstKey
        if let count = wideKeys[frame]?.count {
            // With more names than this, duplicates are no longer detected.
            guard count < Self.maxKeys else { return }
            if wideKeys[frame]?.insert(key).inserted == false { report() }
            return
        }
        let signature =
            scanned.hasEscapes
            ? key.utf8.reduce(0) { ($0 << 7 | $0 >> 57) ^ UInt64($1) } : scanned.signature
        for seen in keys[first...] where seen.signature == signature {
            if decoded(seen.range) == key { return report() }
        }
        keys.append(Key(range: scanned.range, signature: signature))
        if keys.count - first == 32 {
            wideKeys[frame] = Set(keys[first...].map { decoded($0.range) })
        }
    }

    private mutating func report() {
        guard duplicates.count < 100 else { return }
        duplicates.append(pointer)
    }
}
