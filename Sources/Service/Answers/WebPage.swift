import Basics
import HTTP
import Model
import TextDocuments
package import Themes

/// A page such as `/` or `/docs`, composed of the files of a folder. One request loads the page, so
/// its security policy can forbid all other sources.
package struct WebPage: Sendable {
    let bytes: [UInt8]

    package enum Fault: Error, Sendable, Equatable {
        /// A file named by the index cannot be read.
        case missing(String)
        /// The page has a placeholder without a phrase.
        case unknownWord(String)
    }

    /// - Parameters:
    ///   - index: HTML that names style sheets, scripts and Markdown files, each on its own line.
    ///   - file: returns the text of a file by its path relative to the index.
    package init(index: String, file: (String) -> String?) throws(Fault) {
        var lines: [String] = []
        var scripts: [String] = []
        func text(_ name: String) throws(Fault) -> String {
            guard let text = file(name) else { throw .missing(name) }
            return text
        }
        for line in index.split(separator: "\n", omittingEmptySubsequences: false) {
            if let name = Self.name(in: line, between: #"<script src=""#, #""></script>"#) {
                scripts.append(try text(name))
                continue
            }
            // Consecutive scripts are joined, because a script may use declarations of the previous
            // one.
            if !scripts.isEmpty {
                lines.append("<script>\n" + scripts.joined(separator: "\n") + "</script>")
                scripts = []
            }
            if let name = Self.name(in: line, between: #"<link rel="stylesheet" href=""#, #"">"#) {
                lines.append("<style>\n" + (try text(name)) + "</style>")
            } else if let name = Self.name(in: line, between: "<!-- ", " -->"),
                name.hasSuffix(".md")
            {
                let blocks = TextFormat.markdown.blocks(try text(name))
                lines.append(HTMLFragment.html(of: blocks, from: 2))
            } else {
                lines.append(String(line))
            }
        }
        bytes = Array(lines.joined(separator: "\n").utf8)
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    private static func name(
        in line: Substring, between start: String, _ end: String
    ) -> String? {
        guard line.hasPrefix(start), line.hasSuffix(end) else { return nil }
        return String(line.dropFirst(start.count).dropLast(end.count))
    }
}

extension WebPage {
    var response: Response {
        Response(
            200,
            [
                "Content-Type": "text/html; charset=utf-8",
                // The page is one file and may only connect to this service.
                "Content-Security-Policy":
                    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; "
                    + "img-src 'self' blob: data:; media-src blob:; connect-src 'self'; base-uri 'none'; "
                    + "form-action 'none'; frame-ancestors 'none'",
                "X-Content-Type-Options": "nosniff",
                "Referrer-Policy": "no-referrer",
            ], body: bytes)
    }
}

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
