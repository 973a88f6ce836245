import JSON

/// Reads the form of load files.
extension FieldReader {
    mutating func production(
        into setup: inout ProductionSetup
    ) throws(ConversationError) {
        guard try beginObject() else { return }
        while let key = try nextKey() {
            switch key {
            case "volume": setup.volume = try volume() ?? setup.volume
            case "separator":
                setup.separator = try sign(unlike: [setup.quote, setup.newline]) ?? setup.separator
            case "quote":
                setup.quote = try sign(unlike: [setup.separator, setup.newline]) ?? setup.quote
            case "newline":
                setup.newline = try sign(unlike: [setup.separator, setup.quote]) ?? setup.newline
            case "fields": setup.fields = try loadFields() ?? setup.fields
            default: try unknown(key)
            }
        }
    }

    /// A name that a file can have on any system, and a column of a load file.
    private mutating func volume() throws(ConversationError) -> String? {
        guard let name = try line() else { return nil }
        let isName =
            (1...40).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || "-_".utf8.contains(byte)
            }
        guard isName else {
            try reject(
                .notAllowed(
                    value: FieldReader.excerpt(name), allowed: ["letters, digits, - and _"]))
            return nil
        }
        return name
    }

    /// One character that no text has of itself, and that the others are not.
    private mutating func sign(
        unlike others: [Unicode.Scalar]
    ) throws(ConversationError) -> Unicode.Scalar? {
        guard let text = try string([.string]) else { return nil }
        let scalars = text.unicodeScalars
        guard scalars.count == 1, let sign = scalars.first, !others.contains(sign),
            !sign.properties.isAlphabetic || sign.value == 0xFE, sign.value != 0,
            !("0"..."9").contains(sign), !["\n", "\r", "\\", ".", "-", " "].contains(sign)
        else {
            try reject(
                .notAllowed(
                    value: FieldReader.excerpt(text),
                    allowed: ["one sign, none of the others, no letter, no digit"]))
            return nil
        }
        return sign
    }

    private mutating func loadFields() throws(ConversationError) -> [ProductionSetup.Field]? {
        guard try beginArray() else { return nil }
        var fields: [ProductionSetup.Field] = []
        while try nextElement() {
            guard let field: ProductionSetup.Field = try choice() else { continue }
            if !fields.contains(field) { fields.append(field) }
        }
        return fields.isEmpty ? nil : fields
    }
}
