/// Decodes text files: UTF-8, and UTF-16 with a byte order mark, as some editors save it.
enum TextFile {
    /// Returns the text's UTF-8 bytes, and whether invalid bytes were replaced by U+FFFD.
    static func decode(_ bytes: [UInt8]) -> (bytes: [UInt8], wasRepaired: Bool) {
        Encoding(bytes).decode(bytes, isFirst: true)
    }

    enum Encoding: Equatable {
        case utf8
        case utf16(isLittle: Bool)

        /// Detects the encoding from the byte order mark, if there is one.
        init(_ head: [UInt8]) {
            if head.starts(with: [0xFF, 0xFE]) {
                self = .utf16(isLittle: true)
            } else if head.starts(with: [0xFE, 0xFF]) {
                self = .utf16(isLittle: false)
            } else {
                self = .utf8
            }
        }

        /// - Parameter isFirst: whether the bytes may begin with a byte order mark.
        func decode(_ bytes: [UInt8], isFirst: Bool) -> (bytes: [UInt8], wasRepaired: Bool) {
            if case .utf16(let isLittle) = self {
                return TextFile.utf16(bytes.dropFirst(isFirst ? 2 : 0), isLittle: isLittle)
            }
            do throws(UTF8.ValidationError) {
                _ = try UTF8Span(validating: bytes.span)
                return (bytes, false)
            } catch {
                return (Array(String(decoding: bytes, as: UTF8.self).utf8), true)
            }
        }

        /// Returns the end of the last complete line. The bytes must begin at a character boundary.
        ///
        /// - Parameter start: an offset before which no line ends.
        func lastLineEnd(in bytes: [UInt8], from start: Int) -> Int? {
            switch self {
            case .utf8:
                return bytes[start...].lastIndex(of: 0x0A).map { $0 + 1 }
            case .utf16(let isLittle):
                let places = stride(from: bytes.count & ~1, to: start & ~1, by: -2)
                return places.first { end in
                    (bytes[end - 2], bytes[end - 1]) == (isLittle ? (0x0A, 0) : (0, 0x0A))
                }
            }
        }
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isLittle: Bool) -> ([UInt8], Bool) {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for index in stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2) {
            let first = UInt16(bytes[index])
            let second = UInt16(bytes[index + 1])
            units.append(isLittle ? second << 8 | first : first << 8 | second)
        }
        let text = String(decoding: units, as: UTF16.self)
        return (Array(text.utf8), text.unicodeScalars.contains("\u{FFFD}"))
    }
}

/// Text whose UTF-8 bytes were each written as a Latin-1 character.
enum Mojibake {
    /// Returns the repaired text, or the text itself if it was not garbled this way.
    static func repaired(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            guard scalar.value <= 0xFF else { return text }
            bytes.append(UInt8(scalar.value))
        }
        return String(validating: bytes, as: UTF8.self) ?? text
    }
}
