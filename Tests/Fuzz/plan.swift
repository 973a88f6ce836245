// Compresses plans of stripes made from fuzzer input; script/fuzz runs it.

import Basics
import Graphics

/// The decoded pixels must be those of the plan that was painted, and the bytes must not depend on
/// earlier plans.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var input = Input(bytes: Array(UnsafeBufferPointer(start: start, count: count)))
    do {
        try check(&input)
    } catch {
        preconditionFailure("\(error)")
    }
    return 0
}

private func check(_ input: inout Input) throws {
    let width = 1 + input.next(below: 800)
    let rows = 1 + input.next(below: max(1, min(120, 20_000 / width)))
    let colors = (0..<input.next(below: 3)).map { _ in
        PlannedCodes.Colors(
            ink: UInt32(input.next(below: 65_536)), ground: UInt32(input.next(below: 65_536)) << 8)
    }
    let scene = withUnsafeMutablePointer(to: &input) { input in
        RandomPlan(width: width, rows: rows, items: 60) { input.pointee.next(below: $0) }
    }
    guard let plan = StripePlan(width: width), let stripe = scene.compressed(colors, by: plan),
        let again = scene.compressed(colors, by: plan)
    else { preconditionFailure("no plan") }
    let image = PNGImage(width: width, height: rows, scale: 2, pixels: .opaque)
    let bytes = try png(stripe, image)
    let repeated = try png(again, image)
    precondition(repeated == bytes, "the bytes depend on the plan's history")
    let decoded = try TestPNG.decode(bytes)
    precondition(decoded.pixels == scene.words, "the decoded pixels differ")
    // libpng does not verify the checksum after the last row.
    let stream = TestPNG.chunks("IDAT", in: bytes).flatMap { $0 }
    _ = try Inflater.inflate(stream, .zlib, limit: 4 * width * rows + rows)
}

private func png(_ stripe: CompressedStripe, _ image: PNGImage) throws -> [UInt8] {
    let sink = ByteSink()
    var assembler = PNGAssembler(image)
    try assembler.begin(to: sink)
    try assembler.append(stripe, to: sink)
    try assembler.finish(to: sink)
    return sink.bytes
}
