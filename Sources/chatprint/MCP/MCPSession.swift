import Basics
import Model
import Rendering
import Service
import Themes

/// The server's side of the Model Context Protocol, without its transport: a message in, at most one
/// message out. <https://modelcontextprotocol.io/specification>
struct MCPSession {
    /// The revisions of the protocol, by date. The requests of this server are the same in all.
    private static let versions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
    /// The first revision with links to files in results.
    private static let linking = "2025-06-18"

    private let tools: MCPTools
    private let depth: Int
    private var version = versions[0]

    init(_ tools: MCPTools) {
        self.tools = tools
        depth = tools.environment.jobBuilder.limits.jsonDepth
    }

    /// Returns the response to a line of JSON; nil if there is none.
    ///
    /// - Parameters:
    ///   - isCanceled: whether the client has canceled the request with an ID.
    ///   - notify: sends a notification, from any thread.
    mutating func response(
        to line: [UInt8], isCanceled: @escaping @Sendable (JSONValue) -> Bool = { _ in false },
        notify: @escaping @Sendable ([UInt8]) -> Void = { _ in }
    ) -> [UInt8]? {
        do throws(RPCError) {
            // A request has three levels around a conversation.
            guard let message = try RPCMessage(line, maxDepth: depth + 3), let id = message.id
            else { return nil }
            do throws(RPCError) {
                let result = try result(of: message, isCanceled: { isCanceled(id) }, notify: notify)
                return isCanceled(id) ? nil : Self.message(id, "result", result)
            } catch {
                return Self.message(id, "error", error.json)
            }
        } catch {
            return Self.message(error.id, "error", error.json)
        }
    }

    static func response(toLineOver limit: Int) -> [UInt8] {
        message(
            .null, "error",
            RPCError(
                .invalidRequest,
                "The line exceeds the limit of \(limit) bytes (setting body_bytes). Use \"file\" for "
                    + "a large conversation."
            ).json)
    }

    private static func message(_ id: JSONValue, _ key: String, _ value: JSONValue) -> [UInt8] {
        JSONValue.object([.init("jsonrpc", "2.0"), .init("id", id), .init(key, value)]).bytes
    }

    private mutating func result(
        of message: RPCMessage, isCanceled: @escaping @Sendable () -> Bool,
        notify: @escaping @Sendable ([UInt8]) -> Void
    ) throws(RPCError) -> JSONValue {
        switch message.method {
        case "tools/call":
            let call = try ToolCall(message.parameters, maxDepth: depth + 2)
            return tools.result(
                of: call, linksFiles: version >= Self.linking, isCanceled: isCanceled,
                onProgress: Self.progress(call.progressToken, notify))
        case "initialize": return try initialize(message.parameterValues())
        case "ping": return [:]
        case "tools/list": return ["tools": .array(tools.list)]
        case "resources/list": return ["resources": .array(resources)]
        case "resources/templates/list":
            return [
                "resourceTemplates": [
                    [
                        "uriTemplate": .string(Self.themes + "/{name}"), "name": "theme",
                        "description": "A theme", "mimeType": "application/json",
                    ]
                ]
            ]
        case "resources/read": return try resource(message.parameterValues())
        case "prompts/list": return ["prompts": [SessionPrompt.description]]
        case "prompts/get": return try SessionPrompt.result(message.parameterValues())
        case let method:
            throw RPCError(.unknownMethod, "Unknown method \"\(method.shortened)\".")
        }
    }

    private mutating func initialize(_ parameters: JSONValue) throws(RPCError) -> JSONValue {
        guard let wanted = parameters["protocolVersion"]?.string else {
            throw RPCError(.invalidParameters, "\"protocolVersion\" is missing.")
        }
        let newest = Self.versions[Self.versions.count - 1]
        version = Self.versions.contains(wanted) ? wanted : newest
        return [
            "protocolVersion": .string(version),
            "capabilities": ["tools": [:], "resources": [:], "prompts": [:]],
            "serverInfo": [
                "name": "chatprint", "title": "Chatprint", "version": .string(Program.version),
            ],
            "instructions": .string(tools.instructions),
        ]
    }

