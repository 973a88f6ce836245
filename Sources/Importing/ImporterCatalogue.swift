/// The formats that can come in. A new one is a file of its own and a line here.
package enum ImporterCatalogue {
    package static let all: [Importer] = [
        WhatsApp.importer,
        Telegram.importer,
        Signal.importer,
        Slack.importer,
        Discord.importer,
        IMessage.importer,
        ChatGPT.importer,
        Claude.importer,
        Native.openAI,
        Native.chatprint,
    ]

    package static func named(_ name: String) -> Importer? {
        all.first { $0.name == name }
    }
}
