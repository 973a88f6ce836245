import Basics
import Dispatch
import Evidence
import FoundationEssentials
import Glibc
import Importing
import Model
import Rendering
import Server
import Service
import Synchronization
import System

/// Renders many jobs in parallel. Each worker reads, renders and writes one job after another.
final class Batch: Sendable {
    enum Entry: Sendable {
        case line([UInt8])
        case tooLong(limit: Int)
        case job(BatchEntry)
        case failed(BatchEntry, Explanation)
    }

    struct BatchOptions: Sendable {
        /// The folder of relative outputs; nil for the current folder.
        var folder: String?
        /// The parameters of every job that does not set its own.
        var parameters: Parameters = [:]
        var format: Output.Format?
        var media = InputFile.Media.beside
        /// What opens encrypted exports.
        var password: Secret?
        var signer: (any DocumentSigner)?
        /// Whether to sign documents that do not request a signature.
        var signsAlways = false
        var skipsExisting = false
        var showsProgress = false
        /// Selects chats of an account.
        var filter = ChatFilter()
        /// Counts the messages of an account.
        var account: AccountReport?
    }

    private let environment: RenderEnvironment
    private let renderer: Renderer
    private let options: BatchOptions
    private let results = LineStream()
    private let listings = FolderListings()
    /// The number of jobs that run or wait: two per worker, so that no worker is idle.
    private let room: DispatchSemaphore
    private let underway = DispatchGroup()
    private let counted: Mutex<Tally>
    private let stopSignal = Mutex<Int32?>(nil)
    /// The folders whose leftovers of earlier runs have been removed.
    private let tidied = Mutex<Set<String>>([])
    /// The outputs of all lines so far, with the number of the line.
    private let outputs = Mutex<[String: Int]>([:])

    /// - Parameters:
    ///   - queue: the maximum number of jobs that wait in the pool.
    ///   - count: the number of jobs; nil if unknown.
    init(_ environment: RenderEnvironment, options: BatchOptions, queue: Int, count: Int?) {
        counted = Mutex(Tally(all: count))
        self.environment = environment
        self.options = options
        renderer = Renderer(pool: environment.pool, readsHEIF: true)
        room = DispatchSemaphore(value: max(1, min(2 * environment.pool.size, queue)))
    }

    var tally: Tally { counted.withLock { $0 } }
    /// The reason why results can no longer be written.
    var failure: CommandFailure? { results.failure }

    var stoppedBy: Int32? { stopSignal.withLock { $0 } }

    /// Stops taking jobs; running ones are finished.
    func stop(by signal: Int32) { stopSignal.withLock { $0 = $0 ?? signal } }

    /// Submits a job once there is room. Returns false after `stop`.
    func take(_ entry: Entry, line: Int? = nil) -> Bool {
        room.wait()
        guard failure == nil, stoppedBy == nil else {
            room.signal()
            return false
        }
        underway.enter()
        let (job, target) = place(entry, line: line)
        // All jobs count as small, so that no job is interrupted or waits for a large one.
        let admission = environment.pool.submit(isSmall: true) { [self] worker in
            finish(result(of: job, target, line: line, on: worker), of: job)
            room.signal()
            underway.leave()
        }
        if case .accepted = admission { return true }
        room.signal()
        underway.leave()
        return false
    }

    func wait() {
        underway.wait()
        Terminal.endProgress()
    }

    private func finish(_ result: BatchResult, of job: BatchEntry) {
        results.write(result.json)
        if let chat = job.chat { options.account?.count(chat, file: job.output, result.outcome) }
        let progress: String? = counted.withLock { tally in
            switch result.outcome {
            case .made: tally.done += 1
            case .skipped, .media: tally.skipped += 1
            case .leftOut: tally.leftOut += 1
            case .failed: tally.failed += 1
            }
            let now = DispatchTime.now().uptimeNanoseconds
            guard options.showsProgress, now - tally.lastShown > 100_000_000 else { return nil }
            tally.lastShown = now
            return tally.progress(now: now)
        }
        if let progress { Terminal.progress(progress) }
    }

    // MARK: - One job

