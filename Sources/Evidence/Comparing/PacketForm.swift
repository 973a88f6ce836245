/// The meaningful parts of a metadata packet, regardless of whitespace, the order of attributes and
/// padding.
struct PacketForm: Equatable {
    private enum Part: Equatable {
        case tag(name: String, attributes: [String])
        case text(String)
        /// A comment or another instruction, unchanged.
        case other(String)
    }

    private var parts: [Part] = []

    /// Returns nil if a tag in the packet is not closed.
    init?(_ packet: [UInt8]) {
        var rest = packet[...]
        while let first = rest.first {
            guard first == UInt8(ascii: "<") else {
                let text = rest.prefix { $0 != UInt8(ascii: "<") }
                rest = rest.dropFirst(text.count)
                if !text.allSatisfy(Self.isBlank) {
                    parts.append(.text(String(decoding: text, as: UTF8.self)))
                }
                continue
            }
            guard let tag = Self.tag(rest) else { return nil }
            rest = rest.dropFirst(tag.count)
            let words = String(decoding: tag, as: UTF8.self)
            guard !words.hasPrefix("<?") && !words.hasPrefix("<!") else {
                // The instructions around a packet only mark its beginning and whether it may be
                // edited.
                if !words.hasPrefix("<?xpacket ") { parts.append(.other(words)) }
                continue
            }
            let pieces = Self.pieces(tag.dropFirst().dropLast())
            guard let name = pieces.first else { return nil }
            parts.append(.tag(name: name, attributes: pieces.dropFirst().sorted()))
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    /// Returns the tag from its opening to its closing bracket.
    private static func tag(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var quote: UInt8?
        for (index, byte) in zip(bytes.indices, bytes) {
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                return bytes[...index]
            }
        }
        return nil
    }

    /// Splits a tag at whitespace outside of quotes.
    private static func pieces(_ bytes: ArraySlice<UInt8>) -> [String] {
        var quote: UInt8?
        return bytes.split { byte in
            if let open = quote {
                if byte == open { quote = nil }
                return false
            }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
            return isBlank(byte)
        }.map { String(decoding: $0, as: UTF8.self) }
    }
}
