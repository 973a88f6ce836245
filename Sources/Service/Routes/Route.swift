package import Basics
import HTTP
package import Model

/// The route of a request: a row of the table, and the variable parts of the path.
struct Route: Sendable {
    let row: Row
    /// The format in the path.
    let format: Output.Format?
    /// The value of the path's placeholder, as in `/themes/{name}`.
    let argument: String

    struct Row: Sendable {
        /// The path, with placeholders in braces.
        let path: String
        /// The name in logs and metrics. It has few values, regardless of the requests.
        let name: String
        let operations: [Operation]
        let types: Types
        fileprivate let segments: [Segment]

        init(_ path: String, _ types: Types, _ operations: [Operation], name: String? = nil) {
            self.path = path
            self.types = types
            self.operations = operations
            self.name = name ?? path
            segments = Route.segments(of: path).map { Segment($0) }
        }

        var isFixed: Bool { !path.contains("{") }
    }

    /// The operation of a method. GET includes HEAD.
    struct Operation: Sendable {
        let method: Method
        let access: Access
        let action: Action

        static func get(_ access: Access = .key, _ answer: @escaping Answer) -> Operation {
            Operation(method: .get, access: access, action: .answer(answer))
        }

        static func delete(_ answer: @escaping Answer) -> Operation {
            Operation(method: .delete, access: .key, action: .answer(answer))
        }

        static func post(_ work: Work) -> Operation {
            Operation(method: .post, access: .key, action: .work(work))
        }

        /// GET with the conversation in the URL.
        static let address = Operation(
            method: .get, access: .keyOrSignature,
            action: .answer { $0.answerEmbed($1, $2, $3) })
    }

    /// The access required if the service has keys.
    enum Access: Sendable {
        /// Open and without a rate limit: operators must be able to check the health of the
        /// service.
        case open
        case key
        /// A key, or a signed URL if keys sign URLs.
        case keyOrSignature
    }

    enum Action: Sendable {
        case answer(Answer)
        /// Processes a body in the backend.
        case work(Work)
    }

    typealias Answer = @Sendable (RenderService, Route, RequestHead, any Exchange) -> Void

    /// The operation that the backend performs on a body.
    enum Work: Int, Sendable {
        case render, validate, convert, chats, verify
    }

    enum Types: Sendable {
        case fixed([MediaType])
        /// The format in the path, or all formats if the path has none.
        case output
        /// The types of `output`, and ZIP if the query divides the output.
        case divisibleOutput

        static let json = Types.fixed([MediaType("application", "json")])
        static let text = Types.fixed([MediaType("text", "plain")])
        static let html = Types.fixed([MediaType("text", "html")])
        static let markdown = Types.fixed([MediaType("text", "markdown")])
        static let htmlOrText = Types.fixed([
            MediaType("text", "html"), MediaType("text", "plain"),
        ])
    }

    /// Paths without placeholders, to suggest for misspelled paths.
    static let fixedPaths = table.filter(\.isFixed).map(\.path)
    private static let fixed = Dictionary(
        table.filter(\.isFixed).map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    private static let patterns = table.filter { !$0.isFixed }

    init?(path: String) {
        if let row = Self.fixed[path] {
            (self.row, format, argument) = (row, nil, "")
            return
        }
        let parts = Self.segments(of: path)
        for row in Self.patterns {
            if let (format, argument) = row.match(parts) {
                (self.row, self.format, self.argument) = (row, format, argument)
                return
            }
        }
        return nil
    }

    /// Splits a path by bytes into at most five segments, because a URL may contain a whole
    /// conversation.
    fileprivate static func segments(of path: String) -> [Substring] {
        path.utf8.split(
            separator: UInt8(ascii: "/"), maxSplits: 4, omittingEmptySubsequences: false
        ).map { Substring($0) }
    }

    var name: String { row.name }

    func operation(_ method: Method) -> Operation? {
        let method = method == .head ? .get : method
        return row.operations.first { $0.method == method }
    }

    func takesBody(_ method: Method) -> Bool {
        if case .work = operation(method)?.action { true } else { false }
    }

    /// The operation on a POST body; nil if the route takes none.
    var work: Work? {
        if case .work(let work) = operation(.post)?.action { work } else { nil }
    }

    /// The methods, for `Allow`.
    var allowed: String {
        let methods = row.operations.map { $0.method == .get ? "GET, HEAD" : $0.method.name }
        return (methods + ["OPTIONS"]).joined(separator: ", ")
    }

    /// The media types of responses to a query.
    func types(asked query: [QueryItem]) -> [MediaType] {
        switch row.types {
        case .fixed(let types): return types
        case .output: return outputTypes
        case .divisibleOutput:
            let zip = MediaType("application", "zip")
            let divides = query.contains { $0.name == "split_by" || $0.name == "output.split_by" }
            return divides && !outputTypes.contains(zip) ? outputTypes + [zip] : outputTypes
        }
    }

    private var outputTypes: [MediaType] { format.map { [$0.mediaType] } ?? Self.offeredTypes }

    /// The media types of all formats. Several formats have the same type.
    private static let offeredTypes: [MediaType] = Output.Format.offered.reduce(into: []) {
        if !$0.contains($1.mediaType) { $0.append($1.mediaType) }
    }
}

extension Route.Row {
    /// Returns the format and the argument of a path, or nil if the path does not match.
    fileprivate func match(_ parts: [Substring]) -> (Output.Format?, String)? {
        guard parts.count == segments.count else { return nil }
        var format: Output.Format?
        var argument = ""
        for (part, segment) in zip(parts, segments) {
            guard part.hasPrefix(segment.literal) else { return nil }
            let rest = part.dropFirst(segment.literal.count)
            switch segment.placeholder {
            case nil: guard rest.isEmpty else { return nil }
            case .format:
                guard let named = Output.Format(ending: String(rest)) else { return nil }
                format = named
            case .name: argument = String(rest)
            case .id, .conversation:
                guard !rest.isEmpty else { return nil }
                argument = String(rest)
            case .type:
                guard ProblemType(rawValue: String(rest)) != nil else { return nil }
                argument = String(rest)
            }
        }
        return (format, argument)
    }
}

/// A segment of a path in the table.
private struct Segment: Sendable {
    enum Placeholder: String {
        case format, name, id, conversation, type
    }

