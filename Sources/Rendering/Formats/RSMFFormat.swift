import Basics
import Evidence
import Model
import TextDocuments

/// A conversation for e-discovery platforms: a mail for each day, with its events and files.
struct RSMFFormat: Encoder {
    let measured: MeasuredJob

    func write(on worker: Worker, to sink: inout some RenderSink) throws(RenderFault) {
        let job = measured.job
        let files = ConversationFiles(job.conversation, measured.control.budget)
        let chain = try MessageChain(of: job.conversation, files, measured.control)
        do {
            try sink.begin(measured.report(width: 0, height: 0, pages: 1))
            let source = RSMFSource(
                generator: job.program, custodian: job.output.custodian, fileNames: files.names,
                digests: chain.links.map(\.digest), collection: chain.head,
                name: job.output.filename ?? "chat")
            let archive = RSMFArchive(
                job.conversation, source, options: job.options, language: job.language,
                budget: measured.control.budget)
            try archive.write(to: &sink) { try measured.control.check(taking: $0) }
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
