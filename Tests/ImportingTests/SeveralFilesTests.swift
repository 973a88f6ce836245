import Model
import Testing

@testable import Importing

/// An archive with several files of one format has the chats of all of them.
@Suite struct SeveralFilesTests {
    /// A format, the files of an archive, and the chats in them with their texts.
    struct Archive: CustomTestStringConvertible, Sendable {
        let importer: String
        let files: [String: String]
        let chats: [String: String]
        let count: Int

        var testDescription: String { "\(importer) \(files.keys.sorted())" }
    }

    private static func chatGPT(_ title: String) -> String {
        """
        {"id":"\(title)-1","title":"\(title)","current_node":"a","mapping":{"a":{"id":"a",
         "parent":null,"message":{"author":{"role":"user"},"content":{"parts":["in \(title)"]}}}}}
        """
    }

    private static func telegram(_ name: String, id: Int = 7) -> String {
        """
        {"name":"\(name)","type":"personal_chat","id":\(id),"messages":[{"id":1,"type":"message",
         "date_unixtime":"1600000000","from":"\(name)","from_id":"user7","text":"in \(name)"}]}
        """
    }

    private static let account = """
        {"personal_information":{"user_id":1},"chats":{"list":[\(telegram("Cleo", id: 5))]}}
        """

    private static func matrix(_ name: String) -> String {
        """
        {"room_name":"\(name)","room_creator":"Ana","messages":[{"type":"m.room.message",
         "event_id":"$1","sender":"@ana:x","origin_server_ts":1700000000000,
         "content":{"msgtype":"m.text","body":"in \(name)"}}]}
        """
    }

    private static func matrixPage(_ name: String) -> String {
        """
        <html><body><div class="mx_RoomHeader_nametext" title="\(name)"></div>
        <ol class="mx_RoomView_MessageList"><li class="mx_EventTile" id="1">
        <span class="mx_DisambiguatedProfile_displayName">Ana</span>
        <div class="mx_EventTile_body">in \(name)</div></li></ol></body></html>
        """
    }

    private static func matrixText(_ name: String) -> String {
        """
        Thu, Nov 17, 2022, 16:58:32 - @ana:x: in \(name)
        Thu, Nov 17, 2022, 16:58:33 - @ben:x: yes

        """
    }

    private static func rocketChat(_ name: String) -> String {
        """
        {"messages":[{"_id":"1","rid":"r","msg":"in \(name)","ts":"2024-01-01T10:00:00.000Z",
         "u":{"_id":"3","username":"zoe"}}]}
        """
    }

    private static func openWebUI(_ title: String) -> String {
        """
        [{"id":"\(title)-1","title":"\(title)","chat":{"history":{"currentId":"q","messages":{"q":
         {"id":"q","role":"user","content":"in \(title)"}}}}}]
        """
    }

    private static func libreChat(_ title: String) -> String {
        """
        {"conversationId":"\(title)-1","title":"\(title)","messages":[{"messageId":"m",
         "isCreatedByUser":true,"text":"in \(title)"}]}
        """
    }

    private static func chatLab(_ name: String) -> String {
        """
        {"chatlab":{"version":"0.0.1"},"meta":{"name":"\(name)"},"messages":[{"sender":"1",
         "accountName":"Zoë","timestamp":1600000000,"type":0,"content":"in \(name)"}]}
        """
    }

    private static func langChain(_ name: String) -> String {
        #"[{"type":"human","data":{"content":"in \#(name)"}}]"#
    }

    private static func request(_ name: String) -> String {
        #"{"contents":[{"role":"user","parts":[{"text":"in \#(name)"}]}]}"#
    }

    private static func claude(_ name: String) -> String {
        """
        {"uuid":"\(name)-1","name":"\(name)",
         "chat_messages":[{"sender":"human","text":"in \(name)"}]}
        """
    }

    private static func linkedIn(_ chats: [String]) -> String {
        let rows = chats.map { "\($0)-1,\($0),Ana,Ben,2024-04-20 01:29:22 UTC,in \($0)\n" }
        return "CONVERSATION ID,CONVERSATION TITLE,FROM,TO,DATE,CONTENT\n" + rows.joined()
    }

