import Basics
import Dispatch
import Evidence
import FoundationEssentials
import Importing
import Model
import Rendering
import Service
import System
import Themes

/// The tools of `chatprint mcp`. Each does the same as the command of its name.
struct MCPTools: Sendable {
    enum Tool: String, CaseIterable {
        case render, `import`, chats, validate, verify, themes
    }

    // The arguments besides the parameters of the service.
    static let (conversation, file, overwrite) = ("conversation", "file", "overwrite")

    /// Larger pictures and texts become files: results stay in the context of a model, and clients
    /// reject large ones.
    private static let (maxPicture, maxText) = (4 << 20, 256 << 10)
    /// The parameters that need several files, or the operator's key.
    private static let omitted: Set<String> = ["join", "same", "sign"]

    let environment: RenderEnvironment
    let schema: JSONValue
    let list: [JSONValue]
    private let folders: ToolFolders
    private let memory: MemoryBudget

    init(
        _ environment: RenderEnvironment, files: LayeredFiles, folders: ToolFolders
    ) throws(CommandFailure) {
        self.environment = environment
        self.folders = folders
        memory = MemoryBudget(limit: environment.settings.memoryBytes)
        let documents = try [ServiceFiles.schema(files), ServiceFiles.openAPI(files)].map {
            $0.flatMap { try? JSONValue(parsing: $0) } ?? [:]
        }
        let (schema, reference) = (documents[0], documents[1])
        self.schema = schema
        list = Tool.allCases.map { tool in
            tool.description(schema, reference["paths"], omitting: Self.omitted, folders)
        }
    }

    var instructions: String {
        "Chatprint renders chats as pictures and documents. \(folders.readingWords). "
            + "\(folders.writingWords). The resource chatprint://schema has all fields."
    }

    var themes: JSONValue {
        [
            "themes": .array(
                environment.jobBuilder.themes.entries.map {
                    ["name": .string($0.name), "description": .string($0.summary)]
                })
        ]
    }

    /// - Parameter linksFiles: whether the client knows links to files.
    func result(
        of call: ToolCall, linksFiles: Bool, isCanceled: @escaping @Sendable () -> Bool,
        onProgress: @escaping @Sendable (RenderProgress) -> Void
    ) -> JSONValue {
        let now = DispatchTime.now().uptimeNanoseconds
        let control = MemoryReservation(memory).control(
            until: now + UInt64(environment.settings.renderSeconds * 1e9), isCanceled: isCanceled,
            onProgress: onProgress)
        var arguments = ToolCall.Arguments()
        var upload: Upload?
        do throws(Explanation) {
            arguments = try call.arguments()
            if [.render, .validate, .import].contains(call.tool) {
                arguments.parameters = try environment.jobBuilder.presets.expanded(
                    arguments.parameters)
            }
            if call.tool.readsChat { upload = try self.upload(arguments, of: call.tool) }
            let contents = try contents(of: call.tool, arguments, upload ?? Upload([]), control)
            let known = contents.filter { linksFiles || $0["type"] != Self.linkType }
            return ["content": .array(known)]
        } catch {
            let chats = upload.map {
                environment.chats(toAnswer: error, in: $0, arguments.parameters)
            }
            let problem = ProblemText(
                error, path: arguments.file, command: [], chats: chats ?? [])
            return ["content": [Self.text(problem.text)], "isError": true]
        }
    }