    /// Parses an entry and reserves its output. Not done by the workers, so that the first of
    /// several jobs with one output is the one that writes it.
    private func place(
        _ entry: Entry, line: Int?
    ) -> (job: BatchEntry, target: Result<BatchTarget, Explanation>) {
        var job = BatchEntry()
        do throws(Explanation) {
            switch entry {
            case .line(let bytes):
                try job.read(bytes, depth: environment.jobBuilder.limits.jsonDepth)
            case .tooLong(let limit): throw Explanation.longLine(limit: limit)
            case .job(let given): job = given
            case .failed(let given, let problem):
                job = given
                throw problem
            }
            job.parameters = try environment.jobBuilder.presets.expanded(job.parameters)
            if case .chat(.failure(let problem))? = job.source { throw problem }
            let target = try BatchTarget(of: job, options)
            if let line, let other = reserve(target.path, line: line) {
                throw Explanation.job("Line \(other) already writes \(target.path).", at: "/output")
            }
            return (job, .success(target))
        } catch {
            return (job, .failure(error))
        }
    }

    /// Reserves an output. Returns the line that has already reserved it.
    private func reserve(_ path: String, line: Int) -> Int? {
        let path = URL(fileURLWithPath: path).standardizedFileURL.path
        return outputs.withLock { outputs in
            if let other = outputs[path] { return other }
            outputs[path] = line
            return nil
        }
    }

    private func result(
        of job: BatchEntry, _ target: Result<BatchTarget, Explanation>, line: Int?,
        on worker: Worker
    ) -> BatchResult {
        var path: String?
        let outcome: BatchResult.Outcome
        do throws(Explanation) {
            let target = try target.get()
            path = target.path
            tidy(target.folder)
            if lacksPeople(job) {
                outcome = .leftOut(.people)
            } else if options.skipsExisting, let bytes = target.existingBytes {
                outcome = .skipped(bytes: bytes)
            } else {
                outcome = try make(job, target, on: worker)
            }
            switch outcome {
            case .media, .leftOut: path = nil
            case .made, .skipped, .failed: break
            }
        } catch {
            outcome = failure(error, of: job)
            if case .leftOut = outcome { path = nil }
        }
        return BatchResult(
            id: job.id ?? job.output.map { .string($0) }, title: job.chat?.title, line: line,
            path: path, outcome: outcome)
    }

    private func lacksPeople(_ job: BatchEntry) -> Bool {
        guard case .chat(.success(let export))? = job.source else { return false }
        return !options.filter.admits(export.imported.conversation.participants)
    }

    /// A chat of an account without messages is no failure.
    private func failure(_ problem: Explanation, of job: BatchEntry) -> BatchResult.Outcome {
        guard problem.type == .empty, let chat = job.chat else { return .failed(problem) }
        return .leftOut(chat.messages == 0 ? .empty : .filter)
    }

    /// When a job first writes to the folder.
    private func tidy(_ folder: String) {
        if tidied.withLock({ $0.insert(folder).inserted }) { OutputFile.removeDrafts(in: folder) }
    }

    private func make(
        _ job: BatchEntry, _ target: BatchTarget, on worker: Worker
    ) throws(Explanation) -> BatchResult.Outcome {
        let jobOptions = JobOptions(
            options.parameters + job.parameters, format: target.format,
            signer: options.signer, signsAlways: options.signsAlways)
        let renderJob: RenderJob
        if case .chat(let export)? = job.source {
            renderJob = try environment.jobBuilder.job(try export.get(), jobOptions)
            guard renderJob.conversation.messages.count >= options.filter.minMessages else {
                return .leftOut(.minMessages)
            }
        } else {
            let upload = try upload(of: job)
            if job.isFound, upload.holdsOnlyMedia { return .media }
            renderJob = try environment.jobBuilder.job(upload, jobOptions)
        }
        guard renderJob.output.splitBy == nil || target.path.lowercased().hasSuffix(".zip") else {
            throw Explanation.job(
                "Parts are written to a ZIP: \"output\" must end in .zip; \"format\" is their format.",
                at: "/output")
        }
        guard !renderJob.format.isArchive || target.path.lowercased().hasSuffix(".zip") else {
            throw Explanation.job(
                "\(renderJob.format.rawValue) is a ZIP: \"output\" must end in .zip; \"format\" selects its contents.",
                at: "/output")
        }
        let file = try target.open()
        let made: BatchResult.Made
        do throws(RenderFault) {
            made = try written(renderJob, to: file, on: worker)
        } catch {
            file.discard()
            if case .sink(let code) = error {
                throw Explanation.unwritable(file.failure(.system(code)))
            }
            throw error.explanation
        }
        do throws(CommandFailure) {
            try file.finish()
        } catch {
            throw Explanation.unwritable(error)
        }
        return .made(made)
    }

