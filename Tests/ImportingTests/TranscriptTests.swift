import Basics
import Foundation
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
        let text = String(repeating: "31/12/2019, 21:05 - Ana: x\n", count: 2000)
        #expect(try transcript(text, WorkBudget { _ in false }).entries.isEmpty)
        let options = ImportOptions()
        #expect(throws: ImportError.stopped) {
            _ = try Importing.read(
                Array(text.utf8), name: "_chat.txt", phrases: ShippedImport.phrases,
                options: options,
                budget: WorkBudget { _ in false })
        }
    }
}

@Suite struct ImportPhrasesTests {
    private func faultMessage(_ text: String) throws -> String {
        let json = try JSONValue(parsing: Array(text.utf8))
        do throws(ImportPhrasesFault) {
            _ = try ImportPhrases(whatsApp: json)
            return ""
        } catch {
            return error.sentence
        }
    }

    @Test(
        "Faults in a file of phrases are reported with their pointer",
        arguments: [
            (#"{"de": {"edit": ["x"]}}"#, "/de/edit is an unknown key; allowed are nouns"),
            (#"{"de": {"edited": "x"}}"#, "/de/edited must be an array"),
            (#"{"de": {"edited": ["x", ""]}}"#, "/de/edited/1 must be a non-empty string"),
            (#"{"de": {"nouns": {"picture": ["Bild"]}}}"#, "/de/nouns/picture is an unknown key"),
            (
                #"{"de": {"nouns": {"image": ["a"]}}, "fr": {"nouns": {"video": ["a"]}}}"#,
                "/fr/nouns/video: expected words with one meaning, found a"
            ),
            (#"{"de": {"months": [["jan"]]}}"#, "/de/months: expected 12 lists, found 1"),
            (
                #"{"de": {"notices": [{"says": "a", "event": "b"}]}}"#,
                "/de/notices/0/event: expected one of member_added"
            ),
            (#"{"de": {"notices": [{"says": "a"}]}}"#, "/de/notices/0/event is missing"),
            (#"{"de": {}, "de": {}}"#, "/de appears twice"),
            (#"{"de": 1}"#, "/de must be an object"), ("[]", "the document must be an object"),
        ])
    func faults(text: String, sentence: String) throws {
        let message = try faultMessage(text)
        #expect(message.hasPrefix("whatsapp.json: " + sentence), "\(message)")
    }

    @Test("A language can be added by its phrases")
    func added() throws {
        let json = try JSONValue(
            parsing: Array(
                #"""
                {"$note": "mine", "eo": {"edited": ["Redaktita"], "morning": ["atm"],
                "chat_names": ["Babilo ", "Babilo kun "], "nouns": {"image": ["bildo"]}, "omitted": ["mankas"]}}
                """#.utf8))
        let phrases = try ImportPhrases(whatsApp: json).whatsApp
        #expect(phrases.withoutEditMark("Saluton <Redaktita>") == ("Saluton", true))
        #expect(phrases.stampWords["ATM"] == .half(.morning))
        #expect(phrases.omitted("bildo mankas", isMarked: false)?.0 == .image)
        #expect(WhatsAppTitle.read("Babilo kun Ana.txt", phrases) == "Ana")
        #expect(phrases.stampWords["am"] == nil)
    }

    @Test(
        "Faults in the phrases of apps are reported with their pointer",
        arguments: [
            (#"{"line": {"file": {}}}"#, "/line/file is an unknown key; allowed are files"),
            (
                #"{"line": {"notices": [{"says": "a", "event": "b"}]}}"#,
                "/line/notices/0/event: expected one of member_added"
            ),
            (
                #"{"line": {"sentences": [{"says": "a", "event": "notice"}]}}"#,
                "/line/sentences/0/code is missing"
            ),
            (
                #"{"line": {"headings": [["a", ""]]}}"#,
                "/line/headings/0/1 must be a non-empty string"
            ),
            (#"{"line": {"lists": {"me": "a"}}}"#, "/line/lists/me must be an array"),
            (#"{"line": {}, "line": {}}"#, "/line appears twice"),
        ])
    func faultsOfApps(text: String, sentence: String) throws {
        let json = try JSONValue(parsing: Array(text.utf8))
        let fault = #expect(throws: ImportPhrasesFault.self) {
            try ImportPhrases(whatsApp: .object([]), apps: json)
        }
        #expect(
            fault?.sentence.hasPrefix("apps.json: " + sentence) == true,
            "\(String(describing: fault))")
    }

    @Test("The phrases of apps are those of importers, and none is missing")
    func shippedApps() throws {
        let file = ShippedImport.folder + "/apps.json"
        let json = try JSONValue(parsing: Array(try Data(contentsOf: URL(filePath: file))))
        for name in json.members?.map(\.key) ?? [] {
            #expect(ImporterCatalog.named(name) != nil, "\(name)")
        }
        let phrases = ShippedImport.phrases
        for name in ["wechat", "qq", "viber", "line", "kakaotalk"] {
            #expect(!phrases[name].files.isEmpty, "\(name)")
        }
        for name in [
            "telegram", "discord", "facebook", "imessage", "wechat", "line", "kakaotalk",
        ] {
            #expect(!phrases[name].notices.isEmpty, "\(name)")
        }
        let lists = [
            "line": [
                "before_person", "before_group", "after_person", "after_group", "location",
                "unsent", "missed",
            ],
            "kakaotalk": ["me", "deleted"],
        ]
        for (name, lists) in lists {
            for list in lists { #expect(!phrases[name][list].isEmpty, "\(name)/\(list)") }
        }
        #expect(phrases["zoom"].headings.first == ["From ", " to ", "everyone"])
        #expect(phrases["zoom"].headings.allSatisfy { $0.count > 2 })
        // The sentence that needs the most facts comes first.
        #expect(
            phrases["telegram"].sentences["join_group_by_link"]?.map(\.says) == [
                "%a joined by a link from %{inviter}", "%a joined by a link",
            ])
    }

    @Test("The marks of formats belong to importers")
    func marks() {
        for format in Signatures.all.keys {
            #expect(ImporterCatalog.named(String(format.prefix { $0 != " " })) != nil, "\(format)")
        }
    }

    @Test("A missing file of phrases is an error")
    func missing() {
        #expect(throws: ImportPhrasesFault.file(.unreadable(path: "/nowhere/whatsapp.json"))) {
            try ImportPhrases(folder: "/nowhere")
        }
    }
}

/// As different programs write it.
@Suite struct MailTests {
    private func mail(type: String, _ body: String) -> [UInt8] {
        var zip = ZipBuilder()
        zip.add(
            "rsmf_manifest.json",
            Array(
                (#"{"version":"2.0.0","participants":[{"id":"a","display":"Ana"}],"#
                    + #""conversations":[{"id":"c","participants":["a"]}],"events":["#
                    + #"{"type":"message","participant":"a","conversation":"c","body":"Hi"}]}"#)
                    .utf8))
        let archive = Data(zip.finish()).base64EncodedString(
            options: [.lineLength76Characters, .endLineWithCarriageReturn])
        let part =
            "Content-Type: application/zip; name=\"a;b.zip\"\r\n"
            + "Content-Transfer-Encoding: base64\r\n\r\n\(archive)\r\n"
        let head = "MIME-Version: 1.0\r\nX-RSMF-Version: 2.0\r\nContent-Type: \(type)\r\n\r\n"
        return Array((head + body.replacingOccurrences(of: "ZIP", with: part)).utf8)
    }

    @Test(arguments: [
        ("multipart/mixed; boundary=b", "--b\r\nZIP--b--\r\n"),
        // A semicolon inside quotes does not end a parameter.
        ("multipart/mixed; boundary=\"a;b\"", "--a;b\r\nZIP--a;b--\r\n"),
        // The inner boundary has the outer one as a prefix.
        (
            "multipart/mixed; boundary=b",
            "--b\r\nContent-Type: multipart/related; boundary=b1\r\n\r\n--b1\r\n\r\nwords\r\n"
                + "--b1\r\nZIP--b1--\r\n--b--\r\n"
        ), ("multipart/mixed; boundary=----=_Part_1", "------=_Part_1\r\nZIP------=_Part_1--"),
    ])
    func findsTheAttachedArchive(type: String, body: String) throws {
        let imported = try ShippedImport.read(mail(type: type, body), name: "a.rsmf")
        #expect(imported.conversation.messages.map { $0.body.first?.plainText } == ["Hi"])
    }

    private func day(_ talk: String, _ body: String, at: String, picture: [UInt8]) -> [UInt8] {
        var zip = ZipBuilder()
        zip.add("a.png", picture)
        zip.add(
            "rsmf_manifest.json",
            Array(
                (#"{"version":"2.0.0","participants":[{"id":"a","display":"Ana"},{"id":"b"}],"#
                    + #""conversations":[{"id":"\#(talk)","participants":["a","b"]}],"events":["#
                    + #"{"id":"\#(body)","type":"message","participant":"a","conversation":"\#(talk)","#
                    + #""timestamp":"\#(at)","body":"\#(body)","attachments":[{"id":"a.png"}],"#
                    + #""custom":[{"name":"parent","value":"one"}]}]}"#).utf8))
        let code = Data(zip.finish()).base64EncodedString()
        return Array(
            ("X-RSMF-Version: 2.0.0\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b"
                + "\r\n\r\n--b\r\nContent-Type: application/zip\r\nContent-Transfer-Encoding: base64"
                + "\r\n\r\n\(code)\r\n--b--\r\n").utf8)
    }

    private let pictures: [[UInt8]] = [[0x89, 0x50, 0x4E, 0x47, 1], [0x89, 0x50, 0x4E, 0x47, 2]]

    @Test func mailsOfOneConversationAreMerged() throws {
        var zip = ZipBuilder()
        zip.add("b.rsmf", day("t", "two", at: "2026-05-02T10:00:00Z", picture: pictures[1]))
        zip.add("a.rsmf", day("t", "one", at: "2026-05-01T10:00:00Z", picture: pictures[0]))
        let talk = try ShippedImport.read(zip.finish(), name: "days.zip").conversation
        #expect(talk.messages.map { $0.body.first?.plainText } == ["one", "two"])
        #expect(talk.messages[1].details.replyTo?.index == 0)
        // Files with one name in two mails are separate files.
        let media = talk.messages.map { $0.attachments[0].media }
        #expect(media.map { $0.map { talk.media[$0].bytes } } == pictures)
        // Silent participants are listed as well.
        #expect(talk.participants.map(\.id) == ["a", "b"])
    }

    @Test func severalConversationsRequireAChoice() throws {
        var zip = ZipBuilder()
        for talk in ["t", "u"] {
            zip.add(
                talk + ".rsmf",
                day(talk, "in " + talk, at: "2026-05-01T10:00:00Z", picture: pictures[0]))
        }
        #expect(throws: ImportError.self) { try ShippedImport.read(zip.finish(), name: "x.zip") }
        let options = ImportOptions(chat: "u")
        let talk = try ShippedImport.read(zip.finish(), name: "x.zip", options: options)
            .conversation
        #expect(talk.messages.map { $0.body.first?.plainText } == ["in u"])
    }

    /// The parts of a mail with an invalid boundary cannot be read, which is reported.
    @Test(arguments: ["multipart/mixed", "multipart/mixed; boundary=b"])
    func missingPartsAreReported(type: String) throws {
        let mails =
            "From ana@example.org Thu Jan  1 00:00:00 2026\nFrom: Ana <ana@example.org>\n"
            + "Date: Thu, 1 Jan 2026 00:00:00 +0000\nSubject: Hi\nContent-Type: \(type)\n\nHello\n\n"
            + "From ben@example.org Thu Jan  1 00:01:00 2026\nFrom: Ben <ben@example.org>\n"
            + "Date: Thu, 1 Jan 2026 00:01:00 +0000\nSubject: Re: Hi\n\nGood morning\n"
        let imported = try ShippedImport.read(Array(mails.utf8), name: "a.mbox")
        #expect(imported.warnings.contains { $0.detail.contains("1 mail with a part") })
    }
}

/// More logs than recognition examines.
@Suite struct LogFolderTests {
    private static let days = 0..<60

    private static func archive(_ file: (String) -> (name: String, text: String)) -> [UInt8] {
        var zip = ZipBuilder()
        for day in days {
            let file = file("2024-0\(day / 28 + 1)-\(day % 28 < 9 ? "0" : "")\(day % 28 + 1)")
            zip.add(file.name, Array(file.text.utf8))
        }
        return zip.finish()
    }

    @Test func everyDayOfAChannelIsRead() throws {
        let zip = Self.archive { day in
            ("#harbour/\(day).log", "[10:01:00] <ana> \(day)\n[10:02:00] <ben> yes\n")
        }
        let imported = try ShippedImport.read(zip)
        #expect(imported.importer == "irc")
        #expect(imported.conversation.messages.count == 2 * Self.days.count)
        #expect(imported.conversation.title == "#harbour")
    }

    @Test func everySessionWithAContactIsRead() throws {
        let zip = Self.archive { day in
            (
                "jabber/ben/ana/\(day).100000+0000UTC.txt",
                "Conversation with ana at \(day) 10:00:00 on ben (jabber)\n(10:00:01) ana: \(day)\n"
            )
        }
        let imported = try ShippedImport.read(zip)
        #expect(imported.importer == "pidgin")
        #expect(imported.conversation.messages.count == Self.days.count)
    }
}
