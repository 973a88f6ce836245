import Model
import Testing

@testable import Importing

/// Formats that export each chat as a file.
@Suite struct SeveralChatsTests {
    private static let whatsApp = [
        ("WhatsApp Chat with Ben.txt", "1/15/21, 10:00 - Ben: one\n1/15/21, 10:01 - Ana: two\n"),
        ("WhatsApp Chat - Cleo/_chat.txt", "[1/15/21, 10:00:00] Cleo: three\n"),
        ("Family/_chat.txt", "[1/15/21, 10:00:00] Dan: four\n"),
        ("renamed.txt", "1/15/21, 10:00 - Eve: five\n"),
    ]
    private static let line = [
        ("[LINE] Ben.txt", "[LINE] Chat history with Ben\n\n2024/05/13(Mon)\n09:40\tBen\tone\n"),
        ("cleo.txt", "[LINE] Chat history with Cleo\n\n2024/05/13(Mon)\n09:40\tCleo\ttwo\n"),
    ]
    private static let kakaoTalk = [
        (
            "KakaoTalkChats.txt",
            "벤 님과 카카오톡 대화\n저장한 날짜 : 2024-12-09 14:40:11\n\n"
                + "2024년 12월 9일 오후 2:30, 벤 : one\n"
        ),
        ("KakaoTalk_Chat_Hikers_2024.csv", "Date,User,Message\n2024-12-09 14:30:00,Ana,two\n"),
    ]
    private static let messenger = ["Ana", "Ben"].map { name in
        (
            "\(name)_4.json",
            """
            {"participants":["\(name)","Cleo"],"threadName":"\(name)_4","messages":[{"isUnsent":false,
            "media":[],"reactions":[],"senderName":"\(name)","text":"I am \(name)",
            "timestamp":1700000000000,"type":"text"}]}
            """
        )
    }
    private static let threads = [
        "messages/inbox/ana_1/message_1.json", "messages/e2ee_cutover/ana_1/message_1.json",
    ].map { path in
        (
            path,
            """
            {"participants":[{"name":"Ana"}],"messages":[{"sender_name":"Ana","content":"\(path)",
            "timestamp_ms":1700000000000}]}
            """
        )
    }

    private func read(
        _ files: [(String, String)], chat: String?, name: String = "x.zip"
    ) throws(ImportError) -> Imported {
        var options = ImportOptions()
        options.chat = chat
        let zip = ZipBuilder.archive(of: files.map { ($0.0, Array($0.1.utf8)) })
        return try ShippedImport.read(zip, name: name, options: options)
    }

    private func names(_ files: [(String, String)], chat: String? = nil) -> [String] {
        do throws(ImportError) {
            _ = try read(files, chat: chat)
            return []
        } catch .severalChats(let chats) {
            return chats.map(\.name)
        } catch .unknownChat(_, let chats) {
            return chat == nil ? [] : chats.map(\.name)
        } catch {
            return []
        }
    }

    @Test(arguments: [
        (whatsApp, ["Ben", "Cleo", "Family", "renamed"], ["one", "three", "four", "five"]),
        (line, ["Ben", "Cleo"], ["one", "two"]), (kakaoTalk, ["벤", "Hikers"], ["one", "two"]),
        (messenger, ["Ana", "Ben"], ["I am Ana", "I am Ben"]),
    ])
    func eachChatIsSelectedByItsName(
        files: [(String, String)], expected: [String], texts: [String]
    ) throws {
        #expect(names(files).sorted() == expected.sorted())
        #expect(names(files, chat: "Zed").sorted() == expected.sorted())
        for (name, text) in zip(expected, texts) {
            let chat = try read(files, chat: name).conversation
            #expect(chat.messages.first?.body == Body.plain(text), "\(name)")
        }
    }

    @Test(arguments: [whatsApp, line, kakaoTalk, messenger])
    func anotherNameThanTheOnlyChatsIsUnknown(files: [(String, String)]) throws {
        let only = Array(files.prefix(1))
        #expect(try read(only, chat: nil).conversation.messages.count >= 1)
        #expect(names(only, chat: "Zed").count == 1)
    }

    @Test func theOnlyChatMayBeSelectedByItsTitle() throws {
        let chat = [("_chat.txt", "[1/15/21, 10:00:00] Cleo: three\n")]
        for name in ["Cleo", "cleo", "_chat.txt"] {
            let imported = try read(chat, chat: name, name: "WhatsApp Chat - Cleo.zip")
            #expect(imported.conversation.title == "Cleo")
        }
    }

    /// The folder is the ID of a thread, but not its own in both.
    @Test func threadsOfOnePersonAreDistinct() throws {
        for (path, _) in Self.threads {
            let folder = path.replacing("/message_1.json", with: "")
            let chat = try read(Self.threads, chat: folder).conversation
            #expect(chat.messages.first?.body == Body.plain(path))
        }
    }

    /// Recognition examines 48 files.
    @Test func manyChatsAreListed() {
        let numbers = 100..<160
        let whatsApp = numbers.map { ("WhatsApp Chat with \($0).txt", Self.whatsApp[0].1) }
        let line = numbers.map { ("[LINE] \($0).txt", Self.line[0].1) }
        let messenger = numbers.map { ("Ana_\($0).json", Self.messenger[0].1) }
        let iMessage = numbers.map { ("+1555\($0).txt", "May 17, 2022  5:29:42 PM\nAna\nHi\n\n") }
        for files in [whatsApp, line, messenger, iMessage] {
            #expect(names(files).count == numbers.count)
        }
    }
}
