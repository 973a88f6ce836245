import Basics
import Documents
import Layout
import Model
import TextDocuments

/// A production for the opposing party: each page as a separate document with its number, the text
/// of each document, the unmodified files of its messages, and the load files that describe them.
///
/// Numbers have no gaps: a document's pages are followed by its files, one number each.
struct ProductionFormat {
    let job: RenderJob
    let documents: DividedFormat
    let control: RenderControl

    func write(on worker: Worker, to sink: RenderSink) throws(RenderFault) {
        let counts = try documents.counted(job.limits, on: worker)
        let report = try documents.report(of: job, as: job.format, counts, on: worker)
        do {
            let all = report.pages
            let sink = sink.begin(report)
            var volume = ProductionVolume(job.output.production, control)
            var numbers = PageNumbers(before: 0, all: all)
            var held = 0
            defer { control.budget.release(held) }
            for (part, count) in zip(documents.parts, counts) {
                // Avatars, emoji and previews are no documents of the conversation.
                let files = ConversationFiles(
                    part.measured.job.conversation, control.budget
                ).files.filter(\.isAttached)
                try write(part, count, numbers, files, on: worker, &volume, sink)
                // The rows of the load files stay in memory until the end, in arrays that grow by
                // doubling.
                let rows = 2 * volume.rowBytes - held
                try control.check(taking: rows)
                held += rows
                numbers.before += count
                numbers.skipped += files.count
                control.onProgress(RenderProgress(.output, done: numbers.before, of: all))
            }
            try control.check()
            try volume.finish(to: sink)
        } catch {
            throw RenderFault(any: error)
        }
    }

    private func write(
        _ part: DividedFormat.Part, _ count: Int, _ numbers: PageNumbers,
        _ files: [ConversationFiles.File], on worker: Worker, _ volume: inout ProductionVolume,
        _ sink: ByteSink
    ) throws {
        let measured = part.measured.numbered(numbers)
        let bates = measured.job.output.page.bates ?? BatesNumbers()
        let first = bates.start + numbers.before + numbers.skipped
        func number(_ place: Int) -> String {
            bates.lead(of: first + place) + String(first + place)
        }
        let pages = try PDFFormat(measured: measured).limitedPages()
        for place in 0..<count {
            let bytes = try PDFFormat(measured: measured).document(
                ofPage: place, of: pages, on: worker)
            try control.check(taking: bytes.count)
            defer { control.budget.release(bytes.count) }
            try volume.addPage(number(place), bytes, beginning: place == 0 ? count : nil, to: sink)
        }
        let words = ProductionWords(job, part)
        var values = words.document
        values[.begbates] = number(0)
        values[.endbates] = number(count - 1)
        if !files.isEmpty {
            values[.begattach] = number(0)
            values[.endattach] = number(count + files.count - 1)
        }
        values[.pagecount] = String(count)
        let text = try text(of: measured)
        try control.check(taking: text.count)
        defer { control.budget.release(text.count) }
        try volume.addText(text, under: number(0), values, to: sink)
        for (place, file) in files.enumerated() {
            try control.check()
            var values = words.file(file)
            values[.begbates] = number(count + place)
            values[.endbates] = number(count + place)
            values[.begattach] = number(0)
            values[.endattach] = number(count + files.count - 1)
            values[.pagecount] = "0"
            try volume.addFile(
                job.conversation.media[file.media].bytes, under: number(count + place), values,
                to: sink)
        }
    }

    private func text(of measured: MeasuredJob) throws -> [UInt8] {
        let text = ByteSink()
        let job = measured.job
        var document = TextDocument(
            job.conversation, as: .plain, options: job.options, language: job.language,
            part: job.part,
            budget: control.budget)
        try document.write(to: text) { try control.check(taking: $0) }
        return text.bytes
    }

