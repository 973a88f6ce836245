import Chatprint
import Foundation
import Importing
import Model
import TestDrawing
import Testing

@Suite struct ImportTests {
    private static let shared = Result {
        var configuration = Chatprint.Configuration()
        configuration.folder = try TestFonts.folder.get()
        configuration.limits.messages = 100
        configuration.workers = 1
        return try Chatprint(configuration)
    }

    private var chatprint: Chatprint { get throws { try Self.shared.get() } }

    private static let export = """
        31/05/2026, 09:40 - Ann: Hi
        31/05/2026, 09:41 - Ben: Hello
        31/05/2026, 09:42 - Ann: How are you?

        """

    @Test func importsAFile() async throws {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "WhatsApp Chat with Ben \(UUID().uuidString).txt")
        try Data(Self.export.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let imported = try chatprint.importing(file, as: .whatsapp, me: "Ann")
        #expect(imported.format == .whatsapp)
        #expect(imported.messages == 3)
        #expect(imported.participants == ["Ann", "Ben"])
        let text = try await chatprint.render(imported.conversation, as: .txt)
        #expect(String(decoding: text.data, as: UTF8.self).contains("How are you?"))
        // An export gets the theme of its app.
        let own = try await chatprint.render(imported.conversation, as: .png)
        let named = try await chatprint.render(imported.conversation, as: .png, theme: "whatsapp")
        #expect(own.data == named.data)
    }

    @Test func formatIsRecognized() throws {
        let imported = try chatprint.importing(Self.export.utf8)
        #expect(imported.format == .whatsapp)
        #expect(imported.warnings.contains { $0.message.contains("WhatsApp") })
    }

    @Test func importedConversationRoundTripsThroughJSON() async throws {
        let imported = try chatprint.importing(Self.export.utf8, as: .whatsapp, me: "Ben")
        let json = try chatprint.json(of: imported.conversation)
        let again = try await chatprint.render(Conversation(json: json), as: .png)
        let first = try await chatprint.render(imported.conversation, as: .png, theme: "whatsapp")
        #expect(again.data == first.data)
    }

    @Test func importErrorsAreTyped() throws {
        let chatprint = try chatprint
        #expect(throws: ChatprintError.self) { try chatprint.importing(" ".utf8, as: .slack) }
        let missing = URL(filePath: "/nowhere/chat.txt")
        do throws(ChatprintError) {
            _ = try chatprint.importing(missing)
            Issue.record("A missing file was imported.")
        } catch {
            guard case .unreadableFile(let words) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(words.contains("/nowhere/chat.txt"))
        }
    }

    @Test func limitsOfTheConfigurationApply() throws {
        let chatprint = try chatprint
        let lines = (0..<101).map { "31/05/2026, 09:\(10 + $0 % 50) - Ann: word \($0)" }
        do throws(ChatprintError) {
            _ = try chatprint.importing(lines.joined(separator: "\n").utf8, as: .whatsapp)
            Issue.record("More messages than the limit were imported.")
        } catch {
            guard case .limitExceeded("messages", _) = error else {
                Issue.record("\(error)")
                return
            }
        }
    }
}

@Suite struct NameTests {
    @Test func everyOutputFormatIsPublic() {
        #expect(
            OutputFormat.allCases.map(\.rawValue).sorted()
                == Output.Format.allCases.map(\.rawValue).sorted())
    }

    @Test func everyImporterIsPublic() {
        let named: [ExportFormat] = [
            .whatsapp, .telegram, .signal, .threema, .slack, .discord, .imessage, .facebook, .sms,
            .chatLab, .rsmf, .chatGPT, .claude, .openWebUI, .libreChat, .deepSeek, .grok, .shareGPT,
            .langChain, .gemini, .modelAPI, .claudeCode, .codex, .geminiCLI, .line, .weChat, .qq,
            .teams, .matrix, .snapchat, .irc, .pidgin, .adium, .rocketChat, .mattermost, .zulip,
            .zoom, .viber, .mbox, .twitter, .linkedIn, .tikTok, .tinder, .discordData, .kakaoTalk,
            .skype, .googleChat, .hangouts, .googleVoice, .openAI, .chatprint, .copied, .text,
            .csv, .json,
        ]
        #expect(Set(named) == Set(ImporterCatalog.all.map { ExportFormat(rawValue: $0.name) }))
        #expect(named.count == ImporterCatalog.all.count)
    }
}
