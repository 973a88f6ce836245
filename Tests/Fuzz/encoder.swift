// Feeds the PNG encoder whatever pictures the fuzzer invents; script/fuzz runs it.

import Compression
import Imaging

/// libpng must read back every pixel, however the picture is cut into stripes, and a second encoding by an
/// encoder that has worked before must give the same bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var drawing = Drawing(bytes: Array(UnsafeBufferPointer(start: start, count: count)))
    let scene = drawing.scene()
    let image = PNGImage(
        width: scene.width, height: scene.height, scale: 2,
        pixels: scene.isOpaque ? .opaque : .transparent)
    var encoder = StripeEncoder()
    let first = encode(scene, image, with: &encoder)
    let second = encode(scene, image, with: &encoder)
    precondition(first == second, "an encoder remembers what it encoded before")
    do {
        let facts = try PictureProbe().facts(of: first)
        let read = try PictureDecoder.decode(first, facts)
        precondition(read.pixels == scene.words, "libpng reads other pixels")
    } catch {
        preconditionFailure("libpng does not read the picture: \(error)")
    }
    return 0
}

private func encode(
    _ scene: Drawing.Scene, _ image: PNGImage, with encoder: inout StripeEncoder
) -> [UInt8] {
    var bytes: [UInt8] = []
    var assembler = PNGAssembler(image)
    do {
        try assembler.begin(to: &bytes)
        for start in stride(from: 0, to: scene.height, by: scene.stripe) {
            let rows = min(scene.stripe, scene.height - start)
            let words = Array(scene.words[start * scene.width..<(start + rows) * scene.width])
            let stripe = encoder.encode(
                words.span, rows: rows, stride: scene.width, of: image)
            try assembler.append(stripe, to: &bytes)
        }
        try assembler.finish(to: &bytes)
    } catch {
        preconditionFailure("the picture cannot be assembled: \(error)")
    }
    return bytes
}

/// Reads the fuzzer's bytes as instructions of a painter: each repeats or changes what is there already,
/// since that is what the encoder looks for.
private struct Drawing {
    struct Scene {
        let width: Int
        let height: Int
        let stripe: Int
        let isOpaque: Bool
        var words: [UInt32]
    }

    let bytes: [UInt8]
    private var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func next() -> Int {
        guard place < bytes.count else { return 0 }
        place += 1
        return Int(bytes[place - 1])
    }

    /// Premultiplied, so that libpng's reader gives back the same word.
    private mutating func color(isOpaque: Bool) -> UInt32 {
        let (red, green, blue) = (UInt32(next()), UInt32(next()), UInt32(next()))
        let alpha: UInt32 = isOpaque ? 255 : [255, 255, 0, 255][next() % 4]
        return alpha == 0 ? 0 : alpha << 24 | red << 16 | green << 8 | blue
    }

    mutating func scene() -> Scene {
        let isOpaque = next() % 2 == 0
        let (width, height) = (1 + next() * (1 + next() % 4), 1 + next() % 160)
        var scene = Scene(
            width: width, height: height, stripe: 1 + next() % height, isOpaque: isOpaque,
            words: Array(repeating: color(isOpaque: isOpaque), count: width * height))
        while place < bytes.count { paint(&scene) }
        return scene
    }

    private mutating func paint(_ scene: inout Scene) {
        let kind = next() % 5
        let (x, y) = (next() * 4 % scene.width, next() % scene.height)
        let (columns, rows) = (
            min(scene.width - x, 1 + next() * 4), min(scene.height - y, 1 + next())
        )
        switch kind {
        case 0: fill(&scene, x, y, columns, rows)
        case 1: copy(&scene, x, y, columns, rows)
        case 2:
            // A letter: single pixels.
            for offset in 0..<min(16, columns) {
                scene.words[y * scene.width + x + offset] = color(isOpaque: scene.isOpaque)
            }
        case 3: repeatAbove(&scene, y, rows)
        default: scatter(&scene, y, rows)
        }
    }

    private mutating func fill(
        _ scene: inout Scene, _ x: Int, _ y: Int, _ columns: Int, _ rows: Int
    ) {
        let fill = color(isOpaque: scene.isOpaque)
        for row in y..<y + rows {
            for column in x..<x + columns { scene.words[row * scene.width + column] = fill }
        }
    }

    /// The same pixels once more, as letters come again.
    private mutating func copy(
        _ scene: inout Scene, _ x: Int, _ y: Int, _ columns: Int, _ rows: Int
    ) {
        let (left, top) = (next() * 4 % scene.width, next() % scene.height)
        for row in 0..<min(rows, scene.height - top) {
            for column in 0..<min(columns, scene.width - left) {
                scene.words[(top + row) * scene.width + left + column] =
                    scene.words[(y + row) * scene.width + x + column]
            }
        }
    }

    private func repeatAbove(_ scene: inout Scene, _ y: Int, _ rows: Int) {
        guard y > 0 else { return }
        for row in y..<y + rows {
            for column in 0..<scene.width {
                scene.words[row * scene.width + column] =
                    scene.words[(y - 1) * scene.width + column]
            }
        }
    }

    /// As a photo has them.
    private mutating func scatter(_ scene: inout Scene, _ y: Int, _ rows: Int) {
        var state = UInt32(next()) &* 2_654_435_761 | 1
        for place in y * scene.width..<(y + rows) * scene.width {
            state = state &* 1_664_525 &+ 1_013_904_223
            if state >> 30 == 0 { scene.words[place] = state >> 8 | 0xFF00_0000 }
        }
    }
}
