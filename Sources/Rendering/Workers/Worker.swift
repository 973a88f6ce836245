import Basics
import Documents
import Fonts
import Graphics
import Layout
import Model
import Readers
import Scene
import Themes
package import Typesetting

/// The resources of one thread, never shared: fonts, caches of shaped text, surfaces and a
/// compressor stay warm from job to job.
package final class Worker {
    let typesetter: Typesetter
    let painting: PaintingResources
    let documents: DocumentCaches
    private var encoder = StripeEncoder()
    /// The painter of the last job that ran here.
    private var painter: (job: ObjectIdentifier, painter: Painter)?
    /// The last flat stripe that was compressed here.
    private var flat: (kind: FlatStripe, image: PNGImage, stripe: CompressedStripe)?
    /// Whether the current job counts as small: an estimate, until the job is read.
    package var isAtSmallJob = true
    /// Whether the current job runs between two parts of a large one.
    var isBetweenParts = false

    init(fonts: FontTable) throws(WorkerFailure) {
        typesetter = Typesetter(fonts: fonts)
        do throws(FontFailure) {
            painting = try PaintingResources()
        } catch {
            throw .drawing("\(error)")
        }
        guard let documents = DocumentCaches(fonts: painting.fonts) else { throw .memory }
        self.documents = documents
    }

    /// Paints a stripe and compresses it while it is still in the CPU cache.
    func paint(
        _ viewport: Viewport, of image: PNGImage, for measured: MeasuredJob, background: [Node],
        blocks: [Block]
    ) throws(RenderFault) -> CompressedStripe {
        let isOurs = measured.job.output.engine == .chatprint
        let kind =
            isOurs
            ? FlatStripe(
                viewport, backdrop: backdrop(measured), background: background, blocks: blocks)
            : nil
        if let kind, let flat, flat.kind == kind, flat.image == image { return flat.stripe }
        let content = StripeContents(image: image, background: background, blocks: blocks)
        let stripe =
            isOurs
            ? try compress(viewport, content, for: measured)
            : try paint(viewport, content, for: measured)
        // An unpainted part would contain pixels of another drawing.
        if let kind, measured.control.budget.mayContinue { flat = (kind, image, stripe) }
        return stripe
    }

    /// Fewer rows are painted with those beside them.
    private static let minRows = 24

    private struct StripeContents {
        let image: PNGImage
        let background: [Node]
        let blocks: [Block]
    }

    /// Compresses a stripe and paints only those of its rows that must be.
    ///
    /// - Parameter isPart: whether it is a part of one without rows that must be painted.
    private func compress(
        _ viewport: Viewport, _ content: StripeContents, for measured: MeasuredJob,
        isPart: Bool = false
    ) throws(RenderFault) -> CompressedStripe {
        let rows = viewport.rows
        let obstacles: [Range<Int>]
        switch try plan(viewport, content, for: measured) {
        case .compressed(let stripe):
            measured.timer.count(.planned, rows: rows.count)
            return stripe
        case .obstructed(let found):
            obstacles = Self.joined(found.map { $0.offset(by: rows.lowerBound) }, in: rows)
        }
        guard !isPart, 3 * obstacles.reduce(0, { $0 + $1.count }) <= rows.count else {
            return try paint(viewport, content, for: measured)
        }
        var stripe: CompressedStripe?
        func add(_ part: CompressedStripe) {
            stripe = stripe.map { $0.joined(with: part) } ?? part
        }
        func part(_ rows: Range<Int>) -> Viewport {
            Viewport(width: viewport.width, rows: rows, scale: viewport.scale)
        }
        var start = rows.lowerBound
        for obstacle in obstacles {
            if start < obstacle.lowerBound {
                add(
                    try compress(
                        part(start..<obstacle.lowerBound), content, for: measured, isPart: true))
            }
            add(try paint(part(obstacle), content, for: measured))
            start = obstacle.upperBound
        }
        if start < rows.upperBound {
            add(try compress(part(start..<rows.upperBound), content, for: measured, isPart: true))
        }
        if let stripe { return stripe }
        return try paint(viewport, content, for: measured)
    }

    /// Sorts obstacles and joins those with few rows between them.
    private static func joined(_ obstacles: [Range<Int>], in rows: Range<Int>) -> [Range<Int>] {
        var joined: [Range<Int>] = []
        for obstacle in obstacles.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            let end =
                rows.upperBound - obstacle.upperBound < minRows
                ? rows.upperBound : obstacle.upperBound
            if let last = joined.last, obstacle.lowerBound - last.upperBound < minRows {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, end)
            } else {
                let isNear = obstacle.lowerBound - rows.lowerBound < minRows
                joined.append((isNear ? rows.lowerBound : obstacle.lowerBound)..<end)
            }
        }
        return joined
    }

    private func plan(
        _ viewport: Viewport, _ content: StripeContents, for measured: MeasuredJob
    ) throws(RenderFault) -> PlannedStripe {
        do throws(PaintingFailure) {
            return try measured.timer.time(.paint) { () throws(PaintingFailure) in
                try painter(for: measured).compress(
                    viewport, of: content.image, backdrop: backdrop(measured),
                    background: content.background, blocks: content.blocks,
                    budget: measured.control.budget)
            }
        } catch {
            throw RenderFault(error)
        }
    }

    private func paint(
        _ viewport: Viewport, _ content: StripeContents, for measured: MeasuredJob
    ) throws(RenderFault) -> CompressedStripe {
        measured.timer.count(.painted, rows: viewport.rows.count)
        return try paint(
            viewport, for: measured, background: content.background, blocks: content.blocks
        ) { encode($0, of: content.image, measured.timer) }
    }

    private func backdrop(_ measured: MeasuredJob) -> Color {
        measured.isOpaque ? .white : .clear
    }

    /// Paints a stripe and passes its pixels to a closure.
    func paint<Painted>(
        _ viewport: Viewport, for measured: MeasuredJob, background: [Node], blocks: [Block],
        _ body: (borrowing ImageSurface) -> Painted
    ) throws(RenderFault) -> Painted {
        let backdrop = backdrop(measured)
        let timer = measured.timer
        switch measured.job.output.engine {
        case .chatprint:
            do throws(PaintingFailure) {
                return try timer.time(.paint) { () throws(PaintingFailure) in
                    try painter(for: measured).paint(
                        viewport, backdrop: backdrop, background: background, blocks: blocks,
                        budget: measured.control.budget, body)
                }
            } catch {
                throw RenderFault(error)
            }
        case .cairo:
            do throws(CairoFailure) {
                return try timer.time(.paint) { () throws(CairoFailure) in
                    body(
                        try CairoPicture(
                            width: viewport.width, scale: viewport.scale, fonts: typesetter.fonts,
                            pictures: measured.pictures
                        ).paint(
                            rows: viewport.rows, backdrop: backdrop,
                            background + blocks.flatMap(\.nodes)))
                }
            } catch {
                throw RenderFault(error)
            }
        }
    }

    /// Measures text as long as the job may continue. Throws if a font could not be opened.
    func measure<Result>(
        _ control: RenderControl, _ body: (BoundedTypesetter) throws(RenderFault) -> Result
    ) throws(RenderFault) -> Result {
        let result = try body(BoundedTypesetter(typesetter, control.budget))
        if let failure = typesetter.takeFailure() { throw RenderFault(failure) }
        return result
    }

    /// Compresses a picture as a stream of its own.
    func stream(_ words: Span<UInt32>, stride: Int, of image: PNGImage) -> [UInt8] {
        encoder.stream(words, stride: stride, of: image)
    }

    private func encode(
        _ surface: borrowing ImageSurface, of image: PNGImage, _ timer: StageTimer
    ) -> CompressedStripe {
        timer.time(.encode, within: .paint) {
            surface.withPixels { pixels in
                encoder.encode(
                    pixels, rows: surface.height, stride: surface.stride / 4, of: image)
            }
        }
    }

    private func painter(for measured: MeasuredJob) -> Painter {
        let job = ObjectIdentifier(measured.pictures)
        if let painter, painter.job == job { return painter.painter }
        let fresh = Painter(
            on: painting, fonts: typesetter.fonts, pictures: measured.pictures,
            colors: measured.job.theme.letterColors)
        painter = (job, fresh)
        return fresh
    }

    var holdsPictures: Bool { painter != nil }

    /// Releases the decoded pictures of the last job.
    func forget() { painter = nil }
}

