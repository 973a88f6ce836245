/// Writes MP4 (ISO/IEC 14496-12 and -15), the container of H.264.
///
/// Frames are written as they arrive, and the index follows them, as in files of cameras. Every
/// player and editor opens such a file, but not every one opens a fragmented file.
struct MP4Writer {
    let facts: VideoFacts
    let parameterSets: (sequence: [UInt8], picture: [UInt8])
    private var index = MP4Index()
    /// A box contains a few seconds, so that a reader searching for the index passes few boxes.
    private var waiting: [UInt8] = []
    private var waitingFrames = 0
    private var written = 0

    private static let chunkBytes = 256 << 10

    init(_ facts: VideoFacts, sequence: [UInt8], picture: [UInt8]) {
        self.facts = facts
        parameterSets = (sequence, picture)
    }

    mutating func begin() -> [UInt8] {
        let brands = ["isom", "iso2", "avc1", "mp41"].flatMap { Array($0.utf8) }
        let head = MP4Box("ftyp", Array("isom".utf8) + BigEndian.bytes(512, 4) + brands).bytes
        written = head.count
        return head
    }

    /// Returns the bytes that can be written now.
    mutating func add(_ frame: VideoFrame) throws(VideoFault) -> [UInt8] {
        var left: [UInt8] = []
        if frame.isKey || waiting.count >= Self.chunkBytes { left = try chunk() }
        waiting += frame.bytes
        waitingFrames += 1
        index.add(frame)
        return left
    }

    mutating func end() throws(VideoFault) -> [UInt8] {
        var left = try chunk()
        left +=
            MP4Box(
                "moov", header + MP4Box("trak", trackHeader + media).bytes + (comment ?? [])
            ).bytes
        return left
    }

    private mutating func chunk() throws(VideoFault) -> [UInt8] {
        guard waitingFrames > 0 else { return [] }
        // Offsets have 32 bits.
        guard written + waiting.count + 8 <= Int(UInt32.max) else { throw .tooLarge }
        index.addChunk(of: waitingFrames, at: written + 8)
        let bytes = MP4Box("mdat", waiting).bytes
        written += bytes.count
        waiting = []
        waitingFrames = 0
        return bytes
    }

    private static let matrix: [UInt8] = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]
        .flatMap { BigEndian.bytes($0, 4) }

    private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

    /// Neither the file nor the track contains a creation date.
    private var header: [UInt8] {
        let times = Self.zeros(8) + BigEndian.bytes(facts.rate, 4) + BigEndian.bytes(facts.ticks, 4)
        let shown = BigEndian.bytes(0x1_0000, 4) + BigEndian.bytes(0x100, 2) + Self.zeros(10)
        let rest = Self.matrix + Self.zeros(24) + BigEndian.bytes(2, 4)
        return MP4Box("mvhd", version: 0, flags: 0, times + shown + rest).bytes
    }

    private var trackHeader: [UInt8] {
        let times = Self.zeros(8) + BigEndian.bytes(1, 4) + Self.zeros(4)
        let size =
            BigEndian.bytes(facts.size.width << 16, 4)
            + BigEndian.bytes(facts.size.height << 16, 4)
        return MP4Box(
            "tkhd", version: 0, flags: 3,
            times + BigEndian.bytes(facts.ticks, 4) + Self.zeros(16) + Self.matrix + size
        ).bytes
    }

    private var media: [UInt8] {
        let undetermined = BigEndian.bytes(0x55C4, 2) + Self.zeros(2)
        let times = Self.zeros(8) + BigEndian.bytes(facts.rate, 4) + BigEndian.bytes(facts.ticks, 4)
        let head = MP4Box("mdhd", version: 0, flags: 0, times + undetermined).bytes
        let itself = MP4Box("url ", version: 0, flags: 1, []).bytes
        let places = MP4Box("dref", version: 0, flags: 0, BigEndian.bytes(1, 4) + itself).bytes
        let tables = MP4Box("stbl", description + index.tables).bytes
        let information = MP4Box(
            "minf",
            MP4Box("vmhd", version: 0, flags: 1, Self.zeros(8)).bytes
                + MP4Box("dinf", places).bytes + tables
        ).bytes
        return MP4Box("mdia", head + Self.handler("vide", "\0\0\0\0") + information).bytes
    }

    private static func handler(_ type: String, _ maker: String) -> [UInt8] {
        let kinds = zeros(4) + Array(type.utf8) + Array(maker.utf8)
        return MP4Box("hdlr", version: 0, flags: 0, kinds + zeros(9)).bytes
    }

    private var description: [UInt8] {
        let resolution = BigEndian.bytes(72 << 16, 4)
        let size = BigEndian.bytes(facts.size.width, 2) + BigEndian.bytes(facts.size.height, 2)
        let head = Self.zeros(6) + BigEndian.bytes(1, 2) + Self.zeros(16)
        let look = size + resolution + resolution + Self.zeros(4) + BigEndian.bytes(1, 2)
        let depth = Self.zeros(32) + BigEndian.bytes(24, 2) + BigEndian.bytes(0xFFFF, 2)
        let (sequence, picture) = parameterSets
        // Lengths have four bytes, and there is one parameter set of each kind. A profile above
        // Main also states its chroma format.
        let profile = Array(sequence[1...3])
        let sets =
            [0xE1] + BigEndian.bytes(sequence.count, 2) + sequence
            + [1] + BigEndian.bytes(picture.count, 2) + picture
        let configuration = MP4Box("avcC", [1] + profile + [0xFF] + sets + [0xFD, 0xF8, 0xF8, 0])
        let bt709: [UInt8] = [0, 1, 0, 1, 0, 1, 0]
        let color = MP4Box("colr", Array("nclx".utf8) + bt709)
        let entry = MP4Box("avc1", head + look + depth + configuration.bytes + color.bytes)
        return MP4Box("stsd", version: 0, flags: 0, BigEndian.bytes(1, 4) + entry.bytes).bytes
    }

    /// A comment, stored where players look for it.
    private var comment: [UInt8]? {
        guard let comment = facts.comment else { return nil }
        let data = MP4Box("data", BigEndian.bytes(1, 4) + Self.zeros(4) + Array(comment.utf8))
        let item = MP4Box(type: [0xA9] + Array("cmt".utf8), data.bytes)
        let list = MP4Box("ilst", item.bytes)
        let meta = MP4Box(
            "meta", version: 0, flags: 0, Self.handler("mdir", "appl") + list.bytes)
        return MP4Box("udta", meta.bytes).bytes
    }
}

