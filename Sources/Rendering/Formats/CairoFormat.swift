import Basics
import Graphics
import Layout
import Model
import Scene
import Typesetting

/// A document or a drawing written by cairo (`engine=cairo`).
struct CairoFormat {
    let measured: MeasuredJob

    func writePDF(on worker: Worker, to sink: RenderSink) throws(RenderFault) {
        let format = PDFFormat(measured: measured)
        let (pages, paper) = (try format.limitedPages(), format.paper)
        do {
            let size = format.pageSize
            let sink = sink.begin(
                measured.report(width: size.width, height: size.height, pages: pages.count))
            var document = try CairoDocument(
                .pdf, size: Size(Double(size.width), Double(size.height)),
                fonts: worker.typesetter.fonts, pictures: measured.pictures)
            document.describe(
                title: measured.job.conversation.title ?? "Conversation",
                created: measured.job.output.created?.text)
            for number in 0..<pages.count {
                let rows = pages.rowCount(on: number) * PDFFormat.placedRowBytes
                try measured.control.check(taking: rows)
                defer { measured.control.budget.release(rows) }
                try measured.timer.time(.paint) {
                    let page = try worker.measure(measured.control) { pages.page(number, with: $0) }
                    let room = try recording(page, .pdf)
                    defer { measured.control.budget.release(room) }
                    try document.add(page, scale: paper.scale)
                }
                try sink.write(document.takeBytes())
            }
            try document.finish()
            try sink.write(document.takeBytes())
        } catch {
            throw RenderFault(any: error)
        }
    }

    func writeSVG(on worker: Worker, to sink: RenderSink) throws(RenderFault) {
        let transcript = measured.transcript
        let canvas = transcript.canvas
        let pages = try measured.canvases()
        let scale = pages?.paper.scale ?? 1
        let size = pages?.paper.size ?? canvas.size
        let shown = measured.job.canvas.map { Size(Double($0.width), Double($0.height)) } ?? size
        do {
            try measured.control.check(taking: transcript.rows.count * PDFFormat.placedRowBytes)
            let sink = sink.begin(
                measured.report(
                    width: Int(shown.width.rounded(.up)), height: Int(shown.height.rounded(.up)),
                    pages: 1))
            var document = try CairoDocument(
                .svg, size: shown, fonts: worker.typesetter.fonts, pictures: measured.pictures)
            let page =
                try pages.map { pages in
                    try worker.measure(measured.control) { pages.page(0, with: $0) }
                }
                ?? Page(
                    size: canvas.size,
                    background: transcript.background(of: canvas, visible: canvas),
                    blocks: transcript.surroundings.above
                        + transcript.rows.indices.map { transcript.placedRow($0).block }
                        + transcript.surroundings.below)
            _ = try recording(page, .svg)
            try document.add(page, scale: scale)
            try document.finish()
            try sink.write(document.takeBytes())
        } catch {
            throw RenderFault(any: error)
        }
    }

    /// Reserves the memory for cairo's recording of a page and for the page's background, and
    /// returns its size.
    private func recording(
        _ page: Page, _ cost: CairoRecording.Cost
    ) throws(RenderFault) -> Int {
        let room =
            page.background.memory
            + ([page.background] + page.blocks.map(\.nodes)).reduce(0) {
                $0 + CairoRecording.bytes(of: $1, cost)
            }
        try measured.control.check(taking: room)
        return room
    }
}

/// The approximate memory of a drawing. Stripes and sheets are small, but an endless page is in
/// memory as a whole, and its background alone may consist of a hundred thousand shapes.
extension Sequence<Node> {
    var memory: Int { reduce(0) { $0 + $1.memory } }
}

extension Node {
    fileprivate var memory: Int {
        switch self {
        case .shape(let path, _, _): MemoryLayout<Node>.stride + path.memory
        case .text, .lettering, .link, .jump, .anchor, .spoken: MemoryLayout<Node>.stride
        case .picture(let picture): MemoryLayout<Node>.stride + (picture.clip?.memory ?? 0)
        case .figure(_, let nodes), .part(_, let nodes), .layer(_, let nodes):
            MemoryLayout<Node>.stride + nodes.memory
        case .clipped(let path, let nodes): MemoryLayout<Node>.stride + path.memory + nodes.memory
        }
    }
}

extension Path {
    /// Elements are appended one by one, so about a third of the array's capacity is unused.
    fileprivate var memory: Int { elements.count * MemoryLayout<Element>.stride * 3 / 2 }
}

/// The upper bound for cairo's recording of a page. Cairo keeps all operations until the page ends,
/// and then replays them.
enum CairoRecording {
    /// The measured bytes per operation, and per path element or letter.
    struct Cost {
        let shape: Int
        let element: Int
        let run: Int
        let letter: Int

        static let pdf = Cost(shape: 700, element: 24, run: 400, letter: 32)
        /// Includes the drawing's text, which is only written when the drawing is complete.
        static let svg = Cost(shape: 900, element: 85, run: 600, letter: 170)
    }

    static func bytes(of nodes: some Sequence<Node>, _ cost: Cost) -> Int {
        nodes.reduce(0) { $0 + bytes(of: $1, cost) }
    }

    private static func bytes(of node: Node, _ cost: Cost) -> Int {
        switch node {
        case .shape(let path, _, _): cost.shape + cost.element * path.elements.count
        case .text(let text, _), .lettering(let text, _):
            cost.run * text.runs.count + cost.letter * text.glyphs.count
        case .picture, .link, .jump, .anchor, .spoken: cost.shape
        case .figure(_, let nodes), .part(_, let nodes): bytes(of: nodes, cost)
        case .layer(_, let nodes): cost.shape + bytes(of: nodes, cost)
        case .clipped(let path, let nodes):
            cost.shape + cost.element * path.elements.count + bytes(of: nodes, cost)
        }
    }
}
