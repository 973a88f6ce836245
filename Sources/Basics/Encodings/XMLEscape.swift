/// The escapes of characters that are markup in XML and HTML (XML 1.0, 2.4).
package enum XMLEscape {
    package enum Place: Sendable {
        /// Between tags.
        case content
        /// Between double quotes, or as content.
        case doubleQuotes
        /// Between quotes of either kind, or as content.
        case quotes
    }

    @inlinable
    package static func entity(_ byte: UInt8, in place: Place) -> StaticString? {
        switch (byte, place) {
        case (0x26, _): "&amp;"
        case (0x3C, _): "&lt;"
        case (0x3E, _): "&gt;"
        case (0x22, .doubleQuotes), (0x22, .quotes): "&quot;"
        case (0x27, .quotes): "&#39;"
        default: nil
        }
    }

    package static func escaped(_ text: String, in place: Place) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if let entity = entity(byte, in: place) {
                entity.withUTF8Buffer { entity in unsafe bytes.append(contentsOf: entity) }
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
