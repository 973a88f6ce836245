/// A media type, as in `Content-Type` (RFC 9110 §8.3.1).
package struct MediaType: Sendable, Equatable {
    /// The lowercase type.
    package let type: String
    /// The lowercase subtype.
    package let subtype: String
    /// The parameters, with lowercase names and the values as written.
    let parameters: [Parameter]

    package init(_ type: String, _ subtype: String, _ parameters: [Parameter] = []) {
        self.type = type
        self.subtype = subtype
        self.parameters = parameters
    }

    package init?(_ text: String) {
        self.init(bytes: Array(text.utf8)[...])
    }

    /// Parses a media type of a mail, where values may lack their quotes.
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

    /// The type and subtype without parameters.
    package var essence: String { "\(type)/\(subtype)" }

    /// Returns the value of the first parameter with this name.
    package func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }
}