/// The index of an MP4: the positions and durations of its frames, and which are keyframes.
private struct MP4Index {
    private var durations: [(count: Int, ticks: Int)] = []
    private var sizes: [Int] = []
    private var keys: [Int] = []
    private var chunks: [Int] = []
    private var chunkRuns: [(first: Int, frames: Int)] = []

    mutating func add(_ frame: VideoFrame) {
        if let last = durations.last, last.ticks == frame.ticks {
            durations[durations.count - 1].count += 1
        } else {
            durations.append((1, frame.ticks))
        }
        sizes.append(frame.bytes.count)
        if frame.isKey { keys.append(sizes.count) }
    }

    /// - Parameters:
    ///   - frames: the number of frames in the chunk, which follow those of the chunk before.
    ///   - place: the offset of its first frame.
    mutating func addChunk(of frames: Int, at place: Int) {
        chunks.append(place)
        if chunkRuns.last?.frames != frames { chunkRuns.append((chunks.count, frames)) }
    }

    var tables: [UInt8] {
        Self.table("stts", durations.flatMap { [$0.count, $0.ticks] }, columns: 2)
            + Self.table("stss", keys)
            + Self.table("stsc", chunkRuns.flatMap { [$0.first, $0.frames, 1] }, columns: 3)
            // 0: there is no common size.
            + Self.table("stsz", sizes, before: [0])
            + Self.table("stco", chunks)
    }

    private static func table(
        _ type: String, _ numbers: [Int], columns: Int = 1, before: [Int] = []
    ) -> [UInt8] {
        let all = before + [numbers.count / columns] + numbers
        return MP4Box(type, version: 0, flags: 0, all.flatMap { BigEndian.bytes($0, 4) }).bytes
    }
}

/// A box of an MP4: a length, a type and the content.
private struct MP4Box {
    let bytes: [UInt8]

    init(type: [UInt8], _ inside: [UInt8]) {
        bytes = BigEndian.bytes(inside.count + 8, 4) + type + inside
    }

    init(_ type: String, _ inside: [UInt8]) { self.init(type: Array(type.utf8), inside) }

    init(_ type: String, version: Int, flags: Int, _ inside: [UInt8]) {
        self.init(type, BigEndian.bytes(version << 24 | flags, 4) + inside)
    }
}

enum BigEndian {
    /// Returns the lowest `count` bytes of a number, highest first.
    static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
