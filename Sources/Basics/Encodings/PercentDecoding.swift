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