    private static func skype(_ name: String) -> String {
        """
        {"userId":"8:me","conversations":[{"id":"8:\(name)-1","displayName":"\(name)",
         "MessageList":[{"id":"1700000000000","originalarrivaltime":"2023-11-14T22:13:20Z",
         "messagetype":"Text","from":"8:\(name)-1","content":"in \(name)"}]}]}
        """
    }

    private static func hangouts(_ name: String) -> String {
        """
        {"conversations":[{"conversation":{"conversation":{"id":{"id":"\(name)-1"},
         "name":"\(name)"}},"events":[{"event_type":"REGULAR_CHAT_MESSAGE",
         "sender_id":{"gaia_id":"5"},"timestamp":"1600000000000000","chat_message":
         {"message_content":{"segment":[{"type":"TEXT","text":"in \(name)"}]}}}]}]}
        """
    }

    private static func tikTok(_ name: String) -> String {
        """
        {"Direct Message":{"Direct Messages":{"ChatHistory":{"Chat History with \(name):":
         [{"Date":"2024-01-01 10:00:00","From":"\(name)","Content":"in \(name)"}]}}}}
        """
    }

    private static func tinder(_ name: String) -> String {
        """
        {"Messages":[{"match_id":"\(name)","messages":[{"to":1,"from":"You",
         "message":"in \(name)","sent_date":"Mon, 01 Jan 2024 10:00:00 GMT"}]}]}
        """
    }

    private static func mattermost(_ name: String) -> String {
        """
        {"type":"channel","channel":{"team":"t","name":"\(name)","display_name":"\(name)"}}
        {"type":"post","post":{"team":"t","channel":"\(name)","user":"zoe",
         "message":"in \(name)","create_at":1600000000000}}
        """.replacing(",\n", with: ",")
    }

    private static func zulip(_ name: String) -> String {
        """
        {"messages":[{"id":1,"sender_full_name":"Zoë","sender_id":3,"timestamp":1600000000,
         "content":"in \(name)","display_recipient":"\(name)","subject":"a"}]}
        """
    }

    private static func openAI(_ name: String) -> String {
        #"{"title":"\#(name)","messages":[{"role":"user","content":"in \#(name)"}]}"#
    }

    /// Two files of one chat each.
    private static func pair(
        _ importer: String, _ first: String, _ second: String, _ content: (String) -> String,
        _ chats: [String] = ["Alna", "Bygd"]
    ) -> Archive {
        Archive(
            importer: importer, files: [first: content("Alna"), second: content("Bygd")],
            chats: [chats[0]: "in Alna", chats[1]: "in Bygd"], count: 2)
    }

