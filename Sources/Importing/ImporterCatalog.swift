/// A foreign format: its name, how to recognize it and how to read it.
package struct Importer: Sendable {
    /// The value of `from` that selects the importer.
    package let name: String
    package let title: String
    /// One line that names the program and its files.
    package let summary: String
    /// Returns the confidence that an export has this format and the files that hold the chat, or
    /// nil.
    let recognize: @Sendable (Probe) -> Claim?
    let read: Read

    typealias Read = @Sendable (Claim, inout ConversationBuilder) throws(ImportError) -> Void
}

/// All supported formats. To add one, write it in its own file and list it here.
package enum ImporterCatalog {
    package static let all: [Importer] = [
        WhatsApp.importer,
        Telegram.importer,
        Signal.importer,
        Slack.importer,
        Discord.importer,
        IMessage.importer,
        Facebook.importer,
        SMSBackup.importer,
        ChatLab.importer,
        RSMF.importer,
        ChatGPT.importer,
        Claude.importer,
        OpenWebUI.importer,
        LibreChat.importer,
        DeepSeek.importer,
        Grok.importer,
        ShareGPT.importer,
        LangChain.importer,
        GeminiActivity.importer,
        ModelBodies.importer,
        ClaudeCode.importer,
        Codex.importer,
        GeminiCLI.importer,
        Line.importer,
        WeChat.importer,
        QQ.importer,
        Teams.importer,
        Matrix.importer,
        Snapchat.importer,
        IRC.importer,
        Pidgin.importer,
        Adium.importer,
        RocketChat.importer,
        Mattermost.importer,
        Zulip.importer,
        Zoom.importer,
        Viber.importer,
        Mbox.importer,
        Twitter.importer,
        LinkedIn.importer,
        TikTok.importer,
        Tinder.importer,
        DiscordPackage.importer,
        KakaoTalk.importer,
        Skype.importer,
        GoogleChat.importer,
        Hangouts.importer,
        GoogleVoice.importer,
        OwnFormats.openAI,
        OwnFormats.chatprint,
        CopiedText.importer,
        PlainLines.importer,
        GenericTable.importer,
        GenericJSON.importer,
    ]

    package static func named(_ name: String) -> Importer? {
        all.first { $0.name == name }
    }
}
