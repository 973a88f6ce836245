/// The duration of a sound or video from its data, or nil if the duration would be a guess.
enum SoundLength {
    static func seconds(of bytes: [UInt8]) -> Double? {
        let seconds =
            if bytes.starts(with: "RIFF".utf8) {
                wave(bytes)
            } else if bytes.starts(with: "OggS".utf8) {
                ogg(bytes)
            } else if bytes.dropFirst(4).starts(with: "ftyp".utf8) {
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
    private static func wave(_ bytes: [UInt8]) -> Double? {
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

    /// Returns the end of the last page in samples, divided by the sample rate (RFC 3533, 6; RFC
    /// 7845, 4 and 5.1).
    private static func ogg(_ bytes: [UInt8]) -> Double? {
        guard let count = bytes.byte(at: 26) else { return nil }
        let packet = 27 + count
        let rate: Int
        var skipped = 0
        if bytes.dropFirst(packet).starts(with: "OpusHead".utf8) {
            rate = 48_000
            skipped = bytes.little(2, at: packet + 10) ?? 0
        } else if bytes.dropFirst(packet).starts(with: "\u{1}vorbis".utf8) {
            rate = bytes.little(4, at: packet + 12) ?? 0
        } else {
            return nil
        }
        guard rate > 0, bytes.count > 27 else { return nil }
        var place = bytes.count - 27
        while place >= max(0, bytes.count - maxPageSize) {
            if bytes[place] == 0x4F, bytes.word(at: place) == "OggS",
                let low = bytes.little(4, at: place + 6),
                let high = bytes.little(4, at: place + 10),
                high < 0x7FFF_FFFF
            {
                return Double((high << 32 | low) - skipped) / Double(rate)
            }
            place -= 1
        }
        return nil
    }

    // MARK: MP4

    /// Divides the movie header's duration by its time scale (ISO 14496-12, 8.2.2).
    private static func movie(_ bytes: [UInt8]) -> Double? {
        guard let movie = box("moov", in: bytes, bytes.indices),
            let header = box("mvhd", in: bytes, movie),
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

    /// Returns the range of a box's contents.
    private static func box(_ name: String, in bytes: [UInt8], _ range: Range<Int>) -> Range<Int>? {
        var place = range.lowerBound
        for _ in 0..<256 {
            guard place + 8 <= range.upperBound, let short = bytes.big(4, at: place) else {
                return nil
            }
            let head = short == 1 ? 16 : 8
            let size = short == 1 ? bytes.big(8, at: place + 8) ?? 0 : short
            let end =
                short == 0 ? range.upperBound : place.addingReportingOverflow(size).partialValue
            guard end > place, end - place >= head, end <= range.upperBound else { return nil }
            if bytes.word(at: place + 4) == name { return place + head..<end }
            place = end
        }
        return nil
    }
}

extension [UInt8] {
    func byte(at place: Int) -> Int? { indices.contains(place) ? Int(self[place]) : nil }

    fileprivate func word(at place: Int) -> String? {
        guard place >= 0, place + 4 <= count else { return nil }
        return String(decoding: self[place..<place + 4], as: UTF8.self)
    }

    fileprivate func little(_ length: Int, at place: Int) -> Int? {
        guard place >= 0, place + length <= count else { return nil }
        return self[place..<place + length].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Returns a big-endian integer, or nil if it is out of range or does not fit in an `Int`.
    func big(_ length: Int, at place: Int) -> Int? {
        guard place >= 0, place + length <= count, length < 8 || self[place] < 0x80 else {
            return nil
        }
        return self[place..<place + length].reduce(0) { $0 << 8 | Int($1) }
    }
}
