import Basics

/// A signed URL. Its parameter `sig` is the base64url of an HMAC-SHA-256 of the path and query as
/// sent, without `sig` itself.
package struct SignedAddress: Sendable {
    /// The signed text.
    let text: String
    private let signatures: [String]

    private static let mark = "sig="
    private static let expiry = "expires="

    /// - Parameter raw: the target of a request, or a whole URL.
    init(_ raw: String) { self.init(raw, dropping: []) }

    /// - Parameter dropped: the parameters to omit besides the signature.
    private init(_ raw: String, dropping dropped: [String]) {
        let local = raw[Self.origin(of: raw).endIndex...]
        guard let question = local.firstIndex(of: "?") else {
            (text, signatures) = (String(local), [])
            return
        }
        let pairs = local[local.index(after: question)...].split(
            separator: "&", omittingEmptySubsequences: false)
        let omitted = dropped + [Self.mark]
        let rest = pairs.filter { pair in !omitted.contains { pair.hasPrefix($0) } }
            .joined(separator: "&")
        text = String(local[..<question]) + (rest.isEmpty ? "" : "?" + rest)
        signatures = pairs.filter { $0.hasPrefix(Self.mark) }.map { String($0.dropFirst(4)) }
    }

    func isSigned(by keys: [[UInt8]]) -> Bool {
        guard signatures.count == 1, let signature = signatures.first,
            let given = try? Base64.decode(Array(signature.utf8)[...], limit: 64)
        else { return false }
        var isKnown = false
        for key in keys {
            guard let code = HMAC.code(of: Array(text.utf8), key: key) else { continue }
            if HMAC.areEqual(code, given) { isKnown = true }
        }
        return isKnown
    }

    /// Returns a signed URL, with an expiry if given; nil if libcrypto fails. An earlier signature is
    /// replaced, and so is an earlier expiry if another is given.
    ///
    /// - Parameter expires: the expiry in Unix seconds.
    package static func signed(_ address: String, key: String, expires: Int? = nil) -> String? {
        let plain = escaped(address)
        var text = SignedAddress(plain, dropping: expires == nil ? [] : [expiry]).text
        if let expires { text += (text.contains("?") ? "&" : "?") + "\(expiry)\(expires)" }
        guard let code = HMAC.code(of: Array(text.utf8), key: Array(key.utf8)) else { return nil }
        return origin(of: plain) + text + (text.contains("?") ? "&" : "?") + mark
            + Base64.urlText(of: code)
    }

    /// The scheme and host of a whole URL; empty for the target of a request.
    ///
    /// A path or query may contain a URL. If all before it counted as an origin, a signature would
    /// not cover it.
    private static func origin(of address: String) -> Substring {
        guard let mark = address.firstRange(of: "://"),
            !address[..<mark.lowerBound].contains(where: { $0 == "/" || $0 == "?" })
        else { return address.prefix(0) }
        let path = address[mark.upperBound...].firstIndex { $0 == "/" || $0 == "?" }
        return address[..<(path ?? address.endIndex)]
    }

    /// Escapes the characters that browsers escape, before the URL is signed.
    private static func escaped(_ address: String) -> String {
        let plain = Set("-._~:/?[]@!$&()*+,;=%".utf8)
        var text = ""
        for byte in address.utf8 {
            let isPlain =
                ASCII.isAlphanumeric(byte) || plain.contains(byte)
            text +=
                isPlain
                ? String(UnicodeScalar(byte)) : "%" + Hexadecimal.text(of: [byte]).uppercased()
        }
        return text
    }
}
