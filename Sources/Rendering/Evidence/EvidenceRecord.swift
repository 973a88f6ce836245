import Basics
import Documents
import Evidence
import Layout
import Model

/// The evidence about a document's source. It is created before layout, because pages show the
/// digests.
struct EvidenceRecord: Sendable {
    let manifest: Manifest
    private let job: RenderJob
    private let origin: JobOrigin
    private let conversation: [UInt8]
    private let originals: [PDFAttachment]
    let facts: EvidenceFacts

    /// Returns nil for documents that are not evidence.
    init?(_ job: RenderJob, _ control: RenderControl) throws(RenderFault) {
        guard let origin = job.origin, job.format == .pdf, job.output.isArchival else {
            return nil
        }
        let conversation = job.conversation
        try control.check(taking: conversation.jsonBytes(includingMedia: false))
        do throws(MessageChain.Fault) {
            let originals = try EvidenceOriginals(job, origin, control.budget)
            let json = conversation.json(
                includingMedia: false, fileNames: originals.names, budget: control.budget)
            manifest = try Manifest(
                program: origin.program, created: job.output.created?.text, conversation: json,
                files: originals.files, numbers: conversation.messages.map(\.number),
                budget: control.budget)
            self.job = job
            self.origin = origin
            self.conversation = json
            self.originals = originals.attachments
            facts = EvidenceRecord.facts(
                job, origin, originals, chain: manifest.chain.head)
        } catch {
            try control.check()
            throw RenderFault(error)
        }
    }

    /// The attached files. The manifest is completed last, because it names the fonts of the pages.
    func attachments(numbered numbers: PageNumbers) -> [PDFAttachment] {
        let drawing = DrawingRecord(job, origin, numbers)
        var list = PDFAttachment(
            name: Manifest.fileName, mediaType: "application/json",
            words: "The digests of all files and messages", bytes: [], relationship: .data)
        list.completion = { [manifest, configuration = job.configuration] fonts in
            manifest.json(
                environment: DrawingEnvironment.json(
                    program: manifest.program, configuration: configuration, fonts),
                drawing: drawing.json)
        }
        let data = PDFAttachment(
            name: Manifest.conversationName, mediaType: "application/json",
            words: "The conversation as Chatprint reads it", bytes: conversation,
            relationship: .data)
        return [data, list] + originals
    }

    private static func facts(
        _ job: RenderJob, _ origin: JobOrigin, _ originals: EvidenceOriginals, chain: String
    ) -> EvidenceFacts {
        let conversation = job.conversation
        var facts = EvidenceFacts(
            program: origin.program, theme: origin.look, chain: chain, total: origin.total)
        facts.source = originals.source
        facts.exhibits = originals.exhibits(of: conversation)
        facts.format = origin.format
        facts.settings = origin.settings
        facts.created = job.output.created
        let marks = conversation.markCounts()
        // A replacement name leaves no mark, so its places are those of the whole source.
        let renamed = job.redactions.filter { $0.participants > 0 }
        facts.redactedPlaces = marks.values.reduce(0, +) + renamed.reduce(0) { $0 + $1.places }
        let known = Set(job.redactions.compactMap(\.reason))
        facts.redactedFor = marks.flatMap { reasons, count in
            // A code may contain the sign that separates codes.
            let codes =
                known.contains(reasons) ? [reasons[...]] : reasons.split(separator: ", ")
            return codes.map { (String($0), count) }
        }
        if job.options.show.redactions {
            facts.redactedByParts = job.redactions.reduce(0) { $0 + $1.parts }
            facts.similarWords = job.redactions.reduce(0) { $0 + $1.similarPlaces }
        }
        facts.zoneData = Clock.dataVersion
        if let all = origin.inAllParts { facts.inOtherParts = all - conversation.messages.count }
        let times = conversation.messages.compactMap(\.at)
        if let first = times.min(), let last = times.max(),
            let clock = Clock(zone: conversation.timeZone)
        {
            facts.clockChanges = clock.changes(from: first, to: last)
        }
        return facts
    }
}

extension RenderFault {
    init(_ fault: MessageChain.Fault) {
        switch fault {
        case .memory: self = .memory
        case .stopped: self = .abandoned
        case .json, .noMessages: self = .internal("its own conversation cannot be read: \(fault)")
        }
    }
}
