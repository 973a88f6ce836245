import Basics
import Model
import Synchronization
import Testing

@testable import Importing

@Suite struct ListedChatsTests {
    private func list(
        _ export: Export, _ options: ImportOptions = ImportOptions()
    ) throws(ImportError) -> [ChatSummary] {
        try ShippedImport.chats(in: export, options: options)
    }

    @Test(arguments: Fixture.all)
    func summariesEqualTheChats(fixture: Fixture) throws {
        var options = ImportOptions(
            from: try fixture.options.from, timeZone: try fixture.options.timeZone)
        var export = Export(try fixture.bytes, name: try fixture.name)
        export.password = try fixture.password
        let summaries: [ChatSummary]
        do throws(ImportError) {
            summaries = try list(export, options)
        } catch {
            // Such an export cannot be read, either.
            #expect(throws: ImportError.self) {
                try ShippedImport.read(export, options: options)
            }
            return
        }
        try #require(!summaries.isEmpty)
        for summary in summaries {
            if summaries.count > 1 {
                options.chat = summary.chat.id.isEmpty ? summary.chat.name : summary.chat.id
            }
            do throws(ImportError) {
                let chat = try ShippedImport.read(export, options: options).conversation
                let times = chat.messages.compactMap(\.at)
                #expect(summary.messages == chat.messages.count, "\(summary.chat)")
                #expect(summary.people.count == chat.participants.count, "\(summary.chat)")
                #expect(summary.first?.milliseconds == times.min()?.milliseconds)
                #expect(summary.last?.milliseconds == times.max()?.milliseconds)
            } catch {
                #expect(summary.messages ?? 0 == 0, "\(summary.chat): \(error)")
            }
        }
    }

    // MARK: All chats

    private func all(
        _ export: Export, _ options: ImportOptions = ImportOptions()
    ) throws(ImportError) -> [DeliveredChat] {
        let chats = Mutex<[DeliveredChat]>([])
        try readChats(of: export, phrases: ShippedImport.phrases, options: options) { chat in
            chats.withLock { $0.append(chat) }
        }
        return chats.withLock { $0 }
    }

    @Test(arguments: Fixture.all)
    func allChatsAreReadAsIfSelected(fixture: Fixture) throws {
        var options = ImportOptions(
            from: try fixture.options.from, timeZone: try fixture.options.timeZone, wantsFiles: true
        )
        let export = Export(try fixture.bytes, name: try fixture.name)
        guard let listed = try? list(export, options) else {
            // No chat can be read.
            let chats = (try? all(export, options)) ?? []
            #expect(chats.allSatisfy { (try? $0.read.get()) == nil })
            return
        }
        let chats = try all(export, options)
        #expect(chats.map(\.name.id) == listed.map(\.chat.id))
        for chat in chats {
            if chats.count > 1 {
                options.chat = chat.name.id.isEmpty ? chat.name.name : chat.name.id
            }
            let alone = Result { () throws(ImportError) in
                try ShippedImport.read(export, options: options)
            }
            switch (chat.read, alone) {
            case (.success(let read), .success(let alone)):
                #expect(
                    read.conversation.json(includingMedia: true)
                        == alone.conversation.json(includingMedia: true), "\(chat.name)")
                #expect(read.warnings == alone.warnings, "\(chat.name)")
            case (.failure(let fault), .failure(let other)): #expect(fault == other)
            default: Issue.record("\(chat.name): \(chat.read) and \(alone)")
            }
        }
    }

    /// All formats but RSMF, whose events are read once for each chat.
    private static let passing = accounts.filter { $0.testDescription != "rsmf" }

    @Test(arguments: passing)
    func noMessageIsReadMoreThanTwice(account: Account) throws {
        let count = try readings(of: account) { export in
            let chats = try all(export)
            #expect(chats.count == 300)
            for (number, chat) in chats.enumerated() {
                let conversation = try chat.read.get().conversation
                #expect(chat.name.name.hasSuffix("Chat \(number)"))
                #expect(conversation.messages.last?.body == Body.plain(Self.text))
            }
        }
        // Formats of which each chat is described before its messages need one reading.
        #expect(count < (account.testDescription == "chatgpt" ? 1.5 : 2.7), "\(count)")
    }

    @Test(arguments: passing)
    func memoryIsThatOfOneChat(account: Account) throws {
        let level = Mutex(0)
        let peak = Mutex(0)
        let budget = WorkBudget { bytes in
            let now = level.withLock { level in
                level += bytes
                return level
            }
            peak.withLock { $0 = max($0, now) }
            return true
        }
        _ = try readings(of: account) { export in
            try readChats(
                of: export, phrases: ShippedImport.phrases, options: ImportOptions(), budget: budget
            ) { _ in }
        }
        // Documents that are not read in pieces are in memory as a whole.
        let isWhole = ["linkedin", "csv", "facebook"].contains(account.testDescription)
        let most = isWhole ? 4 * account.text.utf8.count : 1 << 20
        #expect(peak.withLock { $0 } < most, "\(peak.withLock { $0 })")
    }

    @Test func aChatThatFailsDoesNotEndTheOthers() throws {
        var options = ImportOptions()
        options.limits.messages = 2
        let text =
            #"{"personal_information":{"user_id":9},"chats":{"list":["#
            + [1, 3, 2, 0].enumerated().map { number, count in
                let messages = (0..<count).map { id in
                    #"{"id":\#(id),"type":"message","date_unixtime":"1700000000","from":"Ben","#
                        + #""from_id":"user1","text":"Hi"}"#
                }
                return
                    #"{"name":"Chat \#(number)","type":"personal_chat","id":\#(number),"messages":["#
                    + messages.joined(separator: ",") + "]}"
            }.joined(separator: ",") + "]}}"
        let chats = try all(Export(Array(text.utf8), name: "result.json"), options)
        #expect(chats.map { try? $0.read.get().conversation.messages.count } == [1, nil, 2, nil])
        if case .failure(.limit) = chats[1].read {} else { Issue.record("\(chats[1].read)") }
        if case .failure(.noMessages) = chats[3].read {} else { Issue.record("\(chats[3].read)") }
    }

    /// The caller stops at the first chat.
    @Test func readingEndsWhenItIsStopped() throws {
        let export = Export(Array(Self.accounts[0].text.utf8), name: "conversations.json")
        let count = Mutex(0)
        #expect(throws: ImportError.stopped) {
            try readChats(
                of: export, phrases: ShippedImport.phrases, options: ImportOptions()
            ) { _ throws(ImportError) in
                count.withLock { $0 += 1 }
                throw .stopped
            }
        }
        #expect(count.withLock { $0 } == 1)
    }

    // MARK: Folders

    @Test func aFolderIsAnAccountIfAFileHasSeveralChats() throws {
        func isAccount(_ files: [String: String]) throws -> Bool {
            try Importing.isAccount(
                Export(folder: FileLookup(files.mapValues { Array($0.utf8) }), name: "exports"),
                phrases: ShippedImport.phrases, options: ImportOptions())
        }
        let (account, chat) = (
            Self.accounts[0].text, "1/15/21, 10:00 - Ben: Hi\n1/15/21, 10:01 - Ana: two\n"
        )
        #expect(try isAccount(["conversations.json": account, "user.json": "{}"]))
        #expect(try isAccount(["a/conversations.json": account, "b/conversations.json": account]))
        #expect(try isAccount(["logs/a.txt": chat, "logs/b.txt": chat]))
        #expect(try !isAccount(["a.txt": chat, "b.txt": chat]))
        #expect(try !isAccount(["a/chat.txt": chat, "b/chat.txt": chat, "b/photo.jpg": "x"]))
        #expect(try !isAccount(["a.txt": chat]))
        #expect(try !isAccount(["conversations.json": account, "other.zip": "PK"]))
        #expect(try !isAccount(["conversations.json": account, "Ben/_chat.txt": chat]))
        #expect(try !isAccount(["readme.md": "x"]))
    }

    // MARK: Cost

    private static let text = String(repeating: "word ", count: 2_000) + "end"

    /// A download of 300 chats with a message each.
    struct Account: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let file: String
        let text: String

        init(
            _ name: String, _ file: String = "result.json", before: String = "", after: String = "",
            joined: String = ",", _ chat: (Int) -> String
        ) {
            testDescription = name
            self.file = file
            text = before + (0..<300).map(chat).joined(separator: joined) + after
        }
    }

    private static let accounts = [
        Account("chatgpt", before: "[", after: "]") { number in
            #"{"title":"Chat \#(number)","create_time":1700000000,"mapping":{"a":{"id":"a","#
                + #""parent":null,"children":[],"message":{"id":"a","author":{"role":"user"},"#
                + #""create_time":1700000000,"content":{"content_type":"text","parts":["\#(text)"]}"#
                + #"}}},"current_node":"a","conversation_id":"id-\#(number)"}"#
        },
        Account(
            "telegram", before: #"{"personal_information":{"user_id":9},"chats":{"list":["#,
            after: "]}}"
        ) { number in
            #"{"name":"Chat \#(number)","type":"personal_chat","id":\#(number),"messages":[{"id":1,"#
                + #""type":"message","date_unixtime":"1700000000","from":"Ben","#
                + #""from_id":"user\#(number)","text":"\#(text)"}]}"#
        },
        Account(
            "linkedin", "messages.csv",
            before: "CONVERSATION ID,CONVERSATION TITLE,FROM,TO,DATE,SUBJECT,CONTENT\n",
            joined: "\n"
        ) { "\($0),Chat \($0),Ben,Ana,2024-01-01 10:00:00 UTC,,\(text)" },
        Account("csv", "table.csv", before: "chat,sender,time,text\n", joined: "\n") {
            "Chat \($0),Ben,2024-01-01 10:00:00,\(text)"
        },
        Account("zulip", before: #"{"messages":["#, after: "]}") { number in
            #"{"id":\#(number),"sender_full_name":"Ben","sender_id":1,"timestamp":1700000000,"#
                + #""display_recipient":[{"id":\#(number),"full_name":"Chat \#(number)"}],"#
                + #""content":"\#(text)"}"#
        },
        Account("teams", before: #"{"value":["#, after: "]}") { number in
            #"{"id":"\#(number)","messageType":"message","chatId":"c\#(number)","#
                + #""createdDateTime":"2024-01-01T10:00:00Z","#
                + #""from":{"user":{"id":"u\#(number)","displayName":"Chat \#(number)"}},"#
                + #""body":{"contentType":"text","content":"\#(text)"}}"#
        },
        Account(
            "mattermost", "export.jsonl",
            before: (0..<300).map {
                #"{"type":"channel","channel":{"team":"t","name":"c\#($0)","#
                    + #""display_name":"Chat \#($0)"}}"# + "\n"
            }.joined(), joined: "\n"
        ) { number in
            #"{"type":"post","post":{"team":"t","channel":"c\#(number)","user":"ben","#
                + #""message":"\#(text)","create_at":1700000000000}}"#
        },
        Account(
            "facebook", "messages.htm", before: "<html><body><div class=\"contents\"><h1>Ana</h1>",
            after: "</div></body></html>", joined: ""
        ) { number in
            "<div class=\"thread\">Ana, Chat \(number)<div class=\"message\">"
                + "<div class=\"message_header\"><span class=\"user\">Ben</span>"
                + "<span class=\"meta\">Monday, January 1, 2024 at 10:00am UTC+01</span></div></div>"
                + "<p>\(text)</p></div>"
        },
        Account(
            "twitter", "direct-messages.js",
            before: "window.YTD.direct_messages.part0 = [", after: "]"
        ) { number in
            #"{"dmConversation":{"conversationId":"1-\#(number + 2)","messages":["#
                + #"{"conversationNameUpdate":{"name":"Chat \#(number)","initiatingUserId":"1","#
                + #""createdAt":"2024-01-01T09:00:00.000Z"}},{"messageCreate":{"id":"\#(number)","#
                + #""senderId":"2","createdAt":"2024-01-01T10:00:00.000Z","text":"\#(text)"}}]}}"#
        },
        Account(
            "tiktok", before: #"{"Direct Message":{"Chat History":{"ChatHistory":{"#, after: "}}}}"
        ) { number in
            #""Chat History with Chat \#(number):":["#
                + #"{"Date":"2024-01-01 10:00:00","From":"ben","Content":"\#(text)"}]"#
        },
        Account("snapchat", "chat_history.json", before: "{", after: "}") { number in
            #""Chat \#(number)":[{"From":"ben","Media Type":"TEXT","IsSender":false,"#
                + #""Created":"2024-01-01 10:00:00 UTC","Content":"\#(text)"}]"#
        },
        Account(
            "signal", "main.jsonl",
            before: #"{"version":"1","backupTimeMs":"1700000000000"}"# + "\n"
                + (0..<300).map {
                    #"{"recipient":{"id":"r\#($0)","contact":{"profileGivenName":"Chat \#($0)"}}}"#
                        + "\n" + #"{"chat":{"id":"\#($0)","recipientId":"r\#($0)"}}"# + "\n"
                }.joined(), joined: "\n"
        ) { number in
            #"{"chatItem":{"chatId":"\#(number)","authorId":"r\#(number)","#
                + #""dateSent":"1700000000000","incoming":{},"#
                + #""standardMessage":{"text":{"body":"\#(text)"}}}}"#
        },
        Account(
            "rsmf", "rsmf_manifest.json",
            before: #"{"version":"2.0.0","participants":[{"id":"p","display":"Ben"}],"#
                + #""conversations":["#
                + (0..<300).map {
                    #"{"id":"c\#($0)","display":"Chat \#($0)","participants":["p"]}"#
                }.joined(separator: ",") + #"],"events":["#, after: "]}"
        ) { number in
            #"{"id":"\#(number)","type":"message","participant":"p","conversation":"c\#(number)","#
                + #""timestamp":"2024-01-01T10:00:00Z","body":"\#(text)"}"#
        },
    ]

    /// Calls `body` with an export in a folder, and returns how often it read the whole file.
    private func readings(
        of account: Account, _ body: (Export) throws -> Void
    ) rethrows -> Double {
        let (bytes, file) = (Array(account.text.utf8), account.file)
        let total = Mutex(0)
        let files = FileLookup(
            names: [], size: { $0 == file ? bytes.count : nil },
            read: { name, range in
                guard name == file else { return nil }
                let range = range.clamped(to: bytes.indices)
                total.withLock { $0 += range.count }
                return Array(bytes[range])
            })
        try body(Export(file: file, in: files))
        return Double(total.withLock { $0 }) / Double(bytes.count)
    }

    @Test(arguments: accounts)
    func allChatsAreListedInOneReading(account: Account) throws {
        let count = try readings(of: account) { export in
            let summaries = try list(export)
            #expect(summaries.count == 300)
            #expect(summaries.allSatisfy { [1, 2].contains($0.messages) && $0.people.count == 1 })
        }
        #expect(count < 1.5, "\(count)")
    }

    @Test(arguments: accounts)
    func theSelectedChatAloneIsReadAgain(account: Account) throws {
        for name in ["Chat 0", "chat 150", "Chat 299"] {
            let count = try readings(of: account) { export in
                let options = ImportOptions(chat: name)
                let chat = try ShippedImport.read(export, options: options).conversation
                #expect(chat.title == nil || chat.title?.lowercased() == name.lowercased())
                #expect(chat.messages.last?.body == Body.plain(Self.text))
            }
            // A file is read in pieces, of which a tree may need two.
            #expect(count < 1.7, "\(name): \(count)")
        }
    }

    /// A list needs no pictures, which are most of an export's bytes.
    @Test func picturesAreNotReadForAList() throws {
        let read = Mutex<Set<String>>([])
        let chat = Array(
            "1/15/21, 10:00 - Ben: IMG-1.jpg (file attached)\n1/15/21, 10:01 - Ana: two\n".utf8)
        let files = FileLookup(
            names: ["WhatsApp Chat with Ben.txt", "WhatsApp Chat with Cleo.txt", "IMG-1.jpg"],
            size: { _ in chat.count },
            read: { name, range in
                read.withLock { _ = $0.insert(name) }
                return Array(chat[range.clamped(to: chat.indices)])
            })
        #expect(try list(Export(folder: files, name: "exports")).map(\.messages) == [2, 2])
        #expect(!read.withLock { $0.contains("IMG-1.jpg") })
    }
}

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
        let options = ImportOptions(chat: chat)
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
