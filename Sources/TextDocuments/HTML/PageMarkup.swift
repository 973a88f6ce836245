import Basics
import Model

/// The bytes of a page under construction. All text from a caller must be written by `text`.
struct PageMarkup {
    private(set) var bytes: [UInt8] = []

    /// Appends Chatprint's own markup.
    mutating func raw(_ own: StaticString) {
        own.withUTF8Buffer { own in unsafe bytes.append(contentsOf: own) }
    }

    /// Appends class names, numbers and base64 that Chatprint generated.
    mutating func own(_ word: some Sequence<UInt8>) { bytes.append(contentsOf: word) }

    mutating func own(_ word: String) { own(word.utf8) }

    /// Appends text, escaped so that it can be neither markup nor the end of an attribute.
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
