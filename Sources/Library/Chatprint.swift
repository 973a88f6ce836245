import Basics
public import FoundationEssentials
import Importing
import Rendering
import Synchronization
import System
import Themes

/// Renders conversations and chat exports as pictures and documents.
///
///     let chatprint = try Chatprint()
///     let png = try await chatprint.render(
///         Conversation(json: #"{"messages":["Hi!","Hello"]}"#.utf8), as: .png, theme: "whatsapp")
///     try png.data.write(to: file)
///
/// One instance is enough for a program: it owns one rendering thread per core, and any number of
/// tasks may use it concurrently. The same input gives the same bytes as the command `chatprint`
/// and its service.
///
/// - Important: Input is parsed and drawn in your own process. The service confines both to
///   sandboxed processes with a time limit and a memory limit; a library cannot. The parsers are
///   written for hostile input, and every size has a limit (``RenderLimits``). Still, a bug in an
///   image decoder or a font library would be a bug in your program. Send untrusted input to the
///   service.
public final class Chatprint: Sendable {
    private let core: RenderCore

    /// Loads themes, languages and fonts, and starts the rendering threads.
    ///
    ///     var configuration = Chatprint.Configuration()
    ///     configuration.workers = 2
    ///     let chatprint = try Chatprint(configuration)
    ///
    /// All instances share the fonts of the process, so they must use the same configuration of
    /// fonts.
    public init(_ configuration: Configuration = Configuration()) throws(ChatprintError) {
        do throws(ConfigurationFault) {
            core = try configuration.core()
            try core.requireFonts()
        } catch {
            throw .configuration(error.sentence)
        }
    }

    deinit { core.pool.close() }

    /// The names of the available themes.
    public var themes: [String] { core.jobBuilder.themes.names }

    /// The font families that Chatprint would use but that are not installed.
    public var missingFonts: [String] { core.missingFonts }

    /// Renders a conversation in memory.
    ///
    ///     let pdf = try await chatprint.render(
    ///         conversation, as: .pdf, theme: "print", options: ["page.size": "letter"])
    ///     print(pdf.report.pages)
    ///
    /// Canceling the task stops the rendering, with ``ChatprintError/canceled``.
    ///
    /// - Parameters:
    ///   - theme: a name of ``themes``; nil for the conversation's own, or the default.
    ///   - options: fields that take precedence over those of the conversation.
    public func render(
        _ conversation: Conversation, as format: OutputFormat, theme: String? = nil,
        options: RenderOptions = RenderOptions()
    ) async throws(ChatprintError) -> RenderedOutput {
        let data = OutputData()
        let report = try await render(
            conversation, as: format, theme: theme, options: options
        ) { () -> RenderSink in
            RenderSink(ByteSink { (bytes) throws(SinkFailure) in data.append(bytes) })
        }
        return RenderedOutput(data: data.whole, report: OutputReport(report))
    }

    /// Renders a conversation piece by piece, for output that need not fit in memory.
    ///
    ///     let report = try await chatprint.render(conversation, as: .pdf) { piece in
    ///         try handle.write(contentsOf: piece)
    ///     }
    ///
    /// - Parameter write: receives the output in order, on a rendering thread. If it throws, the
    ///   rendering ends with ``ChatprintError/notWritten(_:)``.
    @discardableResult
    public func render(
        _ conversation: Conversation, as format: OutputFormat, theme: String? = nil,
        options: RenderOptions = RenderOptions(),
        to write: @escaping @Sendable (Data) throws -> Void
    ) async throws(ChatprintError) -> OutputReport {
        let failure = WriteFailure()
        do throws(ChatprintError) {
            let report = try await render(
                conversation, as: format, theme: theme, options: options
            ) { () -> RenderSink in
                RenderSink(
                    ByteSink { (bytes) throws(SinkFailure) in
                        do {
                            try write(Data(bytes))
                        } catch {
                            failure.note(error)
                            throw .closed
                        }
                    })
            }
            return OutputReport(report)
        } catch {
            guard let message = failure.message else { throw error }
            throw .notWritten(message)
        }
    }

