package import Basics

/// The duration of a sound or video from its data, or nil if the duration would be a guess. Only a
/// few kilobytes are read, whatever the file's size.
package enum SoundLength {
    package static func seconds(of bytes: ByteSource) -> Double? {
        let seconds =
            if bytes.word(at: 0) == "RIFF" {
                wave(bytes)
            } else if bytes.word(at: 0) == "OggS" {
                ogg(bytes)
            } else if bytes.word(at: 4) == "ftyp" {
                movie(bytes)
            } else {
                MPEGAudio.seconds(of: bytes)
            }
        // A duration of a year or more is damaged.
        guard let seconds, seconds > 0, seconds < 31_536_000 else { return nil }
        return seconds
    }

    // MARK: WAV

    /// Divides the size of the `data` chunk by the byte rate in `fmt `.
    private static func wave(_ bytes: ByteSource) -> Double? {
        guard bytes.word(at: 8) == "WAVE" else { return nil }
        var place = 12
        var rate: Int?
        for _ in 0..<64 {
            guard let size = bytes.little(4, at: place + 4) else { return nil }
            switch bytes.word(at: place) {
            case "fmt ": rate = bytes.little(4, at: place + 16)
            case "data":
                guard let rate, rate > 0 else { return nil }
                // A file that is still being recorded has no valid size yet.
                return Double(min(size, bytes.count - place - 8)) / Double(rate)
            default: break
            }
            place += 8 + size + size % 2
        }
        return nil
    }

    // MARK: Ogg

    private static let maxPageSize = 65_307

    /// The end of the last page divided by the sample rate (RFC 3533, 6; RFC 7845, 4 and 5.1).
    private static func ogg(_ bytes: ByteSource) -> Double? {
        guard let count = bytes.byte(at: 26) else { return nil }
        let packet = 27 + count
        let rate: Int
        var skipped = 0
        if bytes.word(at: packet) == "Opus", bytes.word(at: packet + 4) == "Head" {
            rate = 48_000
            skipped = bytes.little(2, at: packet + 10) ?? 0
        } else if bytes.word(at: packet) == "\u{1}vor", bytes.word(at: packet + 3) == "rbis" {
            rate = bytes.little(4, at: packet + 12) ?? 0
        } else {
            return nil
        }
        let start = max(0, bytes.count - maxPageSize)
        guard rate > 0, let end = bytes.read(start..<bytes.count), end.count >= 27 else {
            return nil
        }
        let tail = ByteSource(end)
        for place in stride(from: end.count - 27, through: 0, by: -1) where end[place] == 0x4F {
            guard tail.word(at: place) == "OggS", let low = tail.little(4, at: place + 6),
                let high = tail.little(4, at: place + 10), high < 0x7FFF_FFFF
            else { continue }
            return Double((high << 32 | low) - skipped) / Double(rate)
        }
        return nil
    }

    // MARK: MP4

    /// Divides the movie header's duration by its time scale (ISO 14496-12, 8.2.2).
    private static func movie(_ bytes: ByteSource) -> Double? {
        guard let movie = bytes.box("moov", in: 0..<bytes.count),
            let header = bytes.box("mvhd", in: movie),
            let version = bytes.byte(at: header.lowerBound)
        else { return nil }
        let start = header.lowerBound + (version == 1 ? 20 : 12)
        guard let scale = bytes.big(4, at: start), scale > 0,
            let length = bytes.big(version == 1 ? 8 : 4, at: start + 4),
            // All ones mean an unknown duration.
            length < (version == 1 ? Int.max : 0xFFFF_FFFF)
        else { return nil }
        return Double(length) / Double(scale)
    }
}

extension ByteSource {
    fileprivate func little(_ length: Int, at place: Int) -> Int? {
        bytes(length, at: place)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

/// The duration of MPEG audio (ISO 11172-3, 2.4.1). The first frame may state the number of frames.
/// Otherwise all examined frames must have the same bit rate.
private enum MPEGAudio {
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

    /// Only Layer III is supported.
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
