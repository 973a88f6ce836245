import Basics
import Evidence
import Layout
import Model
import TextDocuments

/// A conversation as a text document. Nothing is measured or drawn.
struct TextDocumentFormat {
    let measured: MeasuredJob
    let form: TextDocument.Form

    func write(to sink: RenderSink) throws(RenderFault) {
        let job = measured.job
        do {
            let sink = sink.begin(measured.report(width: 0, height: 0, pages: 1))
            var document = TextDocument(
                job.conversation, as: form, options: job.options, language: job.language,
                part: job.part,
                budget: measured.control.budget)
            try document.write(to: sink) { try measured.control.check(taking: $0) }
        } catch {
            throw RenderFault(any: error)
        }
    }
}

extension RenderJob {
    /// The maximum number of names in a warning.
    private static let maxNames = 20

    /// Names the files that the source has and an output with files does not include.
    var omittedFiles: String? {
        let files = conversation.messages.flatMap(\.attachments)
            .filter { $0.availability == .omitted }
        guard !files.isEmpty else { return nil }
        let names = files.prefix(Self.maxNames).map { file in
            (file.name ?? file.kind.rawValue).shortened + " (\(file.omitted ?? ""))"
        }
        let rest = files.count - names.count
        return (files.count == 1 ? "1 file is" : "\(files.count) files are") + " not included: "
            + names.joined(separator: ", ") + (rest == 0 ? "" : " and \(rest) more")
    }

    /// A warning about content that the output does not include, such as pictures and files in a
    /// text format.
    func lossWarning(_ budget: WorkBudget) -> Warning? {
        if format == .rsmf {
            let held = ConversationFiles(conversation, budget).names.keys
            return RSMFLosses(conversation, holds: Set(held)).warning(budget)
        }
        if format == .bag { return BagFormat.lossWarning(in: self) }
        if format == .production { return ProductionFormat.lossWarning(in: self) }
        if format == .pdf, output.attachesFiles || origin != nil {
            return omittedFiles.map { Warning(.missingMedia, at: "", $0) }
        }
        guard format.traits.kind == .text else { return nil }
        let count = conversation.messages.reduce(0) { sum, message in
            sum + message.attachments.count { $0.media != nil || $0.file != nil }
        }
        guard count > 0 else { return nil }
        let files = count == 1 ? "1 picture or file is" : "\(count) pictures and files are"
        return Warning(
            .unsupported, at: "",
            "\(files) named but not included: \(format.rawValue) is a text format")
    }
}

/// One HTML page in the theme, laid out by the browser.
struct HTMLFormat {
    let measured: MeasuredJob

    func write(to sink: RenderSink) throws(RenderFault) {
        let job = measured.job
        do {
            let sink = sink.begin(
                measured.report(
                    width: Int(measured.transcript.layout.width.rounded(.up)), height: 0, pages: 1))
            var page = HTMLPage(
                measured.transcript.layout, pictures: measured.pictures, language: job.language,
                background: job.background, budget: measured.control.budget)
            try page.write(to: sink) { try measured.control.check(taking: $0) }
        } catch {
            throw RenderFault(any: error)
        }
    }
}

/// A conversation for e-discovery platforms: a mail for each day, with its events and files.
struct RSMFFormat {
    let measured: MeasuredJob

    func write(to sink: RenderSink) throws(RenderFault) {
        let job = measured.job
        let files = ConversationFiles(job.conversation, measured.control.budget)
        let chain = try MessageChain(of: job.conversation, files, measured.control)
        do {
            let sink = sink.begin(measured.report(width: 0, height: 0, pages: 1))
            let source = RSMFSource(
                generator: job.program, custodian: job.output.custodian, fileNames: files.names,
                digests: chain.links.map(\.digest), collection: chain.head,
                name: job.output.filename ?? "chat")
            let archive = RSMFArchive(
                job.conversation, source, options: job.options, language: job.language,
                budget: measured.control.budget)
            try archive.write(to: sink) { try measured.control.check(taking: $0) }
        } catch {
            throw RenderFault(any: error)
        }
    }
}

extension MessageChain {
    /// Creates the digests of a conversation's messages, as in an evidence document.
    init(
        of conversation: Conversation, _ files: ConversationFiles, _ control: RenderControl
    ) throws(RenderFault) {
        let room = conversation.jsonBytes(includingMedia: false)
        try control.check(taking: room)
        defer { control.budget.release(room) }
        let json = conversation.json(
            includingMedia: false, fileNames: files.names, budget: control.budget)
        do throws(MessageChain.Fault) {
            try self.init(of: json, files: .array([]), budget: control.budget)
        } catch {
            try control.check()
            throw RenderFault(error)
        }
    }
}
