import CZlib
import Graphics
import Testing

/// Composes frames as readers do.
struct APNGReader {
    struct Frame {
        var x = 0
        var y = 0
        var width = 0
        var height = 0
        var ticks = 0
        var data: [UInt8] = []
    }

    private(set) var frames: [Frame] = []
    private(set) var rate = 0
    private(set) var plays = 0
    private var header: [UInt8] = []

    init(_ bytes: [UInt8]) throws {
        var at = 8
        var (sequence, promised) = (0, 0)
        while at + 12 <= bytes.count {
            let count = Self.word(bytes, at)
            let name = String(decoding: bytes[at + 4..<at + 8], as: UTF8.self)
            let data = Array(bytes[at + 8..<at + 8 + count])
            switch name {
            case "IHDR": header = data
            case "acTL": (promised, plays) = (Self.word(data, 0), Self.word(data, 4))
            case "fcTL":
                #expect(Self.word(data, 0) == sequence)
                sequence += 1
                frames.append(
                    Frame(
                        x: Self.word(data, 12), y: Self.word(data, 16), width: Self.word(data, 4),
                        height: Self.word(data, 8), ticks: Int(data[20]) << 8 | Int(data[21])))
                rate = Int(data[22]) << 8 | Int(data[23])
                #expect(data[24] == 0 && data[25] == 0)
            case "IDAT": frames[frames.count - 1].data += data
            case "fdAT":
                #expect(Self.word(data, 0) == sequence)
                sequence += 1
                frames[frames.count - 1].data += data[4...]
            default: break
            }
            at += 12 + count
        }
        #expect(promised == frames.count)
    }

    private static func word(_ bytes: [UInt8], _ at: Int) -> Int {
        bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    func pictures() throws -> [Bitmap] {
        let (width, height) = (Self.word(header, 0), Self.word(header, 4))
        var canvas = [UInt32](repeating: 0, count: width * height)
        var isOpaque = true
        return try frames.map { frame in
            let part = try picture(frame)
            isOpaque = part.isOpaque
            for y in 0..<frame.height {
                let place = (frame.y + y) * width + frame.x
                canvas.replaceSubrange(
                    place..<place + frame.width,
                    with: part.pixels[y * frame.width..<(y + 1) * frame.width])
            }
            return Bitmap(
                size: PixelSize(width, height), pixels: canvas, isOpaque: isOpaque)
        }
    }

    private func picture(_ frame: Frame) throws -> Bitmap {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        func chunk(_ name: String, _ data: [UInt8]) {
            let body = Array(name.utf8) + data
            bytes += Self.big(UInt32(data.count)) + body
            bytes += Self.big(UInt32(unsafe crc32(0, body, UInt32(body.count))))
        }
        chunk(
            "IHDR",
            Self.big(UInt32(frame.width)) + Self.big(UInt32(frame.height)) + header[8...])
        chunk("IDAT", frame.data)
        chunk("IEND", [])
        let facts = try PictureProbe(limits: PictureLimits(pixels: 100_000_000)).facts(of: bytes)
        return try PictureDecoder.decode(bytes, facts)
    }

    private static func big(_ word: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
}
