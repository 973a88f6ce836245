import Basics
import Model
import Readers

/// The facts from which importers recognize their format: file names, and the first bytes of files
/// that may hold a chat.
struct Probe: Sendable {
    struct File: Sendable {
        let name: String
        let head: [UInt8]
        /// The shape of the head if the head is JSON.
        let shape: JSONShape?
        /// Whether the file has a JSON object on each line.
        let holdsLines: Bool
        /// The tables of a database; nil for other files.
        let tables: Result<Set<String>, ImportError>?

        init(
            name: String, head: [UInt8], shape: JSONShape?,
            tables: Result<Set<String>, ImportError>? = nil
        ) {
            self.name = name
            self.head = head
            self.shape = shape
            self.tables = tables
            holdsLines = Self.begins(head, with: "{") && JSONLines.areIn(head)
        }
    }

    let names: [String]
    let files: [File]
    let isArchive: Bool
    let phrases: ImportPhrases
    let budget: WorkBudget

    /// The number of bytes read from the beginning of each file.
    static let headLength = 64 << 10
    /// The number of bytes read from a page that has styles before its recognizable part.
    static let wholeLength = 1 << 20
    /// The number of bytes, and of files, for the second attempt. Pictures in a text, or the order
    /// of its members, may move the recognizable part far down.
    static let thoroughLength = 16 << 20
    static let maxThoroughFiles = 8
    /// The number of bytes at the beginning of a script in which an assignment may precede the
    /// JSON.
    static let assignmentLength = 512
    /// The maximum number of files of an archive that are examined.
    static let maxFiles = 48

    /// - Parameter isThorough: whether to read more of each file than its beginning.
    init(
        _ sources: ExportFiles, _ phrases: ImportPhrases, isThorough: Bool = false
    ) {
        self.phrases = phrases
        budget = sources.budget
        // Files in the same folder that were not sent along may be other exports, and are no
        // evidence for this one.
        names = sources.sentNames
        isArchive = sources.isArchive
        var files: [File] = []
        let maxCount = isThorough && sources.isArchive ? Self.maxThoroughFiles : Self.maxFiles
        let length =
            !isThorough
            ? Self.headLength
            : sources.isArchive ? Self.thoroughLength : Self.thoroughLength << 2
        for name in Self.worthAReading(in: sources).prefix(maxCount) {
            let head = sources.prefix(of: name, count: length)
            let shape = JSONShape(head, while: sources.budget)
            let tables =
                Database.isDatabase(head)
                ? Result { () throws(ImportError) in try sources.database(name).tables() } : nil
            files.append(File(name: name, head: head, shape: shape, tables: tables))
        }
        self.files = files
    }

    /// Returns the files that are too many to examine and belong to a format by their names.
    func unexamined(_ isOurs: (String) -> Bool) -> [String] {
        guard isArchive else { return [] }
        let examined = Set(files.map(\.name))
        return names.filter { !examined.contains($0) && isOurs($0) }
    }

    /// Returns whether a file may hold a chat, judged by its name.
    static func isReadable(_ name: String) -> Bool {
        readable.contains(Path.fileExtension(name)) || Twitter.isMessageFile(name)
            || Path.lastName(name) == SignalBackup.metadata
    }

    private static let readable: Set<String> = [
        "txt", "json", "jsonl", "ndjson", "html", "htm", "xml", "rsmf", "eml", "md", "csv", "mbox",
        "chatlog", "adiumhtmllog", "log", "weechatlog", "sbv", "tsv", "db", "sqlite", "backup",
    ]

    private static func worthAReading(in sources: ExportFiles) -> [String] {
        guard sources.isArchive else { return Array(sources.sentNames.prefix(1)) }
        let names = sources.sentNames.filter(isReadable)
        let ranked = names.map { (name: $0, rank: (isFamiliar($0) ? 0 : 100) + Path.depth($0)) }
        return ranked.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }
            .prefix(maxFiles).map(\.name)
    }

    /// Returns whether a path has the name that an exporter gives to the main file.
    private static func isFamiliar(_ path: String) -> Bool {
        switch Path.lastName(path) {
        case "_chat.txt", "result.json", "conversations.json", "message_1.json", "users.json",
            "channels.json", "dms.json", "data.json", "rsmf_manifest.json",
            "realm.json":
            true
        case let name:
            name.hasPrefix("WhatsApp") && name.hasSuffix(".txt") || Twitter.isMessageFile(name)
                || name.hasPrefix("conversations-") && name.hasSuffix(".json")
        }
    }
}

extension Probe.File {
    /// Returns whether the head begins with an ASCII text, after a byte order mark and whitespace.
    func begins(with text: StaticString) -> Bool { Self.begins(head, with: text) }

    private static func begins(_ head: [UInt8], with text: StaticString) -> Bool {
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
        return head.drop { blanks.contains($0) }.starts(with: text.description.utf8)
    }

    func holds(tables wanted: Set<String>) -> Bool {
        guard case .success(let tables) = tables else { return false }
        return wanted.isSubset(of: tables)
    }

    /// Whether the file is neither JSON nor HTML or XML.
    var isText: Bool { shape == nil && !begins(with: "<") }

    func contains(_ text: StaticString) -> Bool {
        head.span.offset(of: Array(text.description.utf8)) != nil
    }
}
