import Foundation
import Model
import Testing

@testable import Importing

/// One talk in two formats, as two programs write it.
@Suite struct JoinedFormatsTests {
    private func part(_ text: String, _ name: String) throws -> JoinPart {
        try part(Array(text.utf8), name)
    }

    private func part(
        _ bytes: [UInt8], _ name: String, beside: FileLookup = .none, chat: String? = nil
    ) throws -> JoinPart {
        let options = ImportOptions(chat: chat)
        let read = try ShippedImport.read(bytes, name: name, beside: beside, options: options)
        return JoinPart(read.conversation, name: name, format: read.importer, sha256: name)
    }

    /// Each message after the sources that have it, then what they say differently.
    private func lines(_ one: JoinPart, _ other: JoinPart) throws -> [String] {
        return try Importing.join([one, other]).conversation.messages.map { message in
            let details = message.details
            let files = message.attachments.compactMap(\.name)
            let found = details.differences.map { "\($0.kind.rawValue) \($0.source)" }
            return
                (details.sources + [message.body.map(\.plainText).joined()] + files
                + found.sorted()).joined(separator: " ")
        }
    }

    @Test func pagesAndJSONOfTelegramAreOneTalk() throws {
        let json = #"""
            {"name": "Ben Ito", "type": "personal_chat", "id": 42, "messages": [
            {"id": 101, "type": "message", "date_unixtime": "1705305600", "from": "Ben Ito", "from_id": "user42", "text_entities": [{"type": "plain", "text": "Hello "}, {"type": "bold", "text": "there"}]},
            {"id": 102, "type": "message", "date_unixtime": "1705305605", "from": "Ben Ito", "from_id": "user42", "photo": "photos/a.png", "text_entities": []},
            {"id": 103, "type": "message", "date_unixtime": "1705305660", "edited_unixtime": "1705305700", "from": "Ana", "from_id": "user7", "reply_to_message_id": 101, "text_entities": [{"type": "plain", "text": "Answer, edited"}]},
            {"id": 105, "type": "message", "date_unixtime": "1705305800", "from": "Ben Ito", "from_id": "user42", "text_entities": [{"type": "plain", "text": "ok"}]}]}
            """#
        func message(_ id: Int, _ time: String, _ name: String, _ contents: String) -> String {
            #"<div class="message default clearfix" id="message\#(id)"><div class="body">"#
                + #"<div class="pull_right date details" title="15.01.2024 \#(time) UTC+02:00">"#
                + #"x</div><div class="from_name">\#(name)</div>\#(contents)</div></div>"#
        }
        func text(_ text: String) -> String { #"<div class="text">\#(text)</div>"# }
        let page =
            #"<!DOCTYPE html><html><body><div class="page_header"><div class="content">"#
            + #"<div class="text bold">Ben Ito</div></div></div><div class="history">"#
            + message(101, "10:00:00", "Ben Ito", text("Hello <strong>there</strong>"))
            + message(
                102, "10:00:05", "Ben Ito",
                #"<div class="media_wrap clearfix"><a class="photo_wrap clearfix pull_left" "#
                    + #"href="photos/a.png"><img class="photo" src="photos/a.png"/></a></div>"#)
            + message(103, "10:01:00", "Ana", text("Answer"))
            + message(104, "10:02:00", "Ana", text("Since deleted"))
            + message(105, "10:03:20", "Ben Ito", text("ok")) + "</div></body></html>"
        let lines = try lines(part(json, "result.json"), part(page, "messages.html"))
        #expect(
            lines == [
                "a b Hello there", "a b  a.png", "a b Answer, edited edited a",
                "a Since deleted absent b", "a b ok",
            ])
    }

    @Test func pagesAndJSONOfDiscordAreOneTalk() throws {
        func json(_ id: String, _ time: String, _ name: String, _ text: String) -> String {
            #"{"id":"\#(id)","type":"Default","timestamp":"2024-01-15T\#(time)+00:00","#
                + #""content":"\#(text)","author":{"id":"\#(name)","name":"\#(name)"},"#
                + #""attachments":[],"embeds":[],"stickers":[],"reactions":[],"mentions":[]}"#
        }
        func page(_ id: String, _ name: String, _ text: String) -> String {
            #"<div class="chatlog__message-group"><div id="chatlog__message-container-\#(id)" "#
                + #"class="chatlog__message-container" data-message-id="\#(id)">"#
                + #"<div class="chatlog__message"><div class="chatlog__message-primary">"#
                + #"<div class="chatlog__header"><span class="chatlog__author" title="\#(name)" "#
                + #"data-user-id="\#(name)">\#(name)</span></div>"#
                + #"<div class="chatlog__content chatlog__markdown">"#
                + #"<span class="chatlog__markdown-preserve">\#(text)</span></div>"#
                + "</div></div></div></div>"
        }
        // IDs that state the times.
        let ids = ["1196393339289600005", "1196393590947840005", "1196393842606080005"]
        let channel =
            #"{"guild":{"id":"1","name":"Bakers"},"channel":{"id":"2","name":"general"},"#
            + #""dateRange":{},"messages":["#
            + [
                json(ids[0], "08:46:00", "ana", "Rye **or** spelt?"),
                json(ids[1], "08:47:00", "ben", "Rye"),
                json(ids[2], "08:48:00", "ben", "Two bags"),
            ].joined(separator: ",") + "]}"
        let pages =
            "<!DOCTYPE html><html><head><title>Bakers - general</title></head><body>"
            + #"<div class="chatlog">"# + page(ids[0], "ana", "Rye <strong>or</strong> spelt?")
            + page(ids[1], "ben", "Rye") + page(ids[2], "ben", "Three bags")
            + "</div></body></html>"
        let lines = try lines(part(channel, "general.json"), part(pages, "general.html"))
        #expect(lines == ["a b Rye or spelt?", "a b Rye", "a b Two bags text b"])
    }

    /// The database and what imessage-exporter writes of it, with times of another zone.
    @Test func theDatabaseAndTheTextOfMessagesAreOneTalk() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fixtures/Imports/imessage/mac")
        let database = [UInt8](try Data(contentsOf: folder.appending(path: "chat.db")))
        let text = """
            Jun 15, 2025  5:07:40 PM (Read by you after 20 seconds)
            Ana Rivera
            Hi Nora 👋 are you coming on Saturday?

            Jun 15, 2025  5:08:40 PM
            Me
            Yes! I'll bring the canoe
            Tapbacks:
                Loved by Ana Rivera

            Jun 15, 2025  5:09:40 PM
            Ana Rivera
            No signal here, so a green one

            Jun 15, 2025  5:09:50 PM
            Ana Rivera
            Only the text has this

            Jun 15, 2025  5:10:40 PM
            Me
            Got it

            Jun 15, 2025  5:15:40 PM
            Ana Rivera
            Happy birthday!
            Sent with Balloons

            Jun 15, 2025  7:11:47 PM
            Ana Rivera
            The last one

            """
        let one = try part(database, "chat.db", chat: "+15550101")
        let joined = try Importing.join([one, part(text, "Ana Rivera.txt")])
        let both = joined.conversation.messages.filter { $0.details.sources.count == 2 }
        #expect(
            both.map { $0.body.map(\.plainText).joined() } == [
                "Hi Nora 👋 are you coming on Saturday?", "Yes! I'll bring the canoe",
                "No signal here, so a green one", "Got it", "Happy birthday!", "The last one",
            ])
        let texts = try #require(
            joined.conversation.sources.first { $0.name == "Ana Rivera.txt" }?.id)
        let rest = joined.conversation.messages.filter { $0.details.sources == [texts] }
        #expect(rest.map { $0.body.map(\.plainText).joined() } == ["Only the text has this"])
    }

    // MARK: A phone's database and the text that WhatsApp exports of it

    private func whatsApp(_ database: String, _ text: String, chat: String?) throws -> [String] {
        let folder = Fixture.folder.appending(path: "whatsapp")
        func bytes(_ name: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: folder.appending(path: name)))
        }
        let joined = try Importing.join([
            part(bytes(database), "msgstore.db", chat: chat), part(bytes(text), text),
        ])
        let names = Dictionary(
            uniqueKeysWithValues: joined.conversation.sources.map {
                ($0.id, $0.format == "whatsapp" ? $0.name == text ? "text" : "phone" : "?")
            })
        return joined.conversation.messages.map { message in
            let details = message.details
            let person = message.from.map { joined.conversation.participants[$0].name }
            let sources = details.sources.count == 2 ? "both" : names[details.sources[0]] ?? ""
            let words =
                message.hasBody
                ? message.plainWords.replacing("\n", with: "|")
                : "[\(message.comparableWords.drop { $0 == "\0" })]"
            let differences = details.differences.map {
                "\($0.kind.rawValue) \(names[$0.source] ?? "")"
            }
            let said = [sources, person.map { $0 + ":" } ?? "-", words]
            return (said + differences).joined(separator: " ")
        }
    }

    @Test(
        arguments: [
            ("android-database.db", "android.txt", "4915550100@s.whatsapp.net", android),
            ("android-database.db", "android-group.txt", "120363000000000001@g.us", androidGroup),
            ("iphone-database.db", "iphone.txt", nil, iPhone),
        ] as [(String, String, String?, String)])
    func databaseAndTextAreOneTalk(
        database: String, text: String, chat: String?, expected: String
    ) throws {
        let lines = try whatsApp("joined-" + database, "joined-" + text, chat: chat)
        #expect(lines == expected.components(separatedBy: "\n"))
    }

    private static let android = """
        both - Messages and calls are end-to-end encrypted. Only people in this chat can read, listen to, or share them. Learn more.
        both Ben Ito: Hello Ana, are you there?
        both Ana Silva: Yes! 👋
        both Ana Silva: One line|another line||and the last one
        both Ben Ito: The view
        both Ben Ito: [image]
        both Ben Ito: [audio]
        both Ana Silva: [file]
        both Ben Ito: [deleted]
        both Ana Silva: [deleted]
        both Ana Silva: The final text
        both Ana Silva: [Where do we go?]
        both Ben Ito: [location]
        both Ana Silva: [location]
        both Ana Silva: [location]
        both Ben Ito: [contact]
        both Ben Ito: [image]
        both Ben Ito: [call]
        both Ben Ito: [call]
        both Ana Silva: [call]
        both Ben Ito: ok
        both Ben Ito: ok
        both Ana Silva: ok
        both Ben Ito: https://example.org/walks
        both Ben Ito: [sticker]
        both - Ben Ito turned on disappearing messages. New messages will disappear from this chat 7 days after they're sent, except when kept.
        both Ana Silva: A reply
        both Ben Ito: Waiting for this message
        phone Ana Silva: Only the phone has this absent text
        both Ben Ito: The last one
        """

    private static let androidGroup = """
        both - Ben Ito created group "Hikers"
        both - Ben Ito added Cleo
        both Cleo (profile): Hi all
        both Ben Ito: Ask @Cleo (profile) or me
        both Ana Silva: Me too
        both Ben Ito: By train or by car?
        both - Cleo changed the group name from "Hikers" to "Hikers and friends"
        both Cleo (profile): [Second poll]
        both Ben Ito: [deleted]
        both - Ben Ito left
        both Cleo (profile): Bye, Ben
        """

    /// The number of a call in the database is not certain, so it is an unknown kind.
    private static let iPhone = """
        both - Messages and calls are end-to-end encrypted. Only people in this chat can read, listen to, or share them.
        both Ben Ito: Hello Ana, are you there?
        both Ana Silva: Yes! 👋
        both Ana Silva: One line|another line||and the last one
        both Ben Ito: The view
        both Ben Ito: [image]
        both Ben Ito: [video]
        both Ben Ito: [audio]
        both Ben Ito: [image]
        both Ben Ito: [sticker]
        both Ana Silva: [file]
        both Ben Ito: [image]
        both Ben Ito: [contact]
        both Ben Ito: [location]
        both Ana Silva: [location]
        both Ben Ito: [deleted]
        both Ana Silva: [deleted]
        both Ana Silva: [Where do we go?]
        text Ben Ito: [call] absent phone
        phone Ben Ito: [] absent text
        both Ana Silva: The final text
        both Ben Ito: ok
        both Ben Ito: ok
        phone Ana Silva: Only the phone has this absent text
        both Ben Ito: The last one
        """

    // MARK: What a format does not say

    @Test func aMarkStandsForANameOrAFile() throws {
        func chat(_ text: String) -> String {
            "15/01/2024, 10:00 - Ana: \(text)\n15/01/2024, 10:01 - Ben: Yes\n"
        }
        let lines = try lines(
            part(chat("Ask \u{FFFC} or me"), "x.txt"), part(chat("Ask Cleo or me"), "y.txt"))
        #expect(lines == ["a b Ask Cleo or me", "a b Yes"])
    }

    @Test func namesWithoutBlanksAreTheSamePeople() throws {
        let lines = try lines(
            part("15/01/2024, 10:00 - Cleo Ray: Hi\n15/01/2024, 10:01 - Ben: Yes\n", "x.txt"),
            part("15/01/2024, 10:00 - CleoRay: Hi\n15/01/2024, 10:01 - Ben: Yes\n", "y.txt"))
        #expect(lines == ["a b Hi", "a b Yes"])
    }
}
