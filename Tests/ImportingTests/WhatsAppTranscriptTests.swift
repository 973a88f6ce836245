import Basics
import Model
import Testing

@testable import Importing

@Suite struct WhatsAppTranscriptTests {
    private func transcript(
        _ text: String, _ budget: WorkBudget = .unlimited
    ) throws -> WhatsAppTranscript {
        try WhatsAppTranscript(
            TextWindow(ByteSource(Array(text.utf8)), file: "_chat.txt"),
            ShippedImport.phrases.whatsApp, budget)
    }

    /// There is one entry for each message.
    @Test func entriesAreSmall() {
        #expect(MemoryLayout<WhatsAppTranscript.Entry>.stride <= 24)
    }

    @Test(arguments: [0, 1, 9])
    func authorsUpToTheLimitAreKept(blanks: Int) throws {
        let space = String(repeating: " ", count: blanks)
        for length in [1, 2, 150, 199 - blanks, 200 - blanks, 230] {
            let author = String(repeating: "x", count: length)
            var transcript = try transcript(
                "[31/12/2019, 21:05:00] \(space)\(author): a: b\nc\r\nd")
            let entry = try transcript.show(#require(transcript.entries.first))
            #expect(transcript.entries.count == 1)
            let isName = length + blanks < 200
            #expect(entry.hasAuthor == isName)
            #expect(transcript.text(entry.author) == (isName ? author : ""))
            #expect(transcript.text(entry.whole) == "\(space)\(author): a: b\nc\nd")
            #expect(
                transcript.text(entry.body)
                    == (isName ? "a: b\nc\nd" : transcript.text(entry.whole)))
        }
    }

    /// Exports isolate a mention, or the name in it.
    @Test(arguments: ["\u{2068}@Ana Ruiz\u{2069}", "@\u{2068}Ana Ruiz\u{2069}"])
    func mentionsEndWhereTheirIsolatesDo(mention: String) throws {
        let text = "[31/12/2019, 21:05:00] Ben: *Hi* \(mention), \u{2068}ok?\u{2069} a@b\n"
        let imported = try ShippedImport.read(Array(text.utf8), name: "_chat.txt")
        let body = try #require(imported.conversation.messages.first?.body)
        let marks = [Entity(0..<2, .bold), Entity(3..<12, .mention)]
        #expect(body == [.paragraph(RichText("Hi @Ana Ruiz, ok? a@b", marks: marks))])
    }

    @Test func messagesMayBeEmpty() throws {
        for (line, body) in [("Ana:", ""), ("Ana: ", ""), ("Ana:  x", " x")] {
            var transcript = try transcript("31/12/2019, 21:05 - \(line)")
            let entry = try transcript.show(#require(transcript.entries.first))
            #expect(transcript.text(entry.author) == "Ana" && transcript.text(entry.body) == body)
        }
    }

    @Test(arguments: [
        ("Ben", "Ann Lee", "Ben Ito", "Ann Lee"), ("Ben Ito", "Ann Lee", "Ben Ito", "Ann Lee"),
        ("Ben", "Ben Okafor", "Ben Ito", nil), ("Trip", "Ann Lee", "Ben Ito", nil),
        ("Be", "Ann Lee", "Ben Ito", nil),
    ])
    func directChatsMayBeNamedAfterAFirstName(
        title: String, first: String, second: String, me: String?
    ) throws {
        // Otherwise, the more frequent author would be chosen.
        let text = """
            31/12/2019, 21:05 - \(first): a
            31/12/2019, 21:06 - \(second): b
            31/12/2019, 21:07 - \(second): c

            """
        let chat = try ShippedImport.read(Array(text.utf8), name: "WhatsApp Chat - \(title).txt")
            .conversation
        #expect(chat.kind == (me == nil ? .group : .direct))
        #expect(chat.me.map { chat.participants[$0].name } == me ?? second)
    }

    /// There are more words than the cache holds.
    @Test func timestampWordsAreNotConfused() throws {
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        var text = ""
        for round in 0..<3 {
            for (index, month) in months.enumerated() {
                let half = (index + round).isMultiple(of: 2) ? "AM" : "PM"
                text += "[\(index + 1) \(month) 2019, 9:05:00\u{202F}\(half)] Ana: x\n"
            }
        }
        let imported = try ShippedImport.read(Array(text.utf8), name: "_chat.txt")
        let messages = imported.conversation.messages
        try #require(messages.count == 36)
        for (place, message) in messages.enumerated() {
            let index = place % 12
            var time = CivilTime(year: 2019, month: index + 1, day: index + 1)
            time.hour = (index + place / 12).isMultiple(of: 2) ? 9 : 21
            time.minute = 5
            #expect(message.at?.milliseconds == time.milliseconds)
        }
    }

    @Test func canceledImportsReadNothing() throws {
        let line = "31/12/2019, 21:05 - Ana: x\n"
        let text = String(repeating: line, count: 2000)
        let refused = try transcript(text, WorkBudget { _ in false })
        #expect(refused.entries.isEmpty)
        let options = ImportOptions()
        #expect(throws: ImportError.stopped) {
            _ = try Importing.read(
                Array(text.utf8), name: "_chat.txt", phrases: ShippedImport.phrases,
                options: options,
                budget: WorkBudget { _ in false })
        }
    }
}
