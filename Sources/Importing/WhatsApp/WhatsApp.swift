import Basics
import Model

/// WhatsApp's "Export chat": `_chat.txt` from iPhones and `WhatsApp Chat with ….txt` from Android,
/// on their own or in a ZIP with the media. Also the JSON that WhatsApp Chat Exporter creates from
/// a phone's database.
enum WhatsApp {
    static let importer = Importer(
        name: "whatsapp", title: "WhatsApp",
        summary:
            "\u{201C}Export chat\u{201D} of iPhone or Android: the .txt, or the .zip with media; JSON of WhatsApp Chat Exporter",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        let phrases = probe.phrases.whatsApp
        let databases = probe.files.filter(WhatsAppDatabase.isExport).map(\.name)
        if !databases.isEmpty { return Claim(.certain, databases) }
        for file in probe.files where Path.fileExtension(file.name) == "txt" || !probe.isArchive {
            // Reading from memory cannot fail.
            let window = try? TextWindow(ByteSource(file.head), file: file.name)
            guard let window, let transcript = try? WhatsAppTranscript(window, phrases),
                !transcript.entries.isEmpty
            else { continue }
            if WhatsAppTitle.isChatName(file.name, phrases) { return Claim(.certain, [file.name]) }
            let hasAuthors = transcript.entries.contains(where: \.hasAuthor)
            guard hasAuthors, transcript.strayLines <= 2 else { continue }
            return Claim(transcript.lineStart == .colon ? .possible : .likely, [file.name])
        }
        return nil
    }

    private static func read(
        _ sources: inout ExportFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let file = claim.files.first else { return }
        if Path.fileExtension(file) == "json" {
            return try WhatsAppDatabase.read(claim.files, &sources, &builder)
        }
        let phrases = builder.phrases.whatsApp
        let transcript = try WhatsAppTranscript(
            try sources.text(file), phrases, builder.budget,
            onProgress: sources.onProgress)
        if transcript.wasRepaired {
            builder.warn(.importing, "invalid UTF-8 bytes were replaced by U+FFFD")
        }
        guard builder.budget.mayContinue else { throw .stopped }
        builder.warn(linesBeforeFirstMessage: transcript.strayLines)
        let title =
            WhatsAppTitle.read(file, phrases)
            ?? (sources.isArchive ? WhatsAppTitle.read(sources.name, phrases) : nil)
        var chat = WhatsAppChat(
            transcript: transcript, title: title, options: builder.options, phrases: phrases)
        try chat.learn(from: sources.names, builder.budget)
        guard builder.budget.mayContinue else { throw .stopped }
        try chat.fill(&builder, from: &sources, document: file)
    }
}
