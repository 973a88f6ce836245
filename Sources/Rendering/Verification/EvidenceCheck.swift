import Basics
package import Evidence
import Model

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

    /// - Parameters:
    ///   - chain: the chain head, or at least its first eight digits, obtained separately from the
    ///     document.
    ///   - worker: draws the document again; nil to skip that.
    package func verification(
        of document: [UInt8], chain: String?, on worker: Worker?
    ) throws(JobError) -> Verification {
        var verification = try reading { () throws(Verifier.Failure) in
            try Verifier.verify(
                document, limit: limit, chain: chain, budget: control.budget)
        }
        guard let sealed = verification.sealed,
            let (request, record) = try request(in: sealed, &verification)
        else { return verification }
        if let worker {
            verification.add(try finding(for: sealed, drawing: request, record, on: worker))
        }
        guard verification.redraw?.state != .identical else { return verification }
        let isRedacted = request.conversation.isRedacted
        let messages = request.conversation.messages.lazy.compactMap {
            ShownMessage($0, isRedacted: isRedacted)
        }
        do throws(Verifier.Failure) {
            verification.add(
                try sealed.readingPages(for: messages, limit: limit, budget: control.budget))
        } catch {
            try control.checkpoint()
            guard case .unreadable = error else { throw .verification(error) }
            verification.add(.text, "the pages' text cannot be read")
        }
        return verification
    }

    /// Returns nil and adds a fault if the document lacks something that drawing it again needs.
    private func request(
        in sealed: SealedEvidence, _ verification: inout Verification
    ) throws(JobError) -> (RenderRequest, DrawingRecord)? {
        do throws(JobError) {
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
            let details = ErrorDetails(error)
            guard details.limit == nil else { throw error }
            verification.add(.conversation, "the conversation cannot be read: \(details.detail)")
            return nil
        }
    }

    private func reading<Value>(
        _ body: () throws(Verifier.Failure) -> Value
    ) throws(JobError) -> Value {
        do throws(Verifier.Failure) {
            return try body()
        } catch {
            try control.checkpoint()
            throw .verification(error)
        }
    }

    private func finding(
        for sealed: SealedEvidence, drawing request: RenderRequest, _ record: DrawingRecord,
        on worker: Worker
    ) throws(JobError) -> RedrawFinding {
        guard !record.lacksPictures else {
            return RedrawFinding(
                .notDone,
                reasons: ["the document is redacted and does not contain its pictures"])
        }
        let job: RenderJob
        do throws(JobError) {
            job = try jobBuilder.job(drawing: request, record, of: sealed)
        } catch {
            try control.checkpoint()
            return RedrawFinding(.notDone, reasons: [ErrorDetails(error).detail])
        }
        var sink = ComparingSink(sealed.bytes, control)
        do throws(RenderFault) {
            _ = try renderer.render(job, on: worker, to: &sink, control: control)
        } catch {
            try control.checkpoint()
            return RedrawFinding(.notDone, reasons: [ErrorDetails(error).detail])
        }
        guard !sink.isEqual else { return RedrawFinding(.identical) }
        let drawn = sink.drawn
        do throws(Verifier.Failure) {
            return try sealed.compared(
                with: drawn, by: jobBuilder.program, limit: limit, budget: control.budget)
        } catch {
            try control.checkpoint()
            // The drawn document is readable, so damage is a difference. Otherwise, damage anywhere
            // would prevent the comparison of pages.
            guard case .unreadable(.damaged) = error else { throw .verification(error) }
            return RedrawFinding(.different)
        }
    }
}

/// Compares the drawn bytes with a document as they arrive. Drawn bytes are kept from the first
/// difference on.
private struct ComparingSink: RenderSink {
    private let document: [UInt8]
    private let control: RenderControl
    /// The number of equal bytes.
    private var equal = 0
    private var rest: [UInt8] = []

    init(_ document: [UInt8], _ control: RenderControl) {
        self.document = document
        self.control = control
    }

    mutating func begin(_ report: RenderReport) {}

    mutating func write(_ bytes: [UInt8]) throws(SinkFailure) {
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

    var isEqual: Bool { rest.isEmpty && equal == document.count }

    var drawn: [UInt8] { document[..<equal] + rest }
}
