import Basics
import Model
import Testing

@testable import TextDocuments

/// Checked against the published rules, and read back by our own importer.
@Suite struct RSMFDocumentTests {
    private func broken(_ written: WrittenRSMF) -> [String] {
        written.mails.flatMap { mail in
            RSMFRules.broken(in: mail.manifest, files: Set(mail.files.keys))
        }
    }

    private func plainText(_ message: Message) -> String {
        message.body.map(\.plainText).joined(separator: "\n")
    }

    // MARK: - Files

    @Test func eachDayInTheZoneIsOneFile() throws {
        let written = try WrittenRSMF(WrittenRSMF.rich, custodian: "ben")
        #expect(
            written.mails.map(\.name) == [
                "chat-2026-05-31.rsmf", "chat-2026-06-01.rsmf", "chat-2026-06-02.rsmf",
            ])
        #expect(written.mails.map { $0.manifest["events"]?.array?.count } == [3, 3, 3])
        let fields = written.mails[1].fields
        #expect(fields["x-rsmf-version"] == "2.0.0" && fields["x-rsmf-generator"] == "Test 1.0")
        #expect(fields["x-rsmf-begindate"] == "2026-06-01T00:10:00+02:00")
        #expect(fields["x-rsmf-enddate"] == "2026-06-01T08:01:00+02:00")
        #expect(fields["x-rsmf-eventcount"] == "3" && fields["x-rsmf-attachmentcount"] == "1")
        #expect(fields["x-rsmf-application"] == "whatsapp" && fields["x-rsmf-custodian"] == "ben")
        #expect(fields["x-rsmf-participants"] == "Ana Ruiz, Ben Ito, \"Cem, D.\"")
        #expect(Set(written.mails.map { $0.fields["x-rsmf-eventcollectionid"] }) == ["collection"])
        #expect(written.mails[0].text.contains("Grüße"))
        #expect(!written.mails[1].text.contains("from the hut\n    "))
        #expect(written.mails[1].files.keys.sorted() == ["media-1", "rsmf_manifest.json"])
        #expect(broken(written).isEmpty)
    }

    @Test func fieldsThatWereNotGivenAreAbsent() throws {
        let json = #"{"messages": [{"from": "Ana", "text": "a"}, {"from": "Ben", "text": "b"}]}"#
        let written = try WrittenRSMF(json)
        #expect(written.mails.map(\.name) == ["chat-undated.rsmf"])
        let names = written.mails[0].fields.keys.filter { $0.hasPrefix("x-rsmf") }.sorted()
        #expect(
            names == [
                "x-rsmf-attachmentcount", "x-rsmf-eventcollectionid", "x-rsmf-eventcount",
                "x-rsmf-generator", "x-rsmf-participants", "x-rsmf-version",
            ])
        #expect(written.mails[0].manifest["conversations"]?.array?[0]["custodian"] == nil)
        #expect(written.warning == nil)
        #expect(try WrittenRSMF(json).zip == written.zip)
    }

    @Test func eachEventHasTheMessagesNumberAndDigest() throws {
        let written = try WrittenRSMF(WrittenRSMF.rich)
        let events = written.mails.flatMap { $0.manifest["events"]?.array ?? [] }
        let pairs = events.map { event in
            (event["custom"]?.array ?? []).prefix(2).map { $0["value"]?.string ?? "" }
        }
        #expect(pairs == (1...9).map { ["\($0)", "digest-\($0)"] })
    }

    // MARK: - Round trip

    @Test func everythingWithAFieldSurvivesARoundTrip() throws {
        let written = try WrittenRSMF(WrittenRSMF.rich)
        #expect(written.warning == nil, "\(String(describing: written.warning))")
        let source = try ConversationDecoder.decode(Array(WrittenRSMF.rich.utf8)).conversation
        let talk = try written.readBack()
        #expect(talk.title == "Hikers" && talk.kind == .group && talk.service == .whatsapp)
        #expect(talk.participants.map(\.name) == source.participants.map(\.name))
        #expect(talk.participants.map(\.handle) == source.participants.map(\.handle))
        #expect(talk.me.map { talk.participants[$0].id } == "ana")
        #expect(talk.messages.map(\.at?.milliseconds) == source.messages.map(\.at?.milliseconds))
        #expect(talk.messages.map(\.from) == source.messages.map(\.from))
        #expect(talk.messages.map(\.kind) == source.messages.map(\.kind))
        #expect(talk.messages.prefix(6).map(plainText) == source.messages.prefix(6).map(plainText))
        for (back, original) in zip(talk.messages, source.messages) {
            if let id = original.id { #expect(back.id == id) }
            #expect(back.details.replyTo?.index == original.details.replyTo?.index)
            #expect(back.details.reactions.map(\.emoji) == original.details.reactions.map(\.emoji))
            #expect(back.details.reactions.map(\.count) == original.details.reactions.map(\.count))
            #expect(back.details.reactions.map(\.by) == original.details.reactions.map(\.by))
            #expect(back.details.edited == original.details.edited)
            #expect(back.details.deleted == original.details.deleted)
            #expect(back.details.isStarred == original.details.isStarred)
            #expect(back.details.system == original.details.system)
            #expect(back.attachments.map(\.name) == original.attachments.map(\.name))
        }
        let (file, original) = (talk.messages[5].attachments[0].media, source.media[0])
        #expect(file.map { talk.media[$0].bytes } == original.bytes)
    }

    @Test func receiptsBetweenTwoPeopleSurviveARoundTrip() throws {
        let talk = try WrittenRSMF(
            #"""
            {"me": "a", "messages": [
             {"from": "a", "at": "2026-05-31T09:00:00Z", "text": "x", "status": "read",
              "delivered_at": "2026-05-31T09:01:00Z", "read_at": "2026-05-31T09:02:00Z"},
             {"from": "b", "at": "2026-05-31T09:03:00Z", "text": "y"},
             {"from": "a", "at": "2026-05-31T09:04:00Z", "text": "z", "status": "delivered"}]}
            """#
        ).readBack()
        #expect(talk.messages[0].details.deliveredAt?.text == "2026-05-31T09:01:00Z")
        #expect(talk.messages[0].details.readAt?.text == "2026-05-31T09:02:00Z")
        #expect(talk.messages.map(\.status) == [.read, nil, .delivered])
    }

    // MARK: - Content without a field

    @Test(arguments: [
        (#""text": "a *b*", "format": "markdown""#, "1 text with marks"),
        (#""text": "[here](https://example.org/x)", "format": "markdown""#, "1 text with marks"),
        (#""poll": {"question": "When?", "options": ["Now", "Never"]}"#, "1 poll"),
        (#""location": {"lat": 1, "lon": 2, "name": "Hut"}"#, "1 place"),
        (#""contact": {"name": "Dee"}"#, "1 contact"),
        (#""text": "x", "link": {"url": "https://example.org"}"#, "1 link preview"),
        (#""kind": "call""#, "1 call"), (#""payment": {"amount": "5"}"#, "1 payment"),
        (#""text": "x", "forwarded": {"from": "Dee"}"#, "1 origin of a message"),
        (#""text": "x", "reply_to": {"text": "gone"}"#, "1 quotation"),
        (##""text": "x", "subject": "About""##, "1 subject"),
        (#""text": "x", "translation": {"lang": "de", "text": "y"}"#, "1 translation"),
        (##""text": "x", "effect": "confetti""##, "1 effect"),
        (#""text": "x", "pinned": true"#, "1 pin"),
        (#""text": "x", "status": "failed""#, "1 delivery state"),
        (#""text": "x", "lang": "de""#, "1 language of a message"),
        (#""text": "x", "deleted": {"by": "a"}"#, "1 deletion with details"),
        (#""attachments": [{"kind": "file", "name": "a.pdf"}]"#, "1 missing file"),
        (#""kind": "system", "system": {"action": "title_changed", "actors": ["a"]}"#, "1 notice"),
        (#""kind": "typing""#, "1 message of another kind"),
    ])
    func contentWithoutAFieldBecomesTextAndAWarning(message: String, words: String) throws {
        let written = try WrittenRSMF(#"{"messages": [{"from": "a", \#(message)}]}"#)
        #expect(written.warning?.detail.contains(words) == true, "\(written.warning?.detail ?? "")")
        #expect(written.warning?.kind == .unsupported)
        #expect(broken(written).isEmpty)
    }

    @Test func largeRoomListsOnlyThatDaysSpeakers() throws {
        let people = (0..<300).map { #"{"id": "p\#($0)", "name": "Person \#($0)"}"# }
        let written = try WrittenRSMF(
            #"""
            {"kind": "group", "participants": [\#(people.joined(separator: ","))], "messages": [
             {"from": "p1", "at": "2026-05-31T09:00:00Z", "text": "x", "reactions": [{"emoji": "👍", "by": ["p7"]}]},
             {"from": "p2", "at": "2026-06-01T09:00:00Z", "text": "y"}]}
            """#, custodian: "p9")
        let ids = written.mails.map { mail in
            (mail.manifest["participants"]?.array ?? []).compactMap { $0["id"]?.string }
        }
        #expect(ids == [["p9", "p1", "p7"], ["p9", "p2"]])
        #expect(written.warning?.detail.contains("298 silent members of a large room") == true)
        #expect(broken(written).isEmpty)
    }

    @Test func pollIsInTheTextOfItsEvent() throws {
        let written = try WrittenRSMF(
            #"{"messages": [{"from": "a", "poll": {"question": "When?", "options": ["Now"]}}]}"#)
        let event = written.mails[0].manifest["events"]?.array?[0]
        #expect(event?["body"]?.string?.contains("When?") == true)
        #expect(written.mails[0].text.contains("When?"))
    }

    // MARK: - Hostile

    @Test func namesAndIdsStayInTheirFields() throws {
        let hostile = #"x\r\nBcc: evil@a.example\r\n\r\n../../e <b>\"\\ü"#
        let written = try WrittenRSMF(
            #"""
            {"title": "\#(hostile)", "timezone": "UTC", "participants": [
              {"id": "\#(hostile)", "name": "\#(hostile)", "handle": "\#(hostile)@a.example"},
              {"id": "b", "name": "\#(hostile)"}],
             "messages": [{"id": "#2", "from": "b", "text": "hi"}, {"from": "b", "text": "hi"},
              {"id": "\#(hostile)", "from": "\#(hostile)", "text": "\#(hostile)", "reactions": [
               {"emoji": "\#(hostile)", "by": ["\#(hostile)", "nobody", "b"]}]}]}
            """#, name: "../a/\u{1}b" + String(repeating: "ü", count: 300), custodian: "c\r\nBcc: d"
        )
        #expect(written.mails.count == 1)
        let name = written.mails[0].name
        #expect(!name.contains("/") && !name.contains("\u{1}") && name.hasSuffix("-undated.rsmf"))
        #expect(written.mails[0].fields["bcc"] == nil)
        let head = String(decoding: written.mails[0].bytes, as: UTF8.self).split(
            separator: "\r\n\r\n")[0]
        #expect(head.utf8.allSatisfy { $0 < 0x80 })
        #expect(head.split(separator: "\r\n").allSatisfy { $0.utf8.count < 998 })
        #expect(broken(written).isEmpty)
    }

    @Test func redactedContentIsNotWritten() throws {
        let written = try WrittenRSMF(
            #"""
            {"title": "With Zoltan", "participants": [{"id": "zoltan", "name": "Zoltan"}, {"id": "a", "name": "Ana"}],
             "messages": [{"id": "zoltan-1", "from": "zoltan", "at": "2026-05-31T09:00:00Z", "text": "Secretly"},
              {"from": "a", "at": "2026-05-31T09:01:00Z", "text": "Yes Zoltan", "reactions": [{"emoji": "👍", "by": ["zoltan"]}],
               "attachments": [{"kind": "file", "name": "Zoltan.txt", "src": {"data": "WW91IGFuZCBab2x0YW4="}}]},
              {"kind": "system", "at": "2026-05-31T09:02:00Z", "system": {"action": "member_left", "actors": ["zoltan"]}}],
             "options": {"redact": [{"participant": "zoltan"}]}}
            """#)
        #expect(written.warning?.detail.contains("1 file withheld by redaction") == true)
        #expect(written.mails[0].files.count == 1)
        for bytes in [written.zip, written.mails[0].bytes] + written.mails[0].files.values {
            let text = String(decoding: bytes, as: UTF8.self).lowercased()
            #expect(!text.contains("zoltan") && !text.contains("secretly"))
        }
        #expect(!written.mails[0].text.lowercased().contains("zoltan"))
        #expect(broken(written).isEmpty)
    }

    private struct Stopped: Error {}

    @Test func writingStopsWhenTheAllowanceIsUsedUp() throws {
        var checks = 0
        #expect(throws: Stopped.self) {
            _ = try WrittenRSMF(WrittenRSMF.rich) { _ in
                checks += 1
                if checks > 5 { throw Stopped() }
            }
        }
        #expect(checks == 6)
    }
}