    /// Reports progress in steps of at least two percent, if the client asks for it.
    private static func progress(
        _ token: JSONValue?, _ notify: @escaping @Sendable ([UInt8]) -> Void
    ) -> @Sendable (RenderProgress) -> Void {
        guard let token else { return { _ in } }
        let steps = ProgressSteps()
        return { progress in
            guard let fraction = steps.next(progress.fraction) else { return }
            let facts: JSONValue = [
                "progressToken": token, "progress": .number(fraction.plain), "total": 1,
            ]
            notify(
                JSONValue.object([
                    .init("jsonrpc", "2.0"), .init("method", "notifications/progress"),
                    .init("params", facts),
                ]).bytes)
        }
    }
}

/// The resources: the schema of a conversation, the list of themes, and each theme.
extension MCPSession {
    private static let schema = "chatprint://schema"
    private static let themes = "chatprint://themes"

    private var catalog: ThemeCatalog { tools.environment.jobBuilder.themes }

    private var resources: [JSONValue] {
        func entry(_ uri: String, _ name: String, _ description: String) -> JSONValue {
            [
                "uri": .string(uri), "name": .string(name), "description": .string(description),
                "mimeType": "application/json",
            ]
        }
        return [
            entry(Self.schema, "schema", "JSON Schema of a conversation, with all fields"),
            entry(Self.themes, "themes", "Names and descriptions of all themes"),
        ] + catalog.entries.map { entry(Self.themes + "/" + $0.name, $0.name, $0.summary) }
    }

    private func resource(_ parameters: JSONValue) throws(RPCError) -> JSONValue {
        guard let uri = parameters["uri"]?.string else {
            throw RPCError(.invalidParameters, "\"uri\" is missing.")
        }
        let value: JSONValue
        switch uri {
        case Self.schema: value = tools.schema
        case Self.themes: value = tools.themes
        default:
            guard uri.hasPrefix(Self.themes + "/"),
                let theme = catalog.theme(named: String(uri.dropFirst(Self.themes.count + 1)))
            else { throw RPCError(.unknownResource, "Unknown resource \"\(uri.shortened)\".") }
            value = theme.json
        }
        let text = JSONValue.string(String(decoding: value.bytes, as: UTF8.self))
        let content: JSONValue = [
            "uri": .string(uri), "mimeType": "application/json", "text": text,
        ]
        return ["contents": [content]]
    }
}

/// The prompt that asks an assistant to render the session in which it is used.
private enum SessionPrompt {
    private static let name: JSONValue = "session-as-pdf"

    static let description: JSONValue = [
        "name": name, "title": "This session as a PDF",
        "description": "Render the current session with the assistant as a PDF",
        "arguments": [
            ["name": "theme", "description": "Name of a theme", "required": false],
            ["name": "title", "description": "Title of the document", "required": false],
        ],
    ]

    static func result(_ parameters: JSONValue) throws(RPCError) -> JSONValue {
        guard parameters["name"] == name else {
            throw RPCError(.invalidParameters, "\"name\" must be \"session-as-pdf\".")
        }
        func given(_ name: String) -> String? { parameters["arguments"]?[name]?.string }
        let theme = given("theme").map { " Set `theme` to \"\($0)\"." } ?? ""
        let title = given("title").map { "Use the title \"\($0)\"." } ?? "Write a short title."
        let text = """
            Render this session as a PDF with the tool `render`. Set `format` to "pdf".\(theme) \
            Pass the session as `conversation`: \
            {"title": "…", "service": "assistant", "messages": [{"role": "user", "content": "…"}, \
            {"role": "assistant", "content": "…"}]}. \(title) Include every message of the user and \
            of the assistant in order and verbatim, in Markdown as written. Leave out system \
            prompts, passwords and keys. If the session is a file in a folder that Chatprint may \
            read, pass its path as `file` instead. Then name the path of the PDF and its warnings.
            """
        return [
            "description": "This session as a PDF",
            "messages": [
                ["role": "user", "content": ["type": "text", "text": .string(text)]]
            ],
        ]
    }
}