    private func contents(
        of tool: Tool, _ arguments: ToolCall.Arguments, _ upload: Upload, _ control: RenderControl
    ) throws(Explanation) -> [JSONValue] {
        let (builder, parameters) = (environment.jobBuilder, arguments.parameters)
        switch tool {
        case .themes: return [Self.text(String(decoding: themes.bytes, as: UTF8.self))]
        case .render:
            return try environment.onWorker { worker throws(Explanation) in
                try render(upload, arguments, on: worker, control)
            }
        case .validate:
            return try environment.onWorker { _ throws(Explanation) in
                let job = try builder.job(upload, JobOptions(parameters), control: control)
                return [Self.object { $0.validation(of: job) }]
            }
        case .chats:
            try parameters.expectOnly(["date_order", "from", "timezone", "year"])
            return try environment.onWorker { _ throws(Explanation) in
                let list = try builder.chatList(of: upload, parameters, control: control)
                return [Self.object { list.write(to: &$0) }]
            }
        case .import:
            return try environment.onWorker { _ throws(Explanation) in
                let read = try builder.conversion(of: upload, parameters, control: control)
                let converted = try builder.prepared(read, control: control)
                let output = ToolOutput(try converted.json(control))
                let facts =
                    ["\(converted.conversation.messages.count) messages"]
                    + (converted.importer.map { ["read as " + $0] } ?? [])
                return try contents(
                    of: output, .json, arguments, stem: arguments.stem(.json) ?? "conversation",
                    facts,
                    Self.lines(converted.warnings, of: converted.warningCount))
            }
        case .verify:
            try parameters.expectOnly(["chain"])
            guard let path = arguments.file else { throw .missing("\"file\" is missing.") }
            let limit = environment.settings.inflatedBytes
            let document = try folders.bytes(of: path, atMost: limit)
            return try environment.onWorker { worker throws(Explanation) in
                let check = EvidenceCheck(builder, renderer, limit: limit, control: control)
                let found = try check.verification(
                    of: document, chain: parameters["chain"], on: worker)
                return [Self.object { found.write(to: &$0) }]
            }
        }
    }

    private var renderer: Renderer { Renderer(pool: environment.pool, readsHEIF: true) }

    private func upload(
        _ arguments: ToolCall.Arguments, of tool: Tool
    ) throws(Explanation) -> Upload {
        switch (arguments.conversation, arguments.file) {
        case (nil, let path?): return try folders.upload(path)
        case (let bytes?, nil) where tool.takesConversation: return Upload(bytes)
        case (nil, nil) where tool.takesConversation:
            throw .missing("\"conversation\" or \"file\" is missing.")
        case (nil, nil): throw .missing("\"file\" is missing.")
        case (_?, _):
            throw Explanation(
                .invalidParameter,
                tool.takesConversation
                    ? "Set either \"conversation\" or \"file\"."
                    : "\(tool.rawValue) takes a \"file\" instead of a \"conversation\".")
        }
    }
}

// MARK: - Rendering

extension MCPTools {
    private func render(
        _ upload: Upload, _ arguments: ToolCall.Arguments, on worker: Worker,
        _ control: RenderControl
    ) throws(Explanation) -> [JSONValue] {
        let options = JobOptions(arguments.parameters)
        if options.splitsByChat {
            let stem = arguments.stem(.zip) ?? "chats"
            let output = ToolOutput(try folders.draft(stem, ".zip"))
            let archive = AccountArchive(
                options, environment.jobBuilder, renderer, control: control)
            let counts = try output.collect { sink throws(Explanation) in
                try archive.write(upload, on: worker, to: RenderSink(sink))
            }
            return try contents(
                of: output, .zip, arguments, stem: stem,
                ["\(counts.files) chats", "\(counts.messages) messages"], [])
        }
        let job = try environment.jobBuilder.job(upload, options, control: control)
        let (format, stem) = (job.resultFormat, job.output.filename ?? "chat")
        let output =
            format.isReturned
            ? ToolOutput() : ToolOutput(try folders.draft(stem, "." + format.ending))
        let report = try output.collect { bytes throws(Explanation) -> RenderReport? in
            let sink = RenderSink(bytes)
            do throws(RenderFault) {
                _ = try renderer.render(job, on: worker, to: sink, control: control)
            } catch {
                throw error.explanation
            }
            return sink.report
        }
        guard let report else { throw RenderFault.internal("no output was begun").explanation }
        // A text has no size.
        var facts = report.width > 0 ? ["\(report.width) × \(report.height)"] : []
        if report.pages > 1 { facts.append("\(report.pages) pages") }
        facts.append("\(report.messages) messages")
        if let importer = job.importer { facts.append("read as " + importer) }
        return try contents(
            of: output, format, arguments, stem: stem, facts,
            Self.lines(report.warnings, of: report.warningCount))
    }

