import Basics
import FoundationEssentials
import Model
import Rendering
import Server
import Service
import System

/// One rendering: its input, output and parameters.
struct BatchEntry: Sendable {
    enum Source: Sendable {
        /// JSON, or the text of an export.
        case conversation([UInt8])
        case file(String)
        /// A chat of an account, which has been read.
        case chat(Result<ImportedExport, Explanation>)
    }

    /// The job's ID, a string or a number.
    var id: JSONValue?
    var source: Source?
    /// Whether the entry was found in a folder instead of being named by the caller.
    var isFound = false
    /// The output path; nil to derive it from the ID.
    var output: String?
    /// Settings named like query parameters; the last value of a name applies.
    var parameters: Parameters = [:]
    /// The facts about the chat if it is one of an account.
    var chat: ChatFacts?
}

extension BatchEntry {
    /// Parses a line: an object with `id`, `conversation` or `input`, `output`, and any query
    /// parameter as a setting.
    ///
    /// The fields read before an error are kept, so that the error can be reported with the job's
    /// ID.
    mutating func read(_ line: [UInt8], depth: Int) throws(Explanation) {
        do {
            var reader = try JSONReader(line, maxDepth: depth + 1)
            guard try reader.peek() == .object else {
                throw Explanation.job(
                    "The line is not an object with \"conversation\" or \"input\".")
            }
            try reader.beginObject()
            while let key = try reader.nextKey() {
                try readMember(key, &reader)
            }
            try reader.end()
        } catch let problem as Explanation {
            throw problem
        } catch let error as JSONError {
            throw error.explanation
        } catch {
            throw Explanation.job("The line cannot be read.")
        }
        guard source != nil else {
            throw Explanation.job("A job needs \"conversation\" or \"input\".")
        }
        guard id != nil || output != nil else {
            throw Explanation.job("A job needs \"id\" or \"output\", which name its file.")
        }
    }

    private mutating func readMember(_ key: String, _ reader: inout JSONReader) throws {
        switch key {
        case "id":
            let value = try reader.value()
            switch value {
            case .string, .number: id = value
            case .null: break
            case .bool, .array, .object:
                throw Explanation.job("\"id\" must be a string or a number.", at: "/id")
            }
        case "conversation": try readConversation(&reader)
        case "input":
            if let path = try text(key, &reader) { try take(.file(path), at: "/input") }
        case "output": output = try text(key, &reader) ?? output
        default: try parameters.append(try reader.value(), under: key, at: JSONPointer.step(key))
        }
    }

    private mutating func readConversation(_ reader: inout JSONReader) throws {
        guard let bytes = try reader.conversation() else { return }
        try take(.conversation(bytes), at: "/conversation")
    }

    private mutating func take(_ source: Source, at pointer: String) throws {
        guard self.source == nil else {
            throw Explanation.job("A job has either \"conversation\" or \"input\".", at: pointer)
        }
        self.source = source
    }

    private func text(_ key: String, _ reader: inout JSONReader) throws -> String? {
        let value = try reader.value()
        if value.isNull { return nil }
        guard let text = value.string, !text.isEmpty, !text.utf8.contains(0) else {
            throw Explanation.job("\"\(key)\" must be a path.", at: JSONPointer.step(key))
        }
        return text
    }
}

extension JSONReader {
    /// Reads the value of "conversation": JSON, or a string with JSON or the text of an export. Nil
    /// for null.
    mutating func conversation() throws -> [UInt8]? {
        switch try peek() {
        case .string: return Array(try stringBytes() ?? [])
        // The decoder validates it later; here it is only skipped.
        case .object, .array: return Array(try leapt())
        case .null:
            try skip()
            return nil
        case .bool, .number:
            throw Explanation.job(
                "\"conversation\" must be a conversation or the text of an export.",
                at: "/conversation")
        }
    }
}

