// Feeds the PNG encoder with scenes made from fuzzer input; script/fuzz runs it.

import Basics
import CPixels
import Graphics

/// The decoded pixels must equal the scene's. The bytes must not depend on which encoder compresses
/// a stripe, on what it compressed before, or on the processor's vector instructions.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = Input(bytes: Array(UnsafeBufferPointer(start: start, count: count)))
    let scene = Scene(&input)
    do {
        try check(scene, &input)
    } catch {
        preconditionFailure("\(error)")
    }
    return 0
}

private func check(_ scene: Scene, _ input: inout Input) throws {
    let image = PNGImage(
        width: scene.width, height: scene.height, scale: 2, pixels: scene.pixels,
        compression: scene.compression)
    let height = 1 + input.next(below: scene.height)
    let bytes = try TestPNG.encode(scene.words, image, stripe: height)
    let decoded = try TestPNG.decode(bytes)
    precondition(decoded.pixels == scene.expected, "the decoded pixels differ")
    // libpng does not verify the checksum after the last row.
    let stream = TestPNG.chunks("IDAT", in: bytes).flatMap { $0 }
    _ = try Inflater.inflate(stream, .zlib, limit: 5 * scene.words.count + scene.height)
    let encoders = 1 + input.next(below: 3)
    let shared = try encodeBackward(scene, image, stripe: height, encoders: encoders)
    precondition(shared == bytes, "the bytes depend on the encoder's history or on the row stride")
    if case .palette = scene.pixels { return }
    let isOpaque = scene.pixels == .opaque
    precondition(
        deflate(scene, isOpaque, isPortable: true) == deflate(scene, isOpaque, isPortable: false),
        "the bytes depend on the processor")
}

/// Compresses the stripes from last to first, alternating between encoders, from rows with padding
/// between them.
private func encodeBackward(
    _ scene: Scene, _ image: PNGImage, stripe height: Int, encoders: Int
) throws -> [UInt8] {
    let stride = scene.width + 3
    let apart = (0..<scene.height).flatMap { row in
        scene.words[row * scene.width..<(row + 1) * scene.width] + [0x0102_0304, 7, 0xFFFF_FFFF]
    }
    var stripes: [(top: Int, stripe: CompressedStripe)] = []
    let tops = Array(Swift.stride(from: 0, to: scene.height, by: height).reversed())
    for turn in 0..<encoders {
        var encoder = StripeEncoder()
        for place in Swift.stride(from: turn, to: tops.count, by: encoders) {
            let top = tops[place], rows = min(height, scene.height - top)
            let words = Array(apart[top * stride..<(top + rows) * stride])
            let stripe = encoder.encode(words.span, rows: rows, stride: stride, of: image)
            stripes.append((top, stripe))
        }
    }
    stripes.sort { $0.top < $1.top }
    let sink = ByteSink()
    var assembler = PNGAssembler(image)
    try assembler.begin(to: sink)
    for (_, stripe) in stripes { try assembler.append(stripe, to: sink) }
    try assembler.finish(to: sink)
    return sink.bytes
}

/// The blocks and the checksum of all rows, or nothing if the encoder leaves the rows to another
/// one.
private func deflate(_ scene: Scene, _ isOpaque: Bool, isPortable: Bool) -> [UInt8] {
    guard let deflater = row_deflater_create(scene.width, isOpaque, isPortable) else {
        preconditionFailure("no deflater")
    }
    defer { row_deflater_destroy(deflater) }
    return scene.words.withUnsafeBufferPointer { words in
        guard row_deflater_begin(deflater, words.baseAddress, scene.height, scene.width) else {
            return []
        }
        var bytes: [UInt8] = []
        var isLast = false
        while !isLast {
            isLast = !row_deflater_find(deflater)
            // Exactly the promised size, so that the sanitizer detects every byte written beyond
            // it.
            let most = row_deflater_bound(deflater)
            bytes += [UInt8](unsafeUninitializedCapacity: most) { room, count in
                count = row_deflater_write(deflater, room.baseAddress)
            }
        }
        let sum = row_deflater_checksum(deflater)
        return bytes + (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt32($0))) }
    }
}

