import Basics

/// The cache key of a response: a digest of everything that affects its bytes.
struct ResponseDigest: Sendable, Hashable {
    private let bytes: [UInt8]

    /// Returns nil if libcrypto fails.
    ///
    /// - Parameters:
    ///   - request: everything that the backend knows about the request, except its ID.
    ///   - edition: identifies the program, its themes and settings, and the fonts.
    init?(_ request: WorkRequest, edition: String) {
        // The length prefix separates the edition from the request, so that no two pairs give the
        // same bytes.
        let mark = Array("\(edition.utf8.count):\(edition)".utf8)
        guard let digest = try? SHA256.digest(of: mark, request.packedHead, request.body) else {
            return nil
        }
        bytes = digest
    }

    /// The strong entity tag (RFC 9110 §8.8.3). Half of the digits, 128 bits, are enough to avoid
    /// collisions.
    var tag: String { "\"" + Hexadecimal.text(of: bytes).prefix(32) + "\"" }
}
