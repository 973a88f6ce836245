import Graphics
import TestDrawing
import Testing

@testable import Basics

@Suite struct StripePlanTests {
    private static func random(_ seed: UInt64) -> (Int) -> Int {
        var state = seed
        // SplitMix64.
        return { limit in
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return Int((mixed ^ mixed >> 31) % UInt64(limit))
        }
    }

    private static func png(_ stripe: CompressedStripe, of image: PNGImage) throws -> [UInt8] {
        let sink = ByteSink()
        var assembler = PNGAssembler(image)
        try assembler.begin(to: sink)
        try assembler.append(stripe, to: sink)
        try assembler.finish(to: sink)
        return sink.bytes
    }

    @Test(arguments: RowDeflaterTests.widths)
    func randomPlansHaveTheirPixels(width: Int) throws {
        guard let plan = StripePlan(width: width), var fresh = StripePlan(width: width) else {
            Issue.record("no memory")
            return
        }
        for seed in UInt64(0)..<60 {
            let next = Self.random(seed &* 1_000 &+ UInt64(width))
            let rows = [1, 2, 30, 90][Int(seed % 4)]
            let random = RandomPlan(width: width, rows: rows, items: 60, next: next)
            let colors = (0..<next(3)).map { _ in
                PlannedCodes.Colors(ink: UInt32(next(1 << 24)), ground: UInt32(next(1 << 24)))
            }
            let stripe = try #require(random.compressed(colors, by: plan))
            let image = PNGImage(width: width, height: rows, scale: 2, pixels: .opaque)
            let bytes = try Self.png(stripe, of: image)
            #expect(try TestPNG.decode(bytes).pixels == random.words, "seed \(seed)")
            // libpng does not verify the checksum after the last row.
            let stream = TestPNG.chunks("IDAT", in: bytes).flatMap { $0 }
            _ = try Inflater.inflate(stream, .zlib, limit: 4 * width * rows + rows)
            // What was compressed earlier does not matter.
            if seed % 2 == 0, let new = StripePlan(width: width) { fresh = new }
            let again = try #require(random.compressed(colors, by: fresh))
            #expect(try Self.png(again, of: image) == bytes)
        }
    }

    @Test func rowsBeyondTheReachOfMatchesArePainted() {
        func canPlan(_ width: Int) -> Bool { StripePlan(width: width) != nil }
        #expect(canPlan(10_922))
        #expect(!canPlan(10_923))
        #expect(PlannedCodes([], width: 10_923) == nil)
    }
}
