package enum Hexadecimal {
    @inlinable
    package static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// In lowercase, for a value below 16.
    @inlinable
    package static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

    /// Appends a percent escape such as `%2F`, in the capitals that RFC 3986 §2.1 recommends.
    package static func appendEscape(_ byte: UInt8, to bytes: inout [UInt8]) {
        func capital(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
        bytes += [0x25, capital(byte >> 4), capital(byte & 15)]
    }

    /// Nil if a character is no digit, or one is missing.
    package static func bytes(of text: String) -> [UInt8]? {
        let digits = text.utf8.map { value($0) }
        guard digits.count.isMultiple(of: 2), digits.allSatisfy({ $0 != nil }) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map {
            (digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0)
        }
    }

    package static func text(of bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.flatMap { [digit($0 >> 4), digit($0 & 15)] }, as: UTF8.self)
    }
}

extension String {
    /// The text with percent escapes such as `%20` resolved (RFC 3986 §2.1). Invalid escapes stay
    /// unchanged. Nil if the result is not valid UTF-8.
    package var percentDecoded: String? {
        guard utf8.contains(UInt8(ascii: "%")) else { return self }
        var out: [UInt8] = []
        let bytes = Array(utf8)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = Hexadecimal.value(bytes[index + 1]),
                let low = Hexadecimal.value(bytes[index + 2])
            {
                out.append(high << 4 | low)
                index += 3
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return String(validating: out, as: UTF8.self)
    }
}