    private static let archives = [
        Archive(
            importer: "chatgpt",
            files: [
                "conversations-000.json": "[\(chatGPT("Alna")),\(chatGPT("Bygd"))]",
                "conversations-001.json": "[\(chatGPT("Drammen"))]",
                "conversations-002.json": chatGPT("Elva"), "user.json": "{}",
            ],
            chats: [
                "Alna": "in Alna", "Bygd": "in Bygd", "Drammen": "in Drammen", "Elva-1": "in Elva",
            ], count: 4),
        pair("claude", "a.json", "b.json", claude),
        pair("openwebui", "a.json", "b.json", openWebUI),
        pair("librechat", "a.json", "b.json", libreChat),
        pair("langchain", "a.json", "x/b.json", langChain, ["a", "x/b.json"]),
        pair("modelapi", "a.json", "b.json", request, ["a", "b"]),
        pair("chatlab", "a.json", "b.json", chatLab, ["a", "b"]),
        pair("rocketchat", "a.json", "b.json", rocketChat, ["a", "b"]),
        pair(
            "telegram", "ChatExport_2024-01-01/result.json",
            "ChatExport_2024-01-01 (1)/result.json", { telegram($0) }),
        Archive(
            importer: "telegram",
            files: [
                "a/result.json": telegram("Ana"), "b/result.json": telegram("Ana"),
                "c/result.json": account,
            ],
            chats: ["b/result.json": "in Ana", "c/result.json/5": "in Cleo", "Cleo": "in Cleo"],
            count: 3),
        Archive(
            importer: "linkedin",
            files: [
                "coach_messages.csv": linkedIn([]), "guide_messages.csv": linkedIn(["Alna"]),
                "messages.csv": linkedIn(["Bygd", "Elva"]),
            ],
            chats: ["Alna": "in Alna", "Bygd": "in Bygd", "Elva-1": "in Elva"], count: 3),
        pair("matrix", "a.json", "b.json", matrix),
        pair("matrix", "a/messages.html", "b/messages.html", matrixPage),
        pair("matrix", "a.txt", "b.txt", matrixText, ["a", "b"]),
        pair("skype", "a.json", "b.json", skype, ["8:Alna-1", "Bygd"]),
        pair("hangouts", "a.json", "b.json", hangouts, ["Alna-1", "Bygd"]),
        pair("tiktok", "a.json", "b.json", tikTok),
        pair("tinder", "a.json", "b.json", tinder),
        pair("mattermost", "a.jsonl", "b.jsonl", mattermost, ["t/Alna", "Bygd"]),
        pair("zulip", "a.json", "b.json", zulip, ["channel Alna", "#Bygd"]),
        Archive(
            importer: "openai",
            files: [
                "a.json": openAI("Alna"), "x/b.json": #"{"chats":[\#(openAI("Bygd"))]}"#,
                "x/c.json": openAI("Drammen"),
            ], chats: ["a": "in Alna", "Bygd": "in Bygd", "x/c.json": "in Drammen"], count: 3),
        // The same chat is in two exports of an account.
        Archive(
            importer: "skype",
            files: [
                "old.json": skype("Ana"),
                "new.json": skype("Ana").replacing("\"in ", with: "\"then in "),
                "broken.json": String(skype("Ben").dropLast(4)),
            ],
            chats: ["old.json/8:Ana-1": "000 in Ana", "new.json/8:Ana-1": "then in Ana"], count: 3),
    ]

    private func read(_ files: [String: String], chat: String?) throws(ImportError) -> Imported {
        let options = ImportOptions(chat: chat)
        let entries = files.sorted { $0.key < $1.key }.map { ($0.key, Array($0.value.utf8)) }
        return try ShippedImport.read(ZipBuilder.archive(of: entries), options: options)
    }

    private func error(_ files: [String: String], chat: String?) -> ImportError? {
        importFault { try read(files, chat: chat) }
    }

    @Test(arguments: archives)
    func chatsOfAllFilesCanBeSelected(archive: Archive) throws {
        for (chat, text) in archive.chats {
            let imported = try read(archive.files, chat: chat)
            #expect(imported.importer == archive.importer)
            #expect(ConversationText.of(imported).contains(text))
        }
        guard case .severalChats(let names)? = error(archive.files, chat: nil),
            case .unknownChat("Nowhere", names)? = error(archive.files, chat: "Nowhere")
        else {
            Issue.record("Expected a list of the chats")
            return
        }
        #expect(names.count == archive.count)
    }

    @Test(arguments: archives.filter { $0.count == 2 })
    func anotherNameThanTheOnlyChatsIsUnknown(archive: Archive) throws {
        for (file, content) in archive.files {
            let title = try read([file: content], chat: nil).conversation.title
            _ = try read([file: content], chat: title ?? file)
            guard case .unknownChat? = error([file: content], chat: "Nowhere") else {
                Issue.record("Expected an unknown chat")
                return
            }
        }
    }

    /// Only the beginning of 48 files is examined.
    @Test func numberedFilesBeyondTheExaminedOnesAreRead() throws {
        var files: [String: String] = [:]
        for number in 100..<160 {
            files["conversations-\(number).json"] = "[\(Self.chatGPT("Chat \(number)"))]"
        }
        #expect(try read(files, chat: "Chat 159").conversation.title == "Chat 159")
    }