    /// A warning about values with characters that a load file cannot represent, or about files
    /// that are not included.
    static func lossWarning(in job: RenderJob) -> Warning? {
        let conversation = job.conversation
        var facts: [String] = []
        let signs = Set(job.output.production.signs)
        let values =
            [conversation.title, job.output.custodian, job.output.filename].compactMap { $0 }
            + conversation.participants.map(\.name)
            + conversation.messages.flatMap { $0.attachments.compactMap(\.name) }
        let count = values.count { $0.unicodeScalars.contains(where: signs.contains) }
        if count > 0 {
            let them = count == 1 ? "1 value contains" : "\(count) values contain"
            facts.append("\(them) delimiters of the load file, which are replaced by spaces")
        }
        let omitted = job.omittedFiles
        let hasFiles = omitted != nil || conversation.media.contains { !$0.bytes.isEmpty }
        if conversation.isRedacted, hasFiles {
            facts.append("files are not included: parts of the conversation are redacted")
        } else if let omitted {
            facts.append(omitted)
        }
        guard !facts.isEmpty else { return nil }
        return Warning(.unsupported, at: "", facts.joined(separator: "; "))
    }
}

private struct ProductionVolume {
    private let setup: ProductionSetup
    private let control: RenderControl
    private var archive = ZIPWriter()
    private var loadFile: LoadFile

    init(_ setup: ProductionSetup, _ control: RenderControl) {
        self.setup = setup
        self.control = control
        loadFile = LoadFile(setup)
    }

    var rowBytes: Int { loadFile.documents.count + loadFile.pages.count }

    mutating func addPage(
        _ number: String, _ bytes: [UInt8], beginning count: Int?, to sink: ByteSink
    ) throws {
        let names = ["IMAGES", number + ".pdf"]
        try archive.add(names[1], in: [names[0]], bytes, .stored, to: sink)
        loadFile.addPage(number, Self.path(names), beginning: count)
    }

    mutating func addText(
        _ text: [UInt8], under number: String, _ values: LoadFile.Values,
        to sink: ByteSink
    ) throws {
        let names = ["TEXT", number + ".txt"]
        var values = values
        values[.textpath] = Self.path(names)
        values[.sha256] = Hexadecimal.text(of: try SHA256.digest(of: text))
        try archive.add(names[1], in: [names[0]], text, .deflated, to: sink) {
            try control.check()
        }
        loadFile.add(values)
    }

    mutating func addFile(
        _ bytes: [UInt8], under number: String, _ values: LoadFile.Values,
        to sink: ByteSink
    ) throws {
        let ending = Self.ending(of: values[.filename] ?? "", or: MediaFile.type(of: bytes).ending)
        let names = ["NATIVES", number + ending]
        var values = values
        values[.nativepath] = Self.path(names)
        values[.sha256] = Hexadecimal.text(of: try SHA256.digest(of: bytes))
        try archive.add(names[1], in: [names[0]], bytes, .stored, to: sink)
        loadFile.add(values)
    }

    consuming func finish(to sink: ByteSink) throws {
        let (documents, pages) = (loadFile.documents, loadFile.pages)
        for (ending, bytes) in [(".dat", documents), (".opt", pages)] {
            try archive.add(setup.volume + ending, in: ["DATA"], bytes, .deflated, to: sink) {
                try control.check()
            }
        }
        try archive.finish(to: sink)
    }

    /// Formats a path with backslashes, as e-discovery platforms expect it.
    private static func path(_ names: [String]) -> String {
        ZIPWriter.path(names).replacing("/", with: "\\")
    }

    /// Returns the extension for the file's content, or the one of its name if the content is of
    /// unknown type.
    private static func ending(of name: String, or known: String) -> String {
        guard known.isEmpty, let dot = name.lastIndex(of: ".") else { return known }
        let ending = name[name.index(after: dot)...].utf8
        let isPlain =
            (1...8).contains(ending.count)
            && ending.allSatisfy(ASCII.isAlphanumeric)
        return isPlain ? "." + String(name[name.index(after: dot)...]).lowercased() : ""
    }
}

/// The rows of a load file for a document and its files.
struct ProductionWords {
    private let job: RenderJob
    private let part: DividedFormat.Part

