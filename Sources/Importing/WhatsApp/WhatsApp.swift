import Basics
import Model
import Readers

/// WhatsApp's "Export chat": `_chat.txt` from iPhones and `WhatsApp Chat with ….txt` from Android,
/// on their own or in a ZIP with the media. Also the databases of phones and of the app for Macs, and
/// the JSON that WhatsApp Chat Exporter creates from them.
enum WhatsApp {
    static let importer = Importer(
        name: "whatsapp", title: "WhatsApp",
        summary:
            "\u{201C}Export chat\u{201D} of iPhone or Android: the .txt, or the .zip with media; ChatStorage.sqlite or msgstore.db, also encrypted (.crypt12 to .crypt15); JSON of WhatsApp Chat Exporter",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        if let claim = probe.claimOne(isDatabase) { return claim }
        let phrases = probe.phrases.whatsApp
        let databases = probe.files.filter { $0.has("whatsapp database") }.map(\.name)
        if !databases.isEmpty { return Claim(.certain, databases) }
        let chats = probe.files.compactMap { file in
            confidence(in: file, probe).map { (file: file.name, confidence: $0) }
        }
        guard let best = chats.map(\.confidence).max() else { return nil }
        // Beside a chat, a text with dates and colons may be anything.
        let files = chats.filter { $0.confidence >= min(best, .likely) }.map(\.file)
        let others = probe.unexamined {
            Path.fileExtension($0) == "txt" && WhatsAppTitle.isChatName($0, phrases)
        }
        return Claim(best, files + others)
    }

    private static func isDatabase(_ file: Probe.File) -> Bool {
        file.holds(tables: ["ZWAMESSAGE", "ZWACHATSESSION"])
            || file.holds(tables: ["message", "chat", "jid"])
            || file.holds(tables: ["messages", "chat_list"])
    }

    private static func confidence(in file: Probe.File, _ probe: Probe) -> Confidence? {
        guard Path.fileExtension(file.name) == "txt" || !probe.isArchive else { return nil }
        let phrases = probe.phrases.whatsApp
        // Reading from memory cannot fail.
        let window = try? TextWindow(ByteSource(file.head), file: file.name)
        guard let window, let transcript = try? WhatsAppTranscript(window, phrases),
            !transcript.entries.isEmpty
        else { return nil }
        if WhatsAppTitle.isChatName(file.name, phrases) { return .certain }
        let hasAuthors = transcript.entries.contains(where: \.hasAuthor)
        guard hasAuthors, transcript.strayLines <= 2 else { return nil }
        return transcript.lineStart == .colon ? .possible : .likely
    }

    private static func read(
        _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let first = claim.files.first else { return }
        if Path.fileExtension(first) == "json" {
            return try WhatsAppDatabase.read(claim.files, &builder)
        }
        if Database.isDatabase(builder.sources.prefix(of: first, count: 16)) {
            return try read(builder.database(first), &builder)
        }
        let phrases = builder.phrases.whatsApp
        let isOnlyChat = claim.files.count == 1
        try builder.chooseFile(
            claim.files, name: { WhatsAppTitle.name(of: $0, phrases) }
        ) { file, builder throws(ImportError) in
            let transcript = try WhatsAppTranscript(
                try builder.sources.text(file), phrases, builder.budget,
                onProgress: builder.sources.onReading)
            if transcript.wasRepaired {
                builder.warn(.importing, "invalid UTF-8 bytes were replaced by U+FFFD")
            }
            guard builder.budget.mayContinue else { throw .stopped }
            builder.warn(linesBeforeFirstMessage: transcript.strayLines)
            let title =
                WhatsAppTitle.read(path: file, phrases)
                ?? (builder.sources.isArchive && isOnlyChat
                    ? WhatsAppTitle.read(builder.sources.name, phrases) : nil)
            var chat = WhatsAppChat(
                transcript: transcript, title: title, options: builder.options, phrases: phrases)
            try chat.learn(from: builder.sources.index, builder.budget)
            guard builder.budget.mayContinue else { throw .stopped }
            try chat.fill(&builder, document: file, isOnlyChat: isOnlyChat)
        }
    }
}

extension WhatsApp {
    private static func read(
        _ tables: ExportDatabase, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        if try !tables.columns(of: "ZWAMESSAGE").isEmpty {
            var phone = try WhatsAppPhone(tables, &builder)
            return try phone.read(&builder)
        }
        // Databases of 2020 and 2021 have both tables, of which one has the messages.
        let old = try count("messages", in: tables)
        if old > 1, try count("message", in: tables) < old {
            var android = try WhatsAppOldAndroid(tables, &builder)
            return try android.read(&builder)
        }
        var android = try WhatsAppAndroid(tables, &builder)
        try android.read(&builder)
    }

    private static func count(
        _ table: String, in tables: ExportDatabase
    ) throws(ImportError) -> Int {
        var count = 0
        try tables.rows(of: table, ["rowid"]) { _ throws(ImportError) in count += 1 }
        return count
    }
}

/// Returns the chat's name from the name of its file: `WhatsApp Chat with Ben.txt`, `WhatsApp Chat
/// - Ben.zip`.
enum WhatsAppTitle {
    static func read(_ fileName: String?, _ phrases: WhatsAppPhrases) -> String? {
        guard let fileName else { return nil }
        let plain = Marks.plain(Path.lastName(fileName)[...])
        let ending = Path.fileExtension(plain)
        let stem = ["txt", "zip"].contains(ending) ? withoutCopyMark(Path.stem(plain)) : plain
        for opening in phrases.chatNames where stem.hasPrefix(opening) {
            return stem.dropFirst(opening.count).trimmingBlanks().nonEmpty
        }
        return nil
    }

    /// Returns the chat's name from the name of its file or of the file's folder.
    static func read(path: String, _ phrases: WhatsAppPhrases) -> String? {
        read(path, phrases) ?? read(folder(of: path), phrases)
    }

    /// Returns a name by which a chat is selected among others.
    static func name(of path: String, _ phrases: WhatsAppPhrases) -> String? {
        if let title = read(path: path, phrases) { return title }
        let folder = folder(of: path)
        return Path.lastName(path) == standardName && !folder.isEmpty ? folder : nil
    }

    private static func folder(of path: String) -> String {
        Path.lastName(String(Path.folder(path).dropLast()))
    }

    /// The name of an iPhone's chat, which states nothing.
    private static let standardName = "_chat.txt"

    static func isChatName(_ fileName: String, _ phrases: WhatsAppPhrases) -> Bool {
        let name = Path.lastName(fileName)
        return name == standardName || read(name, phrases) != nil
    }

    /// Removes the number that browsers append to a second copy: `Ben (1)`.
    private static func withoutCopyMark(_ stem: String) -> String {
        guard let (name, number) = WhatsAppFileLine.parts(stem), Int(number) != nil else {
            guard stem.hasSuffix(")"), let open = stem.lastIndex(of: "("),
                Int(stem[stem.index(after: open)...].dropLast()) != nil
            else { return stem }
            return String(stem[..<open])
        }
        return String(name)
    }
}
