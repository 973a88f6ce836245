/// The formats that can come in. A new one is a file of its own and a line here.
package enum ImporterCatalogue {
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
        OwnFormats.openAI,
        OwnFormats.chatprint,
        PlainLines.importer,
    ]

    package static func named(_ name: String) -> Importer? {
        all.first { $0.name == name }
    }
}
