import Basics
import Importing
import Model
import Synchronization
import Testing

/// The list of an export's chats, and the one that is selected from it.
@Suite struct ListedChatsTests {
    private func list(
        _ export: Export, _ options: ImportOptions = ImportOptions()
    ) throws(ImportError) -> [ChatSummary] {
        try chats(in: export, phrases: ShippedImport.phrases, options: options)
    }

    /// The counts of a list are those of each chat when it is read alone.
    @Test(arguments: Fixture.all)
    func summariesEqualTheChats(fixture: Fixture) throws {
        var options = ImportOptions()
        options.from = try fixture.options.from
        options.timeZone = try fixture.options.timeZone
        let export = Export(try fixture.bytes, name: try fixture.name)
        let summaries: [ChatSummary]
        do throws(ImportError) {
            summaries = try list(export, options)
        } catch {
            // Such an export cannot be read, either.
            #expect(throws: ImportError.self) {
                try Importing.read(export, phrases: ShippedImport.phrases, options: options)
            }
            return
        }
        try #require(!summaries.isEmpty)
        for summary in summaries {
            if summaries.count > 1 {
                options.chat = summary.chat.id.isEmpty ? summary.chat.name : summary.chat.id
            }
            do throws(ImportError) {
                let chat = try Importing.read(
                    export, phrases: ShippedImport.phrases, options: options
                ).conversation
                let times = chat.messages.compactMap(\.at)
                #expect(summary.messages == chat.messages.count, "\(summary.chat)")
                #expect(summary.people == chat.participants.count, "\(summary.chat)")
                #expect(summary.first?.milliseconds == times.min()?.milliseconds)
                #expect(summary.last?.milliseconds == times.max()?.milliseconds)
            } catch {
                #expect(summary.messages ?? 0 == 0, "\(summary.chat): \(error)")
            }
        }
    }

    // MARK: Cost

    private static let text = String(repeating: "word ", count: 2_000)

    private static let chatGPT: [String] = (0..<300).map { number in
        #"{"title":"Chat \#(number)","create_time":1700000000,"mapping":{"a":{"id":"a","parent":null,"#
            + #""children":[],"message":{"id":"a","author":{"role":"user"},"create_time":1700000000,"#
            + #""content":{"content_type":"text","parts":["\#(text)"]}}}},"current_node":"a","#
            + #""conversation_id":"id-\#(number)"}"#
    }

    private static let telegram: [String] = (0..<300).map { number in
        #"{"name":"Chat \#(number)","type":"personal_chat","id":\#(number),"messages":[{"id":1,"#
            + #""type":"message","date_unixtime":"1700000000","from":"Ben","from_id":"user\#(number)","#
            + #""text":"\#(text)"}]}"#
    }

    private static let accounts = [
        "[" + chatGPT.joined(separator: ",") + "]",
        #"{"personal_information":{"user_id":9},"chats":{"list":["#
            + telegram.joined(separator: ",") + "]}}",
    ]

    /// Calls `body` with an export in a folder, and returns how often it read the whole file.
    private func readings(
        of text: String, _ body: (Export) throws -> Void
    ) rethrows -> Double {
        let bytes = Array(text.utf8)
        let total = Mutex(0)
        let files = FileLookup(
            names: [], size: { $0 == "result.json" ? bytes.count : nil },
            read: { name, range in
                guard name == "result.json" else { return nil }
                let range = range.clamped(to: bytes.indices)
                total.withLock { $0 += range.count }
                return Array(bytes[range])
            })
        try body(Export(file: "result.json", in: files))
        return Double(total.withLock { $0 }) / Double(bytes.count)
    }

    /// Telegram's chats are found first, because their messages may precede their names.
    @Test(arguments: zip(accounts, [1.5, 2.5]))
    func allChatsAreListedInOneReading(account: String, most: Double) throws {
        let count = try readings(of: account) { export in
            let summaries = try list(export)
            #expect(summaries.count == 300)
            #expect(summaries.allSatisfy { $0.messages == 1 && $0.people == 1 })
        }
        #expect(count < most)
    }

    @Test(arguments: accounts)
    func theSelectedChatAloneIsReadAgain(account: String) throws {
        for name in ["Chat 0", "chat 150", "Chat 299"] {
            let count = try readings(of: account) { export in
                var options = ImportOptions()
                options.chat = name
                let chat = try Importing.read(
                    export, phrases: ShippedImport.phrases, options: options)
                #expect(chat.conversation.title?.lowercased() == name.lowercased())
                #expect(chat.conversation.messages.count == 1)
            }
            // A file is read in pieces, of which the chat may need two.
            #expect(count < 2)
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
        let summaries = try list(Export(folder: files, name: "exports"))
        #expect(summaries.map(\.messages) == [2, 2])
        #expect(!read.withLock { $0.contains("IMG-1.jpg") })
    }
}
