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
        let limits = builder.options.limits
        guard claim.files.count == 1 else {
            return try read(
                claim.files, &sources, &builder
            ) { file, sources, body throws(ImportError) in
                try open(file, &sources, limits, body)
            }
        }
        // The only mail stays open, so that it is unpacked once.
        try open(claim.files[0], &sources, limits) { chat, inner throws(ImportError) in
            try read(claim.files, &inner, &builder) { _, inner, body throws(ImportError) in
                try body(chat, &inner)
            }
        }
    }

    private typealias Body = (RSMFChat, inout ExportFiles) throws(ImportError) -> Void

    /// Reads a chat that may continue from mail to mail.
    private static func read(
        _ files: [String], _ sources: inout ExportFiles, _ builder: inout ConversationBuilder,
        open: (String, inout ExportFiles, Body) throws(ImportError) -> Void
    ) throws(ImportError) {
        let reader = RSMFReader(context: RecordContext(clock: builder.clock))
        var chats = AlternatingChats(builder, counting: reader)
        var names: [ChatName] = []
        var seen: Set<String> = []
        /// The mails that have events of a chat; an undeclared event may be of any.
        var mails: [String: [String]] = [:]
        var undeclared: [String] = []
        func count(
            _ chat: RSMFChat, _ wanted: [ChatName], _ sources: inout ExportFiles
        ) throws(ImportError) {
            try chat.fill(wanted.map(\.id), &sources) { id, body throws(ImportError) in
                try chats.see(0..<0, of: "", in: id, body)
            }
        }
        for file in files {
            var declared: [ChatName] = []
            try open(file, &sources) { chat, sources throws(ImportError) in
                declared = try chat.names()
                for name in declared where seen.insert(name.id).inserted { names.append(name) }
                if builder.purpose == .listing, !declared.isEmpty {
                    try count(chat, declared, &sources)
                }
            }
            if declared.isEmpty { undeclared.append(file) }
            for id in Set(declared.map(\.id)) { mails[id, default: []].append(file) }
        }
        if names.isEmpty {
            // All events are of one chat.
            names = [ChatName(id: "", name: "")]
            builder.options.chat = nil
        }
        if builder.purpose == .listing {
            for file in undeclared {
                try open(file, &sources) { chat, sources throws(ImportError) in
                    try count(chat, names, &sources)
                }
            }
        }
        try chats.choose(names, &builder) { index, _, builder throws(ImportError) in
            builder.needsSorting = true
            var reader = reader
            let wanted = names[index].id
            let own = Set((mails[wanted] ?? []) + undeclared)
            for file in files where own.contains(file) {
                try open(file, &sources) { chat, sources throws(ImportError) in
                    try chat.fill([wanted], &sources) { _, body throws(ImportError) in
                        try body(&reader, &builder)
                    }
                    // Different mails may have files with the same name.
                    try builder.settleFiles(from: &sources)
                }
            }
        }
    }

    /// Calls `body` with the manifest of a file and the files beside the manifest.
    private static func open(
        _ file: String, _ sources: inout ExportFiles, _ limits: Limits, _ body: Body
    ) throws(ImportError) {
        let budget = sources.budget
        let bytes = try sources.document(file)
        guard bytes.first(where: { $0 > 0x20 }) != UInt8(ascii: "{") else {
            let chat = RSMFChat(bytes: bytes, file: file, budget: budget)
            return try body(chat, &sources)
        }
        guard let (content, isBase64) = MailMessage(bytes).archive() else {
            throw .notFound(importer: importer.name, expected: "a ZIP attached to the mail")
        }
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
        try body(chat, &sources)
    }
}
