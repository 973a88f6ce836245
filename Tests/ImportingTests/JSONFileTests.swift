import Basics
import Model
import Synchronization
import Testing

@testable import Importing

/// All importers read JSON alike: in UTF-16 as well, and never with replacement characters for
/// invalid text.
@Suite struct JSONFileTests {
    private static let files: [(importer: String, text: String)] = [
        (
            "telegram",
            #"{"name":"Zoë","type":"personal_chat","id":7,"messages":[{"id":1,"type":"message","#
                + #""date_unixtime":"1600000000","from":"Zoë","from_id":"user1","text":"Hi"}]}"#
        ),
        (
            "snapchat",
            #"{"zoë":[{"From":"Zoë","Media Type":"TEXT","Created":"2023-05-06 07:08:09 UTC","#
                + #""Content":"Hi","Conversation Title":null,"IsSender":false}]}"#
        ),
        (
            "twitter",
            #"window.YTD.direct_messages.part0 = [{"dmConversation":{"conversationId":"1-2","#
                + #""messages":[{"messageCreate":{"senderId":"1","text":"Zoë","id":"1","#
                + #""createdAt":"2024-05-01T09:01:00.000Z"}}]}}]"#
        ),
        (
            "rocketchat",
            #"[{"_id":"1","rid":"2","msg":"Hi","ts":"2024-01-01T10:00:00.000Z","#
                + #""u":{"_id":"3","username":"zoe","name":"Zoë"}}]"#
        ),
        (
            "teams",
            #"{"value":[{"id":"1","messageType":"message","createdDateTime":"2024-01-01T10:00:00Z","#
                + #""from":{"user":{"id":"2","displayName":"Zoë"}},"#
                + #""body":{"contentType":"text","content":"Hi"}}]}"#
        ),
        (
            "facebook",
            #"{"participants":[{"name":"Zoë"}],"messages":[{"sender_name":"Zoë","#
                + #""timestamp_ms":1600000000000,"content":"Hi"}]}"#
        ),
        (
            "chatlab",
            #"{"_type":"header","chatlab":{"version":"0.0.1"},"meta":{"name":"Zoë","platform":"qq","#
                + #""type":"private"}}"# + "\n"
                + #"{"_type":"message","sender":"1","accountName":"Zoë","timestamp":1600000000,"#
                + #""type":0,"content":"Hi"}"#
        ),
    ]

    private func read(_ bytes: [UInt8], from importer: String) throws -> Imported {
        let options = ImportOptions(from: importer)
        return try ShippedImport.read(Export(bytes, name: "chat.json"), options: options)
    }

    @Test(arguments: files)
    func utf16IsAccepted(importer: String, text: String) throws {
        let expected = try read(Array(text.utf8), from: importer).conversation
        #expect(expected.messages.count == 1)
        let mark: [UInt16] = [0xFEFF]
        let units = mark + text.utf16
        let small = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for bytes in [small, big] {
            #expect(try read(bytes, from: importer).conversation == expected)
        }
    }

    @Test(arguments: files)
    func invalidEncodingsAreRejected(importer: String, text: String) throws {
        var bytes = Array(text.utf8)
        let place = try #require(bytes.firstIndex(of: 0xC3)) + 1
        bytes[place] = 0x78
        let error = #expect(throws: ImportError.self) { try read(bytes, from: importer) }
        #expect(error == .json(file: "chat.json", .encoding(offset: place - 1)))
        // Half of a surrogate pair.
        let units: [UInt8] = [0xFF, 0xFE, 0x22, 0, 0, 0xD8, 0x22, 0]
        let other = #expect(throws: ImportError.self) { try read(units, from: importer) }
        #expect(other == .json(file: "chat.json", .encoding(offset: 0)))
    }

    private static let accounts:
        [(importer: String, opening: String, record: String, end: String)] = [
            (
                "tiktok", #"{"Direct Message":{"Direct Messages":{"ChatHistory":"#,
                #"{"Date":"2024-01-01 10:00:00","From":"ben","Content":"Hi"}"#, "}}}"
            ),
            (
                "snapchat", "",
                #"{"From":"ben","Media Type":"TEXT","Created":"2024-01-01 10:00:00 UTC","Content":"Hi","IsSender":false}"#,
                ""
            ),
        ]

    /// Only the selected chat is kept in memory as a whole.
    @Test(arguments: accounts)
    func otherChatsOfAnAccountTakeNoMemory(
        importer: String, opening: String, record: String, end: String
    ) throws {
        let others = Array(repeating: record, count: 10_000).joined(separator: ",")
        let chats = #"{"a":[\#(others)],"b":[\#(record)],"c":[]}"#
        let options = ImportOptions(from: importer, chat: "b")
        let budget = WorkBudget { $0 < 10_000 }
        let imported = try ShippedImport.read(
            Export(Array((opening + chats + end).utf8), name: "chat.json"), options: options,
            budget: budget)
        #expect(imported.conversation.messages.count == 1)
        #expect(imported.report.entries.read == 1)
    }
}

