import Encodings
import Markup

/// Bytes of a page in the making. Whatever comes from a caller passes through `text`.
struct PageMarkup {
    private(set) var bytes: [UInt8] = []

    /// Tags that we write ourselves.
    mutating func raw(_ own: StaticString) {
        own.withUTF8Buffer { own in unsafe bytes.append(contentsOf: own) }
    }

    /// Names of classes that we made ourselves, numbers, base 64.
    mutating func own(_ word: some Sequence<UInt8>) { bytes.append(contentsOf: word) }

    mutating func own(_ word: String) { own(word.utf8) }

    /// Text that can be neither markup nor the end of an attribute.
    mutating func text(_ text: String) {
        for byte in text.utf8 {
            if let entity = XMLEscape.entity(byte, in: .quotes) {
                raw(entity)
            } else if byte >= 0x20 || byte == 0x0A || byte == 0x09 {
                bytes.append(byte)
            }
        }
    }

    mutating func attribute(_ name: StaticString, _ value: String) {
        raw(" ")
        raw(name)
        raw("=\"")
        text(value)
        raw("\"")
    }

    mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }
}
