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

    /// How many files of a format are read.
    enum Extent {
        /// One of the files, which each hold all chats of an export.
        case one
        /// Every file.
        case all
        /// Every file, and those whose paths differ only in their digits.
        case numbered
    }

    typealias Read = @Sendable (Claim, inout ConversationBuilder) throws(ImportError) -> Void
}

extension Importer {
    /// Creates a format with marks in `Signatures`.
    init(
        name: String, title: String, summary: String, reading extent: Extent,
        read: @escaping Read
    ) {
        self.init(
            name: name, title: title, summary: summary,
            recognize: { probe in
                switch extent {
                case .one: probe.claimOne { $0.has(name) }
                case .all: probe.claims { $0.has(name) }
                case .numbered: probe.claimsNumbered { $0.has(name) }
                }
            }, read: read)
    }
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
        Threema.importer,
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
