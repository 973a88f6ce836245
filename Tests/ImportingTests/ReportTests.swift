import Importing
import Model
import Testing

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
        var options = ImportOptions()
        options.wantsFields = true
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
        var options = ImportOptions()
        options.after = Moment(milliseconds: 1_610_755_200_000)
        let entries = try ShippedImport.read(Array(chat.utf8), options: options).report.entries
        #expect((entries.read, entries.shown, entries.outside) == (3, 2, 1))
    }

    @Test(arguments: Fixture.all)
    func importedConversationsRoundTripThroughJSON(fixture: Fixture) throws {
        guard let imported = try read(fixture) else { return }
        var options = ImportOptions()
        options.from = "chatprint"
        let again = try ShippedImport.read(imported.conversation.json(), options: options)
        let (before, after) = (imported.conversation, again.conversation)
        let pairs = zip(ConversationText.lines(of: before), ConversationText.lines(of: after))
        #expect(before.messages.count == after.messages.count)
        let difference = pairs.first { $0 != $1 }.map { "\($0) / \($1)" }
        #expect(difference == nil)
    }
}
