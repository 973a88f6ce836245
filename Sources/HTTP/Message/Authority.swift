import Basics

/// The host and port in a `Host` field or an absolute-form target (RFC 3986 §3.2, RFC 9110 §7.2).
struct Authority: Sendable, Equatable {
    /// The host in lower case, because hosts are compared case-insensitively.
    let host: String
    let port: Int?

    /// Parses strictly: no userinfo, no list, no path, nothing that two parsers could interpret as
    /// different hosts.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let first = bytes.first else { return nil }
        let hostEnd: Int
        if first == ASCII.openBracket {
            guard let close = bytes.firstIndex(of: ASCII.closeBracket),
                Self.isAddress6(bytes[(bytes.startIndex + 1)..<close])
            else { return nil }
            hostEnd = close + 1
        } else {
            hostEnd = bytes.firstIndex(of: ASCII.colon) ?? bytes.endIndex
            let name = bytes[bytes.startIndex..<hostEnd]
            guard !name.isEmpty, Self.isName(name) else { return nil }
        }
        guard let port = Self.port(in: bytes[hostEnd...]) else { return nil }
        host = String(decoding: bytes[..<hostEnd].map(ASCII.lowercased), as: UTF8.self)
        self.port = port.number
    }

    /// Whether both refer to the same host and port, given the default port of the scheme.
    func agrees(with other: Self, defaultPort: Int) -> Bool {
        host == other.host && (port ?? defaultPort) == (other.port ?? defaultPort)
    }

    /// Whether the bytes are a registered name (RFC 3986 §3.2.2). A comma is rejected because it
    /// would form a list. So is an escaped delimiter of a host or a line, because a decoder would
    /// see a different host.
    private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == ASCII.percent {
                guard index + 2 < bytes.endIndex, let high = Hexadecimal.value(bytes[index + 1]),
                    let low = Hexadecimal.value(bytes[index + 2]),
                    isHarmless(escaped: high << 4 | low)
                else { return false }
                index += 3
            } else {
                guard isNameByte(bytes[index]) else { return false }
                index += 1
            }
        }
        return true
    }

    /// Whether a byte is a letter, a digit, one of `- . _ ~`, or an RFC 3986 sub-delim other than
    /// the comma.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-._~!$&'()*+;=".utf8.contains(byte)
    }

    private static func isHarmless(escaped byte: UInt8) -> Bool {
        byte >= 0x80 || isNameByte(byte)
    }

    private static func isAddress6(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.count >= 2 && bytes.contains(ASCII.colon)
            && bytes.allSatisfy {
                Hexadecimal.value($0) != nil || $0 == ASCII.colon || $0 == ASCII.dot
            }
    }

    private struct Port {
        let number: Int?
    }

    /// Returns the port after the host: nothing, a bare colon (RFC 3986 allows an empty port), or a
    /// colon and a number.
    private static func port(in bytes: ArraySlice<UInt8>) -> Port? {
        guard let colon = bytes.first else { return Port(number: nil) }
        let digits = bytes.dropFirst()
        guard colon == ASCII.colon, digits.count <= 5, digits.allSatisfy(ASCII.isDigit) else {
            return nil
        }
        if digits.isEmpty { return Port(number: nil) }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - ASCII.zero) }
        return number <= 65_535 ? Port(number: number) : nil
    }
}
