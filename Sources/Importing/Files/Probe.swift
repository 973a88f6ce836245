import Conversation
import Resources

/// The facts by which importers recognize their format: names, and the first bytes of files that
/// may hold a chat.
struct Probe: Sendable {
    struct File: Sendable {
        let name: String
        let head: [UInt8]
        /// The shape of the head, if it is JSON; nil otherwise.
        let shape: JSONShape?
        /// Whether it is an object on each line.
        let holdsLines: Bool

        init(name: String, head: [UInt8], shape: JSONShape?) {
            self.name = name
            self.head = head
            self.shape = shape
            holdsLines = Self.begins(head, with: "{") && JSONLines.areIn(head)
        }
    }

    let names: [String]
    let files: [File]
    let isArchive: Bool
    let phrases: ImportPhrases
    let allowance: Allowance

    /// Bytes of each file that are looked at.
    static let headLength = 64 << 10
    /// Bytes of a page whose styles stand above what tells of it.
    static let wholeLength = 1 << 20
    /// The same, and how many files, where their beginnings told nothing: pictures in a text, or
    /// the order of its names, may push what tells far down.
    static let thoroughLength = 16 << 20
    static let maxThoroughFiles = 8
    /// Bytes at the beginning of a script that may hold an assignment before its JSON.
    static let assignmentLength = 512
    /// Files of an archive that are looked into.
    static let maxFiles = 48

    /// - Parameter isThorough: looks at more of each file than its beginning.
    init(
        _ sources: borrowing SourceFiles, _ phrases: ImportPhrases, isThorough: Bool = false
    ) {
        self.phrases = phrases
        allowance = sources.allowance
        // What merely lies beside a file in its folder may be another export, and tells nothing of
        // this one.
        names =
            sources.isArchive || sources.beside.isSent
            ? sources.names : Array(sources.names.prefix(1))
        isArchive = sources.isArchive
        var files: [File] = []
        let most = isThorough && sources.isArchive ? Self.maxThoroughFiles : Self.maxFiles
        let length =
            !isThorough
            ? Self.headLength
            : sources.isArchive ? Self.thoroughLength : Self.thoroughLength << 2
        for name in Self.worthAReading(in: sources).prefix(most) {
            let head = sources.prefix(of: name, count: length)
            let shape = JSONShape(head, while: sources.allowance)
            files.append(File(name: name, head: head, shape: shape))
        }
        self.files = files
    }

    /// Whether a chat may be in a file, by its name.
    static func isReadable(_ name: String) -> Bool {
        readable.contains(Path.fileExtension(name)) || Twitter.isMessageFile(name)
    }

    private static let readable: Set<String> = [
        "txt", "json", "jsonl", "ndjson", "html", "htm", "xml", "rsmf", "eml", "md", "csv", "mbox",
        "chatlog", "adiumhtmllog", "log", "weechatlog",
    ]

    private static func worthAReading(in sources: borrowing SourceFiles) -> [String] {
        guard sources.isArchive else { return Array(sources.names.prefix(1)) }
        let names = sources.names.filter(isReadable)
        let ranked = names.map { (name: $0, rank: (isFamiliar($0) ? 0 : 100) + Path.depth($0)) }
        return ranked.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }
            .prefix(maxFiles).map(\.name)
    }

    /// Names that exporters give to the file that matters.
    private static func isFamiliar(_ path: String) -> Bool {
        switch Path.lastName(path) {
        case "_chat.txt", "result.json", "conversations.json", "message_1.json", "users.json",
            "channels.json", "dms.json", "data.json", "rsmf_manifest.json",
            "realm.json":
            true
        case let name:
            name.hasPrefix("WhatsApp") && name.hasSuffix(".txt") || Twitter.isMessageFile(name)
        }
    }
}

extension Probe.File {
    /// Whether the head, past a mark and blanks, begins with some ASCII text.
    func begins(with text: StaticString) -> Bool { Self.begins(head, with: text) }

    private static func begins(_ head: [UInt8], with text: StaticString) -> Bool {
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
        return head.drop { blanks.contains($0) }.starts(with: text.description.utf8)
    }

    func contains(_ text: StaticString) -> Bool {
        head.span.offset(of: Array(text.description.utf8)) != nil
    }
}