    /// Reads a file, a ZIP or a folder that a chat program exported.
    ///
    ///     let imported = try chatprint.importing(url, as: .whatsapp, me: "Ana")
    ///     for warning in imported.warnings { print(warning.message) }
    ///     let pdf = try await chatprint.render(imported.conversation, as: .pdf)
    ///
    /// Reading a large export takes seconds. It runs on the calling thread, and ends when the
    /// current task is canceled.
    ///
    /// - Parameters:
    ///   - format: nil to recognize it.
    ///   - me: the name or ID of the participant whose messages are on the right.
    ///   - chat: the name or ID of the chat, if the export contains several.
    ///   - timeZone: the IANA name of the time zone of timestamps without an offset.
    ///   - password: the password or key of an encrypted export, or the contents of its key file.
    public func importing(
        _ url: URL, as format: ExportFormat? = nil, me: String? = nil, chat: String? = nil,
        timeZone: String? = nil, password: Data? = nil
    ) throws(ChatprintError) -> ImportedConversation {
        let upload: Upload
        do throws(InputFault) {
            upload = try Upload(path: url.path)
        } catch {
            throw .unreadableFile(error.sentence)
        }
        return try importing(
            upload, as: format, me: me, chat: chat, timeZone: timeZone, password: password)
    }

    /// Reads an export that is in memory.
    ///
    /// - Parameters:
    ///   - bytes: the file, or a ZIP of all files.
    ///   - name: the name of the file, by which some formats are recognized.
    public func importing(
        _ bytes: some Sequence<UInt8>, name: String? = nil, as format: ExportFormat? = nil,
        me: String? = nil, chat: String? = nil, timeZone: String? = nil, password: Data? = nil
    ) throws(ChatprintError) -> ImportedConversation {
        try importing(
            Upload(Array(bytes), filename: name), as: format, me: me, chat: chat,
            timeZone: timeZone, password: password)
    }

    private func importing(
        _ upload: Upload, as format: ExportFormat?, me: String?, chat: String?, timeZone: String?,
        password: Data?
    ) throws(ChatprintError) -> ImportedConversation {
        var parameters: Parameters = [:]
        let hints = [
            ("from", format?.rawValue), ("me", me), ("chat", chat), ("timezone", timeZone),
        ]
        for (name, value) in hints { if let value { parameters.append(name, value) } }
        var upload = upload
        if let password {
            var bytes = Array(password)
            upload.password = Secret(file: &bytes)
        }
        do throws(Explanation) {
            let export = try core.jobBuilder.export(
                in: upload, parameters, control: .untilCanceled)
            return ImportedConversation(export)
        } catch {
            throw ChatprintError(error)
        }
    }

    /// The conversation as Chatprint's own JSON, with its pictures, as it can be stored and
    /// rendered again.
    public func json(of conversation: Conversation) throws(ChatprintError) -> Data {
        do throws(Explanation) {
            let read = try conversation.conversion(core.jobBuilder, .untilCanceled)
            let converted = try core.jobBuilder.prepared(consume read, control: .untilCanceled)
            return Data(try converted.json(.untilCanceled))
        } catch {
            throw ChatprintError(error)
        }
    }

    private func render(
        _ conversation: Conversation, as format: OutputFormat, theme: String?,
        options: RenderOptions, into sink: @escaping @Sendable () -> RenderSink
    ) async throws(ChatprintError) -> RenderReport {
        let turn = RenderTurn(core.pool)
        let jobOptions = JobOptions(options.parameters(theme: theme), format: format.value)
        let control = turn.control
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                turn.wait(continuation)
                let admission = core.render(
                    isSmall: conversation.isSmall, control: control,
                    { [core] () throws(Explanation) in
                        try turn.begin()
                        return try conversation.job(core.jobBuilder, jobOptions, control)
                    }, to: sink, completion: { turn.end($0) })
                turn.enter(admission)
            }
        } onCancel: {
            turn.cancel()
        }
        do throws(Explanation) {
            return try result.get()
        } catch {
            throw turn.isFull ? .busy : ChatprintError(error)
        }
    }

    /// The sources of themes, languages and fonts, and the limits and threads of rendering.
    ///
    ///     var configuration = Chatprint.Configuration()
    ///     configuration.folder = URL(filePath: "/etc/chatprint")
    ///     configuration.limits.pages = 100
    public struct Configuration: Sendable, Equatable {
        /// A folder whose `themes`, `languages` and `fonts.conf` take precedence over those that
        /// are part of the library; nil for none.
        public var folder: URL?
        /// The number of rendering threads; nil for one for each core.
        public var workers: Int?
        /// The maximum number of renderings that wait for a thread. More fail with
        /// ``ChatprintError/busy``.
        public var queue = 256
        public var limits = RenderLimits()
        /// Whether to decode HEIC and AVIF with libheif, and the sound of voice messages with
        /// libopus, if they are installed. Their decoders are a large attack surface; leave this
        /// off for untrusted files.
        public var readsHEIF = false

        public init() {}

        func core() throws(ConfigurationFault) -> RenderCore {
            if readsHEIF { Worker.openDecoders() }
            return try RenderCore(
                Rendering.Configuration(own: folder?.path), limits: limits.value,
                workers: workers ?? ControlGroups.processors,
                queue: max(1, queue), readsHEIF: readsHEIF)
        }
    }
}

