import Basics
import Model
package import Themes

/// A web page with placeholders for the texts of a language: `{{key}}` in its markup, and
/// `{{script}}` for the object that its scripts read. `{{own_names}}` are the names of "me".
package struct LocalizedPage: Sendable {
    private enum Part: Sendable {
        case text(Substring)
        case word(String)
    }

    private let parts: [Part]
    let catalog: PageCatalog

    package init(_ page: WebPage, in catalog: PageCatalog) throws(WebPage.Fault) {
        self.catalog = catalog
        let known = Self.values(of: catalog.english, in: catalog)
        var parts: [Part] = []
        for (index, piece) in String(decoding: page.bytes, as: UTF8.self)
            .split(separator: "{{", omittingEmptySubsequences: false).enumerated()
        {
            guard index > 0 else {
                parts.append(.text(piece))
                continue
            }
            let halves = piece.split(
                separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
            let key = String(halves[0])
            guard halves.count == 2, known[key] != nil else {
                throw .unknownWord(String(key.prefix(40)))
            }
            parts += [.word(key), .text(halves[1])]
        }
        self.parts = parts
    }

    func page(in language: PageLanguage) -> WebPage {
        let values = Self.values(of: language, in: catalog)
        let texts = parts.map { part in
            switch part {
            case .text(let text): text
            case .word(let key): values[key].map { $0[...] } ?? ""
            }
        }
        return WebPage(bytes: Array(texts.joined().utf8))
    }

    /// The values of the placeholders, escaped for HTML or for the script element.
    private static func values(
        of language: PageLanguage, in catalog: PageCatalog
    ) -> [String: String] {
        var values = language.markup.mapValues { XMLEscape.escaped($0, in: .doubleQuotes) }
        values["lang"] = language.tag
        values["dir"] = language.isRightToLeft ? "rtl" : "ltr"
        values["languages"] = json(.array(catalog.languages.map { .string($0.tag) }))
        values["script"] = json(language.script)
        values["own_names"] = json(.array([Participant].ownNames.map { .string($0) }))
        return values
    }

    private static func json(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.value(value)
        // No text may end the script element.
        return String(decoding: writer.drain(), as: UTF8.self).replacing("<", with: "\\u003c")
    }
}
