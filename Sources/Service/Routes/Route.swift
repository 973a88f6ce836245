package import Conversation
package import HTTP
import MIME

/// The routes of the service, by path.
package enum Route: Sendable, Equatable {
    /// The page to try it on, and the one that describes it.
    case page, docs
    /// `/render`, and `/render.pdf` and the like, which name the format.
    case render(Output.Format?)
    /// `/render.png/` and a conversation in base64url.
    case embed(Output.Format, String)
    case validate, convert
    /// Checks an evidence document.
    case verify
    case themes
    case theme(String)
    case formats, importers
    case openAPI, schema
    case health, readiness, version, metrics
    /// The descriptions of all problem types, and of one.
    case problems, problem(ProblemType)
    /// A rendering apart from its request, and what came of it.
    case job(String), jobResult(String)

    /// The fixed paths, to suggest one for a misspelt path.
    static let paths = [
        "/", "/docs", "/render", "/validate", "/import", "/verify", "/themes", "/formats",
        "/importers", "/openapi.json", "/schema.json", "/healthz", "/readyz", "/version",
        "/metrics", "/problems",
    ]

    package init?(path: String) {
        switch path {
        case "/": self = .page
        case "/docs": self = .docs
        case "/render": self = .render(nil)
        case "/validate": self = .validate
        case "/import": self = .convert
        case "/verify": self = .verify
        case "/themes": self = .themes
        case "/formats": self = .formats
        case "/importers": self = .importers
        case "/openapi.json": self = .openAPI
        case "/schema.json": self = .schema
        case "/healthz": self = .health
        case "/readyz": self = .readiness
        case "/version": self = .version
        case "/metrics": self = .metrics
        case "/problems": self = .problems
        default:
            if let embed = Route.embed(path) {
                self = embed
            } else if let job = Route.ofJob(at: path) {
                self = job
            } else if path.hasPrefix("/render."),
                let format = Output.Format(ending: String(path.dropFirst(8)))
            {
                self = .render(format)
            } else if path.hasPrefix("/themes/"), !path.dropFirst(8).contains("/") {
                self = .theme(String(path.dropFirst(8)))
            } else if path.hasPrefix("/problems/"),
                let type = ProblemType(rawValue: String(path.dropFirst(10)))
            {
                self = .problem(type)
            } else {
                return nil
            }
        }
    }

    /// By bytes, and no more than routes have: an address may hold a whole conversation.
    private static func parts(of path: String) -> [Substring] {
        path.utf8.split(
            separator: UInt8(ascii: "/"), maxSplits: 4, omittingEmptySubsequences: false
        ).map { Substring($0) }
    }

    private static func ofJob(at path: String) -> Route? {
        let parts = Route.parts(of: path)
        guard parts.count >= 3, parts[0].isEmpty, parts[1] == "jobs", !parts[2].isEmpty else {
            return nil
        }
        if parts.count == 3 { return .job(String(parts[2])) }
        return parts.count == 4 && parts[3] == "result" ? .jobResult(String(parts[2])) : nil
    }

    private static func embed(_ path: String) -> Route? {
        let parts = Route.parts(of: path)
        guard parts.count == 3, parts[0].isEmpty, parts[1].hasPrefix("render."),
            !parts[2].isEmpty, let format = Output.Format(ending: String(parts[1].dropFirst(7)))
        else { return nil }
        return .embed(format, String(parts[2]))
    }

    /// What the path says that is to be made.
    var format: Output.Format? {
        switch self {
        case .render(let format): format
        case .embed(let format, _): format
        case .page, .docs, .validate, .convert, .verify, .themes, .theme, .formats, .importers,
            .openAPI, .schema, .health, .readiness, .version, .metrics, .problems, .problem, .job,
            .jobResult:
            nil
        }
    }

    /// Whether the address itself holds what is to be drawn.
    func isEmbed(_ method: Method) -> Bool {
        guard format != nil else { return false }
        return method == .get || method == .head
    }

    /// For logs and metrics: few, whatever callers send.
    package var name: String {
        switch self {
        case .page: "/"
        case .docs: "/docs"
        case .render: "/render"
        case .embed: "/render.{format}/{conversation}"
        case .validate: "/validate"
        case .convert: "/import"
        case .verify: "/verify"
        case .themes: "/themes"
        case .theme: "/themes/{name}"
        case .formats: "/formats"
        case .importers: "/importers"
        case .openAPI: "/openapi.json"
        case .schema: "/schema.json"
        case .health: "/healthz"
        case .readiness: "/readyz"
        case .version: "/version"
        case .metrics: "/metrics"
        case .problems: "/problems"
        case .problem: "/problems/{type}"
        case .job: "/jobs/{id}"
        case .jobResult: "/jobs/{id}/result"
        }
    }

    package func takesBody(_ method: Method) -> Bool {
        switch self {
        case .render, .validate, .convert, .verify: method == .post
        case .embed, .page, .docs, .themes, .theme, .formats, .importers, .openAPI, .schema,
            .health, .readiness, .version, .metrics, .problems, .problem, .job, .jobResult:
            false
        }
    }

    package var allowed: String {
        if case .job = self { return "GET, HEAD, DELETE, OPTIONS" }
        return switch (takesBody(.post), isEmbed(.get)) {
        case (true, true): "GET, HEAD, POST, OPTIONS"
        case (true, false): "POST, OPTIONS"
        case (false, _): "GET, HEAD, OPTIONS"
        }
    }

    package func allows(_ method: Method) -> Bool {
        if method == .delete, case .job = self { return true }
        return takesBody(method) || (method == .get || method == .head) && allowed.hasPrefix("GET")
    }

    /// Open even where keys are needed: an operator must be able to see that the service is alive.
    package var isAlwaysOpen: Bool { self == .health || self == .readiness }

    /// What it can answer with to a query: also a ZIP, if the output is to be divided.
    func types(asked query: [QueryItem]) -> [MediaType] {
        let divides = query.contains { $0.name == "split_by" || $0.name == "output.split_by" }
        guard case .render = self, divides else { return types }
        return types + [MediaType("application", "zip")]
    }

    private var types: [MediaType] {
        switch self {
        case .render(nil), .jobResult: Route.formatsOffered.map(\.mediaType)
        case .job: Route.jobTypes
        case .render(let format?), .embed(let format, _): [format.mediaType]
        case .page, .problems, .problem:
            [MediaType("text", "html"), MediaType("text", "plain")]
        case .docs: [MediaType("text", "html")]
        case .health, .readiness, .metrics: [MediaType("text", "plain")]
        case .validate, .convert, .verify, .themes, .theme, .formats, .importers, .openAPI, .schema,
            .version:
            [MediaType("application", "json")]
        }
    }
}

