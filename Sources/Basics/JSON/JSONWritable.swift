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