    /// Formats that have all chats in one file list the chats of all files.
    @Test(arguments: [
        (
            "gemini", ".json",
            #"""
            [{"header":"Gemini Apps","title":"Prompted Hi","time":"2024-01-01T10:00:00Z"}]
            """#
        ),
        (
            "sms", ".xml",
            #"<smses><sms address="+15550100" date="1600000000000" type="1" body="Hi"/></smses>"#
        ),
        ("qq", ".txt", "消息对象:Ana\n消息分组:x\n\n2019-07-16 18:15:05 Ana(12345)\nHi\n"),
        (
            "signal", ".jsonl",
            #"""
            {"version":"1","backupTimeMs":"1"}
            {"recipient":{"id":"2","contact":{"profileGivenName":"Ana"}}}
            {"chat":{"id":"3","recipientId":"2"}}
            {"chatItem":{"chatId":"3","authorId":"2","dateSent":"1600000000000","incoming":{},
            "standardMessage":{"text":{"body":"Hi"}}}}
            """#.replacing(",\n", with: ",")
        ),
    ])
    func chatsOfAllFilesAreListed(importer: String, ending: String, text: String) throws {
        let files = ["a" + ending: text, "b" + ending: text]
        guard case .severalChats(let chats)? = error(files, chat: nil) else {
            Issue.record("\(importer): an error was expected")
            return
        }
        #expect(chats.count == 2 && Set(chats.map(\.id)).count == 2)
        #expect(try read(files, chat: chats[1].id).importer == importer)
    }
}

/// Which file of an archive a chat means by a path.
@Suite struct FileIndexTests {
    private func resolve(_ path: String, from document: String, in names: [String]) -> String? {
        var index = FileIndex(beside: .none)
        for name in [document] + names { index.add(name, .single) }
        return index.resolve(path, from: document)
    }

    @Test(
        "A similar path is the same file",
        arguments: [
            ("a.png", "chat.txt", "media/a.png"), ("media/a.png", "x/chat.txt", "media/a.png"),
            ("a.png", "x/chat.txt", "x/media/a.png"),
            // Parts of a Takeout in folders of their own.
            ("a.png", "1/Groups/DM aaa/messages.json", "2/Groups/DM aaa/a.png"),
            (
                "messages/inbox/ana_1/photos/1.png", "1/inbox/ana_1/message_1.json",
                "2/messages/inbox/ana_1/photos/1.png"
            ),
            // Only one chat of an export.
            ("messages/inbox/ana_1/photos/1.png", "ana_1/message_1.json", "ana_1/photos/1.png"),
            ("messages/inbox/ana_1/photos/1.png", "ana_1/message_1.json", "ana_1/1.png"),
            ("/Users/me/Attachments/aa/00/1.png", "chat.txt", "Attachments/aa/00/1.png"),
            ("C:\\Users\\me\\files\\1.png", "x/chat.json", "x/files/1.png"),
            ("../media/./1.png", "chats/ana.json", "media/1.png"),
        ])
    func same(path: String, document: String, file: String) {
        #expect(resolve(path, from: document, in: [file]) == file)
    }

    @Test(
        "A file with the same name in another folder is another file",
        arguments: [
            ("a.png", "Groups/DM aaa/messages.json", "Groups/DM bbb/a.png"),
            (
                "messages/inbox/ana_1/photos/1.png", "messages/inbox/ana_1/message_1.json",
                "messages/inbox/ben_2/photos/1.png"
            ),
            ("/Users/me/Attachments/bb/01/1.png", "chat.txt", "attachments/aa/1.png"),
            ("/Users/me/Attachments/bb/01/1.png", "x/chat.txt", "1.png"),
            ("media/a.png", "ana.json", "other/a.png"),
        ])
    func other(path: String, document: String, file: String) {
        #expect(resolve(path, from: document, in: [file]) == nil)
    }

    @Test func mediaOfTheOnlyWhatsAppChatMayBeInAnyFolder() throws {
        let chat = Array("1/15/21, 10:00 - Ann: note.png (file attached)\n".utf8)
        let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        var zip = ZipBuilder()
        zip.add("chat/WhatsApp Chat with Ann.txt", chat)
        zip.add("media/note.png", picture)
        #expect(try ShippedImport.read(zip.finish()).conversation.media.count == 1)
        zip.add("ben/WhatsApp Chat with Ben.txt", chat)
        let imported = try ShippedImport.read(zip.finish(), options: ImportOptions(chat: "Ann"))
        #expect(imported.conversation.media.isEmpty)
        #expect(imported.warnings.contains { $0.kind == .missingMedia })
    }
}
