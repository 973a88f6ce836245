import Basics
import Layout
import Model
import TextDocuments

/// A conversation as a text document. Nothing is measured or drawn.
struct TextDocumentFormat: Encoder {
    let measured: MeasuredJob
    let form: TextDocument.Form

    func write(on worker: Worker, to sink: inout some RenderSink) throws(RenderFault) {
        let job = measured.job
        do {
            try sink.begin(measured.report(width: 0, height: 0, pages: 1))
            var document = TextDocument(
                job.conversation, as: form, options: job.options, language: job.language,
                part: job.part.map { TextDocument.Part($0.number, of: $0.count) },
                budget: measured.control.budget)
            try document.write(to: &sink) { try measured.control.check(taking: $0) }
        } catch {
            throw RenderFault(any: error)
        }
    }
}

extension RenderJob {
    /// A warning about content that the output does not include, such as pictures and files in a
    /// text format.
    func lossWarning(_ budget: WorkBudget) -> Warning? {
        if format == .rsmf {
            let held = ConversationFiles(conversation, budget).names.keys
            return RSMFLosses(conversation, holds: Set(held)).warning(budget)
        }
        if format == .bag { return BagFormat.lossWarning(in: self) }
        if format == .production { return ProductionFormat.lossWarning(in: self) }
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
