package import Basics
package import Graphics

package enum TestPNG {
    package static func encode(_ words: [UInt32], _ image: PNGImage, stripe: Int = .max) throws
        -> [UInt8]
    {
        let sink = ByteSink()
        var assembler = PNGAssembler(image)
        var encoder = StripeEncoder()
        try assembler.begin(to: sink)
        let step = min(stripe, image.height)
        for start in stride(from: 0, to: image.height, by: step) {
            let rows = min(step, image.height - start)
            let part = words[(start * image.width)..<((start + rows) * image.width)]
            let stripe = encoder.encode(
                Array(part).span, rows: rows, stride: image.width, of: image)
            try assembler.append(stripe, to: sink)
        }
        try assembler.finish(to: sink)
        return sink.bytes
    }

    /// With libpng.
    package static func decode(_ bytes: [UInt8]) throws -> Bitmap {
        try PictureDecoder.decode(bytes, PictureProbe().facts(of: bytes))
    }

    /// In order.
    package static func chunks(_ name: String, in bytes: [UInt8]) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var place = 8
        while place + 12 <= bytes.count {
            let count = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            if bytes[place + 4..<place + 8].elementsEqual(name.utf8) {
                found.append(Array(bytes[place + 8..<place + 8 + count]))
            }
            place += 12 + count
        }
        return found
    }
}
