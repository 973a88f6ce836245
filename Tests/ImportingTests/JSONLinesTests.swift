import Basics
import Model
import Synchronization
import Testing

@testable import Importing

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
        var options = ImportOptions()
        options.chat = "2"
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