    let literal: Substring
    let placeholder: Placeholder?

    init(_ text: Substring) {
        literal = text.prefix { $0 != "{" }
        placeholder = Placeholder(rawValue: String(text.dropFirst(literal.count + 1).dropLast()))
    }
}

extension Route {
    /// All routes: path, media types, access and action. `config/openapi.json` describes them.
    static let table: [Row] = [
        Row(
            "/", .htmlOrText,
            [
                .get { service, _, head, exchange in
                    let documents = service.documents
                    let page = service.prefersHTML(head) ? documents.page?.answer(to: head) : nil
                    if let page { return service.sendOrMiss(page, exchange) }
                    var help = service.plain(Documents.help(at: head.fields["host"] ?? "HOST"))
                    help.head.fields.set("Vary", "Accept")
                    service.send(help, exchange)
                }
            ]),
        Row("/docs", .html, [.get { $0.sendOrMiss($0.documents.docs, $3) }]),
        Row("/docs.md", .markdown, [.get { $0.sendOrMiss($0.documents.reference.response, $3) }]),
        Row("/llms.txt", .text, [.get { $0.sendOrMiss($0.documents.index.response, $3) }]),
        Row("/render", .divisibleOutput, [.post(.render)]),
        Row("/render.{format}", .divisibleOutput, [.address, .post(.render)], name: "/render"),
        Row("/render.{format}/{conversation}", .divisibleOutput, [.address]),
        Row("/validate", .json, [.post(.validate)]),
        Row("/import", .json, [.post(.convert)]),
        Row("/chats", .json, [.post(.chats)]),
        Row("/verify", .json, [.post(.verify)]),
        Row("/themes", .json, [.get { $0.sendOrMiss($0.documents.themes, $3) }]),
        Row("/themes/{name}", .json, [.get { $0.answerTheme($1.argument, $2, $3) }]),
        Row("/presets", .json, [.get { $0.sendOrMiss($0.documents.presets, $3) }]),
        Row("/formats", .json, [.get { $0.sendOrMiss($0.documents.formats, $3) }]),
        Row("/importers", .json, [.get { $0.sendOrMiss($0.documents.importers, $3) }]),
        Row("/openapi.json", .json, [.get { $0.sendOrMiss($0.documents.openAPI, $3) }]),
        Row("/schema.json", .json, [.get { $0.sendOrMiss($0.documents.schema, $3) }]),
        Row(
            "/healthz", .text,
            [
                .get(.open) { service, _, _, exchange in
                    service.send(service.plain("ok\n"), exchange)
                }
            ]),
        Row("/readyz", .text, [.get(.open) { $0.answerReadiness($3) }]),
        Row("/version", .json, [.get { $0.sendOrMiss($0.documents.version, $3) }]),
        Row(metricsPath, .text, [.get { $0.answerMetrics($3) }]),
        Row("/problems", .htmlOrText, [.get { $0.answerProblems(ProblemType.allCases, $2, $3) }]),
        Row(
            "/problems/{type}", .htmlOrText,
            [
                .get { service, route, head, exchange in
                    let type = ProblemType(rawValue: route.argument)
                    service.answerProblems([type].compactMap { $0 }, head, exchange)
                }
            ]),
        Row(
            "/jobs/{id}", .fixed(jobTypes),
            [
                .get { $0.answerJob($1.argument, $2, $3) },
                .delete { $0.removeJob($1.argument, $3) },
            ]),
        Row("/opened", .fixed(jobTypes), [.get { $0.answerOpened($2, $3) }]),
        Row("/jobs/{id}/result", .output, [.get { $0.answerResult($1.argument, $3) }]),
    ]

    /// Routes that machines ask every few seconds.
    static let probes: Set<String> = ["/healthz", "/readyz", metricsPath]

    /// The path of the metrics, which is not served here if they have a separate port.
    static let metricsPath = "/metrics"

    /// The media types of a job's status: a single response, or a stream of events.
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
    package var mediaType: MediaType { MediaType(traits.mediaType.type, traits.mediaType.subtype) }

    var contentType: String { mediaType.essence + traits.parameters }

    /// The `Content-Security-Policy` of formats that browsers open as documents. They may show
    /// their content but run no scripts.
    var contentSecurityPolicy: String? {
        guard has(.scriptable) else { return nil }
        return
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox"
    }
}
