import Chatprint
import Importing
import Model
import Testing

@Suite struct NameTests {
    @Test func everyOutputFormatIsPublic() {
        #expect(
            OutputFormat.allCases.map(\.rawValue).sorted()
                == Output.Format.allCases.map(\.rawValue).sorted())
    }

    @Test func everyImporterIsPublic() {
        let named: [ExportFormat] = [
            .whatsapp, .telegram, .signal, .threema, .slack, .discord, .imessage, .facebook, .sms,
            .chatLab,
            .rsmf, .chatGPT, .claude, .openWebUI, .libreChat, .deepSeek, .grok, .shareGPT,
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
