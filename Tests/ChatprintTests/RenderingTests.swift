import Chatprint
import Foundation
import Synchronization
import TestDrawing
import Testing

/// As a program that depends on the package uses it.
@Suite struct RenderingTests {
    private static let shared = Result {
        var configuration = Chatprint.Configuration()
        configuration.folder = try TestFonts.folder.get()
        return try Chatprint(configuration)
    }

    private var chatprint: Chatprint { get throws { try Self.shared.get() } }

    private static let talk = #"""
        {"title":"Family","me":"ana","timezone":"Europe/Berlin","messages":[
          {"from":"ben","at":"2026-05-31T09:40:00+02:00","text":"See https://example.com 😀"},
          {"from":"ana","text":"*Done*","format":"whatsapp","status":"read"}]}
        """#

    private static let long =
        "{\"messages\":[\((0..<300).map { "\"word \($0)\"" }.joined(separator: ","))]}"

    @Test(arguments: [OutputFormat.png, .pdf, .svg, .html, .txt])
    func outputEqualsThatOfTheCommand(format: OutputFormat) async throws {
        let output = try await chatprint.render(
            Conversation(json: Self.talk.utf8), as: format, theme: "whatsapp",
            options: ["mode": "dark"])
        let command = try Self.command(
            ["render", "-", "--format", format.rawValue, "--theme", "whatsapp", "--mode", "dark"],
            input: Self.talk)
        #expect(command.count > 100)
        #expect(output.data == command)
        #expect(output.report.messages == 2)
        #expect(output.report.warnings.isEmpty)
    }

    /// The examples of the README and of the library's documentation, line by line.
    @Test func documentedProgramsWork() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // The names of the examples, with the fonts of the tests and files in the folder.
        let Chatprint = { () throws in try Self.shared.get() }
        func URL(filePath: String) -> Foundation.URL { folder.appending(path: filePath) }
        try Data("31/05/2026, 09:40 - Ana: Hi\n".utf8)
            .write(to: URL(filePath: "WhatsApp Chat.zip"))

        let chatprint = try Chatprint()
        let talk = #"{"messages":["Hi!","Hello","How are you?"]}"#
        let png = try await chatprint.render(
            Conversation(json: talk.utf8), as: .png, theme: "whatsapp")
        try png.data.write(to: URL(filePath: "chat.png"))

        let imported = try chatprint.importing(
            URL(filePath: "WhatsApp Chat.zip"), as: .whatsapp, me: "Ana")
        let pdf = try await chatprint.render(
            imported.conversation, as: .pdf, options: ["page.size": "A5"])
        #expect(pdf.data.starts(with: "%PDF-".utf8))
        #expect(try Data(contentsOf: URL(filePath: "chat.png")) == png.data)
    }

    @Test func piecesJoinToTheWholeOutput() async throws {
        let conversation = Conversation(json: Self.long.utf8)
        let whole = try await chatprint.render(conversation, as: .pdf)
        let pieces = Mutex<[Data]>([])
        let report = try await chatprint.render(conversation, as: .pdf) { piece in
            pieces.withLock { $0.append(piece) }
        }
        #expect(report == whole.report && report.pages > 1)
        #expect(pieces.withLock { Data($0.joined()) } == whole.data)
        #expect(pieces.withLock { $0.count } > 1)
    }

    @Test func concurrentRenderingsDoNotInterfere() async throws {
        let chatprint = try chatprint
        let conversation = Conversation(json: Self.long.utf8)
        async let first = chatprint.render(conversation, as: .png, theme: "signal")
        async let second = chatprint.render(conversation, as: .png, theme: "telegram")
        let (signal, telegram) = try await (first.data, second.data)
        #expect(signal != telegram)
        #expect(try await chatprint.render(conversation, as: .png, theme: "signal").data == signal)
        #expect(
            try await chatprint.render(conversation, as: .png, theme: "telegram").data == telegram)
    }

    @Test func attachmentsAreFoundByName() async throws {
        let picture = try await chatprint.render(Conversation(json: #"["Hi"]"#.utf8), as: .png)
        let json = #"{"messages":[{"attachments":[{"kind":"image","src":{"file":"a.png"}}]}]}"#
        let with = try await chatprint.render(
            Conversation(json: json.utf8, attachments: ["a.png": picture.data]), as: .png)
        #expect(with.report.warnings.isEmpty)
        let without = try await chatprint.render(Conversation(json: json.utf8), as: .png)
        #expect(without.report.warnings.map(\.kind) == ["missing-media"])
        #expect(without.report.warnings[0].pointer.hasPrefix("/messages/0/attachments/0"))
    }

    // MARK: - Errors

    private func error(
        _ json: String, as format: OutputFormat = .png, theme: String? = nil,
        _ options: RenderOptions = [:]
    ) async throws -> ChatprintError? {
        let chatprint = try chatprint
        do throws(ChatprintError) {
            _ = try await chatprint.render(
                Conversation(json: json.utf8), as: format, theme: theme, options: options)
            return nil
        } catch {
            return error
        }
    }

    @Test func faultsHavePointers() async throws {
        let wrong = #"{"messages":[{"text":"Hi","at":"yesterday"},{"text":7}]}"#
        guard case .invalidConversation(let faults)? = try await error(wrong) else {
            Issue.record("An invalid time and an invalid text were accepted.")
            return
        }
        #expect(faults.map(\.pointer) == ["/messages/0/at", "/messages/1/text"])
        #expect(faults.first?.message.contains("\"yesterday\"") ?? false)
    }

    @Test func syntaxErrorsHaveLineAndColumn() async throws {
        guard case .malformedJSON(let fault)? = try await error("{\n\"messages\":[,]}") else {
            Issue.record("A misplaced comma was accepted.")
            return
        }
        #expect(fault.line == 2 && fault.column == 13)
    }

    @Test func misspelledNamesGetASuggestion() async throws {
        let error = try await error(#"["Hi"]"#, theme: "whatsap")
        guard case .invalidTheme(let faults)? = error else {
            Issue.record("An unknown theme was accepted.")
            return
        }
        #expect(faults.first?.suggestion == "whatsapp")
        #expect(try faults.first?.allowed == chatprint.themes)
    }

    @Test func incompatibleOptionsAreRejected() async throws {
        let error = try await error(#"["Hi"]"#, as: .txt, ["output.password": "secret"])
        guard case .invalidOption(let fault)? = error else {
            Issue.record("A password for plain text was accepted.")
            return
        }
        #expect(fault.pointer == "/output/password")
    }

    @Test func strictOptionTurnsWarningsIntoErrors() async throws {
        let odd = #"{"messages":["Hi"],"colour":"red"}"#
        #expect(try await error(odd) == nil)
        var options = RenderOptions()
        options.isStrict = true
        guard case .strict(let faults)? = try await error(odd, options) else {
            Issue.record("An unknown field was accepted.")
            return
        }
        #expect(faults.first?.pointer == "/colour")
    }

    @Test func writeErrorsStopTheRendering() async throws {
        struct Full: Error, CustomStringConvertible { let description = "the disk is full" }
        let chatprint = try chatprint
        await #expect(throws: ChatprintError.notWritten("the disk is full")) {
            try await chatprint.render(Conversation(json: #"["Hi"]"#.utf8), as: .png) { _ in
                throw Full()
            }
        }
    }

    // MARK: - Cancellation

    @Test func renderingsCanceledBeforeTheirStartNeverRun() async throws {
        let chatprint = try chatprint
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await chatprint.render(Conversation(json: #"["Hi"]"#.utf8), as: .png)
        }
        task.cancel()
        await #expect(throws: ChatprintError.canceled) { try await task.value }
    }

    @Test func cancelingStopsARunningRendering() async throws {
        let chatprint = try chatprint
        let conversation = Conversation(json: Self.long.utf8)
        let whole = try await chatprint.render(conversation, as: .png).data.count
        let (signal, begin) = AsyncStream<Void>.makeStream()
        let handle = Mutex<Task<OutputReport, any Error>?>(nil)
        let written = Mutex(0)
        let task: Task<OutputReport, any Error> = Task {
            for await _ in signal { break }
            return try await chatprint.render(conversation, as: .png) { piece in
                written.withLock { $0 += piece.count }
                handle.withLock { $0?.cancel() }
            }
        }
        handle.withLock { $0 = task }
        begin.yield()
        await #expect(throws: ChatprintError.canceled) { try await task.value }
        #expect(written.withLock { 0 < $0 && $0 < whole })
    }

    // MARK: - The command

    private static func command(_ arguments: [String], input: String) throws -> Data {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments + ["--config", try TestFonts.folder.get().path]
        let (feed, output) = (Pipe(), Pipe())
        process.standardInput = feed
        process.standardOutput = output
        try process.run()
        try feed.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try feed.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return data
    }

    /// Beside the test bundle, wherever it was built.
    private static var executable: URL {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") }
        let folder = bundle.map { URL(filePath: $0).deletingLastPathComponent() }
        return (folder ?? URL(filePath: ".build/debug")).appending(path: "chatprint")
    }
}
