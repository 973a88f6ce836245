import Basics

/// The duration of MPEG audio (ISO 11172-3, 2.4.1). The first frame may state the number of frames.
/// Otherwise all examined frames must have the same bit rate.
enum MPEGAudio {
    private struct Frame {
        let bitrate: Int
        let rate: Int
        let samples: Int
        /// The number of bytes from the frame's start to the frame count.
        let sideInformation: Int
        let length: Int
    }

    private static let kilobits: [[Int]] = [
        [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
        [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]
    /// The number of frames that must have the same bit rate before a constant bit rate is assumed.
    private static let sample = 24

    static func seconds(of bytes: ByteSource) -> Double? {
        let start = contentStart(bytes)
        guard let first = frame(bytes, at: start) else { return nil }
        if let count = count(bytes, at: start + first.sideInformation, start + 36) {
            return Double(count * first.samples) / Double(first.rate)
        }
        var place = start
        var seen = 0
        while seen < sample, let next = frame(bytes, at: place) {
            guard next.bitrate == first.bitrate, next.rate == first.rate else { return nil }
            place += next.length
            seen += 1
        }
        // Fewer frames are enough if they reach the end of the file.
        guard seen == sample || place >= bytes.count - 128 else { return nil }
        let tag = bytes.bytes(3, at: bytes.count - 128) == Array("TAG".utf8) ? 128 : 0
        return Double((bytes.count - start - tag) * 8) / Double(first.bitrate)
    }

    /// Returns the offset after an ID3 tag, whose size has seven bits per byte.
    private static func contentStart(_ bytes: ByteSource) -> Int {
        guard let head = bytes.bytes(10, at: 0), head.starts(with: "ID3".utf8) else { return 0 }
        let size = head[6..<10].reduce(0) { $0 << 7 | Int($1 & 0x7F) }
        return 10 + size + (head[5] & 0x10 == 0 ? 0 : 10)
    }

    /// Returns the number of frames in a `Xing`, `Info` or `VBRI` header.
    private static func count(_ bytes: ByteSource, at xing: Int, _ vbri: Int) -> Int? {
        if ["Xing", "Info"].contains(bytes.word(at: xing)),
            let flags = bytes.big(4, at: xing + 4), flags & 1 == 1
        {
            return bytes.big(4, at: xing + 8)
        }
        guard bytes.word(at: vbri) == "VBRI" else { return nil }
        return bytes.big(4, at: vbri + 14)
    }

    /// Parses a frame header. Only Layer III is supported.
    private static func frame(_ bytes: ByteSource, at place: Int) -> Frame? {
        guard let head = bytes.big(4, at: place), head >> 21 == 0x7FF, head >> 17 & 3 == 1 else {
            return nil
        }
        let version = head >> 19 & 3
        let isFirst = version == 3
        let rates = [44_100, 48_000, 32_000]
        let index = head >> 12 & 15
        guard version != 1, head >> 10 & 3 < 3, index > 0, index < 15 else { return nil }
        let rate = rates[head >> 10 & 3] / (isFirst ? 1 : version == 2 ? 2 : 4)
        let bitrate = kilobits[isFirst ? 0 : 1][index] * 1_000
        let samples = isFirst ? 1_152 : 576
        let isMono = head >> 6 & 3 == 3
        return Frame(
            bitrate: bitrate, rate: rate, samples: samples,
            sideInformation: 4 + (isFirst ? (isMono ? 17 : 32) : (isMono ? 9 : 17)),
            length: samples / 8 * bitrate / rate + (head >> 9 & 1))
    }
}