extension RenderControl {
    /// Stops the work when the current task is canceled.
    fileprivate static let untilCanceled = RenderControl(verdict: { _ in
        Task.isCancelled ? .abandoned : .proceed
    })
}

/// The state of a rendering from the queue to the task that waits for it.
private final class RenderTurn: Sendable {
    typealias Outcome = Result<RenderReport, Explanation>

    private struct State: Sendable {
        var waiting: CheckedContinuation<Outcome, Never>?
        var ticket: JobTicket?
        var isCanceled = false
        var hasBegun = false
        var isFull = false
    }

    private let pool: WorkerPool
    private let state = Mutex(State())
    private let isCanceled = Atomic(false)

    init(_ pool: WorkerPool) { self.pool = pool }

    /// The control with which the rendering checks whether to continue.
    var control: RenderControl {
        RenderControl(verdict: { [self] _ in
            isCanceled.load(ordering: .relaxed) ? .abandoned : .proceed
        })
    }

    /// Whether the queue was full or closed.
    var isFull: Bool { state.withLock { $0.isFull } }

    func wait(_ continuation: CheckedContinuation<Outcome, Never>) {
        state.withLock { $0.waiting = continuation }
    }

    func enter(_ admission: WorkerPool.Admission) {
        switch admission {
        case .accepted(let ticket):
            let isCanceled = state.withLock { state in
                state.ticket = ticket
                return state.isCanceled
            }
            if isCanceled { withdraw(ticket) }
        case .done: break
        case .full, .closed:
            state.withLock { $0.isFull = true }
            end(.failure(RenderFault.abandoned.explanation))
        }
    }

    /// Begins the rendering; called on the worker. Throws if the rendering was canceled before it
    /// began.
    func begin() throws(Explanation) {
        let isCanceled = state.withLock { state in
            state.hasBegun = !state.isCanceled
            return state.isCanceled
        }
        if isCanceled { throw RenderFault.abandoned.explanation }
    }

    /// Resumes the waiting task, once.
    func end(_ outcome: Outcome) {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: outcome)
    }

    func cancel() {
        isCanceled.store(true, ordering: .relaxed)
        let ticket = state.withLock { state in
            state.isCanceled = true
            return state.ticket
        }
        if let ticket { withdraw(ticket) }
    }

    /// Removes a waiting job. A rendering that has begun stops at its next check.
    private func withdraw(_ ticket: JobTicket) {
        pool.withdraw(ticket)
        if !state.withLock({ $0.hasBegun }) { end(.failure(RenderFault.abandoned.explanation)) }
    }
}

/// The whole output in memory.
private final class OutputData: Sendable {
    private let data = Mutex(Data())

    var whole: Data { data.withLock { $0 } }

    func append(_ bytes: [UInt8]) { data.withLock { $0.append(contentsOf: bytes) } }
}

/// The error that the caller's closure threw.
private final class WriteFailure: Sendable {
    private let noted = Mutex<String?>(nil)

    var message: String? { noted.withLock { $0 } }

    func note(_ error: any Error) { noted.withLock { $0 = "\(error)" } }
}
