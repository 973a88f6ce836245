import Basics
import Layout
import Model
import Scene

extension Renderer {
    /// Lays out the documents of an archive: one for the whole, or one per part.
    func layOutDocuments(
        of job: RenderJob, on worker: Worker, _ control: RenderControl, _ timer: StageTimer
    ) throws(RenderFault) -> DividedFormat {
        var job = job
        if job.format == .production {
            // The pages of a production are identified by their numbers, so they must have some.
            job.output.page.bates = job.output.page.bates ?? BatesNumbers()
        }
        job.format = .pdf
        return try layOut(
            job, by: job.output.splitBy ?? .count(.max), FormatEncoding.pdf, on: worker, control,
            timer)
    }

    /// Lays out each part with the context of the whole conversation.
    func layOut(
        _ job: RenderJob, by division: Division, _ encoder: @escaping FormatEncoding.MakeEncoder,
        on worker: Worker, _ control: RenderControl, _ timer: StageTimer
    ) throws(RenderFault) -> DividedFormat {
        let pictures = try PictureStore(
            job, readsHEIF: readsHEIF, budget: control.budget)
        let whole = job.conversation
        let lastSent = whole.me.flatMap { me in whole.messages.last { $0.isSent(by: me) }?.number }
        // If only the last message of the whole conversation shows its status, the last message of
        // a part must not show one.
        let hidesStatus = Layout.showsStatusOfLastAlone(job.options, theme: job.theme)
        var parts: [DividedFormat.Part] = []
        let all = whole.divided(by: division, control.budget)
        let owners = PartOwners(all, of: whole)
        let gaps = owners.divide(job.origin?.gaps ?? []) { $0.numbers.lowerBound }
        let omitted = owners.divide(job.options.excerpt.omitted) { $0.lowerBound }
        try control.check()
        for (number, part) in all.enumerated() {
            var own = job
            if all.count > 1 { own.part = PartNumber(number + 1, of: all.count) }
            own.conversation = part.conversation
            if job.output.splitBy != nil { own.origin?.inAllParts = whole.messages.count }
            own.origin?.gaps = gaps[number]
            own.options.excerpt.omitted = omitted[number]
            own.format = DividedFormat.format(job.format)
            if hidesStatus, let lastSent,
                !part.conversation.messages.contains(where: { $0.number == lastSent })
            {
                own.options.show.status = .never
            }
            parts.append(
                DividedFormat.Part(
                    name: part.name, first: part.first, last: part.last,
                    measured: try measured(
                        for: own, pictures, on: worker, control, timer,
                        sibling: parts.last?.measured)))
        }
        let faults = try PictureCheck(
            job: job, transcripts: parts.map(\.measured.transcript), pictures: pictures
        ).run(pool, on: worker, control)
        guard faults.isEmpty else {
            return try layOut(
                job.labelling(faults), by: division, encoder, on: worker, control, timer)
        }
        return DividedFormat(
            renderer: self, job: job, division: division, control: control, encoder: encoder,
            parts: parts)
    }
}

/// Assigns what was omitted to the part with the next message of the source, or with the last one.
private struct PartOwners {
    private let whole: Conversation
    private let isDescending: Bool
    /// The part of each message.
    private var parts: [Int]
    private let count: Int

    init(_ all: [ConversationPart], of whole: Conversation) {
        self.whole = whole
        count = all.count
        let numbers = (whole.messages.first?.number ?? 0, whole.messages.last?.number ?? 0)
        isDescending = numbers.0 > numbers.1
        parts = Array(repeating: 0, count: whole.messages.count)
        for (index, part) in all.enumerated() {
            for place in part.places { parts[place] = index }
        }
    }

    /// - Parameter start: returns the number of the first omitted message.
    func divide<Gap>(_ gaps: [Gap], start: (Gap) -> Int) -> [[Gap]] {
        var divided: [[Gap]] = Array(repeating: [], count: count)
        guard !parts.isEmpty else { return divided }
        for gap in gaps {
            let number = start(gap)
            let next =
                isDescending
                ? whole.messages.partitionPoint { $0.number < number } - 1
                : whole.messages.partitionPoint { $0.number > number }
            divided[parts[min(max(next, 0), parts.count - 1)]].append(gap)
        }
        return divided
    }
}

extension Message {
    fileprivate func isSent(by me: ParticipantIndex) -> Bool {
        switch kind {
        case .message, .call, .unknown: from == me
        case .system, .note, .typing, .unread: false
        }
    }
}
