/// Writes JSON: compact by default, pretty on request, and always the same bytes for the same
/// calls.
package struct JSONWriter: Sendable {
    /// Since the last `drain`.
    package private(set) var bytes: [UInt8] = []
    private let isPretty: Bool
    private var depth = 0
    /// Whether the innermost array or object is still empty.
    private var isFirst = true
    private var isAfterKey = false

    package init(pretty: Bool = false) { isPretty = pretty }

    /// Clears the bytes, so that no large document is in memory as a whole.
    package mutating func drain() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Passes the bytes written so far to `take` and clears them, reusing the storage.
    package mutating func drain<Failure: Error>(
        into take: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        try take(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    /// Begins an object that `endObject` ends, for writers that cannot nest closures.
    package mutating func beginObject() { open(UInt8(ascii: "{")) }
    package mutating func endObject() { close(UInt8(ascii: "}")) }
    package mutating func beginArray() { open(UInt8(ascii: "[")) }
    package mutating func endArray() { close(UInt8(ascii: "]")) }

    package mutating func object<Failure: Error>(
        _ members: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        open(UInt8(ascii: "{"))
        try members(&self)
        close(UInt8(ascii: "}"))
    }

    package mutating func array<Failure: Error>(
        _ elements: (inout JSONWriter) throws(Failure) -> Void
    ) throws(Failure) {
        open(UInt8(ascii: "["))
        try elements(&self)
        close(UInt8(ascii: "]"))
    }

    package mutating func key(_ key: String) {
        separate()
        append(quoted: key)
        bytes.append(UInt8(ascii: ":"))
        if isPretty { bytes.append(0x20) }
        isAfterKey = true
    }

    /// Writes a member whose value is an array of objects.
    package mutating func objects<Element>(
        _ key: String, _ elements: some Sequence<Element>,
        _ members: (inout JSONWriter, Element) -> Void
    ) {
        self.key(key)
        array { writer in
            for element in elements { writer.object { members(&$0, element) } }
        }
    }

    package mutating func member(_ key: String, _ value: some JSONWritable) {
        self.key(key)
        value.write(to: &self)
    }

    package mutating func member(_ key: String, optional value: (some JSONWritable)?) {
        if let value { member(key, value) }
    }

    // Nearly all values are strings: these overloads avoid the protocol call.

    package mutating func member(_ key: String, _ value: String) {
        self.key(key)
        string(value)
    }

    package mutating func member(_ key: String, optional value: String?) {
        if let value { member(key, value) }
    }

    /// Writes a member whose value is text without characters to escape, such as a time.
    package mutating func member(_ key: String, ascii text: Span<UInt8>) {
        self.key(key)
        separate()
        bytes.append(UInt8(ascii: "\""))
        for index in text.indices { bytes.append(text[index]) }
        bytes.append(UInt8(ascii: "\""))
    }

    package mutating func value(_ value: some JSONWritable) { value.write(to: &self) }

    mutating func null() { literal("null") }

    /// Writes a value that is already JSON, such as `true` or a number's text.
    mutating func literal(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    mutating func string(_ text: String) {
        separate()
        append(quoted: text)
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        depth += 1
        isFirst = true
    }

    private mutating func close(_ bracket: UInt8) {
        depth -= 1
        if !isFirst { newLine() }
        bytes.append(bracket)
        isFirst = false
    }

    /// Writes the comma and line break before a name or an element.
    private mutating func separate() {
        if isAfterKey {
            isAfterKey = false
            return
        }
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        if depth > 0 { newLine() }
        isFirst = false
    }

    private mutating func newLine() {
        guard isPretty else { return }
        bytes.append(0x0A)
        for _ in 0..<depth { bytes.append(contentsOf: [0x20, 0x20]) }
    }

    private mutating func append(quoted text: String) {
        bytes.append(UInt8(ascii: "\""))
        let utf8 = text.utf8
        var written = utf8.startIndex
        var search = 0
        // The text between two escapes is appended at once.
        while let next = JSONWriter.nextEscape(in: utf8.span, from: search) {
            let place = utf8.index(utf8.startIndex, offsetBy: next)
            bytes.append(contentsOf: utf8[written..<place])
            append(escaped: utf8[place])
            written = utf8.index(after: place)
            search = next + 1
        }
        if search == 0 {
            bytes.append(contentsOf: utf8)
        } else {
            bytes.append(contentsOf: utf8[written...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func nextEscape(in text: Span<UInt8>, from start: Int) -> Int? {
        var index = start
        while index < text.count {
            let byte = text[index]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C { return index }
            index += 1
        }
        return nil
    }

    private mutating func append(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            bytes.append(UInt8(ascii: "\\"))
            bytes.append(byte)
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        case 0..<0x20:
            bytes.append(contentsOf: byte < 0x10 ? "\\u000".utf8 : "\\u00".utf8)
            bytes.append(contentsOf: String(byte, radix: 16).utf8)
        default: bytes.append(byte)
        }
    }
}

package protocol JSONWritable {
    func write(to writer: inout JSONWriter)
}

extension String: JSONWritable {
    package func write(to writer: inout JSONWriter) { writer.string(self) }
}

extension Bool: JSONWritable {
    package func write(to writer: inout JSONWriter) { writer.literal(self ? "true" : "false") }
}

extension Int: JSONWritable {
    package func write(to writer: inout JSONWriter) { writer.literal(String(self)) }
}

extension Double: JSONWritable {
    /// Writes the shortest text that parses to the same number. Infinities and NaN become `null`.
    package func write(to writer: inout JSONWriter) {
        guard isFinite else { return writer.null() }
        guard let int = Int(exactly: self), abs(self) < 9_007_199_254_740_992 else {
            return writer.literal(description)
        }
        writer.literal(int == 0 ? "0" : String(int))
    }
}

extension JSONValue: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let value): value.write(to: &writer)
        case .number(let text): writer.literal(text)
        case .string(let text): text.write(to: &writer)
        case .array(let elements): elements.write(to: &writer)
        case .object(let members):
            writer.object { writer in
                for member in members { writer.member(member.key, member.value) }
            }
        }
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.array { writer in
            for element in self { element.write(to: &writer) }
        }
    }
}
