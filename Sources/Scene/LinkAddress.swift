import Basics

package enum LinkAddress {
    /// The allowed schemes. None of them runs code or opens the reader's own files.
    private static let schemes: Set<String> = [
        "http", "https", "mailto", "tel", "sms", "geo", "ftp", "ftps", "sftp", "xmpp", "sip",
        "sips",
        "irc", "ircs", "matrix", "magnet", "bitcoin",
    ]
    /// The maximum length, similar to the limit of browsers.
    private static let maxBytes = 8_000

    /// In printable ASCII without quotes and backslashes; nil if documents must not contain it.
    package static func escaped(_ url: String) -> String? {
        guard let colon = url.utf8.firstIndex(of: 0x3A),
            schemes.contains(url[..<colon].lowercased())
        else { return nil }
        var bytes: [UInt8] = []
        for byte in url.utf8 {
            if (0x21...0x7E).contains(byte), !unsafeBytes.contains(byte) {
                bytes.append(byte)
            } else {
                Hexadecimal.appendEscape(byte, to: &bytes)
            }
            if bytes.count > maxBytes { return nil }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Invalid in addresses (RFC 3986, 2), or with a meaning to cairo.
    private static let unsafeBytes = Array("\"'<>\\^`{|}".utf8)
}
