// Feeds the picture decoders with fuzzer input; script/fuzz runs it. Small limits keep each run
// short.

import Graphics

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let probe = PictureProbe(limits: PictureLimits(pixels: 1_000_000, scans: 20))
    do throws(PictureFault) {
        let facts = try probe.facts(of: bytes)
        precondition(facts.width > 0 && facts.height > 0)
        let small = try PictureDecoder.decode(bytes, facts, covering: PixelSize(20, 30))
        precondition(small.width <= facts.width && small.height <= facts.height)
        let whole = try PictureDecoder.decode(bytes, facts)
        precondition(whole.size == facts.size.reduced(covering: nil))
        for pixel in whole.pixels {
            // Premultiplied: no channel exceeds alpha, which cairo relies on.
            let alpha = pixel >> 24
            precondition(pixel >> 16 & 255 <= alpha && pixel >> 8 & 255 <= alpha)
        }
    } catch {}
    return 0
}