    /// Returns the contents of a result: the output, or a link to its file, and what is known about
    /// it. An output that the caller names becomes a file, too.
    private func contents(
        of output: ToolOutput, _ format: Output.Format, _ arguments: ToolCall.Arguments,
        stem: String, _ facts: [String], _ warnings: [String]
    ) throws(Explanation) -> [JSONValue] {
        let isText = format.traits.kind != .drawing
        let isLarge = output.bytes.count > (isText ? Self.maxText : Self.maxPicture)
        let isNamed = arguments.stem(format) != nil
        var draft = output.draft
        // Without a folder, a large picture is better than none, but a text would fill the context.
        if draft == nil, folders.hasOutput ? isLarge || isNamed : isLarge && isText {
            draft = try folders.draft(stem, "." + format.ending, of: output.bytes)
        }
        var contents: [JSONValue] = []
        var facts = facts.joined(separator: ", ")
        if let draft {
            let path = try draft.publish(overwriting: arguments.overwrites)
            let url = URL(fileURLWithPath: path)
            facts = path + ": " + facts
            contents.append([
                "type": Self.linkType, "uri": .string(url.absoluteString),
                "name": .string(url.lastPathComponent),
                "mimeType": .string(format.mediaType.essence),
            ])
        }
        if output.draft == nil, draft == nil || !isLarge {
            contents.append(
                isText
                    ? Self.text(String(decoding: output.bytes, as: UTF8.self))
                    : [
                        "type": "image", "data": .string(Base64.text(of: output.bytes)),
                        "mimeType": .string(format.mediaType.essence),
                    ])
        }
        return contents + [Self.text(([facts] + warnings).joined(separator: "\n"))]
    }

    private static let linkType: JSONValue = "resource_link"

    private static func text(_ text: String) -> JSONValue {
        ["type": "text", "text": .string(text)]
    }

    private static func object(_ members: (inout JSONWriter) -> Void) -> JSONValue {
        var writer = JSONWriter()
        writer.object(members)
        return text(String(decoding: writer.bytes, as: UTF8.self))
    }

    private static func lines(_ warnings: [Warning], of count: Int) -> [String] {
        Terminal.lines(warnings, of: count) { $0.text(isLocal: true) }
    }
}

/// The bytes of an output: in memory, or in a file that is being written.
private final class ToolOutput {
    private(set) var bytes: [UInt8]
    let draft: ToolDraft?

    init(_ bytes: [UInt8] = []) { (self.bytes, draft) = (bytes, nil) }

    init(_ draft: ToolDraft) { (bytes, self.draft) = ([], draft) }

    /// Discards the file if `body` fails.
    func collect<Value>(
        _ body: (ByteSink) throws(Explanation) -> Value
    ) throws(Explanation) -> Value {
        do throws(Explanation) {
            return try body(
                ByteSink { (piece) throws(SinkFailure) in
                    guard let draft = self.draft else { return self.bytes += piece }
                    do throws(SystemError) {
                        try draft.write(piece)
                    } catch {
                        throw .system(error.code)
                    }
                })
        } catch {
            draft?.discard()
            throw error
        }
    }
}

extension Output.Format {
    /// Whether a result contains the output itself: a still picture that models see, or a text. All
    /// others are files.
    fileprivate var isReturned: Bool {
        switch traits.kind {
        case .drawing: has(.pixels)
        case .text, .layout: true
        case .page, .pictures, .clip, .archive: false
        }
    }
}

extension RenderJob {
    /// The format of the whole output: parts are in a ZIP.
    fileprivate var resultFormat: Output.Format { output.splitBy == nil ? format : .zip }
}

extension Explanation {
    fileprivate static func missing(_ sentence: Sentence) -> Explanation {
        Explanation(.invalidParameter, sentence)
    }
}