/// JSON Lines are read one by one, wherever the file is split.
@Suite struct JSONLinesTests {
    private func lines(
        _ text: String, length: Int = 5, budget: WorkBudget = .unlimited,
        onProgress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) throws -> JSONLineReader {
        let bytes = Array(text.utf8)
        let pieces = ByteSource(count: bytes.count) { range in
            Array(bytes[range.lowerBound..<min(range.upperBound, range.lowerBound + length)])
        }
        return JSONLineReader(
            try TextWindow(pieces, file: "main.jsonl"), budget: budget, onProgress: onProgress)
    }

    private func document(_ text: String, length: Int = 5) throws -> JSONDocument {
        JSONDocument(
            .lines(try lines(text, length: length)), file: "main.jsonl", budget: .unlimited)
    }

    private static let text = "\u{FEFF}{\"a\":1}\r\n\n \t\n[2]\n\u{200E}\n\"Zoë\"\n{\"b\":[]}"

    @Test(arguments: [1, 5, 64])
    func everyNonBlankLineIsAnElement(length: Int) throws {
        let document = try document(Self.text, length: length)
        // Each pass starts at the beginning.
        for _ in 1...2 {
            var found: [String] = []
            try document.forEach(at: []) { value, pointer throws(ImportError) in
                found.append("\(pointer) \(value.kind)")
            }
            #expect(found == ["/0 object", "/1 array", "/2 string", "/3 object"])
        }
    }

    @Test func faultsHaveTheirPositionInTheFile() throws {
        func error(_ text: String) throws -> ImportError? {
            let document = try document(text)
            return #expect(throws: ImportError.self) {
                try document.forEach(at: []) { _, _ throws(ImportError) in }
            }
        }
        #expect(
            try error("{}\n\n{\"ö\": nil}\n")
                == .json(
                    file: "main.jsonl",
                    .syntax(JSONPosition(offset: 11, line: 3, column: 7), .unknownLiteral)))
        #expect(
            try error("{}\n{} {}")
                == .json(
                    file: "main.jsonl",
                    .syntax(JSONPosition(offset: 6, line: 2, column: 4), .trailingContent)))
        let deep = String(repeating: "[", count: 200)
        let place = JSONPosition(offset: 131, line: 2, column: 129)
        #expect(
            try error("{}\n\(deep)")
                == .json(file: "main.jsonl", .tooDeep(place, limit: JSONDocument.maxDepth)))
    }

    @Test func onlyTheSelectedLineIsParsed() throws {
        let lines = #"{"id":1,"turns":[1]}"# + "\n" + #"{"id":2,"turns":[2]}"# + "\n"
        let options = ImportOptions(chat: "2")
        var builder = ConversationBuilder(
            options: options, phrases: ShippedImport.phrases, importer: "sharegpt",
            clock: try #require(Clock(zone: "UTC")), zone: "UTC",
            from: ExportFiles(Array(lines.utf8), name: "a", beside: .none, limits: Limits()))
        var turns: [[Int]] = []
        try builder.chooseTree(
            in: ["a"], heavy: ["turns"], mayBeLines: true,
            name: { ChatName(id: $1.identifier("id") ?? "", name: "") }
        ) { chat, _, _ throws(ImportError) in
            turns.append(chat.list("turns").compactMap(\.int))
        }
        #expect(turns == [[2]])
    }

    @Test func readingCanBeCanceled() throws {
        let checks = Mutex(0)
        let budget = WorkBudget { _ in
            checks.withLock {
                $0 += 1
                return $0 < 3
            }
        }
        var lines = try lines("1\n2\n3\n4\n", budget: budget)
        #expect(throws: ImportError.stopped) { while try lines.next() {} }
        #expect(lines.pointer == "/1")
    }

    @Test func progressIsReported() throws {
        let line = "\"" + String(repeating: "x", count: 4095) + "\"\n"
        let parts = Mutex<[Int]>([])
        var lines = try lines(String(repeating: line, count: 512), length: 10_000) { done, _ in
            parts.withLock { $0.append(done) }
        }
        while try lines.next() {}
        let progress = parts.withLock { $0 }
        #expect((6...8).contains(progress.count) && progress == progress.sorted())
    }
}

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
            return ConversationText.of(try ShippedImport.read(export, options: options))
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
        #expect(try read(Export(file: "result.json", in: pieces)).conversation.messages.count == 1)
    }
}
