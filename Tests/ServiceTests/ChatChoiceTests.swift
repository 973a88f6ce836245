import Foundation
import Rendering
import Testing

/// The command lists the choices if the input has several chats or an unknown format.
@Suite struct ChatChoiceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What a command says if it fails, with FILE as the name of its input.
    private func failure(_ words: String..., input: String) throws -> String {
        let file = try folder.write(input, to: "input")
        let out = words.contains("-o") || words[0] == "validate" || words[0] == "bench"
        let result = try command(
            [words[0], file] + words.dropFirst() + (out ? [] : ["-o", folder.place("out")]))
        #expect(result.code == 1)
        return result.errors.replacing(file, with: "FILE").replacing(folder.path, with: "FOLDER")
    }

    private func input(_ text: String) throws -> CommandInput {
        try CommandInput(folder.write(text, to: "input"))
    }

    private static func chat(_ id: String, _ title: String, _ texts: [(Int, String)]) -> String {
        let nodes = texts.enumerated().map { index, text in
            #""n\#(index)":{"id":"n\#(index)","parent":"n\#(index - 1)","children":[],"message":{"#
                + #""author":{"role":"user"},"create_time":\#(text.0),"content":{"content_type":"text","#
                + #""parts":["\#(text.1)"]}}}"#
        }
        return
            #"{"id":"\#(id)","title":"\#(title)","current_node":"n\#(texts.count - 1)","mapping":{"#
            + nodes.joined(separator: ",") + "}}"
    }

    private let two =
        "["
        + [
            chat("c1", "Bread", [(1_700_000_000, "How?"), (1_700_100_000, "Thanks")]),
            chat("c2", "Tea \\\"green\\\"", [(1_710_000_000, "Hot?")]),
        ].joined(separator: ",") + "]"

    @Test func chatsAreListedWithMessageCountsAndDates() throws {
        let lines = try input(two).chats()
        #expect(
            lines == [
                "Bread        2 messages  1 person  2023-11-14 to 2023-11-16",
                "Tea \"green\"   1 message  1 person  2024-03-09",
            ])
        let single = "15/01/2024, 10:00 - Ana: Hi\n15/01/2024, 10:01 - Ben: Ho\n"
        #expect(try input(single).chats()[0].contains("2 messages  2 people  2024-01-15"))
        let empty = two.dropLast() + "," + Self.chat("c3", "Nothing", []) + "]"
        let last = try #require(input(String(empty)).chats().last)
        #expect(last.contains("Nothing") && last.contains("0 messages"))
    }

    /// Of two choices, nobody knows which one is meant.
    @Test(arguments: ["chat=Bread&chat=c2", "chat=Bread&from=chatgpt&from=json"])
    func repeatedChoicesAreRejected(query: String) throws {
        #expect(try service.post(two, to: "/render.txt?chat=Bread").status == 200)
        for path in ["/render.txt", "/validate", "/import"] {
            let answer = try service.post(two, to: path + "?" + query)
            #expect(answer.status == 422 && answer.text.contains("only once"), "\(path)")
        }
    }

    @Test func theServiceListsChats() throws {
        let chats = try #require(service.post(two, to: "/chats").json["chats"] as? [[String: Any]])
        #expect(chats.map { $0["name"] as? String } == ["Bread", "Tea \"green\""])
        #expect(chats.map { $0["id"] as? String } == ["c1", "c2"])
        #expect(chats.map { $0["messages"] as? Int } == [2, 1])
        #expect((chats[0]["last"] as? String)?.hasPrefix("2023-11-16") == true)
        #expect(try service.post(two, to: "/chats?from=chatgpt").status == 200)
        #expect(try service.post(two, to: "/chats?chat=Bread").status == 422)
        #expect(try service.post("no chat", to: "/chats").status == 400)
    }

    @Test(arguments: ["render", "import", "validate", "bench"])
    func severalChatsAreListedWithTheirOption(command: String) throws {
        let errors = try failure(command, input: two)
        for words in ["Several chats", "Type: chatprint \(command) FILE ", "--chat \"Bread\""] {
            #expect(errors.contains(words), "\(words) in \(errors)")
        }
        #expect(errors.contains("2 messages  1 person  2023-11-14 to 2023-11-16"))
        #expect(!errors.contains("parameter") && !errors.contains("allowed"))
    }

    @Test func unknownChatsListTheExistingOnes() throws {
        let errors = try failure("render", "--chat", "Cake", input: two)
        for words in ["Unknown chat", "Cake", "Bread"] { #expect(errors.contains(words)) }
    }

    /// A close name is suggested instead of a list, in a line that keeps the output.
    @Test func closestChatAndFormatAreSuggested() throws {
        let chat = try failure("render", "--chat", "Braed", "-o", "a.png", input: two)
        #expect(chat.contains("did you mean \"Bread\"?"), "\(chat)")
        #expect(chat.hasSuffix("Type: chatprint render FILE -o a.png --chat \"Bread\""), "\(chat)")
        let format = try failure("import", "--from", "telegrm", input: two)
        #expect(
            format.hasSuffix("Type: chatprint import FILE -o FOLDER/out --from \"telegram\""),
            "\(format)")
        for errors in [chat, format] { #expect(errors.split(separator: "\n").count == 2) }
        let unknown = try failure("import", "--from", "carrier pigeon", input: two)
        #expect(!unknown.contains("Type: ") && unknown.contains("telegram"))
    }

    /// The recognized format is no reason to reject an export.
    @Test func recognizedExportsPassTheStrictCheck() throws {
        let chat = "31/05/2026, 09:40 - Ben: Hallo\n31/05/2026, 09:41 - Ana: Hi\n"
        #expect(try input(chat).warnings(["me": "Ana", "strict": "true"]) == "read as WhatsApp")
        let guessed = try failure("render", "--strict", input: chat)
        #expect(guessed.contains("is assumed") && !guessed.contains("read as"), "\(guessed)")
    }

    @Test func warningsNameOptions() throws {
        let chat = "01/02/2026, 09:40 - Ben: Hallo\n02/02/2026, 09:41 - Ana: Hi\n"
        for warnings in [try input(chat).warnings(), try input(chat).imported().warnings] {
            for words in ["set --date-order to", "warning: --me is assumed", "set --me to"] {
                #expect(warnings.contains(words), "\(words) in \(warnings)")
            }
        }
        let followed = try input(chat).warnings(["me": "Ana", "date_order": "dmy"])
        #expect(!followed.contains("--me"), "\(followed)")
        let strict = try failure("render", "--strict", input: chat)
        #expect(strict.contains("--date-order") && !strict.contains("`"), "\(strict)")
    }

    @Test func unrecognizedInputListsTheFormats() throws {
        let errors = try failure("render", input: "hello")
        #expect(!errors.contains("GET "))
        for words in ["Unrecognized export format", "whatsapp", "telegram", "--from"] {
            #expect(errors.contains(words), "\(words) in \(errors)")
        }
    }

    @Test func errorsNameOptionsAsTyped() throws {
        let errors = try failure("import", "--date-order", "xyz", input: "hello")
        #expect(errors.contains("--date-order is \"xyz\"") && errors.contains("dmy, mdy, ymd"))
    }
}
