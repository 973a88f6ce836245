import Basics
import Evidence
import Model
import Themes

extension JobBuilder {
    /// Reads the conversation and settings of an evidence document, and the other content of its
    /// pages. Returns nil if the manifest does not state how the document was drawn.
    func request(
        in evidence: SealedEvidence, control: RenderControl
    ) throws(Explanation) -> (request: RenderRequest, record: DrawingRecord)? {
        guard let record = evidence.drawing.flatMap({ DrawingRecord($0) }),
            let json = evidence.files[Manifest.conversationName]
        else { return nil }
        var request: RenderRequest
        do throws(ConversationError) {
            request = try ConversationDecoder.decode(
                json, drawnWith: record.settings, files: evidence.files, limits: limits,
                budget: control.budget)
        } catch {
            throw error.explanation
        }
        restore(&request.conversation, from: evidence)
        // Each part is a separate document.
        request.output.splitBy = nil
        return (request, record)
    }

    /// Returns the job that draws an evidence document again.
    func job(
        drawing request: RenderRequest, _ record: DrawingRecord, of evidence: SealedEvidence
    ) throws(Explanation) -> RenderJob {
        let look: ThemeCatalog.Resolved
        do throws(ThemeFaults) {
            look = try themes.resolve(
                request.theme,
                contrast: request.options.contrast.flatMap { ThemeContrast(rawValue: $0.rawValue) },
                base: base(for: request, isExport: false), upload: { _ in nil })
        } catch {
            throw error.explanation
        }
        var job = RenderJob(
            conversation: request.conversation, theme: look.theme,
            language: languages.language(for: request.conversation.locale),
            output: request.output, format: .pdf, options: request.options, limits: limits,
            hasOwnLook: request.theme?.kind == .object)
        job.ownFamilies = look.ownFamilies
        job.configuration = configuration
        record.apply(
            to: &job, program: evidence.manifest["program"]?.string ?? "",
            source: Self.source(of: evidence))
        try expectProof(of: job)
        job.output.signature = nil
        if let room = evidence.signatureRoom {
            job.output.signature = request.output.signature ?? SignatureWords()
            job.signer = EmptyRoom(room: room, name: record.signer)
        }
        return job
    }

    /// Restores message numbers of the source and file names, which the embedded JSON does not
    /// contain.
    private func restore(_ conversation: inout Conversation, from evidence: SealedEvidence) {
        let messages = evidence.manifest["messages"]?.array ?? []
        for (index, message) in zip(conversation.messages.indices, messages) {
            if let number = message["number"]?.int { conversation.messages[index].number = number }
        }
        let names = Dictionary(
            evidence.entries.compactMap { entry in
                entry["file"]?.string.map { ($0, entry["name"]?.string) }
            }, uniquingKeysWith: { first, _ in first })
        for index in conversation.media.indices {
            guard let file = conversation.media[index].name else { continue }
            conversation.media[index].name = names[file] ?? nil
        }
    }

    private static func source(of evidence: SealedEvidence) -> JobOrigin.KnownSource? {
        guard let entry = evidence.entries.first(where: { $0["role"] == "source" }),
            let digest = entry["sha256"]?.string, let bytes = entry["bytes"]?.int,
            let type = entry["type"]?.string
        else { return nil }
        return JobOrigin.KnownSource(
            bytes: entry["file"]?.string.flatMap { evidence.files[$0] }, type: type,
            content: Manifest.File.Content(bytes: bytes, digest: digest))
    }
}

/// A signer that leaves the space reserved for the signature empty.
private struct EmptyRoom: DocumentSigner {
    let room: Int
    let name: String?

    func message(about digest: [UInt8]) throws(SigningFailure) -> [UInt8] { [] }
}
