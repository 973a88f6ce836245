import Importing
import Model
import Synchronization
import Testing

/// Archives read in place, with an entry that is unpacked as a stream.
@Suite struct LargeArchiveTests {
    /// Too large to be unpacked into memory.
    private static let chat: [UInt8] = {
        let lines = (0..<80_000).map { number in
            "1/15/21, 12:00 - P\(number % 3): message \(number) of a talk that takes its room\n"
        }
        return Array(lines.joined().utf8)
    }()

    private static func zip(
        _ bytes: [UInt8] = chat, name: String = "_chat.txt", isDeflated: Bool = false,
        lie: ZipBuilder.Lie = ZipBuilder.Lie()
    ) -> [UInt8] {
        var lie = lie
        if isDeflated {
            lie.method = 8
            lie.packed = deflated(bytes)
        }
        var zip = ZipBuilder()
        zip.add(name, bytes, lie: lie)
        zip.add("photo.jpg", [0xFF, 0xD8, 0xFF])
        return zip.finish()
    }

    /// Stored blocks (RFC 1951 §3.2.4).
    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 0xFFFF) {
            let block = bytes[start..<min(start + 0xFFFF, bytes.count)]
            let isLast: UInt8 = block.endIndex == bytes.endIndex ? 1 : 0
            let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
            packed += [isLast, low, high, ~low, ~high]
            packed += block
        }
        return packed
    }

    private func read(
        _ bytes: [UInt8], limits: Limits = Limits(),
        saw: @escaping @Sendable (Int) -> Void = { _ in },
        onProgress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) throws -> Imported {
        let files = FileLookup(
            names: [], size: { $0 == "chat.zip" ? bytes.count : nil },
            read: { name, range in
                guard name == "chat.zip" else { return nil }
                let range = range.clamped(to: bytes.indices)
                saw(range.count)
                return Array(bytes[range])
            })
        var options = ImportOptions()
        options.limits = limits
        return try Importing.read(
            Export(file: "chat.zip", in: files), phrases: ShippedImport.phrases, options: options,
            onProgress: { onProgress($1, $2) })
    }

    @Test(arguments: [false, true])
    func streamedEntriesEqualEntriesInMemory(isDeflated: Bool) throws {
        let zip = Self.zip(isDeflated: isDeflated)
        #expect(Self.chat.count > 4 << 20)
        let whole = try ShippedImport.read(zip, name: "chat.zip")
        let largest = Mutex(0)
        let streamed = try read(
            zip, saw: { count in largest.withLock { $0 = max($0, count) } })
        #expect(streamed.conversation.messages.count == 80_000)
        #expect(streamed.conversation == whole.conversation)
        #expect(streamed.report == whole.report)
        #expect(largest.withLock { $0 } <= 1 << 20)
    }

    @Test func progressIsReported() throws {
        let parts = Mutex<[Double]>([])
        _ = try read(
            Self.zip(),
            onProgress: { done, all in parts.withLock { $0.append(Double(done) / Double(all)) } })
        let progress = parts.withLock { $0 }
        #expect(progress.count > 4 && progress == progress.sorted() && (progress.last ?? 0) > 0.8)
    }

    /// Damage near the end of an entry is detected before any progress is reported.
    @Test(arguments: [false, true])
    func damageIsDetectedBeforeReading(isDeflated: Bool) {
        var lie = ZipBuilder.Lie()
        lie.crc = 1
        let reports = Mutex(0)
        #expect(throws: ImportError.archive(.corrupt(entry: "_chat.txt"))) {
            try read(
                Self.zip(isDeflated: isDeflated, lie: lie),
                onProgress: { _, _ in reports.withLock { $0 += 1 } })
        }
        #expect(reports.withLock { $0 } == 0)
    }

    @Test(arguments: [-1, 1])
    func wrongSizesAreDamage(difference: Int) {
        var lie = ZipBuilder.Lie()
        lie.size = UInt32(Self.chat.count + difference)
        #expect(throws: ImportError.archive(.corrupt(entry: "_chat.txt"))) {
            try read(Self.zip(isDeflated: true, lie: lie))
        }
    }

    @Test func unreadableRangesAreDamage() {
        let zip = Self.zip()
        let files = FileLookup(
            names: [], size: { _ in zip.count },
            read: { _, range in
                let range = range.clamped(to: zip.indices)
                return range.contains(3 << 20) ? nil : Array(zip[range])
            })
        #expect(throws: ImportError.archive(.corrupt(entry: "_chat.txt"))) {
            try Importing.read(
                Export(file: "chat.zip", in: files), phrases: ShippedImport.phrases
            ).report
        }
    }

    @Test func limitsApplyToStreamedEntries() {
        var limits = Limits()
        limits.archiveBytes = Self.chat.count - 1
        let error = ImportError.archive(
            .limit(
                .archiveBytes, limit: limits.archiveBytes, actual: Self.chat.count,
                entry: "_chat.txt"))
        #expect(throws: error) { try read(Self.zip(), limits: limits) }
        limits = Limits()
        limits.documentBytes = 1 << 20
        #expect(
            throws: ImportError.limit(
                .documentBytes, limit: 1 << 20, actual: Self.chat.count, at: "_chat.txt")
        ) { try read(Self.zip(), limits: limits) }
    }
}
