package import Basics

/// The first picture of an MP4, MOV or 3GP file (ISO 14496-12) that is not black, upright.
package enum VideoPoster {
    package enum Poster {
        case picture(SmallPicture)
        /// The Debian package of the decoder that is not installed.
        case needs(package: String)
    }

    /// The number of pictures that may be black.
    private static let maxTries = 8

    /// - Returns: nil if the file is of another format, damaged or black throughout, or if the budget
    ///   is used up.
    package static func poster(of bytes: ByteSource, budget: WorkBudget) -> Poster? {
        guard bytes.word(at: 4) == "ftyp", let track = VideoTrack(bytes) else { return nil }
        let room = 12 * track.width * track.height
        guard budget.reserve(room) else { return nil }
        defer { budget.release(room) }
        for sample in track.keySamples(maxTries) {
            guard budget.mayContinue, let data = track.sample(sample, of: bytes) else { return nil }
            let units = track.parameters + NALUnits.split(data, length: track.lengthBytes)
            var found: SmallPicture??
            switch track.codec {
            case .h264:
                guard H264Decoder.isInstalled else { return .needs(package: "libopenh264-7") }
                found = H264Decoder.picture(of: units) { upright($0, in: track) }
            case .hevc:
                // libde265 would allocate what the stream states, not what the file does.
                guard units.allSatisfy(track.fits) else { return nil }
                guard HEVCDecoder.isInstalled else { return .needs(package: "libde265-0") }
                found = HEVCDecoder.picture(of: units) { upright($0, in: track) }
            }
            if let found = found ?? nil { return .picture(found) }
        }
        return nil
    }

    private static func upright(_ picture: VideoPicture, in track: VideoTrack) -> SmallPicture? {
        guard let small = picture.reduced(color: track.color), !small.isBlack else { return nil }
        return small.turned(track.quarterTurns)
    }
}

/// How the numbers of a video mean colors (ISO 23091-2).
struct VideoColor {
    /// The parts of red and blue in the brightness.
    var (red, blue) = (0.2126, 0.0722)
    var isFullRange = false
    /// Whether the brightness is absolute, which would need another display.
    var isAbsolute = false

    init?(matrix: Int, transfer: Int, isFullRange: Bool) {
        switch matrix {
        case 1: break
        case 5, 6: (red, blue) = (0.299, 0.114)
        case 9: (red, blue) = (0.2627, 0.0593)
        default: return nil
        }
        self.isFullRange = isFullRange
        isAbsolute = transfer == 16
    }

    /// What players assume if a file states nothing.
    init(height: Int) {
        if height < 720 { (red, blue) = (0.299, 0.114) }
    }
}

/// The first video track of a file: the places of its samples, and how to decode them.
struct VideoTrack {
    enum Codec { case h264, hevc }

    let codec: Codec
    /// The parameter sets that precede the first sample.
    let parameters: [ArraySlice<UInt8>]
    /// The number of bytes of the length before each NAL unit.
    let lengthBytes: Int
    let width: Int
    let height: Int
    /// Clockwise.
    let quarterTurns: Int
    /// As the file states it; nil if only the stream may.
    let color: VideoColor?
    private let movie: ByteSource
    private let sizes: Range<Int>
    private let chunks: Range<Int>
    private let offsets: Range<Int>
    private let offsetBytes: Int
    private let keys: Range<Int>?

    private static let maxMovieBytes = 32 << 20
    private static let maxSampleBytes = 8 << 20
    /// As many as H.264 allows at its highest level that openh264 decodes.
    private static let maxSide = 4_096
    private static let maxTracks = 16
    private static let maxSteps = 100_000

    init?(_ file: ByteSource) {
        guard let place = file.box("moov", in: 0..<file.count), place.count <= Self.maxMovieBytes,
            let bytes = file.bytes(place.count, at: place.lowerBound)
        else { return nil }
        let movie = ByteSource(bytes)
        var rest = 0..<movie.count
        for _ in 0..<Self.maxTracks {
            guard let track = movie.box("trak", in: rest) else { return nil }
            rest = track.upperBound..<movie.count
            if let video = VideoTrack(track, in: movie) {
                self = video
                return
            }
        }
        return nil
    }