extension Parameters {
    /// Adds a setting of a job or a tool.
    mutating func append(
        _ value: JSONValue, under name: String, at pointer: String
    ) throws(Explanation) {
        guard let place = append(value, under: name) else { return }
        throw Explanation.job(
            "A list of settings must contain strings or objects.", at: pointer + place)
    }
}

/// The destination of a job's output, determined before its input is read.
struct BatchTarget {
    let path: String
    /// The format of the output, or of its parts if it is divided.
    let format: Output.Format

    init(of job: BatchEntry, _ options: Batch.BatchOptions) throws(Explanation) {
        format = try BatchTarget.format(of: job, options)
        let name: String
        if let output = job.output {
            name = output
        } else {
            name =
                try BatchTarget.name(of: job.id)
                + BatchTarget.ending(of: format, options.parameters + job.parameters)
        }
        guard let folder = options.folder else {
            path = name
            return
        }
        // The caller chooses the folder, but a job may come from an untrusted source.
        let steps = name.split(separator: "/", omittingEmptySubsequences: false)
        guard !name.hasPrefix("/"), !steps.contains("..") else {
            throw Explanation.job(
                "\"output\" must stay in the folder of --output.", at: "/output")
        }
        path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// The extension of an output, with its dot.
    static func ending(of format: Output.Format, _ parameters: Parameters) -> String {
        parameters["split_by", "output.split_by"] == nil ? "." + format.ending : ".zip"
    }

    var existingBytes: Int? {
        guard let facts = FileFacts(path), facts.kind == .file else { return nil }
        return facts.bytes
    }

    var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }

    func open() throws(Explanation) -> OutputFile {
        let folder = folder
        do {
            if !FileManager.default.fileExists(atPath: folder) {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true)
            }
        } catch {
            throw Explanation(.outputFailed, "\(folder) cannot be created.")
        }
        do throws(CommandFailure) {
            return try OutputFile(path)
        } catch {
            throw Explanation.unwritable(error)
        }
    }

    /// The format specified by the job, the file's extension or the command; otherwise PNG.
    private static func format(
        of job: BatchEntry, _ options: Batch.BatchOptions
    ) throws(Explanation) -> Output.Format {
        if let name = job.parameters["format", "output.format"] {
            return try known(name, at: "/format", "\"format\" is")
        }
        if let output = job.output {
            let file = output.split(separator: "/").last ?? ""
            guard let dot = file.lastIndex(of: ".") else {
                return try known("", at: "/output", "\"output\" has the extension")
            }
            let ending = String(file[file.index(after: dot)...])
            // The extension .zip is ambiguous between several archive formats.
            if let format = options.format, format.isArchive, ending.lowercased() == format.ending {
                return format
            }
            return try known(ending, at: "/output", "\"output\" has the extension")
        }
        return options.format ?? .png
    }

    private static func known(
        _ name: String, at pointer: String, _ subject: String
    ) throws(Explanation) -> Output.Format {
        if let format = Output.Format(ending: name) { return format }
        let formats = Output.Format.allCases.map(\.rawValue)
        var problem = Explanation.job(
            "\(subject) \"\(String(name.prefix(60)))\", but must be one of \(formats.joined(separator: ", ")).",
            at: pointer)
        problem.allowed = formats
        throw problem
    }

    /// Returns an ID as a file name, unchanged so that two IDs never become one name.
    private static func name(of id: JSONValue?) throws(Explanation) -> String {
        let name = id?.string ?? id?.number?.text ?? ""
        let isName =
            (1...200).contains(name.utf8.count) && !name.hasPrefix(".")
            && !name.unicodeScalars.contains { $0.value < 0x20 || $0 == "/" || $0.value == 0x7F }
        guard isName else {
            throw Explanation.job(
                "The ID is not a valid file name. Set \"output\".", at: "/id")
        }
        return name
    }
}

/// The result of a job: one line of JSON.
struct BatchResult: Sendable {
    struct Made: Sendable {
        let report: RenderReport
        let bytes: Int
        let sha256: String
        let importer: String?
    }

