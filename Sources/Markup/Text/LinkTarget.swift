/// Where a link may lead: to the web, a mail or a number, and never to a script or a file.
package enum LinkTarget {
    private static let schemes: Set<String> = [
        "http", "https", "mailto", "tel", "sms", "ftp", "ftps", "geo", "xmpp", "sip", "sips",
        "matrix", "tg", "slack", "discord", "whatsapp", "signal", "sgnl", "facetime", "webcal",
    ]

    /// The address as a link's target; nil where it is relative or of a scheme that could act.
    package static func url(_ address: String) -> String? {
        guard address.utf8.count <= 4096,
            let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")),
            schemes.contains(address[..<colon].lowercased())
        else { return nil }
        return address.utf8.contains { $0 <= 0x20 || $0 == 0x7F } ? nil : address
    }
}
