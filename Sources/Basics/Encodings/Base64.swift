/// Base64 (RFC 4648).
package enum Base64 {
    package enum Failure: Error, Equatable {
        /// A character outside both alphabets, padding in the middle, or a final group of one
        /// character.
        case malformed(offset: Int)
        case tooLong
    }

    private static let blank: UInt8 = 64
    private static let bad: UInt8 = 255

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    private static let strictValues: [UInt8] = {
        var values = [UInt8](repeating: bad, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    private static let values: [UInt8] = {
        var values = strictValues
        values[Int(UInt8(ascii: "-"))] = 62
        values[Int(UInt8(ascii: "_"))] = 63
        for character in " \t\r\n".utf8 { values[Int(character)] = blank }
        return values
    }()

    /// The standard and URL-safe alphabets. Whitespace and line ends are ignored anywhere.
    package static func decode(_ text: ArraySlice<UInt8>, limit: Int) throws(Failure) -> [UInt8] {
        guard text.count / 4 <= limit / 3 + 1 || text.count < 1024 else { throw .tooLong }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3 + 3)
        let span = text.span
        let table = values.span
        var group: UInt32 = 0
        var filled = 0
        var index = 0
        while index < span.count {
            let value = table[Int(span[index])]
            if value < 64 {
                group = group << 6 | UInt32(value)
                filled += 1
                if filled == 4 {
                    bytes.append(UInt8(truncatingIfNeeded: group >> 16))
                    bytes.append(UInt8(truncatingIfNeeded: group >> 8))
                    bytes.append(UInt8(truncatingIfNeeded: group))
                    filled = 0
                }
            } else if value == bad {
                break
            }
            index += 1
        }
        try checkPadding(span, from: index, filled: filled)
        switch filled {
        case 2: bytes.append(UInt8(truncatingIfNeeded: group >> 4))
        case 3:
            bytes.append(UInt8(truncatingIfNeeded: group >> 10))
            bytes.append(UInt8(truncatingIfNeeded: group >> 2))
        default: break
        }
        guard bytes.count <= limit else { throw .tooLong }
        return bytes
    }

    /// Checks that only the remaining padding, complete or omitted, and whitespace follow the data.
    private static func checkPadding(
        _ span: Span<UInt8>, from start: Int, filled: Int
    ) throws(Failure) {
        var padding = 0
        for index in start..<span.count {
            let isPadding = span[index] == UInt8(ascii: "=") && filled > 1 && padding < 4 - filled
            if isPadding {
                padding += 1
            } else if values[Int(span[index])] != blank {
                throw .malformed(offset: index)
            }
        }
        guard filled != 1, padding == 0 || padding == 4 - filled else {
            throw .malformed(offset: span.count)
        }
    }

    /// Decodes base64 exactly as in RFC 4648 §4: without line breaks, without characters of another
    /// alphabet, and with the required padding. Foundation's decoder accepts `AA=A`.
    package static func decodeStrictly(_ text: Substring.UTF8View) -> [UInt8]? {
        let span = text.span
        guard !span.isEmpty, span.count % 4 == 0 else { return nil }
        let padded =
            (span[span.count - 1] == padding ? 1 : 0) + (span[span.count - 2] == padding ? 1 : 0)
        if span[span.count - 2] == padding, span[span.count - 1] != padding { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(span.count / 4 * 3)
        let values = strictValues.span
        var place = 0
        while place < span.count {
            let isLast = place + 4 == span.count
            var word: UInt32 = 0
            for letter in 0..<4 {
                var value = values[Int(span[place + letter])]
                if isLast, letter >= 4 - padded { value = 0 }
                guard value != bad else { return nil }
                word = word << 6 | UInt32(value)
            }
            bytes.append(UInt8(truncatingIfNeeded: word >> 16))
            bytes.append(UInt8(truncatingIfNeeded: word >> 8))
            bytes.append(UInt8(truncatingIfNeeded: word))
            place += 4
        }
        bytes.removeLast(padded)
        return bytes
    }

    /// Encodes in the standard alphabet with padding, on one line.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let left = bytes.count - index
            let group =
                UInt32(bytes[index]) << 16 | UInt32(left > 1 ? bytes[index + 1] : 0) << 8
                | UInt32(left > 2 ? bytes[index + 2] : 0)
            text.append(alphabet[Int(group >> 18)])
            text.append(alphabet[Int(group >> 12 & 63)])
            text.append(left > 1 ? alphabet[Int(group >> 6 & 63)] : UInt8(ascii: "="))
            text.append(left > 2 ? alphabet[Int(group & 63)] : UInt8(ascii: "="))
            index += 3
        }
        return text
    }

    /// Encodes in the URL-safe alphabet without padding (§5).
    package static func urlText(of bytes: [UInt8]) -> String {
        text(of: bytes).replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    package static func text(of bytes: [UInt8]) -> String {
        String(decoding: encode(bytes), as: UTF8.self)
    }
}
