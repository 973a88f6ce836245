import Encodings

/// An address as it may stand in a document.
package enum LinkAddress {
    /// Schemes that lead to a place or a person. None that runs code or opens the reader's own
    /// files.
    private static let schemes: Set<String> = [
        "http", "https", "mailto", "tel", "sms", "geo", "ftp", "ftps", "sftp", "xmpp", "sip",
        "sips",
        "irc", "ircs", "matrix", "magnet", "bitcoin",
    ]
    /// Browsers stop at about as much.
    private static let mostBytes = 8_000

    /// The address in printable ASCII without quotes and backslashes; nil for one that no
    /// document of ours should hold.
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
            if bytes.count > mostBytes { return nil }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `"'<>\^`{|}`: allowed in no address (RFC 3986, 2), or with a meaning to cairo.
    private static let unsafeBytes = Array("\"'<>\\^`{|}".utf8)
}
