import Compression
package import Evidence
package import Rendering

/// Checks a document for evidence, and draws it again.
package struct EvidenceCheck: Sendable {
    private let jobBuilder: JobBuilder
    private let renderer: Renderer
    /// Bytes, once inflated, of all that is read of a document.
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
    ///   - chain: the head of its chain, or how the head begins, as it is known from elsewhere.
    ///   - worker: draws the document again; nil where nobody is to.
    package func verification(
        of document: [UInt8], chain: String?, on worker: Worker?
    ) throws(Problem) -> Verification {
        var verification = try reading { () throws(Verifier.Failure) in
            try Verifier.verify(
                document, limit: limit, chain: chain, allowance: control.allowance)
        }
        guard let sealed = verification.sealed else { return verification }
        if let worker { verification.add(try finding(for: sealed, on: worker)) }
        guard verification.redraw?.state != .identical else { return verification }
        do throws(Verifier.Failure) {
            verification.add(
                try sealed.readingPages(limit: limit, allowance: control.allowance))
        } catch {
            try control.checkpoint()
            // Pages that cannot be read are a finding already.
            guard case .unreadable = error else { throw Problem(error) }
        }
        return verification
    }

    private func reading<Value>(
        _ body: () throws(Verifier.Failure) -> Value
    ) throws(Problem) -> Value {
        do throws(Verifier.Failure) {
            return try body()
        } catch {
            try control.checkpoint()
            throw Problem(error)
        }
    }

    private func finding(
        for sealed: SealedEvidence, on worker: Worker
    ) throws(Problem) -> RedrawFinding {
        let job: RenderJob
        do throws(Problem) {
            guard let read = try jobBuilder.redrawing(sealed, control: control) else {
                return RedrawFinding(
                    .notDone, reasons: ["the manifest does not say how the document was drawn"])
            }
            guard !read.lacksPictures else {
                return RedrawFinding(
                    .notDone,
                    reasons: ["something is redacted, and the document does not hold its pictures"])
            }
            job = read.job
        } catch {
            try control.checkpoint()
            return RedrawFinding(.notDone, reasons: [error.detail])
        }
        var sink = ComparingSink(sealed.bytes, control)
        do throws(RenderFault) {
            _ = try renderer.render(job, on: worker, to: &sink, control: control)
        } catch {
            try control.checkpoint()
            return RedrawFinding(.notDone, reasons: [Problem(error).detail])
        }
        guard !sink.isEqual else { return RedrawFinding(.identical) }
        let drawn = sink.drawn
        do throws(Verifier.Failure) {
            return try sealed.compared(with: drawn, limit: limit, allowance: control.allowance)
        } catch {
            try control.checkpoint()
            return RedrawFinding(.notDone, reasons: [Problem(error).detail])
        }
    }
}

/// Compares what is drawn with a document as it comes. What is drawn is kept from the first difference on.
private struct ComparingSink: RenderSink {
    private let document: [UInt8]
    private let control: RenderControl
    /// How many bytes are the same.
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