    /// Writes a rendering to its file and computes its digest.
    private func written(
        _ job: RenderJob, to file: OutputFile, on worker: Worker
    ) throws(RenderFault) -> BatchResult.Made {
        do {
            let hash = try SHA256()
            var count = 0
            let sink = RenderSink(
                ByteSink { (bytes) throws(SinkFailure) in
                    try file.write(bytes)
                    do throws(DigestFailure) { try hash.update(bytes) } catch {
                        throw .system(ENOMEM)
                    }
                    count += bytes.count
                })
            _ = try renderer.render(job, on: worker, to: sink)
            guard let report = sink.report else { throw RenderFault.abandoned }
            return BatchResult.Made(
                report: report, bytes: count, sha256: try hash.finish(), importer: job.importer)
        } catch let fault as RenderFault {
            throw fault
        } catch {
            // The cryptographic library cannot compute a digest.
            throw .memory
        }
    }

    private func upload(of job: BatchEntry) throws(Explanation) -> Upload {
        switch job.source {
        case .conversation(let bytes)?: return Upload(bytes)
        case .file(let path)?:
            switch FileFacts(path)?.kind {
            case .file?, .folder?: break
            // Devices and pipes may never end.
            case .other?:
                throw Explanation.unreadable(input: "\(path) is neither a file nor a folder")
            case nil:
                throw Explanation.unreadable(input: "\(path) does not exist or cannot be read")
            }
            do throws(CommandFailure) {
                var upload = try InputFile(path: path, media: options.media, listings: listings)
                    .upload
                upload.password = options.password
                return upload
            } catch {
                throw Explanation.unreadable(input: error.sentence)
            }
        case .chat(let export)?: return try export.get().upload
        case nil: throw Explanation.job("A job needs \"conversation\" or \"input\".")
        }
    }
}

extension AccountReport {
    fileprivate func count(_ chat: ChatFacts, file: String?, _ outcome: BatchResult.Outcome) {
        switch outcome {
        case .made(let made):
            add(
                chat, file: file,
                .rendered(
                    messages: made.report.messages, pages: made.report.pages, bytes: made.bytes))
        case .skipped(let bytes): add(chat, file: file, .skipped(bytes: bytes))
        case .leftOut(let reason): add(chat, file: nil, .leftOut(reason))
        case .failed(let problem):
            add(chat, file: nil, .failed(problem, detail: problem.commandDetail))
        case .media: break
        }
    }
}

extension Batch {
    struct Tally: Sendable {
        var done = 0
        var skipped = 0
        var leftOut = 0
        var failed = 0
        /// The number of all jobs, if known beforehand.
        var all: Int?
        let began = DispatchTime.now().uptimeNanoseconds
        /// The time of the last progress line.
        var lastShown: UInt64 = 0

        init(all: Int?) { self.all = all }

        var text: String {
            let skips =
                (skipped > 0 ? ", \(skipped) skipped" : "")
                + (leftOut > 0 ? ", \(leftOut) left out" : "")
            let faults = failed > 0 ? ", \(failed) failed" : ""
            return "\(done) rendered" + skips + faults
        }

        /// A progress line with the speed and the estimated remaining time.
        func progress(now: UInt64) -> String {
            let seconds = Double(now - began) / 1e9
            let ended = done + skipped + leftOut + failed
            guard seconds > 0, ended > 0 else { return text }
            let pace = Double(ended) / seconds
            let left = all.map { ", " + Count.left(Double(max(0, $0 - ended)) / pace) } ?? ""
            let count = all.map { " of \($0)" } ?? ""
            return "\(ended)\(count): \(text), \((pace * 10).rounded() / 10) a second" + left
        }
    }
}

/// Writes complete lines to standard output, from any thread.
final class LineStream: Sendable {
    private let state = Mutex<SystemError?>(nil)

    /// The reason why the stream ended: the reader has closed it, or a write failed.
    var fault: SystemError? { state.withLock { $0 } }

    var failure: CommandFailure? {
        fault.map { error in
            error.code == EPIPE
                ? .file("the reader has closed standard output") : OutputFile.failure("-", error)
        }
    }

    /// Writes a line, unless the stream has ended.
    func write(_ line: [UInt8]) {
        state.withLock { fault in
            guard fault == nil else { return }
            do throws(SystemError) {
                try StandardOutput.write(line + [0x0A])
            } catch {
                fault = error
            }
        }
    }
}
