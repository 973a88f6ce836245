import Graphics
import Model
import TextDocuments

protocol Encoder {
    func write(on worker: Worker, to sink: inout some RenderSink) throws(RenderFault)
}

/// The way a format is written: from one measured conversation, or as an archive of documents.
enum FormatEncoding {
    typealias MakeEncoder = @Sendable (MeasuredJob, Renderer) -> any Encoder

    case document(MakeEncoder)
    case archive((RenderJob, DividedFormat, RenderControl) -> any Encoder)

    static let png: MakeEncoder = { PNGFormat(renderer: $1, measured: $0) }
    static let pdf: MakeEncoder = { PDFEncoder(measured: $0, pool: $1.pool) }

    /// Selects the encoder of each format; this is the only place that does.
    init(_ format: Output.Format) {
        self =
            switch format {
            case .png: .document(Self.png)
            case .webp:
                .document { measured, renderer in
                    guard measured.job.isClip else {
                        return WebPFormat(renderer: renderer, measured: measured)
                    }
                    return ClipFormat(renderer: renderer, measured: measured)
                }
            case .apng, .gif: .document { ClipFormat(renderer: $1, measured: $0) }
            case .mp4: .document { ClipFormat(renderer: $1, measured: $0, codec: .h264) }
            case .webm: .document { ClipFormat(renderer: $1, measured: $0, codec: .vp9) }
            case .jpeg: .document { JPEGFormat(renderer: $1, measured: $0) }
            case .pdf: .document(Self.pdf)
            case .svg:
                .document { measured, _ in
                    PaintingEncoder(timer: measured.timer, encoder: SVGEncoder(measured: measured))
                }
            case .zip: .document { ZIPFormat(renderer: $1, measured: $0) }
            case .json:
                .document { measured, _ in
                    PaintingEncoder(timer: measured.timer, encoder: JSONFormat(measured: measured))
                }
            case .html: .document { measured, _ in HTMLFormat(measured: measured) }
            case .txt:
                .document { measured, _ in TextDocumentFormat(measured: measured, form: .plain) }
            case .md:
                .document { measured, _ in TextDocumentFormat(measured: measured, form: .markdown) }
            case .csv:
                .document { measured, _ in TextDocumentFormat(measured: measured, form: .csv) }
            case .mbox:
                .document { measured, _ in TextDocumentFormat(measured: measured, form: .mailbox) }
            case .rsmf: .document { measured, _ in RSMFFormat(measured: measured) }
            case .bag: .archive { BagFormat(job: $0, documents: $1, control: $2) }
            case .production: .archive { ProductionFormat(job: $0, documents: $1, control: $2) }
            }
    }
}

/// A PDF by the requested engine.
private struct PDFEncoder: Encoder {
    let measured: MeasuredJob
    let pool: WorkerPool

    func write(on worker: Worker, to sink: inout some RenderSink) throws(RenderFault) {
        switch measured.job.output.engine {
        case .chatprint:
            try PDFFormat(measured: measured).write(by: pool, on: worker, to: &sink)
        case .cairo: try CairoFormat(measured: measured).writePDF(on: worker, to: &sink)
        }
    }
}

/// An SVG by the requested engine.
private struct SVGEncoder: Encoder {
    let measured: MeasuredJob

    func write(on worker: Worker, to sink: inout some RenderSink) throws(RenderFault) {
        switch measured.job.output.engine {
        case .chatprint: try SVGFormat(measured: measured).write(on: worker, to: &sink)
        case .cairo: try CairoFormat(measured: measured).writeSVG(on: worker, to: &sink)
        }
    }
}

/// An encoder that only paints; its whole duration is timed as painting.
private struct PaintingEncoder<Wrapped: Encoder>: Encoder {
    let timer: StageTimer
    let encoder: Wrapped

    func write(on worker: Worker, to sink: inout some RenderSink) throws(RenderFault) {
        try timer.time(.paint) { () throws(RenderFault) in
            try encoder.write(on: worker, to: &sink)
        }
    }
}