/// The reason why a worker could not be created.
enum WorkerFailure: Error, Sendable, Equatable {
    case drawing(String)
    case memory
    /// The system cannot start a thread.
    case threads
}

extension Typesetter: TextMeasurer {}
extension BoundedTypesetter: TextMeasurer {}

extension Worker {
    /// One word in each of the scripts that most chats use. Thai is included for its dictionary:
    /// Pango loads it once per process, and if that fails it never tries again.
    private static let words =
        "Aa 1 … 你好 こんにちは 안녕 سلام שלום नमस्ते สวัสดี 😀"

    /// Opens the fonts that nearly every conversation needs, so that the first one does not have
    /// to. By then the process may have run out of file descriptors.
    package func warmUp() throws(RenderFault) {
        for (family, weight) in [("sans-serif", 400), ("sans-serif", 600), ("monospace", 400)] {
            let style = TextStyle(families: [family], size: 16, lineHeight: 20, weight: weight)
            let text = try measure(RenderControl()) { typesetter in
                typesetter.shape(StyledText(Self.words, style: style, color: .black), width: 1_000)
            }
            do throws(FontFailure) {
                for run in text.runs { try open(run, of: text) }
            } catch {
                throw RenderFault(error)
            }
        }
    }

    /// Opens the libraries that decode HEIC and the sound of voice messages.
    package static func openDecoders() {
        PictureDecoder.openHEIF()
        Readers.openSoundDecoder()
    }

    private func open(_ run: ShapedText.Run, of text: ShapedText) throws(FontFailure) {
        guard let file = typesetter.fonts.fontFile(run.font),
            let glyph = text.glyphs(of: run).first?.id
        else { return }
        try painting.warmUp(glyph, of: run.font, in: file, pixelsPerEm: run.size)
        try documents.warmUp(glyph, of: run.font, in: file)
    }
}

extension Theme {
    /// The colors of messages and what is behind them.
    fileprivate var letterColors: [(ink: Color, ground: Color)] {
        [sent, received].map { style in
            if case .color(let fill) = style.fill { return (style.textColor, fill) }
            return (style.textColor, canvas.background.color)
        }
    }
}

extension Range<Int> {
    fileprivate func offset(by rows: Int) -> Range<Int> {
        lowerBound + rows..<upperBound + rows
    }
}
