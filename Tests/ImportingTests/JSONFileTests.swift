import Basics
import Importing
import Model
import Testing

/// All importers read JSON alike: in UTF-16 as well, and never with replacement characters for
/// invalid text.
@Suite struct JSONFileTests {
    private static let files: [(importer: String, text: String)] = [
        (
            "telegram",
            #"{"name":"Zoë","type":"personal_chat","id":7,"messages":[{"id":1,"type":"message","#
                + #""date_unixtime":"1600000000","from":"Zoë","from_id":"user1","text":"Hi"}]}"#
        ),
        (
            "snapchat",
            #"{"zoë":[{"From":"Zoë","Media Type":"TEXT","Created":"2023-05-06 07:08:09 UTC","#
                + #""Content":"Hi","Conversation Title":null,"IsSender":false}]}"#
        ),
        (
            "twitter",
            #"window.YTD.direct_messages.part0 = [{"dmConversation":{"conversationId":"1-2","#
                + #""messages":[{"messageCreate":{"senderId":"1","text":"Zoë","id":"1","#
                + #""createdAt":"2024-05-01T09:01:00.000Z"}}]}}]"#
        ),
        (
            "rocketchat",
            #"[{"_id":"1","rid":"2","msg":"Hi","ts":"2024-01-01T10:00:00.000Z","#
                + #""u":{"_id":"3","username":"zoe","name":"Zoë"}}]"#
        ),
        (
            "teams",
            #"{"value":[{"id":"1","messageType":"message","createdDateTime":"2024-01-01T10:00:00Z","#
                + #""from":{"user":{"id":"2","displayName":"Zoë"}},"#
                + #""body":{"contentType":"text","content":"Hi"}}]}"#
        ),
        (
            "facebook",
            #"{"participants":[{"name":"Zoë"}],"messages":[{"sender_name":"Zoë","#
                + #""timestamp_ms":1600000000000,"content":"Hi"}]}"#
        ),
        (
            "chatlab",
            #"{"_type":"header","chatlab":{"version":"0.0.1"},"meta":{"name":"Zoë","platform":"qq","#
                + #""type":"private"}}"# + "\n"
                + #"{"_type":"message","sender":"1","accountName":"Zoë","timestamp":1600000000,"#
                + #""type":0,"content":"Hi"}"#
        ),
    ]

    private func read(_ bytes: [UInt8], from importer: String) throws -> Imported {
        var options = ImportOptions()
        options.from = importer
        return try Importing.read(
            Export(bytes, name: "chat.json"), phrases: ShippedImport.phrases, options: options)
    }

    @Test(arguments: files)
    func utf16IsAccepted(importer: String, text: String) throws {
        let expected = try read(Array(text.utf8), from: importer).conversation
        #expect(expected.messages.count == 1)
        let mark: [UInt16] = [0xFEFF]
        let units = mark + text.utf16
        let small = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for bytes in [small, big] {
            #expect(try read(bytes, from: importer).conversation == expected)
        }
    }

    @Test(arguments: files)
    func invalidEncodingsAreRejected(importer: String, text: String) throws {
        var bytes = Array(text.utf8)
        let place = try #require(bytes.firstIndex(of: 0xC3)) + 1
        bytes[place] = 0x78
        let error = #expect(throws: ImportError.self) { try read(bytes, from: importer) }
        #expect(error == .json(file: "chat.json", .encoding(offset: place - 1)))
        // Half of a surrogate pair.
        let units: [UInt8] = [0xFF, 0xFE, 0x22, 0, 0, 0xD8, 0x22, 0]
        let other = #expect(throws: ImportError.self) { try read(units, from: importer) }
        #expect(other == .json(file: "chat.json", .encoding(offset: 0)))
    }

    private static let accounts:
        [(importer: String, opening: String, record: String, end: String)] = [
            (
                "tiktok", #"{"Direct Message":{"Direct Messages":{"ChatHistory":"#,
                #"{"Date":"2024-01-01 10:00:00","From":"ben","Content":"Hi"}"#, "}}}"
            ),
            (
                "snapchat", "",
                #"{"From":"ben","Media Type":"TEXT","Created":"2024-01-01 10:00:00 UTC","Content":"Hi","IsSender":false}"#,
                ""
            ),
        ]

    /// Only the selected chat is kept in memory as a whole.
    @Test(arguments: accounts)
    func otherChatsOfAnAccountTakeNoMemory(
        importer: String, opening: String, record: String, end: String
    ) throws {
        let others = Array(repeating: record, count: 10_000).joined(separator: ",")
        let chats = #"{"a":[\#(others)],"b":[\#(record)],"c":[]}"#
        var options = ImportOptions()
        options.from = importer
        options.chat = "b"
        let budget = WorkBudget { $0 < 10_000 }
        let imported = try Importing.read(
            Export(Array((opening + chats + end).utf8), name: "chat.json"),
            phrases: ShippedImport.phrases, options: options, budget: budget)
        #expect(imported.conversation.messages.count == 1)
        #expect(imported.report.entries.read == 1)
    }
}
