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

    /// Replaces `{sha256:8}` with the first eight digits and `{sha256}` with all digits.
    func filled(_ template: String, or nothing: String) -> String {
        filled(
            filled(template, "{sha256", source, nothing), "{chain", chain, nothing)
    }

    private func filled(
        _ template: String, _ place: String, _ digest: String?, _ nothing: String
    ) -> String {
        var filled = ""
        var rest = template[...]
        while let start = rest.firstRange(of: place) {
            filled += rest[..<start.lowerBound]
            let tail = rest[start.upperBound...]
            guard let end = tail.firstIndex(of: "}") else { break }
            let count = tail[..<end]
            if count.isEmpty {
                filled += digest ?? nothing
            } else if count.first == ":", let digits = Int(count.dropFirst()), digits > 0 {
                filled += digest.map { String($0.prefix(digits)) } ?? nothing
            } else {
                filled += rest[start.lowerBound...end]
            }
            rest = tail[tail.index(after: end)...]
        }
        return filled + rest
    }
}
