import Encodings

/// Telegram writes control characters as `\x1F`, which JSON does not know.
enum TelegramEscapes {
    /// The text with `\xNN` as `\u00NN`; the very same bytes where there is none.
    static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.span.offset(of: Array("\\x".utf8)) != nil else { return bytes }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count + 1024)
        let span = bytes.span
        var index = 0
        while index < span.count {
            guard span[index] == UInt8(ascii: "\\"), index + 1 < span.count else {
                out.append(span[index])
                index += 1
                continue
            }
            // An escape is taken whole, so that `\\x41` stays a backslash and an x.
            let isByte =
                span[index + 1] == UInt8(ascii: "x") && index + 3 < span.count
                && Hexadecimal.value(span[index + 2]) != nil
                && Hexadecimal.value(span[index + 3]) != nil
            if isByte {
                out.append(contentsOf: "\\u00".utf8)
                out.append(span[index + 2])
                out.append(span[index + 3])
                index += 4
            } else {
                out.append(span[index])
                out.append(span[index + 1])
                index += 2
            }
        }
        return out
    }
}
