import Basics

/// The cache key of a response: a digest of everything that affects its bytes.
struct ResponseDigest: Sendable, Hashable {
    private let bytes: [UInt8]

    /// Returns nil if libcrypto fails.
    ///
    /// - Parameters:
    ///   - request: everything that the backend knows of the request, except its ID.
    ///   - edition: identifies the program, its themes and settings, and the fonts.
    init?(_ request: WorkRequest, edition: String) {
        // With its length, so that no edition can be confused with the beginning of a request.
        let mark = Array("\(edition.utf8.count):\(edition)".utf8)
        guard let digest = try? SHA256.digest(of: mark, request.packedHead, request.body) else {
            return nil
        }
        bytes = digest
    }

    /// The strong entity tag (RFC 9110 §8.8.3). Half of the digits resist collisions.
    var tag: String { "\"" + Hexadecimal.text(of: bytes).prefix(32) + "\"" }
}
