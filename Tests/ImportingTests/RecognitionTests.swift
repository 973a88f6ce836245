import Importing
import Model
import Synchronization
import Testing

@Suite struct RecognitionTests {
    private func error(
        _ text: String, name: String? = nil, from: String = "auto", chat: String? = nil
    ) -> ImportError? {
        let options = ImportOptions(from: from, chat: chat)
        return importFault {
            try ShippedImport.read(Array(text.utf8), name: name, options: options)
        }
    }

    @Test func importersHaveUniqueNames() {
        let names = ImporterCatalog.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isLowercase } })
        #expect(ImporterCatalog.all.allSatisfy { !$0.title.isEmpty && !$0.summary.isEmpty })
    }

    @Test(arguments: ["", " \n\t "])
    func blankInputIsEmpty(text: String) {
        #expect(error(text) == .empty)
    }

    @Test(arguments: [
        "From: a@a.example\nTo: b@a.example\nSubject: Hi\nDate: x\n\nHello", "hello", "{}",
        "[1, 2]", "<html><p>a page</p></html>", "%PDF-1.7", "a,b\n1,2",
    ])
    func otherInputIsUnrecognized(text: String) {
        #expect(error(text) == .unrecognized([]))
    }

    /// One of twenty records may lack a field.
    @Test(arguments: [("sender", 1), ("sender", 2), ("ts", 1), ("ts", 2), ("msg", 1), ("msg", 2)])
    func unknownJSONIsReadIfNearlyAllRecordsAreComplete(field: String, count: Int) throws {
        let records = (0..<20).map { number in
            [("sender", "\"ana\""), ("ts", "170000000\(number % 10)"), ("msg", "\"Hi\"")]
                .filter { number >= count || $0.0 != field }
                .map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")
        }
        let text = "{\"items\":[" + records.map { "{\($0)}" }.joined(separator: ",") + "]}"
        if count == 1 {
            let imported = try ShippedImport.read(Array(text.utf8))
            #expect(imported.importer == "json")
            #expect(imported.conversation.messages.count == (field == "msg" ? 19 : 20))
        } else {
            guard case .misread(let misreading)? = error(text) else {
                Issue.record("Expected a misreading: \(String(describing: error(text)))")
                return
            }
            #expect(misreading.path == ["items"])
        }
    }

    @Test(arguments: [false, true])
    func formatMarkersMayBeFarIntoAFile(isPacked: Bool) throws {
        let picture = "data:image/png;base64," + String(repeating: "A", count: 100_000)
        let text = """
            {"image":"\(picture)","messages":[{"content":"Hi","sender_name":"Ana",
             "timestamp_ms":1705312800000}],"participants":[{"name":"Ana"}]}
            """
        var bytes = Array(text.utf8)
        if isPacked {
            var zip = ZipBuilder()
            zip.add("talk.json", bytes)
            bytes = zip.finish()
        }
        #expect(try ShippedImport.read(bytes).importer == "facebook")
    }

    /// Tests each recognized fixture against every importer: if two importers accepted it, the
    /// result would be arbitrary.
    @Test(arguments: Fixture.all)
    func noOtherImporterIsAsConfident(fixture: Fixture) throws {
        let options = try fixture.options
        guard options.from == "auto",
            let imported = try? ShippedImport.read(
                try fixture.bytes, name: try fixture.name, options: options)
        else { return }
        let best = try #require(imported.candidates.first)
        #expect(best.importer == imported.importer)
        let others = imported.candidates.dropFirst()
        #expect(others.allSatisfy { $0.confidence < best.confidence }, "\(others)")
        #expect(others.allSatisfy { $0.confidence < .certain }, "\(others)")
    }

    @Test func unknownImportersListTheKnownOnes() {
        #expect(
            error("x", from: "icq")
                == .unknownImporter("icq", allowed: ImporterCatalog.all.map(\.name)))
    }

    @Test func unknownZonesAreReported() {
        let options = ImportOptions(timeZone: "Mars/Olympus")
        #expect(throws: ImportError.unknownTimeZone("Mars/Olympus")) {
            try ShippedImport.read(Array("A: b\nB: c".utf8), options: options)
        }
    }

    @Test func ambiguousInputNamesBothFormats() {
        let text = "A: one\nB: two\n13.06.18 21.26.15: b: n\n"
        let both = ["whatsapp", "text"].map { Candidate(importer: $0, confidence: .possible) }
        #expect(error(text) == .unrecognized(both))
    }

    @Test func explicitFormatsSkipRecognition() {
        #expect(error("just words", from: "whatsapp") == .noMessages(importer: "whatsapp"))
        #expect(error("{\"about\": \"\"}", from: "telegram") == .noMessages(importer: "telegram"))
    }

    @Test func filesBesideTheChatAreFoundByName() throws {
        let chat = "1/15/21, 10:00 - Ann: IMG-20210115-WA0000.jpg (file attached)\n"
        let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 0]
        let imported = try ShippedImport.read(
            Array(chat.utf8), name: "chat.txt",
            beside: FileLookup(["IMG-20210115-WA0000.jpg": picture]))
        #expect(imported.conversation.media.map(\.bytes) == [picture])
        #expect(imported.conversation.media[0].pointer == "/messages/0/attachments/0")
        #expect(imported.conversation.messages[0].attachments[0].media == 0)
    }

    /// A folder may hold many files, and reading each of them must not list the others.
    @Test(arguments: [
        "1/15/21, 10:00 - Ann: us.jpg (file attached)\n",
        // In words of an unknown language.
        "1/15/21, 10:00 - Ann: us.jpg (abc def)\n",
        #"{"name":"Ben","type":"personal_chat","id":5,"messages":[{"id":1,"type":"message","#
            + #""date_unixtime":"1705312800","from":"Ben","from_id":"user5","text":"","#
            + #""photo":"us.jpg"}]}"#,
    ])
    func filesWithKnownPathsAreFoundWithoutAList(chat: String) throws {
        let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 0]
        let isListed = Mutex(false)
        let folder = FileLookup(
            names: isListed.withLock { isListed in
                isListed = true
                return []
            },
            size: { $0 == "us.jpg" ? picture.count : nil },
            read: { name, _ in name == "us.jpg" ? picture : nil })
        let imported = try ShippedImport.read(Array(chat.utf8), name: "chat", beside: folder)
        #expect(imported.conversation.media.map(\.bytes) == [picture])
        #expect(!isListed.withLock { $0 })
    }

    /// Otherwise, pictures that exist would be drawn as missing.
    @Test func aFolderThatCannotBeListedEndsTheImport() {
        let folder = FileLookup(
            names: [], failed: { true }, size: { _ in nil }, read: { _, _ in nil })
        #expect(throws: ImportError.unreadable(file: "the folder of the export", offset: 0)) {
            try ShippedImport.read(
                Array("1/15/21, 10:00 - Ann: Hi\n".utf8), name: "chat.txt", beside: folder)
        }
    }

    @Test func repeatedPicturesAreKeptOnce() throws {
        let line = "1/15/21, 10:00 - Ann: STK-20210115-WA0000.webp (file attached)\n"
        let picture = Array("RIFF    WEBP".utf8)
        let imported = try ShippedImport.read(
            Array((line + line).utf8), beside: FileLookup(["STK-20210115-WA0000.webp": picture]))
        #expect(imported.conversation.media.count == 1)
    }

    @Test(arguments: [("Ann", "Ann"), ("ann", "Ann"), ("Bo", "Bo")])
    func meIsTheNamedParticipant(wish: String, name: String) throws {
        let options = ImportOptions(me: wish)
        let chat = "1/15/21, 10:00 - Ann: a\n1/15/21, 10:00 - Bo: b\n1/15/21, 10:00 - Bo: c\n"
        let imported = try ShippedImport.read(Array(chat.utf8), options: options)
        let me = try #require(imported.conversation.me)
        #expect(imported.conversation.participants[me].name == name)
        #expect(!imported.warnings.contains { $0.kind == .guessedSides })
    }

    @Test func unknownMeIsAWarning() throws {
        let options = ImportOptions(me: "Zed")
        let imported = try ShippedImport.read(Array("A: b\nB: c\n".utf8), options: options)
        #expect(
            imported.warnings.contains { $0.kind == .guessedSides && $0.detail.contains("Zed") })
    }
}

