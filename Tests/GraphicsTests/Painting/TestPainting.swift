import Graphics
import Scene
import TestDrawing

/// Paints in stripes and joins them.
struct TestPainting {
    var fonts: any FontLookup = PlainShaper(files: [])
    var pictures: any PictureLookup = TestPictures()
    var backdrop = Color.white
    var stripe = Int.max

    func paint(
        _ nodes: [Node], _ size: Size, scale: Double, rows wanted: Range<Int>? = nil
    ) throws -> Pixels {
        let painter = try Painter(on: PaintingResources(), fonts: fonts, pictures: pictures)
        let width = Int((size.width * scale).rounded())
        let wanted = wanted ?? 0..<Int((size.height * scale).rounded())
        let step = min(stripe, wanted.count)
        let block = Block(
            role: .message, frame: Rect(0, 0, size.width, size.height), nodes: nodes)
        var words: [UInt32] = []
        for start in stride(from: wanted.lowerBound, to: wanted.upperBound, by: step) {
            let rows = start..<min(start + step, wanted.upperBound)
            try painter.paint(
                Viewport(width: width, rows: rows, scale: scale), backdrop: backdrop,
                background: [], blocks: [block]
            ) { surface in
                let stride = surface.stride / 4
                surface.withPixels { pixels in
                    Pixels.append(pixels, rows: surface.height, surface.width, stride, to: &words)
                }
            }
        }
        return Pixels(width: width, height: wanted.count, words: words)
    }
}