    enum Outcome: Sendable {
        case made(Made)
        /// The file already existed.
        case skipped(bytes: Int)
        /// A file or folder of media, found beside chats.
        case media
        /// A chat of an account that the filters leave out, or without messages.
        case leftOut(AccountReport.Reason)
        case failed(Explanation)
    }

    var id: JSONValue?
    /// The title of a chat of an account.
    var title: String?
    /// The line number in standard input, starting at 1.
    var line: Int?
    var path: String?
    var outcome: Outcome

    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("id", id ?? .null)
            writer.member("line", optional: line)
            writer.member("title", optional: title)
            writer.member("path", optional: path)
            switch outcome {
            case .made(let made): write(made, to: &writer)
            case .skipped(let bytes):
                writer.member("skipped", true)
                writer.member("bytes", bytes)
            case .media:
                writer.member("skipped", true)
                writer.member("media", true)
            case .leftOut(let reason):
                writer.member("skipped", true)
                writer.member("left_out", reason.rawValue)
            case .failed(let problem):
                writer.member(
                    "error",
                    optional: try? JSONValue(parsing: problem.commandJSON))
            }
        }
        return writer.drain()
    }

    private func write(_ made: Made, to writer: inout JSONWriter) {
        writer.member("format", made.report.format.rawValue)
        writer.member("bytes", made.bytes)
        writer.member("sha256", made.sha256)
        writer.member("width", made.report.width)
        writer.member("height", made.report.height)
        writer.member("pages", made.report.pages)
        writer.member("messages", made.report.messages)
        writer.member("importer", optional: made.importer)
        writer.member("warning_count", made.report.warningCount)
        writer.warnings(made.report.warnings)
    }
}

extension Explanation {
    /// A line that is not a valid job.
    static func job(_ sentence: Sentence, at pointer: String? = nil) -> Explanation {
        Explanation(.invalidJob, sentence, at: pointer)
    }

    static func longLine(limit: Int) -> Explanation {
        Explanation(
            .contentTooLarge,
            "The line exceeds the limit of \(limit) bytes (setting body_bytes). Use \"input\" for a file.",
            limit: limit, setting: Setting.bodyBytes.name)
    }

    static func unreadable(input words: String) -> Explanation {
        Explanation(.inputUnreadable, "\(words).", at: "/input")
    }

    static func unwritable(_ failure: CommandFailure) -> Explanation {
        Explanation(.outputFailed, "\(failure.sentence).")
    }
}

/// Splits standard input into lines, with one line in memory at a time.
struct LineFeed {
    enum Line {
        case whole([UInt8])
        /// The line was longer than allowed and was skipped.
        case tooLong
    }

    private let limit: Int
    private var piece: [UInt8] = []
    private var position = 0
    private var isAtEnd = false
    private(set) var number = 0

    private static let pieceBytes = 64 << 10
    private static let newline = UInt8(ascii: "\n")

    init(limit: Int) { self.limit = limit }

    /// Returns the next line that is not blank; nil at the end.
    mutating func next() throws(SystemError) -> Line? {
        while let line = try nextLine() {
            guard case .whole(let bytes) = line else { return line }
            if bytes.contains(where: { $0 > 0x20 }) { return line }
        }
        return nil
    }

    private mutating func nextLine() throws(SystemError) -> Line? {
        var line: [UInt8] = []
        var isTooLong = false
        var hasBegun = false
        while true {
            if position == piece.count {
                guard !isAtEnd else { break }
                piece = try StandardInput.read(atMost: LineFeed.pieceBytes)
                position = 0
                isAtEnd = piece.isEmpty
                if isAtEnd { break }
            }
            hasBegun = true
            let end = piece[position...].firstIndex(of: LineFeed.newline)
            let part = piece[position..<(end ?? piece.count)]
            position = end.map { $0 + 1 } ?? piece.count
            if line.count + part.count > limit { isTooLong = true }
            if isTooLong { line = [] } else { line += part }
            if end != nil { break }
        }
        guard hasBegun else { return nil }
        number += 1
        return isTooLong ? .tooLong : .whole(line)
    }
}
