import Basics
import Importing
import Model
import Synchronization
import Testing

@Suite struct LargeFileTests {
    /// A chat of many pieces. Some messages reply to others, and control characters are escaped as
    /// in Telegram exports.
    private static let telegram: [UInt8] = {
        let messages = (1...40_000).map { number in
            let reply = number % 100 == 0 ? #","reply_to_message_id":\#(number - 99)"# : ""
            return
                #"{"id":\#(number),"type":"message","date_unixtime":"\#(1_600_000_000 + number)","#
                + #""from":"P\#(number % 3)","from_id":"user\#(number % 3)","#
                + #""text":"word\x1F \#(number) of a long talk that takes its room"\#(reply)}"#
        }
        return Array(
            #"{"name":"Trip","type":"private_group","id":7,"messages":[\#(messages.joined(separator: ",\n"))]}"#
                .utf8)
    }()

    private func files(_ bytes: [UInt8], cut: Int = .max) -> FileLookup {
        FileLookup(
            names: [], size: { $0 == "result.json" ? bytes.count : nil },
            read: { name, range in
                name == "result.json"
                    ? Array(bytes[range.clamped(to: 0..<min(bytes.count, cut))]) : nil
            })
    }

    private func read(
        _ export: Export, onProgress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) throws -> Imported {
        try Importing.read(
            export, phrases: ShippedImport.phrases, onProgress: { onProgress($1, $2) })
    }

    @Test func largeFilesReadLikeFilesInMemory() throws {
        #expect(Self.telegram.count > 5 << 20)
        let whole = try read(Export(Self.telegram, name: "result.json"))
        let largest = Mutex(0)
        let pieces = FileLookup(
            names: [], size: { _ in Self.telegram.count },
            read: { _, range in
                let range = range.clamped(to: Self.telegram.indices)
                largest.withLock { $0 = max($0, range.count) }
                return Array(Self.telegram[range])
            })
        let inPieces = try read(Export(file: "result.json", in: pieces))
        #expect(inPieces.conversation == whole.conversation)
        #expect(inPieces.warnings == whole.warnings)
        #expect(inPieces.report == whole.report)
        #expect(largest.withLock { $0 } <= 1 << 20)
    }

    @Test func shrinkingFilesAreAnError() throws {
        let export = Export(file: "result.json", in: files(Self.telegram, cut: 3 << 20))
        let error = #expect(throws: ImportError.self) { try read(export) }
        #expect(error == .json(file: "result.json", .unreadable(offset: 3 << 20)))
    }

    @Test func progressIsReported() throws {
        let parts = Mutex<[Double]>([])
        _ = try read(Export(file: "result.json", in: files(Self.telegram))) { done, all in
            parts.withLock { $0.append(Double(done) / Double(all)) }
        }
        let progress = parts.withLock { $0 }
        #expect(progress.count > 4 && progress == progress.sorted())
        #expect((progress.first ?? 1) < 0.2 && (0.8...1).contains(progress.last ?? 0))
    }

    @Test(arguments: Fixture.all, [1, 7])
    func everyFixtureReadsTheSameInPieces(fixture: Fixture, length: Int) throws {
        let (bytes, name, options) = try (fixture.bytes, fixture.name, fixture.options)
        let pieces = FileLookup(
            names: [], isSent: true, size: { $0 == name ? bytes.count : nil },
            read: { file, range in
                guard file == name else { return nil }
                let start = min(range.lowerBound, bytes.count)
                // A request for more bytes than exist returns the rest.
                let isPiece = range.upperBound == bytes.count
                let end = isPiece ? start + length : range.upperBound
                return Array(bytes[start..<min(end, bytes.count)])
            })
        let inPieces = Self.outcome(Export(file: name, in: pieces), options)
        #expect(inPieces == Self.outcome(Export(bytes, name: name), options))
    }

    private static func outcome(_ export: Export, _ options: ImportOptions) -> String {
        do throws(ImportError) {
            return ConversationText.of(
                try Importing.read(export, phrases: ShippedImport.phrases, options: options))
        } catch {
            return "error: \(error)"
        }
    }

    /// Even if the file is small; otherwise small files would not test the streaming reader.
    @Test func filesInPlaceAreNeverReadWhole() throws {
        let message = #"{"id":1,"type":"message","date_unixtime":"1600000000","text":"Hi"}"#
        let text = Array(
            #"{"name":"Trip","type":"personal_chat","id":7,"messages":[\#(message)]}"#.utf8)
        let pieces = FileLookup(
            names: [], size: { $0 == "result.json" ? text.count : nil },
            read: { _, range in
                range.upperBound == .max ? nil : Array(text[range.clamped(to: text.indices)])
            })
        let imported = try read(Export(file: "result.json", in: pieces))
        #expect(imported.conversation.messages.count == 1)
    }
}
