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
        var reported = 0
        let all = whole.divided(by: division, control.budget)
        try control.check()
        for (number, part) in all.enumerated() {
            var own = job
            if all.count > 1 { own.part = PartNumber(number + 1, of: all.count) }
            own.conversation = part.conversation
            if job.output.splitBy != nil { own.origin?.inAllParts = whole.messages.count }
            // Omitted messages are reported by the part that follows them, and by the last part at
            // the end.
            let gaps = job.origin?.gaps ?? []
            let last = part.conversation.messages.lazy.map(\.number).max() ?? 0
            let end =
                number == all.count - 1
                ? gaps.count : max(reported, gaps.partitionPoint { $0.numbers.lowerBound > last })
            own.origin?.gaps = Array(gaps[reported..<end])
            reported = end
            own.format = DividedFormat.format(job.format)
            if hidesStatus, let lastSent,
                !part.conversation.messages.contains(where: { $0.number == lastSent })
            {
                own.options.show.status = .never
            }
            parts.append(
                DividedFormat.Part(
                    name: part.name, first: part.first, last: part.last,
                    measured: try measured(for: own, pictures, on: worker, control, timer)))
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

extension Message {
    fileprivate func isSent(by me: ParticipantIndex) -> Bool {
        switch kind {
        case .message, .call, .unknown: from == me
        case .system, .note, .typing, .unread: false
        }
    }
}
