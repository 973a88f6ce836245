import Basics
import HTTP
import Synchronization
import Themes

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
