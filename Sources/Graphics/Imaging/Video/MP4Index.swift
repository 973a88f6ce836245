/// The index of an MP4: the positions and durations of its frames, and which are keyframes.
struct MP4Index {
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
