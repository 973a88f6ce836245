/// A media type as in `Content-Type` (RFC 9110 §8.3.1).
package struct MediaType: Sendable, Equatable {
    /// In lower case.
    package let type: String
    /// In lower case.
    package let subtype: String
    /// Names in lower case, values as they were written.
    package let parameters: [Parameter]

    package init(_ type: String, _ subtype: String, _ parameters: [Parameter] = []) {
        self.type = type
        self.subtype = subtype
        self.parameters = parameters
    }

    /// Nil for what is no media type.
    package init?(_ text: String) {
        self.init(bytes: Array(text.utf8)[...])
    }

    /// A type as mail has it, where values may lack their quotes.
    package init?(mail text: String) {
        self.init(bytes: Array(text.utf8)[...]) { $0 > ASCII.space && $0 != ASCII.semicolon }
    }

    package init?(
        bytes: ArraySlice<UInt8>, where isPart: (UInt8) -> Bool = ASCII.isToken
    ) {
        var scanner = FieldScanner(ASCII.trimmed(bytes))
        guard let type = scanner.token(), scanner.take(ASCII.slash),
            let subtype = scanner.token(), let parameters = scanner.parameters(where: isPart)
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
