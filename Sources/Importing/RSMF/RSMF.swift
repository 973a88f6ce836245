import Basics
import Model

/// Relativity's Short Message Format 2.0 for e-discovery: a mail with a ZIP attached, that ZIP, or
/// a ZIP of such mails.
enum RSMF {
    static let importer = Importer(
        name: "rsmf", title: "RSMF",
        summary:
            "Relativity's short message format: the .rsmf mail, its rsmf.zip, or a ZIP of such mails",
        recognize: recognize, read: read)

    static let manifest = "rsmf_manifest.json"

    private static func recognize(_ probe: Probe) -> Claim? {
        if let file = probe.names.first(where: { Path.lastName($0) == manifest }) {
            return Claim(.certain, [file])
        }
        if probe.isArchive {
            let mails = probe.names.filter { Path.fileExtension($0) == "rsmf" }
            return mails.isEmpty ? nil : Claim(.certain, mails.sorted())
        }
        guard let file = probe.files.first else { return nil }
        if let shape = file.shape {
            let isManifest = shape.has("participants", "conversations", "events", "version")
            return isManifest ? Claim(.certain, [file.name]) : nil
        }
        let head = String(decoding: file.head.prefix(16 << 10), as: UTF8.self).lowercased()
        let isMail = head.holds("mime-version:") && head.holds("content-type:")
        let isMarked = head.holds("x-rsmf-") || Path.fileExtension(file.name) == "rsmf"
        return isMail && isMarked ? Claim(.certain, [file.name]) : nil
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        // A conversation may continue from mail to mail. The names of all mails are collected
        // before any conversation is read.
        var names: [ChatName] = []
        var seen: Set<String> = []
        for file in claim.files {
            try open(file, &sources, &builder) { chat, _, _ throws(ImportError) in
                for name in try chat.names() where seen.insert(name.id).inserted {
                    names.append(name)
                }
            }
        }
        if names.isEmpty {
            // All events are of one chat.
            names = [ChatName(id: "", name: "")]
            builder.options.chat = nil
        }
        var chats = try OpenChats(names, builder) { _, builder in
            builder.needsSorting = true
            return RSMFReader(context: RecordContext(clock: builder.clock))
        }
        for file in claim.files {
            try open(file, &sources, &builder) { chat, sources, _ throws(ImportError) in
                try chat.fill(&chats, &sources)
                // Different mails may have files with the same name.
                try chats.settleFiles(from: &sources)
            }
        }
        try chats.end(&builder)
    }

    /// Calls `body` with the manifest of a file and the files beside the manifest.
    private static func open(
        _ file: String, _ sources: inout ExportFiles, _ builder: inout ConversationBuilder,
        _ body: (RSMFChat, inout ExportFiles, inout ConversationBuilder) throws(ImportError) -> Void
    ) throws(ImportError) {
        let budget = sources.budget
        let bytes = try sources.document(file)
        guard bytes.first(where: { $0 > 0x20 }) != UInt8(ascii: "{") else {
            let chat = RSMFChat(bytes: bytes, file: file, budget: budget)
            return try body(chat, &sources, &builder)
        }
        guard let (content, isBase64) = MailMessage(bytes).archive() else {
            throw .notFound(importer: importer.name, expected: "a ZIP attached to the mail")
        }
        let limits = builder.options.limits
        guard budget.reserve(content.count) else { throw .stopped }
        defer { budget.release(content.count) }
        var archive = Array(bytes[content])
        if isBase64 {
            guard let decoded = try? Base64.decode(archive[...], limit: limits.documentBytes) else {
                throw .archive(.unreadable)
            }
            archive = decoded
        }
        // This is the only nested archive that is opened: the mail is just its envelope.
        var sources = ExportFiles(
            try ZipArchive(ByteSource(archive), limits: limits), name: "rsmf.zip", beside: .none,
            limits: limits, budget: budget)
        if let entry = sources.encryptedEntry { throw .archive(.encrypted(entry: entry)) }
        guard let file = sources.names.first(where: { Path.lastName($0) == manifest }) else {
            throw .notFound(importer: importer.name, expected: manifest)
        }
        let chat = RSMFChat(bytes: try sources.document(file), file: file, budget: budget)
        try body(chat, &sources, &builder)
    }
}
