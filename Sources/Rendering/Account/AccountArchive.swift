package import Basics
import Importing
import Model

extension JobOptions {
    private static let splitNames: Set<String> = ["split_by", "output.split_by"]

    /// Whether every chat of an export becomes a file.
    package var splitsByChat: Bool {
        parameters["split_by", "output.split_by"]?.lowercased() == "chat"
    }

    /// The IDs or names of the chats to render; empty for all.
    fileprivate var chats: Set<String> {
        Set(parameters.keeping(["chat"]).pairs.map(\.value))
    }

    /// The options for one of the chats.
    fileprivate var ofOneChat: JobOptions {
        var options = self
        options.parameters = parameters.dropping(Self.splitNames.union(["chat"]))
        options.format = format.map(DividedFormat.format)
        options.fallback = fallback.map(DividedFormat.format)
        return options
    }
}

/// A ZIP with a file for each chat of an export, `index.html` and `report.json`.
///
/// The export is read once, and a few chats at a time are drawn and written in order, so that only
/// those few are in memory. Limits of a conversation apply to each chat. A chat that fails does not
/// end the others.
package struct AccountArchive: Sendable {
    /// The number of messages and files that were written.
    package typealias Counts = (messages: Int, files: Int)

    private let pool: WorkerPool
    private let renderer: Renderer
    private let builder: JobBuilder
    private let options: JobOptions
    private let control: RenderControl

    package init(
        _ options: JobOptions, _ builder: JobBuilder, _ renderer: Renderer,
        control: RenderControl = RenderControl()
    ) {
        self.options = options
        self.builder = builder
        self.renderer = renderer
        self.control = control
        pool = renderer.pool
    }

    private struct Entry: Sendable {
        let facts: ChatFacts
        let export: Result<ImportedExport, Explanation>
        let memory: Int
    }

    private struct Drawing: Sendable {
        let bytes: [UInt8]
        let report: RenderReport
        let ending: String
        let isCompressed: Bool
    }

    private final class State {
        var entries: [Entry] = []
        var archive = ZIPWriter()
        var names = ChatFileNames(reserved: AccountReport.fileNames)
        var sink: ByteSink?
        var number = 0
        var counts: Counts = (0, 0)
        var fault: Explanation?
        /// The first chat that failed, which explains an empty archive.
        var firstFault: Explanation?
        var leftOut = 0
        let report = AccountReport()
    }

    package func write(
        _ upload: Upload, on worker: Worker, to sink: RenderSink
    ) throws(Explanation) -> Counts {
        guard upload.others.isEmpty else { throw OptionConflict.joiningChats.explanation }
        let state = State()
        let (one, wanted) = (options.ofOneChat, options.chats)
        let reading = RenderControl(
            verdict: { control.verdict(taking: $0) }, now: control.now,
            onProgress: { progress in
                // Chats are drawn while the export is read.
                control.onProgress(
                    RenderProgress(.output, done: progress.done, of: progress.all))
            })
        let window = max(1, pool.size)
        try builder.forEachChat(of: upload, for: one, control: reading) { chat in
            let isWanted =
                wanted.isEmpty || wanted.contains(chat.name.id) || wanted.contains(chat.name.name)
            guard isWanted else { return true }
            // The importer releases the chat as soon as it is taken.
            guard control.budget.reserve(chat.memory) else { return false }
            state.entries.append(
                Entry(
                    facts: ChatFacts(chat, number: state.number), export: chat.export,
                    memory: chat.memory))
            state.number += 1
            guard state.entries.count == window else { return true }
            return deliver(state, one, on: worker, to: sink)
        }
        _ = state.fault == nil && deliver(state, one, on: worker, to: sink)
        try control.checkpoint()
        if let fault = state.fault { throw fault }
        guard let bytes = state.sink else {
            if let fault = state.firstFault { throw fault }
            guard wanted.isEmpty || state.number > 0 else {
                throw ImportError.unknownChat(wanted.sorted()[0], []).explanation
            }
            throw .nothingLeft(of: state.leftOut)
        }
        do {
            for file in state.report.files(source: upload.filename, isComplete: true) {
                try state.archive.add(file.name, file.bytes, .deflated, to: bytes) {
                    try control.check()
                }
            }
            try state.archive.finish(to: bytes)
        } catch {
            throw (control.fault ?? RenderFault(any: error)).explanation
        }
        return state.counts
    }

    /// Draws the waiting chats and writes them in order. Returns false if the archive must end.
    private func deliver(
        _ state: State, _ options: JobOptions, on worker: Worker, to sink: RenderSink
    ) -> Bool {
        let entries = state.entries
        state.entries = []
        let drawn = Slots<Result<Drawing, Explanation>>(entries.count)
        pool.forEach(entries.count, on: worker) { number, worker in
            guard control.verdict() == .proceed else { return }
            drawn.put(
                Result { () throws(Explanation) in
                    try draw(entries[number], options, on: worker)
                }, at: number)
        }
        for (number, entry) in entries.enumerated() {
            guard control.verdict() == .proceed, let result = drawn.take(number) else {
                return false
            }
            do {
                try add(result, of: entry, to: state, sink)
            } catch {
                state.fault = (control.fault ?? RenderFault(any: error)).explanation
                return false
            }
            control.budget.release(entry.memory)
        }
        return true
    }

    private func add(
        _ result: Result<Drawing, Explanation>, of entry: Entry, to state: State,
        _ sink: RenderSink
    ) throws {
        switch result {
        case .success(let drawing):
            // The counts are known at the end, and are in the report.
            let bytes =
                state.sink
                ?? sink.begin(
                    RenderReport(
                        format: .zip, width: 0, height: 0, pages: 0, messages: 0, warnings: [],
                        warningCount: 0))
            state.sink = bytes
            let name = state.names.next(
                entry.facts.title, entry.facts.first, ending: drawing.ending)
            try state.archive.add(
                name, drawing.bytes, drawing.isCompressed ? .stored : .deflated, to: bytes
            ) { try control.check() }
            control.budget.release(drawing.bytes.count)
            state.counts.files += 1
            state.counts.messages += drawing.report.messages
            state.report.add(
                entry.facts, file: name,
                .rendered(
                    messages: drawing.report.messages, pages: drawing.report.pages,
                    bytes: drawing.bytes.count))
        case .failure(let fault) where fault.type == .empty:
            state.leftOut += entry.facts.messages ?? 0
            state.report.add(
                entry.facts, file: nil, .leftOut(entry.facts.messages == 0 ? .empty : .filter))
        case .failure(let fault):
            state.firstFault = state.firstFault ?? fault
            state.report.add(entry.facts, file: nil, .failed(fault, detail: fault.detail))
        }
    }

    private func draw(
        _ entry: Entry, _ options: JobOptions, on worker: Worker
    ) throws(Explanation) -> Drawing {
        // The progress of one chat is not that of the archive.
        let control = RenderControl(
            verdict: { self.control.verdict(taking: $0) }, now: self.control.now)
        let job = try builder.job(try entry.export.get(), options, control: control)
        var bytes: [UInt8] = []
        let sink = RenderSink(
            ByteSink { piece throws(SinkFailure) in
                guard control.verdict(taking: piece.count) == .proceed else { throw .closed }
                bytes += piece
            })
        do throws(RenderFault) {
            _ = try renderer.render(job, on: worker, to: sink, control: control)
        } catch {
            throw (control.fault ?? error).explanation
        }
        guard let report = sink.report else { throw RenderFault.abandoned.explanation }
        return Drawing(
            bytes: bytes, report: report,
            ending: job.output.splitBy == nil ? "." + job.format.ending : ".zip",
            isCompressed: job.format.has(.compressed) || job.output.splitBy != nil)
    }
}
