import Basics
import HTTP
import Synchronization
import Themes

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

/// A response that is composed when it is first requested, because it would delay startup.
final class LateResponse: Sendable {
    private let made = Mutex<StaticResponse?>(nil)
    private let make: @Sendable () throws(DigestFailure) -> StaticResponse

    init(_ make: @escaping @Sendable () throws(DigestFailure) -> StaticResponse) {
        self.make = make
    }

    /// Nil if there is no memory for its digest.
    var response: StaticResponse? {
        made.withLock { made in
            if made == nil { made = try? make() }
            return made
        }
    }
}

/// The responses of a localized page: one for each language, created when it is first requested,
/// because packing all of them would delay startup.
final class LocalizedResponse: Sendable {
    private let page: LocalizedPage
    private let english: StaticResponse
    /// The responses by language tag.
    private let answers = Mutex<[String: StaticResponse]>([:])

    init(_ page: LocalizedPage) throws(DigestFailure) {
        self.page = page
        english = try Self.answer(page, page.catalog.english)
    }

    /// Returns the page in the language of the parameter `lang`, otherwise in the client's preferred
    /// language, otherwise in English.
    func answer(to head: RequestHead) -> StaticResponse {
        let stated = head.target.query.last { $0.name == "lang" }.map { [$0.value] } ?? []
        let tags = stated + AcceptedLanguages(head.fields).ranges
        guard let language = page.catalog.language(for: tags),
            language.tag != page.catalog.english.tag
        else { return english }
        return answers.withLock { answers in
            if let answer = answers[language.tag] { return answer }
            // Only the digest can fail, for lack of memory. The English page, which has its digest,
            // is then sent instead.
            guard let answer = try? Self.answer(page, language) else { return english }
            answers[language.tag] = answer
            return answer
        }
    }

    private static func answer(
        _ page: LocalizedPage, _ language: PageLanguage
    ) throws(DigestFailure) -> StaticResponse {
        var response = page.page(in: language).response
        response.head.fields.set("Content-Language", language.tag)
        response.head.fields.set("Vary", "Accept, Accept-Language")
        return try StaticResponse(response)
    }
}

/// The `ETag` of a response (RFC 9110 §8.8.3).
struct EntityTag: Sendable, Equatable {
    /// The tag with its quotes.
    let text: String

    init(_ text: String) { self.text = text }

    /// Whether `If-None-Match` is `*`, which stands for any version if there is one.
    static func isAny(in fields: HeaderFields) -> Bool {
        fields.values(of: "if-none-match").contains { $0.withoutBlanksAtEnds == "*" }
    }

    /// Whether `If-None-Match` contains the tag, so that the client has this version (RFC 9110
    /// §13.1.2).
    func isHeld(by fields: HeaderFields) -> Bool {
        fields.values(of: "if-none-match").contains { value in
            value.split(separator: ",").contains { element in
                let other = element.withoutBlanksAtEnds
                return other == "*"
                    || (other.hasPrefix("W/") ? String(other.dropFirst(2)) : other) == text
            }
        }
    }
}