@Suite struct ReportTests {
    private func read(_ fixture: Fixture) throws -> Imported? {
        var options = try fixture.options
        options.wantsFields = true
        return try? ShippedImport.read(try fixture.bytes, name: try fixture.name, options: options)
    }

    /// Each entry became a message or part of one, is outside the time range, or is empty.
    @Test(arguments: Fixture.all)
    func everyEntryIsAccountedFor(fixture: Fixture) throws {
        guard let imported = try read(fixture) else { return }
        let report = imported.report
        let entries = report.entries
        #expect(entries.read == entries.shown + entries.joined + entries.outside + entries.empty)
        #expect(entries.shown > 0)
        let all = report.messages + report.notices + report.calls + report.notes
        #expect(all == imported.conversation.messages.count)
        #expect(all >= entries.shown)
        let isReported = imported.warnings.contains { warning in
            [.unsupported, .importing].contains(warning.kind)
        }
        // Entries that are no message: the head of a session; the block that names a group's members.
        let isExempt = try ["codex-events.jsonl", "shared.zip"].contains(fixture.name)
        #expect(entries.empty == 0 || isReported || isExempt, "\(entries.empty) empty")
        #expect(report.mediaMissing == 0 || imported.warnings.contains { $0.kind == .missingMedia })
    }

