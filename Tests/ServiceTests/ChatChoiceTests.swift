import Foundation
import Testing

/// The command lists the choices if the input has several chats or an unknown format.
@Suite struct ChatChoiceTests {
    private func chatprint(
        _ arguments: String..., input: String
    ) throws -> (code: Int32, output: String, errors: String) {
        let result = try RunningService.run(
            [RunningService.executable.path] + arguments, input: Data(input.utf8))
        return (result.code, String(decoding: result.output, as: UTF8.self), result.errors)
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
        let result = try chatprint("chats", "-", input: two)
        #expect(result.code == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0] == "Bread        2 messages  1 person  2023-11-14 to 2023-11-16")
        #expect(lines[1] == "Tea \"green\"   1 message  1 person  2024-03-09")
    }

    /// Of two choices, nobody knows which one is meant.
    @Test(arguments: ["chat=Bread&chat=c2", "chat=Bread&from=chatgpt&from=json"])
    func repeatedChoicesAreRejected(query: String) throws {
        let service = try InProcessService()
        #expect(try service.post(two, to: "/render.txt?chat=Bread").status == 200)
        for path in ["/render.txt", "/validate", "/import"] {
            let answer = try service.post(two, to: path + "?" + query)
            #expect(answer.status == 422 && answer.text.contains("only once"), "\(path)")
        }
    }

    @Test func aSingleChatIsListed() throws {
        let result = try chatprint(
            "chats", "-", input: "15/01/2024, 10:00 - Ana: Hi\n15/01/2024, 10:01 - Ben: Ho\n")
        #expect(result.output.contains("2 messages  2 people  2024-01-15"))
    }

    @Test(arguments: ["render", "import"])
    func severalChatsAreListedWithTheirOption(command: String) throws {
        let result = try chatprint(command, "-", input: two)
        #expect(result.code == 1)
        #expect(result.output.isEmpty)
        for words in [
            "Several chats", "2 messages  1 person  2023-11-14 to 2023-11-16",
            "--chat \"Bread\"",
        ] {
            #expect(result.errors.contains(words), "\(words) in \(result.errors)")
        }
        #expect(!result.errors.contains("parameter") && !result.errors.contains("allowed"))
    }

    @Test func unknownChatsListTheExistingOnes() throws {
        let result = try chatprint("render", "-", "--chat", "Cake", input: two)
        #expect(result.errors.contains("Unknown chat"))
        #expect(result.errors.contains("Cake") && result.errors.contains("Bread"))
    }

    /// A close name is suggested instead of a list, in a line that keeps the output.
    @Test func closestChatAndFormatAreSuggested() throws {
        let chat = try chatprint("render", "-", "--chat", "Braed", "-o", "a.png", input: two)
        #expect(chat.errors.contains("did you mean \"Bread\"?"), "\(chat.errors)")
        #expect(
            chat.errors.hasSuffix("Type: chatprint render FILE -o a.png --chat \"Bread\"\n"),
            "\(chat.errors)")
        let format = try chatprint("import", "-", "--from", "telegrm", input: two)
        #expect(format.errors.hasSuffix("Type: chatprint import FILE --from \"telegram\"\n"))
        for errors in [chat.errors, format.errors] {
            #expect(errors.split(separator: "\n").count == 2, "\(errors)")
        }
        let unknown = try chatprint("import", "-", "--from", "carrier pigeon", input: two)
        #expect(!unknown.errors.contains("Type: ") && unknown.errors.contains("telegram"))
    }

    @Test(arguments: ["validate", "bench"])
    func suggestedLinesNameTheCommand(command: String) throws {
        let result = try chatprint(command, "-", input: two)
        #expect(
            result.errors.contains("Type: chatprint \(command) FILE --chat \"Bread\""),
            "\(result.errors)")
        let valid = try chatprint("validate", "-", "--chat", "Bread", input: two)
        #expect(valid.code == 0 && valid.output.contains("messages: 2"), "\(valid.errors)")
    }

    /// The recognized format is no reason to reject an export.
    @Test func recognizedExportsPassTheStrictCheck() throws {
        let chat = "31/05/2026, 09:40 - Ben: Hallo\n31/05/2026, 09:41 - Ana: Hi\n"
        let result = try chatprint("render", "-", "--me", "Ana", "--strict", input: chat)
        #expect(result.code == 0 && result.errors == "read as WhatsApp\n")
        let guessed = try chatprint("render", "-", "--strict", input: chat)
        #expect(guessed.code == 1 && guessed.errors.contains("is assumed"), "\(guessed.errors)")
        #expect(!guessed.errors.contains("read as"))
    }

    @Test(arguments: ["validate", "render", "import"])
    func warningsNameOptions(command: String) throws {
        let chat = "01/02/2026, 09:40 - Ben: Hallo\n02/02/2026, 09:41 - Ana: Hi\n"
        let result = try chatprint(command, "-", input: chat)
        let warnings = command == "validate" ? result.output : result.errors
        for words in ["set --date-order to", "warning: --me is assumed", "set --me to"] {
            #expect(warnings.contains(words), "\(words) in \(warnings)")
        }
        let followed = try chatprint(
            command, "-", "--me", "Ana", "--date-order", "dmy", input: chat)
        #expect(followed.code == 0 && !followed.errors.contains("--me"), "\(followed.errors)")
        let strict = try chatprint("render", "-", "--strict", input: chat)
        #expect(strict.errors.contains("--date-order"), "\(strict.errors)")
        #expect(!strict.errors.contains("`"), "\(strict.errors)")
    }

    @Test func unrecognizedInputListsTheFormats() throws {
        let result = try chatprint("render", "-", input: "hello")
        #expect(result.code == 1)
        #expect(!result.errors.contains("GET "))
        for words in ["Unrecognized export format", "whatsapp", "telegram", "--from"] {
            #expect(result.errors.contains(words), "\(words) in \(result.errors)")
        }
    }

    @Test func batchErrorsNameOptions() throws {
        let job = #"{"id": "a", "conversation": "hello"}"# + "\n"
        let result = try chatprint("batch", "-", input: job)
        #expect(result.output.contains("unrecognized") && result.output.contains("--from"))
        #expect(!result.output.contains("GET ") && result.output.contains("whatsapp"))
    }

    @Test func chatsWithoutMessagesAreListed() throws {
        let empty = two.dropLast() + "," + Self.chat("c3", "Nothing", []) + "]"
        let result = try chatprint("chats", "-", input: String(empty))
        #expect(result.output.contains("Nothing"))
        #expect(result.output.contains("0 messages"))
    }

    @Test func errorsNameOptionsAsTyped() throws {
        let result = try chatprint("import", "-", "--date-order", "xyz", input: "hello")
        #expect(result.errors.contains("--date-order is \"xyz\""))
        #expect(result.errors.contains("dmy, mdy, ymd"))
    }
}
