import Digests
import Encodings

/// The key of an answer: a digest of everything that decides its bytes.
struct ResponseDigest: Sendable, Hashable {
    private let bytes: [UInt8]

    /// Returns nil if libcrypto fails.
    ///
    /// - Parameters:
    ///   - order: all that whoever works on it gets to know of the request, but its id.
    ///   - edition: of the program, its themes and settings and the machine's fonts.
    init?(_ order: WorkRequest, edition: String) {
        // With lengths before both parts: no edition ends in what an order may begin with.
        let mark = Array("\(edition.utf8.count):\(edition)".utf8)
        guard let digest = try? SHA256.digest(of: mark, order.packed) else { return nil }
        bytes = digest
    }

    /// As a strong entity tag (RFC 9110 §8.8.3); half of the digits are more than anybody can find
    /// another request for.
    var tag: String { "\"" + Hexadecimal.text(of: bytes).prefix(32) + "\"" }
}
