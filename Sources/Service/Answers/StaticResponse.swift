import Basics
import HTTP

/// A response that never changes while the service runs, with its tag and a gzip version, both
/// created once.
struct StaticResponse: Sendable {
    private let plain: Response
    private let packed: Response?

    /// The minimum size of a body to compress. A smaller response fits in one packet.
    private static let minPackedSize = 1_200

    init(_ response: Response) throws(DigestFailure) {
        var plain = response
        var packed: Response?
        // Browsers must revalidate the response, because the service may have been upgraded.
        plain.head.fields.set("Cache-Control", "no-cache")
        let digest = Hexadecimal.text(of: try SHA256.digest(of: response.body)).prefix(32)
        // If zlib has no memory for a compressor, the response is sent uncompressed.
        if response.body.count >= Self.minPackedSize, let zlib = Zlib(level: 9) {
            let varies = [plain.head.fields["vary"], "Accept-Encoding"].compactMap(\.self)
            plain.head.fields.set("Vary", varies.joined(separator: ", "))
            var smaller = plain
            smaller.body = zlib.gzip(response.body)
            smaller.head.fields.set("Content-Encoding", "gzip")
            smaller.head.fields.set("ETag", "\"\(digest)-gzip\"")
            packed = smaller
        }
        plain.head.fields.set("ETag", "\"\(digest)\"")
        (self.plain, self.packed) = (plain, packed)
    }

    func answer(to fields: HeaderFields) -> Response {
        let whole = packed.flatMap { Self.unpacks(fields) ? $0 : nil } ?? plain
        guard let tag = whole.head.fields["etag"], EntityTag(tag).isHeld(by: fields) else {
            return whole
        }
        var kept = whole.head.fields
        for name in ["Content-Type", "Content-Encoding"] { kept.remove(name) }
        return Response(304, kept)
    }

    /// Whether the client accepts gzip (RFC 9110 §12.5.3).
    private static func unpacks(_ fields: HeaderFields) -> Bool {
        fields.values(of: "accept-encoding").contains { value in
            value.lowercased().split(separator: ",").contains { element in
                let parts = element.split(separator: ";").map {
                    $0.withoutBlanksAtEnds
                }
                guard let name = parts.first, name == "gzip" || name == "x-gzip" else {
                    return false
                }
                let quality = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2) ?? "1"
                return (Double(quality) ?? 0) > 0
            }
        }
    }
}
