import Compression
import Digests
import Encodings
import HTTP

/// An answer that never changes while the service runs, with its tag and packed for whoever unpacks
/// it: both are made once.
struct StaticResponse: Sendable {
    private let plain: Response
    private let packed: Response?

    /// Smaller ones fit into one packet as they are.
    private static let minPackedSize = 1_200

    init(_ response: Response) throws(DigestFailure) {
        var plain = response
        var packed: Response?
        // A browser asks whether it is still the same: another version of the service may be at the
        // address.
        plain.head.fields.set("Cache-Control", "no-cache")
        let digest = Hexadecimal.text(of: try SHA256.digest(of: response.body)).prefix(32)
        // Where there is nothing to pack by, it goes as it is.
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

    /// Whether the caller takes gzip (RFC 9110 §12.5.3); who says nothing gets what anybody can
    /// read.
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
