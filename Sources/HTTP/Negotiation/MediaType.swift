/// A media type as in `Content-Type` (RFC 9110 §8.3.1).
package struct MediaType: Sendable, Equatable {
    /// In lower case.
    package let type: String
    /// In lower case.
    package let subtype: String
    /// Names in lower case, values as they were written.
    package let parameters: [QueryItem]

    package init(_ type: String, _ subtype: String, _ parameters: [QueryItem] = []) {
        self.type = type
        self.subtype = subtype
        self.parameters = parameters
    }

    /// Nil for what is no media type.
    package init?(_ text: String) {
        self.init(bytes: Array(text.utf8)[...])
    }

    init?(bytes: ArraySlice<UInt8>) {
        var scanner = FieldScanner(ASCII.trimmed(bytes))
        guard let type = scanner.token(), scanner.take(ASCII.slash),
            let subtype = scanner.token(), let parameters = scanner.parameters()
        else { return nil }
        self.init(type.lowercased(), subtype.lowercased(), parameters)
    }

    /// Type and subtype, as a list of the types that are read would name it.
    package var essence: String { "\(type)/\(subtype)" }

    /// The value of the first parameter of that name.
    package func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }
}