extension Route {
    /// Outputs in the order they are offered: the first is for a client that takes anything.
    static let formatsOffered: [Output.Format] = [
        .png, .webp, .jpeg, .pdf, .svg, .json, .zip, .txt, .md, .csv, .mbox, .html,
        .rsmf, .bag, .production,
    ]

    /// How a job is told of: as it is, or as it goes on.
    static let jobTypes = [MediaType("application", "json"), MediaType("text", "event-stream")]
}

extension Output.Engine {
    var summary: String {
        switch self {
        case .chatprint:
            "the default: painted in stripes on all cores; documents are PDF/A and tagged"
        case .cairo:
            "cairo alone, to compare with; png, zip, pdf and svg, one conversation at a time. "
                + "It lacks PDF/A, tags and attachments, emoji as text in documents, "
                + "and text in svg, whose letters are outlines"
        }
    }
}

extension Output.Format {
    var mediaType: MediaType {
        switch self {
        case .png: MediaType("image", "png")
        case .webp: MediaType("image", "webp")
        case .jpeg: MediaType("image", "jpeg")
        case .pdf: MediaType("application", "pdf")
        case .svg: MediaType("image", "svg+xml")
        case .zip: MediaType("application", "zip")
        case .json: MediaType("application", "json")
        case .html: MediaType("text", "html")
        case .txt: MediaType("text", "plain")
        case .md: MediaType("text", "markdown")
        case .csv: MediaType("text", "csv")
        case .mbox: MediaType("application", "mbox")
        case .rsmf, .bag, .production: MediaType("application", "zip")
        }
    }

    /// Of an answer. Text tells its letters (RFC 7763), a table that its first line names columns (RFC 4180).
    var contentType: String {
        switch self {
        case .txt, .md, .html: mediaType.essence + "; charset=utf-8"
        case .csv: mediaType.essence + "; charset=utf-8; header=present"
        case .png, .webp, .jpeg, .pdf, .svg, .zip, .json, .mbox, .rsmf, .bag, .production:
            mediaType.essence
        }
    }

    /// The policy for the types that a browser opens as documents, which could run scripts: they may
    /// show what they carry, and nothing else.
    var contentSecurityPolicy: String? {
        switch self {
        case .svg, .html:
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
        case .png, .webp, .jpeg, .pdf, .zip, .json, .txt, .md, .csv, .mbox, .rsmf, .bag,
            .production:
            nil
        }
    }

    var summary: String {
        switch self {
        case .png: "one picture, as tall as it must be"
        case .webp: "one picture, without loss and smaller than PNG, or smaller still by quality"
        case .jpeg: "one picture, by quality, for what reads nothing else"
        case .pdf: "pages with text that can be selected, searched and copied"
        case .svg: "one picture, text kept as text"
        case .zip: "numbered PNG pages of a limited height"
        case .json: "the layout: where every message stands"
        case .html: "one page in the look, text selectable, pictures inside, no script"
        case .txt: "plain text; pictures by their names"
        case .md: "Markdown that shows what was said; pictures by their names"
        case .csv: "a table, a line for each message"
        case .mbox: "a mail for each message"
        case .bag: "source, data, media and document with their digests (BagIt) in a ZIP"
        case .production: "numbered pages, texts and files with their load files, in a ZIP"
        case .rsmf: "mails of Relativity's short message format in a ZIP, one for each day"
        }
    }
}

extension Problem {
    /// An unknown path, with the closest known one.
    static func nothing(at path: String) -> Problem {
        var problem = Problem(
            .notFound, "No such path. GET / lists all routes.")
        guard path.hasPrefix("/render.") else {
            problem.suggest(path, among: Route.paths)
            return problem
        }
        let name = path.dropFirst(8).prefix { $0 != "/" }
        problem.allowed = Route.formatsOffered.map(\.rawValue)
        problem.detail =
            "Unknown output format: \"\(String(name).shortened)\". \"allowed\" lists the formats."
        problem.suggest(String(name), among: problem.allowed)
        return problem
    }
}
