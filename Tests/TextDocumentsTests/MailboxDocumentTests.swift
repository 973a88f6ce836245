import Foundation
import Importing
import Model
import TestSupport
import Testing

@testable import TextDocuments

/// Read back by our own importer.
@Suite struct MailboxDocumentTests {
    private func readBack(_ json: String) throws -> Conversation {
        let bytes = try WrittenTalk.bytes(json, .mailbox)
        let phrases = try ImportPhrases(folder: Checkout.path("config/imports"))
        return try Importing.read(bytes, name: "chat.mbox", phrases: phrases).conversation
    }

    private func plainText(_ message: Message) -> String {
        message.body.map(\.plainText).joined(separator: "\n")
    }

    @Test func messagesSurviveARoundTrip() throws {
        let talk = try readBack(WrittenTalk.everything)
        #expect(talk.title == "Family" && talk.messages.count == 7)
        #expect(plainText(talk.messages[0]) == "First line\nFrom me")
        #expect(plainText(talk.messages[1]) == "=SUM(A1)")
        let names = talk.messages.prefix(6).map { $0.from.map { talk.participants[$0].name } }
        #expect(names == ["Ben", "Ana Ruiz", "Ben", "Ben", "Ana Ruiz", "Ben"])
        #expect(talk.messages[0].at?.text == "2026-05-31T09:40:00+02:00")
        #expect(talk.messages[1].details.replyTo?.index == 0)
        #expect(talk.messages[0].id == "m.m1@chatprint.invalid")
    }

    @Test(arguments: [
        "From here", ">From here", ">>From x\n\nFrom ana Mon\n\n>", "--x\n\n.\n", "=_0\n--=_0",
        "Subject: x\n\ny", "From " + String(repeating: "a", count: 1200),
        ">From x\n" + String(repeating: "ü", count: 600), "Grüße 😀\n\n\nFrom you",
    ])
    func textThatLooksLikeASeparatorLineStartsNoMail(text: String) throws {
        let json = String(decoding: try JSONText.of(text), as: UTF8.self)
        for more in ["", #", "reactions": ["👍"]"#] {
            let talk = try readBack(
                #"{"messages": [{"from": "a", "text": \#(json)\#(more)}, {"from": "b", "text": "end"}]}"#
            )
            #expect(talk.messages.count == 2)
            let expected = text.split(separator: "\n", omittingEmptySubsequences: false)
                .joined(separator: "\n")
            #expect(
                plainText(talk.messages[0]).trimmingCharacters(in: .newlines)
                    == expected.trimmingCharacters(in: .newlines))
            #expect(plainText(talk.messages[1]) == "end")
        }
    }

    @Test func subjectsHaveNoQuotationMarksOfAddresses() throws {
        let mail = try WrittenTalk.text(
            #"{"messages": [{"from": "a", "text": "x", "subject": "Trip (2026): a, \\b"}]}"#,
            .mailbox)
        #expect(mail.contains("\nSubject: Trip (2026): a, \\b\n"))
    }

    @Test func namesAndIdsStayInTheirFields() throws {
        let hostile = #"x\r\nBcc: evil@a.example\n\nFrom me <b>\"\\ü"#
        let bytes = try WrittenTalk.bytes(
            #"""
            {"title": "\#(hostile)", "participants": [{"id": "\#(hostile)", "name": "\#(hostile)",
              "handle": "\#(hostile)@a.example"}],
             "messages": [{"id": "\#(hostile)", "from": "\#(hostile)", "text": "hi",
              "subject": "\#(hostile)", "reply_to": {"id": "\#(hostile)"}}]}
            """#,
            .mailbox)
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        let head = lines.prefix { !$0.isEmpty }
        let names = head.dropFirst().map { $0.prefix { $0 != ":" } }
        #expect(
            names == [
                "From", "To", "Subject", "Message-ID", "In-Reply-To", "References",
                "X-Chatprint-Number", "MIME-Version", "Content-Type",
            ])
        #expect(head.allSatisfy { $0.utf8.count < 998 && $0.utf8.allSatisfy { $0 < 0x80 } })
        #expect(!lines.contains { $0.hasPrefix("Bcc") })
    }

    @Test(arguments: [
        (0, 0, "Thu, 1 Jan 1970 00:00:00 +0000", "Thu Jan  1 00:00:00 1970"),
        (1_780_220_400_000, 7_200, "Sun, 31 May 2026 11:40:00 +0200", "Sun May 31 09:40:00 2026"),
        (-1_000, -12_600, "Wed, 31 Dec 1969 20:29:59 -0330", "Wed Dec 31 23:59:59 1969"),
    ])
    func timesHaveTheFormatsOfMail(
        at: Int64, offset: Int32, field: String, separator: String
    ) {
        #expect(MailDate.field(Moment(milliseconds: at), offset: offset) == field)
        #expect(MailDate.separator(Moment(milliseconds: at)) == separator)
    }
}
