import Basics
import HTTP
import Model
import Rendering
import Themes

/// Responses that never change while the service runs, created at startup.
struct Documents: Sendable {
    let themes: StaticResponse
    let formats: StaticResponse
    let importers: StaticResponse
    let openAPI: StaticResponse?
    let schema: StaticResponse?
    let version: StaticResponse
    let page: LocalizedResponse?
    let docs: StaticResponse?
    let presets: StaticResponse
    /// The reference as Markdown, and its index for language models.
    let reference: LateResponse
    let index: LateResponse

    init(
        themes catalog: ThemeCatalog, presets: Presets,
        importers: [(name: String, title: String, summary: String)],
        version: String, files: ServiceFiles
    ) throws(DigestFailure) {
        self.presets = try StaticResponse(Documents.list(presets))
        themes = try StaticResponse(
            Documents.list("themes", catalog.entries.map { ($0.name, $0.summary) }))
        formats = try StaticResponse(Documents.formats())
        self.importers = try StaticResponse(
            Documents.list("importers", importers.map { ($0.name, $0.summary) }))
        openAPI = try files.openAPI.map { bytes throws(DigestFailure) in
            try StaticResponse(Documents.json(bytes))
        }
        schema = try files.schema.map { bytes throws(DigestFailure) in
            try StaticResponse(Documents.json(bytes))
        }
        self.version = try StaticResponse(
            Documents.object { writer in
                writer.member("name", "chatprint")
                writer.member("version", version)
            })
        page = try files.page.map(LocalizedResponse.init)
        docs = try files.docs.map { page throws(DigestFailure) in
            try StaticResponse(page.response)
        }
        let lists: [ReferenceDocument.List] = [
            ("Formats", Output.Format.offered.map { ($0.rawValue, $0.traits.summary) }),
            ("Themes", catalog.entries.map { ($0.name, $0.summary) }),
            ("Presets", presets.all.map { ($0.name, "\($0.summary) `\($0.parameters.text)`") }),
            ("Chat exports", importers.map { ($0.name, $0.summary) }),
        ]
        reference = LateResponse { () throws(DigestFailure) in
            let text = ReferenceDocument(files, lists: lists).whole
            return try StaticResponse(Documents.text(text, as: "markdown"))
        }
        index = LateResponse { () throws(DigestFailure) in
            let text = ReferenceDocument(files, lists: lists).index
            return try StaticResponse(Documents.text(text, as: "plain"))
        }
    }

    private static func text(_ text: String, as subtype: String) -> Response {
        Response(200, ["Content-Type": "text/\(subtype); charset=utf-8"], body: Array(text.utf8))
    }

    private static func list(_ presets: Presets) -> Response {
        object { writer in
            writer.objects("presets", presets.all) { writer, preset in
                writer.member("name", preset.name)
                writer.member("description", preset.summary)
                writer.member("fields", preset.fields)
            }
            writer.member("only_presets", presets.areRequired)
        }
    }

    static func json(_ bytes: [UInt8]) -> Response {
        Response(200, ["Content-Type": "application/json"], body: bytes)
    }

    static func object(_ members: (inout JSONWriter) -> Void) -> Response {
        var writer = JSONWriter()
        writer.object(members)
        return json(writer.drain())
    }

    private static func list(_ name: String, _ items: [(String, String)]) -> Response {
        object { writer in
            writer.objects(name, items) { writer, item in
                writer.member("name", item.0)
                writer.member("description", item.1)
            }
        }
    }

    private static func formats() -> Response {
        object { writer in
            writer.objects("formats", Output.Format.offered) { writer, format in
                writer.member("name", format.rawValue)
                writer.member("type", format.mediaType.essence)
                writer.member("description", format.traits.summary)
            }
            writer.objects("engines", Output.Engine.allCases) { writer, engine in
                writer.member("name", engine.rawValue)
                writer.member("description", engine.summary)
            }
        }
    }

    /// - Parameter host: the host and port that the caller used, for commands that work as they are.
    static func help(at host: String) -> String {
        """
        Chatprint renders chat transcripts.

          curl -d '{"messages":["Hi!","Hello","How are you?"]}' \(host)/render -o chat.png
          curl -d '{"messages":["Hi!","Hello","How are you?"]}' \(host)/render.pdf -o chat.pdf

        POST /render      render a conversation; also /render.png, /render.pdf and so on
        GET  /render.png  render messages in the URL: ?m=Hi!&m=Hello; also /render.webp and so on
        POST /validate    check a conversation      POST /import        convert a chat export
        POST /chats       list an export's chats    POST /verify        check evidence
        GET  /themes      all themes                GET  /formats, /importers
        GET  /docs        reference                 GET  /openapi.json  reference for programs
        GET  /docs.md     reference as Markdown     GET  /presets       named sets of parameters
        GET  /schema.json fields of a conversation  GET  /problems      errors and their remedies
        GET  /healthz, /readyz, /version, /metrics        GET  /jobs/{id}     an asynchronous job

        """
    }
}

/// The files of the configuration folder that the service sends.
package struct ServiceFiles: Sendable {
    package var openAPI: [UInt8]?
    package var schema: [UInt8]?
    package var page: LocalizedPage?
    package var docs: WebPage?
    package var recipes: String?

    package init() {}
}
