package import Basics
package import Evidence
import Model
import Themes

/// Verifies an evidence document, and draws it again.
package struct EvidenceCheck: Sendable {
    private let jobBuilder: JobBuilder
    private let renderer: Renderer
    /// The maximum number of inflated bytes that are read from a document.
    private let limit: Int
    private let control: RenderControl

    package init(
        _ jobBuilder: JobBuilder, _ renderer: Renderer, limit: Int,
        control: RenderControl = RenderControl()
    ) {
        self.jobBuilder = jobBuilder
        self.renderer = renderer
        self.limit = limit
        self.control = control
    }

    /// - Parameter chain: the chain head, or at least its first eight digits, obtained separately
    ///   from the document.
    package func verification(
        of document: [UInt8], chain: String?, on worker: Worker
    ) throws(Explanation) -> Verification {
        var verification = try reading { () throws(Verifier.Failure) in
            try Verifier.verify(
                document, limit: limit, chain: chain, budget: control.budget)
        }
        guard let sealed = verification.sealed else { return verification }
        // Only the claimed version can judge the rest of the manifest.
        guard sealed.program == jobBuilder.program else {
            verification.add(.otherVersion(["program"]))
            return verification
        }
        guard let (request, record) = try request(in: sealed, &verification) else {
            return verification
        }
        verification.add(try redraw(sealed, request, record, on: worker))
        return verification
    }

    /// Returns nil and adds a fault if the document lacks something that drawing it again needs.
    private func request(
        in sealed: SealedEvidence, _ verification: inout Verification
    ) throws(Explanation) -> (RenderRequest, DrawingRecord)? {
        do throws(Explanation) {
            guard let (request, record) = try jobBuilder.request(in: sealed, control: control)
            else {
                verification.add(
                    .manifest, "the manifest does not state how the document was drawn")
                return nil
            }
            if record.lacksPictures, !request.conversation.isRedacted {
                verification.add(
                    .manifest,
                    "the manifest states that pictures are withheld, but nothing is redacted")
            }
            return (request, record)
        } catch {
            try control.checkpoint()
            // Exceeding a limit of this service is not a fault of the document.
            guard error.limit == nil else { throw error }
            verification.add(.conversation, "the conversation cannot be read: \(error.detail)")
            return nil
        }
    }

    private func reading<Value>(
        _ body: () throws(Verifier.Failure) -> Value
    ) throws(Explanation) -> Value {
        do throws(Verifier.Failure) {
            return try body()
        } catch {
            try control.checkpoint()
            throw error.explanation
        }
    }

    private func redraw(
        _ sealed: SealedEvidence, _ request: RenderRequest, _ record: DrawingRecord,
        on worker: Worker
    ) throws(Explanation) -> Verification.Redraw {
        guard !record.lacksPictures else {
            return .notDone("the document is redacted and does not contain its pictures")
        }
        var drawing = Comparison(sealed.bytes, control)
        let sink = ByteSink { (bytes) throws(SinkFailure) in try drawing.add(bytes) }
        do throws(Explanation) {
            let job = try jobBuilder.job(drawing: request, record, of: sealed)
            do throws(RenderFault) {
                _ = try renderer.render(
                    job, on: worker, to: RenderSink(sink), control: control)
            } catch {
                throw error.explanation
            }
        } catch {
            try control.checkpoint()
            return .notDone(error.detail)
        }
        guard let offset = drawing.firstDifference else { return .identical }
        let (drawn, limit, budget) = (drawing.drawn, limit, control.budget)
        let others = try reading { () throws(Verifier.Failure) in
            try sealed.environment(differingFrom: drawn, limit: limit, budget: budget)
        }
        return others.isEmpty ? .different(at: offset) : .otherVersion(others)
    }
}

/// Compares the drawn bytes with a document as they arrive. Drawn bytes are kept from the first
/// difference on, because the drawn manifest states the environment here.
private struct Comparison {
    private let document: [UInt8]
    private let control: RenderControl
    /// The number of equal bytes.
    private var equal = 0
    private var rest: [UInt8] = []

    init(_ document: [UInt8], _ control: RenderControl) {
        self.document = document
        self.control = control
    }

    mutating func add(_ bytes: [UInt8]) throws(SinkFailure) {
        var start = 0
        if rest.isEmpty {
            let own = document[equal...].prefix(bytes.count)
            start =
                own.elementsEqual(bytes)
                ? bytes.count : zip(own, bytes).prefix { $0 == $1 }.count
            equal += start
        }
        guard start < bytes.count else { return }
        guard control.verdict(taking: bytes.count) == .proceed else { throw .closed }
        rest += bytes[start...]
    }

    var firstDifference: Int? { rest.isEmpty && equal == document.count ? nil : equal }

    var drawn: [UInt8] { document[..<equal] + rest }
}

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
        let look = try resolved(request, base: base(for: request, isExport: false)) { _ in nil }
        var job = RenderJob(
            request, theme: look.theme,
            language: languages.language(for: request.conversation.locale), format: .pdf,
            limits: limits)
        (job.warnings, job.warningCount) = ([], 0)
        job.ownFamilies = look.ownFamilies
        job.configuration = configuration
        record.apply(
            to: &job, program: evidence.manifest["program"]?.string ?? "",
            sources: Self.sources(of: evidence), files: Self.files(of: evidence))
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
        // A file without a name of its own got that of the file in the document.
        for index in conversation.messages.indices {
            for place in conversation.messages[index].attachments.indices {
                let name = conversation.messages[index].attachments[place].name
                if let name, names[name] != nil {
                    conversation.messages[index].attachments[place].name = nil
                }
            }
        }
        for index in conversation.media.indices {
            guard let file = conversation.media[index].name else { continue }
            conversation.media[index].name = names[file] ?? nil
        }
    }

    private static func files(of evidence: SealedEvidence) -> [Manifest.File] {
        evidence.entries.compactMap { entry in
            guard entry["role"] == .string(Manifest.File.Role.read.rawValue),
                let digest = entry["sha256"]?.string, let bytes = entry["bytes"]?.int
            else { return nil }
            return Manifest.File(
                .read, file: nil, name: entry["name"]?.string,
                content: Manifest.File.Content(bytes: bytes, digest: digest))
        }
    }

    private static func sources(of evidence: SealedEvidence) -> [JobOrigin.Source] {
        evidence.entries.filter { $0["role"] == "source" }.map { entry in
            let bytes = entry["file"]?.string.flatMap { evidence.files[$0] }
            var known: JobOrigin.KnownSource?
            if let digest = entry["sha256"]?.string, let count = entry["bytes"]?.int,
                let type = entry["type"]?.string
            {
                known = JobOrigin.KnownSource(
                    type: type, content: Manifest.File.Content(bytes: count, digest: digest))
            }
            return JobOrigin.Source(
                name: entry["name"]?.string, bytes: bytes ?? [], known: known)
        }
    }
}

/// A signer that leaves the space reserved for the signature empty.
private struct EmptyRoom: DocumentSigner {
    let room: Int
    let name: String?

    func message(about digest: [UInt8]) throws(SigningFailure) -> [UInt8] { [] }
}
