/// The digests that every page may show, in hexadecimal; nil if there are none.
package struct PageDigests: Sendable {
    /// The SHA-256 digest of the source.
    var source: String?
    /// The last link of the chain of the messages' digests.
    var chain: String?

    package init(source: String? = nil, chain: String? = nil) {
        self.source = source
        self.chain = chain
    }

    /// Returns the digest for a name in a template: `sha256` for all digits, `sha256:8` for the
    /// first eight. Returns nil for other names.
    func value(of name: Substring, or nothing: String) -> String? {
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let digest: String?
        switch parts[0] {
        case "sha256": digest = source
        case "chain": digest = chain
        default: return nil
        }
        guard parts.count > 1 else { return digest ?? nothing }
        guard let digits = Int(parts[1]), digits > 0 else { return nil }
        return digest.map { String($0.prefix(digits)) } ?? nothing
    }
}