    private init?(_ track: Range<Int>, in movie: ByteSource) {
        guard let media = movie.box("mdia", in: track),
            let handler = movie.box("hdlr", in: media),
            movie.word(at: handler.lowerBound + 8) == "vide",
            let information = movie.box("minf", in: media),
            let table = movie.box("stbl", in: information),
            let descriptions = movie.box("stsd", in: table),
            let sizes = movie.box("stsz", in: table), let chunks = movie.box("stsc", in: table),
            let offsets = movie.box("stco", in: table) ?? movie.box("co64", in: table),
            let entry = movie.bytes(8, at: descriptions.lowerBound + 8)
        else { return nil }
        let start = descriptions.lowerBound + 16
        guard let width = movie.big(2, at: start + 24), let height = movie.big(2, at: start + 26),
            (16...Self.maxSide).contains(width), (16...Self.maxSide).contains(height)
        else { return nil }
        let inner = start + 78..<max(start + 78, descriptions.upperBound)
        let configuration: NALUnits.Configuration?
        switch String(decoding: entry[4...], as: UTF8.self) {
        case "avc1", "avc3":
            codec = .h264
            configuration = movie.contents("avcC", in: inner).flatMap(NALUnits.h264)
        case "hvc1", "hev1", "dvh1", "dvhe":
            codec = .hevc
            configuration = movie.contents("hvcC", in: inner).flatMap(NALUnits.hevc)
        default: return nil
        }
        guard let configuration else { return nil }
        (parameters, lengthBytes) = (configuration.parameters, configuration.lengthBytes)
        (self.width, self.height) = (width, height)
        quarterTurns = movie.box("tkhd", in: track).map { Self.turns(movie, $0) } ?? 0
        color = movie.contents("colr", in: inner).flatMap(Self.color)
        self.movie = movie
        (self.sizes, self.chunks, self.offsets) = (sizes, chunks, offsets)
        offsetBytes = movie.word(at: offsets.lowerBound - 4) == "co64" ? 8 : 4
        keys = movie.box("stss", in: table)
    }

    /// The matrix of the track's header, of which players show four turns.
    private static func turns(_ movie: ByteSource, _ header: Range<Int>) -> Int {
        let start = header.lowerBound + (movie.byte(at: header.lowerBound) == 1 ? 52 : 40)
        let one = 0x0001_0000
        let minus = 0x1_0000_0000 - one
        switch (movie.big(4, at: start), movie.big(4, at: start + 4), movie.big(4, at: start + 12))
        {
        case (0, one, minus): return 1
        case (minus, 0, 0): return 2
        case (0, minus, one): return 3
        default: return 0
        }
    }

    private static func color(_ box: [UInt8]) -> VideoColor? {
        guard box.count >= 10 else { return nil }
        let kind = String(decoding: box[..<4], as: UTF8.self)
        guard kind == "nclx" || kind == "nclc" else { return nil }
        return VideoColor(
            matrix: Int(box[8]) << 8 | Int(box[9]), transfer: Int(box[6]) << 8 | Int(box[7]),
            isFullRange: kind == "nclx" && box.count > 10 && box[10] & 0x80 != 0)
    }

    /// Whether a unit of HEVC states no larger picture than the file does, up to a whole block.
    func fits(_ unit: ArraySlice<UInt8>) -> Bool {
        guard let first = unit.first, first >> 1 & 63 == 33 else { return true }
        guard let size = NALUnits.hevcSize(unit) else { return false }
        return size.width <= width + 63 && size.height <= height + 63
    }