    init(_ job: RenderJob, _ part: DividedFormat.Part) {
        self.job = job
        self.part = part
    }

    private var conversation: Conversation { part.measured.job.conversation }

    var document: LoadFile.Values {
        var values = common(at: part.first)
        var senders: [ParticipantIndex] = []
        var seen: Set<ParticipantIndex> = []
        for message in conversation.messages {
            if let from = message.from, seen.insert(from).inserted { senders.append(from) }
        }
        values[.from] = names(senders)
        values[.msgcount] = String(conversation.messages.count)
        values[.filename] =
            job.output.splitBy == nil ? job.output.filename ?? "chat" : part.name
        return values
    }

    /// The values of a file, taken from the first message that shows it.
    func file(_ file: ConversationFiles.File) -> LoadFile.Values {
        let message = file.places.first.map { conversation.messages[$0] }
        var clock = Clock(zone: conversation.timeZone) ?? Clock()
        var values = common(at: message?.at?.local(to: &clock))
        values[.from] = names([message?.from].compactMap { $0 })
        values[.filename] = file.given ?? file.name
        return values
    }

    private func common(at moment: Moment?) -> LoadFile.Values {
        var values: LoadFile.Values = [
            .custodian: job.output.custodian ?? "", .conversation: conversation.title ?? "",
            .to: everyone,
        ]
        if let text = moment?.text {
            values[.datesent] = String(text.prefix(10))
            values[.timesent] = String(text.dropFirst(11).prefix(8))
            values[.timezone] = conversation.timeZone
        }
        return values
    }

    /// The maximum number of names per row, because a chat with thousands of members would repeat
    /// them in thousands of rows.
    private static let maxNames = 50

    private var everyone: String {
        let people = Array(conversation.participants.indices)
        let rest = people.count - Self.maxNames
        guard rest > 0 else { return names(people) }
        return names(Array(people.prefix(Self.maxNames))) + "; and \(rest) more"
    }

    private func names(_ people: [ParticipantIndex]) -> String {
        people.map { conversation.participants[$0].name }.joined(separator: "; ")
    }
}

/// The two load files of a production: the fields of each document (Concordance's `.dat`) and the
/// file of each page (Opticon's `.opt`).
struct LoadFile {
    typealias Values = [ProductionSetup.Column: String]

    private let setup: ProductionSetup
    private(set) var documents: [UInt8]
    private(set) var pages: [UInt8] = []

    init(_ setup: ProductionSetup) {
        self.setup = setup
        // Begins with a byte order mark, by which readers recognize UTF-8.
        documents = [0xEF, 0xBB, 0xBF]
        addRow(setup.fields.map { $0.rawValue.uppercased() })
    }

    mutating func add(_ values: Values) { addRow(setup.fields.map { values[$0] ?? "" }) }

    /// - Parameter count: the number of pages of the document that starts with this page; nil for
    ///   other pages.
    mutating func addPage(_ number: String, _ path: String, beginning count: Int?) {
        let ends = count.map { "Y,,,\($0)" } ?? ",,,"
        pages += "\(number),\(setup.volume),\(path),\(ends)\r\n".utf8
    }

    private mutating func addRow(_ values: [String]) {
        let separator = String(Character(setup.separator))
        let quote = String(Character(setup.quote))
        let row = values.map { quote + quoted($0) + quote }.joined(separator: separator)
        documents += row.utf8
        documents += [0x0D, 0x0A]
    }

    /// A load file cannot escape its own delimiters within a value. They become spaces, and a
    /// warning says so.
    private func quoted(_ value: String) -> String {
        var text = ""
        var wasReturn = false
        for scalar in value.unicodeScalars {
            let isEnd = scalar == "\n" || scalar == "\r"
            if isEnd {
                if !(scalar == "\n" && wasReturn) { text.unicodeScalars.append(setup.newline) }
            } else {
                text.unicodeScalars.append(setup.signs.contains(scalar) ? " " : scalar)
            }
            wasReturn = scalar == "\r"
        }
        return text
    }
}
