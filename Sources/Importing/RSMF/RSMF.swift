import Conversation
import Encodings
import JSON
import Markup

/// Relativity's Short Message Format 2.0, of e-discovery: a mail with a ZIP in it, or that ZIP.
enum RSMF {
    static let importer = Importer(
        name: "rsmf", title: "RSMF",
        summary: "Relativity's short message format: the .rsmf mail, or the rsmf.zip that is in it",
        recognize: recognize, read: read)

    static let manifest = "rsmf_manifest.json"

    @Sendable
    private static func recognize(_ probe: Probe) -> Claim? {
        if let file = probe.names.first(where: { Path.lastName($0) == manifest }) {
            return Claim(.certain, [file])
        }
        guard !probe.isArchive, let file = probe.files.first else { return nil }
        if let shape = file.shape {
            let isManifest = shape.has("participants", "conversations", "events", "version")
            return isManifest ? Claim(.certain, [file.name]) : nil
        }
        let head = String(decoding: file.head.prefix(16 << 10), as: UTF8.self).lowercased()
        let isMail = head.holds("mime-version:") && head.holds("content-type:")
        let isMarked = head.holds("x-rsmf-") || Path.fileExtension(file.name) == "rsmf"
        return isMail && isMarked ? Claim(.certain, [file.name]) : nil
    }

    @Sendable
    private static func read(
        _ sources: inout SourceFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let file = claim.files.first else { return }
        let bytes = try sources.document(file)
        guard bytes.first(where: { $0 > 0x20 }) != UInt8(ascii: "{") else {
            return try RSMFChat(bytes: bytes, file: file).fill(&builder, &sources)
        }
        guard let (content, isBase64) = MailMessage(bytes).archive() else {
            throw .notFound(importer: importer.name, expected: "a ZIP attached to the mail")
        }
        let limits = builder.options.limits
        var archive = Array(bytes[content])
        if isBase64 {
            guard let decoded = try? Base64.decode(archive[...], limit: limits.documentBytes) else {
                throw .archive(.unreadable)
            }
            archive = decoded
        }
        // The one archive inside another thing that is opened: the mail is its envelope.
        var inner = builder
        inner = try ZipArchive.open(archive, limits: limits) { zip throws(ImportError) in
            var sources = SourceFiles(zip, name: "rsmf.zip", beside: .none, limits: limits)
            if let entry = sources.encryptedEntry { throw .archive(.encrypted(entry: entry)) }
            guard let file = sources.names.first(where: { Path.lastName($0) == manifest }) else {
                throw .notFound(importer: importer.name, expected: manifest)
            }
            var builder = inner
            try RSMFChat(bytes: try sources.document(file), file: file).fill(&builder, &sources)
            return builder
        }
        builder = inner
    }
}