    /// The first samples that need no other sample.
    func keySamples(_ count: Int) -> [Int] {
        guard let keys else { return (0..<count).map { 30 * $0 } }
        let known = movie.big(4, at: keys.lowerBound + 4) ?? 0
        return (0..<min(count, known)).compactMap { index in
            movie.big(4, at: keys.lowerBound + 8 + 4 * index).map { $0 - 1 }
        }
    }

    func sample(_ index: Int, of file: ByteSource) -> [UInt8]? {
        guard index >= 0, let size = self.size(of: index), (1...Self.maxSampleBytes).contains(size),
            let (chunk, first) = chunk(of: index), index - first < Self.maxSteps,
            var place = movie.big(
                offsetBytes, at: offsets.lowerBound + 8 + offsetBytes * (chunk - 1)),
            place < file.count
        else { return nil }
        for earlier in first..<index {
            guard let size = self.size(of: earlier), size <= file.count - place else { return nil }
            place += size
        }
        return file.bytes(size, at: place)
    }

    private func size(of sample: Int) -> Int? {
        guard let same = movie.big(4, at: sizes.lowerBound + 4),
            let count = movie.big(4, at: sizes.lowerBound + 8), sample < count
        else { return nil }
        return same > 0 ? same : movie.big(4, at: sizes.lowerBound + 12 + 4 * sample)
    }

    /// The number of the chunk with a sample, from 1, and the chunk's first sample.
    private func chunk(of sample: Int) -> (chunk: Int, first: Int)? {
        guard let count = movie.big(4, at: chunks.lowerBound + 4),
            let last = movie.big(4, at: offsets.lowerBound + 4)
        else { return nil }
        var base = 0
        for index in 0..<min(count, Self.maxSteps) {
            let entry = chunks.lowerBound + 8 + 12 * index
            guard let first = movie.big(4, at: entry), let samples = movie.big(4, at: entry + 4),
                samples > 0,
                let next = index + 1 < count ? movie.big(4, at: entry + 12) : last + 1,
                first > 0, next > first
            else { return nil }
            let run = (next - first).multipliedReportingOverflow(by: samples)
            if run.overflow || sample - base < run.partialValue {
                let chunk = first + (sample - base) / samples
                return (chunk, base + (chunk - first) * samples)
            }
            base += run.partialValue
        }
        return nil
    }
}

extension ByteSource {
    fileprivate func contents(_ name: String, in range: Range<Int>) -> [UInt8]? {
        box(name, in: range).flatMap {
            $0.count <= 1 << 16 ? bytes($0.count, at: $0.lowerBound) : nil
        }
    }
}

/// Units of a coded video (ISO 14496-15).
enum NALUnits {
    struct Configuration {
        var parameters: [ArraySlice<UInt8>] = []
        let lengthBytes: Int
    }

    static func h264(_ box: [UInt8]) -> Configuration? {
        guard box.count > 6 else { return nil }
        var found = Configuration(lengthBytes: Int(box[4] & 3) + 1)
        var place = 5
        for mask in [31, 255] as [UInt8] {
            guard place < box.count else { return nil }
            let count = Int(box[place] & mask)
            place += 1
            guard append(count, of: box, from: &place, to: &found) else { return nil }
        }
        return found
    }

    static func hevc(_ box: [UInt8]) -> Configuration? {
        guard box.count > 22 else { return nil }
        var found = Configuration(lengthBytes: Int(box[21] & 3) + 1)
        var place = 23
        for _ in 0..<box[22] {
            guard place + 3 <= box.count else { return nil }
            let count = Int(box[place + 1]) << 8 | Int(box[place + 2])
            place += 3
            guard append(count, of: box, from: &place, to: &found) else { return nil }
        }
        return found
    }

    private static func append(
        _ count: Int, of box: [UInt8], from place: inout Int, to found: inout Configuration
    ) -> Bool {
        for _ in 0..<count {
            guard place + 2 <= box.count else { return false }
            let end = place + 2 + (Int(box[place]) << 8 | Int(box[place + 1]))
            guard end <= box.count else { return false }
            found.parameters.append(box[place + 2..<end])
            place = end
        }
        return true
    }