/// A picture painted by the operations in the input: areas, repeated letters, gradients, noise and
/// copies.
private struct Scene {
    let width: Int
    let height: Int
    private(set) var words: [UInt32]
    private(set) var pixels: PNGImage.Pixels
    let compression: PNGImage.Compression

    init(_ input: inout Input) {
        let kind = input.next()
        compression = [.fast, .fast, .fast, .scanning, .small][Int(kind / 4) % 5]
        pixels = kind % 4 == 1 ? .transparent : .opaque
        width = 1 + input.next(below: 1_000)
        height = 1 + input.next(below: max(1, min(300, 20_000 / width)))
        words = []
        words = Array(repeating: color(&input), count: width * height)
        var operations = 0
        while !input.isEmpty && operations < 60 {
            paint(&input)
            operations += 1
        }
        guard kind % 4 == 2 else { return }
        var builder = PNGPalette.Builder()
        if builder.add(words.span), let palette = builder.palette { pixels = .palette(palette) }
    }

    /// The highest byte of opaque pixels has no meaning.
    var expected: [UInt32] {
        pixels == .transparent ? words : words.map { $0 | 0xFF00_0000 }
    }

    /// Premultiplied: no channel exceeds alpha.
    private func color(_ input: inout Input) -> UInt32 {
        let parts = (0..<4).map { _ in UInt32(input.next()) }
        var word = parts[0] << 24
        for part in parts.dropFirst().enumerated() {
            let most = pixels == .transparent ? parts[0] : 255
            word |= min(part.element, most) << UInt32(8 * part.offset)
        }
        return word
    }

    private mutating func paint(_ input: inout Input) {
        let operation = input.next()
        let x = input.next(below: width), y = input.next(below: height)
        let columns = 1 + input.next(below: width - x), rows = 1 + input.next(below: height - y)
        switch operation % 6 {
        case 0:
            let fill = color(&input)
            fillArea(x, y, columns, rows) { _, _ in fill }
        case 1: letters(&input, x, y, columns)
        case 2:
            let fill = color(&input), step = UInt32(input.next())
            let alpha: UInt32 = pixels == .transparent ? 0xFF00_0000 : 0
            fillArea(x, y, columns, rows) { _, row in (fill &+ UInt32(row) &* step) | alpha }
        case 3:
            var state = UInt32(input.next()) | 1
            let sparse = UInt32(1 + input.next(below: 64))
            for row in y..<y + min(rows, 8) {
                for column in x..<x + columns {
                    state = state &* 1_664_525 &+ 1_013_904_223
                    if (state >> 8) % sparse == 0 { words[row * width + column] = opaque(state) }
                }
            }
        case 4: copy(&input, x, y, columns, rows)
        default:
            let colors = [color(&input), color(&input)]
            let period = 1 + input.next(below: 300)
            fillArea(x, y, columns, rows) { column, row in colors[(column / period + row) % 2] }
        }
    }

    private func opaque(_ word: UInt32) -> UInt32 {
        pixels == .transparent ? word | 0xFF00_0000 : word
    }

    private mutating func fillArea(
        _ x: Int, _ y: Int, _ columns: Int, _ rows: Int, _ word: (Int, Int) -> UInt32
    ) {
        for row in 0..<rows {
            for column in 0..<columns { words[(y + row) * width + x + column] = word(column, row) }
        }
    }

    /// Draws one small mask repeatedly.
    private mutating func letters(_ input: inout Input, _ x: Int, _ y: Int, _ columns: Int) {
        let colors = (0..<3).map { _ in color(&input) }
        let side = 1 + input.next(below: 12)
        let mask = (0..<side * 9).map { _ in colors[input.next(below: 3)] }
        let step = 1 + input.next(below: 40)
        for left in Swift.stride(from: x, to: x + columns, by: step) {
            for (place, word) in mask.enumerated() {
                let row = y + place / side, column = left + place % side
                if row < height && column < width { words[row * width + column] = word }
            }
        }
    }

    private mutating func copy(
        _ input: inout Input, _ x: Int, _ y: Int, _ columns: Int, _ rows: Int
    ) {
        let right = input.next(below: width - columns + 1)
        let down = input.next(below: height - rows + 1)
        for row in 0..<rows {
            for column in 0..<columns {
                words[(down + row) * width + right + column] = words[(y + row) * width + x + column]
            }
        }
    }
}