    @Test func unusedFieldsAreListed() throws {
        let text = """
            {"chatlab":{"version":"0.0.2"},"meta":{"name":"Trip","weather":"rain"},
             "messages":[{"sender":"A","timestamp":1,"type":0,"content":"Hi","mood":"good"},
              {"sender":"A","timestamp":2,"type":0,"content":"Ho","mood":"bad","hat":null}]}
            """
        var options = ImportOptions()
        #expect(try ShippedImport.read(Array(text.utf8)).report.fields.isEmpty)
        options.wantsFields = true
        let report = try ShippedImport.read(Array(text.utf8), options: options).report
        let fields = report.fields.map { "\($0.name) \($0.count)" }
        #expect(fields.first == "mood 2")
        #expect(fields.contains("weather 1") && !fields.contains { $0.hasPrefix("hat") })
        #expect(report.entries.read == 2)
        #expect(report.lines.last?.contains("mood (2)") == true)
    }

    @Test func unusedFieldsOfJSONLinesAreListed() throws {
        let lines = ["good", "bad"].map { mood in
            """
            {"date":"2022-05-01T10:00:00","sender":"Ana","body":"\(mood)","mood":"\(mood)"}

            """
        }
        let options = ImportOptions(wantsFields: true)
        let imported = try ShippedImport.read(Array(lines.joined().utf8), options: options)
        #expect(imported.importer == "signal")
        #expect(imported.report.fields.map { "\($0.name) \($0.count)" } == ["mood 2"])
    }

    @Test(
        "Messages have the order of day and month and the clock of the export",
        arguments: [
            ("1/15/21, 10:00 PM - Ann: a", nil), ("1/15/21, 22:00 - Ann: a", "en-US-u-hc-h23"),
            ("15/01/2021, 22:00 - Ann: a", "en-GB"), ("15.01.21, 22:00 - Ann: a", "en-GB"),
            ("15/01/2021, 10:00 pm - Ann: a", "en-AU"), ("2021-01-15, 22:00 - Ann: a", "en-SE"),
        ] as [(String, String?)])
    func localeOfTheDates(line: String, locale: String?) throws {
        let imported = try ShippedImport.read(Array((line + "\n" + line + "\n").utf8))
        #expect(imported.conversation.locale == locale ?? "en-US")
        func isNamed(_ report: ImportReport) -> Bool {
            let json = String(decoding: report.json(warnings: []), as: UTF8.self)
            let words = report.lines.contains { $0.hasSuffix("locale " + (locale ?? "")) }
            #expect(words == json.contains(#""locale":"\#(locale ?? "")""#))
            return words
        }
        #expect(isNamed(imported.report) == (locale != nil))
        var other = imported.conversation
        other.locale = "de"
        #expect(!isNamed(imported.report.counting(other)))
    }

    @Test func messagesOutsideTheTimeRangeAreCounted() throws {
        let chat = "1/15/21, 10:00 - Ann: a\n1/16/21, 10:00 - Bo: b\n1/17/21, 10:00 - Bo: c\n"
        let options = ImportOptions(after: Moment(milliseconds: 1_610_755_200_000))
        let entries = try ShippedImport.read(Array(chat.utf8), options: options).report.entries
        #expect((entries.read, entries.shown, entries.outside) == (3, 2, 1))
    }

    @Test(arguments: Fixture.all)
    func importedConversationsRoundTripThroughJSON(fixture: Fixture) throws {
        guard let imported = try read(fixture) else { return }
        let options = ImportOptions(from: "chatprint")
        let again = try ShippedImport.read(imported.conversation.json(), options: options)
        let (before, after) = (imported.conversation, again.conversation)
        let pairs = zip(ConversationText.lines(of: before), ConversationText.lines(of: after))
        #expect(before.messages.count == after.messages.count)
        let difference = pairs.first { $0 != $1 }.map { "\($0) / \($1)" }
        #expect(difference == nil)
    }
}