    /// The size of the pictures in a sequence parameter set of HEVC (ITU-T H.265, 7.3.2.2).
    static func hevcSize(_ unit: ArraySlice<UInt8>) -> (width: Int, height: Int)? {
        var bits = UnitBits(unit.dropFirst(2))
        guard bits.read(4) != nil, let layers = bits.read(3), bits.skip(1 + 96) else { return nil }
        var present: [Int] = []
        for _ in 0..<layers {
            guard let profile = bits.read(1), let level = bits.read(1) else { return nil }
            present.append(88 * profile + 8 * level)
        }
        guard layers == 0 || bits.skip(2 * (8 - layers) + present.reduce(0, +)),
            bits.golomb() != nil, let chroma = bits.golomb(), chroma != 3 || bits.skip(1),
            let width = bits.golomb(), let height = bits.golomb()
        else { return nil }
        return (width, height)
    }

    /// The units of a sample, each preceded by its length. A damaged rest is left out.
    static func split(_ sample: [UInt8], length: Int) -> [ArraySlice<UInt8>] {
        var (units, place) = ([ArraySlice<UInt8>](), 0)
        while place + length <= sample.count {
            let size = sample[place..<place + length].reduce(0) { $0 << 8 | Int($1) }
            place += length
            guard size > 0, size <= sample.count - place else { break }
            units.append(sample[place..<place + size])
            place += size
        }
        return units
    }
}

/// The bits of a unit, without the bytes that only keep it from looking like the start of another.
private struct UnitBits {
    private var bytes: [UInt8] = []
    private var place = 0

    init(_ unit: ArraySlice<UInt8>) {
        var zeros = 0
        // The size is within the first bytes.
        for byte in unit.prefix(256) {
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
    }

    mutating func skip(_ count: Int) -> Bool {
        place += count
        return place <= 8 * bytes.count
    }

    mutating func read(_ count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard place < 8 * bytes.count else { return nil }
            value = value << 1 | Int(bytes[place / 8] >> (7 - place % 8) & 1)
            place += 1
        }
        return value
    }

    /// Reads a number in Exp-Golomb code.
    mutating func golomb() -> Int? {
        var zeros = 0
        while let bit = read(1), bit == 0 {
            zeros += 1
            guard zeros <= 31 else { return nil }
        }
        return read(zeros).map { (1 << zeros) - 1 + $0 }
    }
}

/// Words of 0xFFRRGGBB.
package struct SmallPicture {
    let width: Int
    let height: Int
    var words: [UInt32]

    /// Whether nearly all pixels are as dark as the fade at the beginning of a video.
    var isBlack: Bool {
        let bright = words.count { word in
            ((word >> 16) & 255) + ((word >> 8) & 255) + (word & 255) > 3 * 28
        }
        return bright * 50 < words.count
    }

    package var png: [UInt8]? {
        let image = PNGImage(width: width, height: height, scale: 1, pixels: .opaque)
        var encoder = StripeEncoder()
        let stripe = encoder.encode(words.span, rows: height, stride: width, of: image)
        var bytes: [UInt8] = []
        let sink = ByteSink { piece throws(SinkFailure) in bytes += piece }
        do throws(SinkFailure) {
            var file = PNGAssembler(image)
            try file.begin(to: sink)
            try file.append(stripe, to: sink)
            try file.finish(to: sink)
        } catch {
            return nil
        }
        return bytes
    }

    func turned(_ quarters: Int) -> SmallPicture {
        var turned = self
        for _ in 0..<quarters {
            let (width, height) = (turned.width, turned.height)
            let words = turned.words
            turned = SmallPicture(
                width: height, height: width,
                words: (0..<words.count).map { place in
                    let (x, y) = (place % height, place / height)
                    return words[(height - 1 - x) * width + y]
                })
        }
        return turned
    }
}
