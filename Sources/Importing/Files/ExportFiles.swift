import Basics
import Model
import Readers

/// The caller's files: one file with the files beside it, an archive or a folder. Importers address
/// files by name only, and each file is unpacked on request.
final class ExportFiles {
    /// The result of reading a picture or another file that a chat mentions.
    enum Found {
        case bytes([UInt8])
        case absent
        case fault(ArchiveFault)
    }

    /// Whether the files are an archive or a folder; both are searched in the same way.
    let isArchive: Bool
    /// The name of the sent file, without folders.
    let name: String?
    private(set) var index: FileIndex
    /// Whether invalid bytes of a text were replaced by U+FFFD.
    private(set) var hasRepairs = false
    /// The names of the files that were read, in this order.
    private var used: [String] = []
    private var knownUsed: Set<String> = []
    private let single: [UInt8]
    let beside: FileLookup
    /// The file that is read in ranges, regardless of its size.
    private let stays: String?
    private let archive: ZipArchive?
    private let entries: [ZipEntry]
    let limits: Limits
    let budget: WorkBudget
    /// What opens an encrypted export.
    var password: Secret?
    var onProgress: ReadingProgress = { _, _, _ in }
    private var unpacked = 0
    /// The number of bytes unpacked before the first of all chats.
    private var unpackedBefore: Int?
    /// The contents of files that were decrypted, or that a backup stores under other names.
    private var opened: [Opened] = []
    private enum Opened { case contents(ByteSource), stored(PhoneBackup, Int) }
    /// The size of the last unpacked document.
    private var documentBytes = 0
    /// The open databases. Recognition opens them first, and those of an archive are unpacked.
    private var databases: [String: ExportDatabase] = [:]

    private init(
        name: String?, isArchive: Bool, beside: FileLookup, limits: Limits, budget: WorkBudget,
        single: [UInt8] = [], stays: String? = nil, archive: ZipArchive? = nil
    ) {
        self.name = name.map(Path.lastName)
        self.isArchive = isArchive
        self.beside = beside
        self.limits = limits
        self.budget = budget
        self.single = single
        self.stays = stays
        self.archive = archive
        entries = archive?.entries ?? []
        isPacked = !entries.isEmpty
        index = FileIndex(beside: beside)
    }

    convenience init(
        _ bytes: [UInt8], name: String?, beside: FileLookup, limits: Limits,
        budget: WorkBudget = .unlimited
    ) {
        self.init(
            name: name, isArchive: false, beside: beside, limits: limits, budget: budget,
            single: bytes)
        index.add(self.name ?? "", .single)
        addSentFiles()
    }

    /// Creates the source of a single file that is read in ranges.
    convenience init(
        file name: String, in files: FileLookup, limits: Limits, budget: WorkBudget
    ) {
        self.init(
            name: name, isArchive: false, beside: files, limits: limits, budget: budget,
            stays: name)
        index.add(name, .beside)
        addSentFiles()
    }

    convenience init(folder: FileLookup, name: String?, limits: Limits, budget: WorkBudget) {
        self.init(name: name, isArchive: true, beside: folder, limits: limits, budget: budget)
        for oddity in folder.oddities { index.note(oddity) }
        for name in folder.names where !Path.isShadow(name) { index.add(name, .beside) }
    }

    convenience init(
        _ archive: ZipArchive, name: String?, beside: FileLookup, limits: Limits,
        budget: WorkBudget = .unlimited
    ) {
        self.init(
            name: name, isArchive: true, beside: beside, limits: limits, budget: budget,
            archive: archive)
        for (place, entry) in entries.enumerated()
        where !entry.isFolder && !Path.isShadow(entry.name) {
            if entry.hasPlainName {
                index.add(entry.name, .entry(place))
            } else {
                index.note("\(entry.name) skipped: its path leads outside the archive")
            }
        }
        addSentFiles()
    }

    /// Creates the files of a tar archive, which are read in ranges of it.
    convenience init(
        _ entries: [TarArchive.Entry], of archive: ByteSource, name: String?, limits: Limits,
        budget: WorkBudget
    ) {
        self.init(name: name, isArchive: true, beside: .none, limits: limits, budget: budget)
        for entry in entries where !Path.isShadow(entry.name) {
            guard Path.isPlain(entry.name) else {
                index.note("\(entry.name) skipped: its path leads outside the archive")
                continue
            }
            index.add(entry.name, .opened(opened.count))
            opened.append(.contents(archive.part(entry.range)))
        }
    }

    /// Creates the files of an app in a backup, which are added one by one.
    convenience init(of app: String, in backup: ExportFiles) {
        self.init(
            name: app, isArchive: true, beside: .none, limits: backup.limits,
            budget: backup.budget)
        password = backup.password
        onProgress = backup.onProgress
        isPacked = backup.isPacked
        for oddity in backup.oddities { index.note(oddity) }
    }

    /// Other files of the same folder may be another export. They are only available to chats that
    /// name them.
    private func addSentFiles() {
        if beside.isSent { for name in beside.names { index.add(name, .beside) } }
    }

    /// Adds a file that was decrypted. It takes the place of a file with the same name, and of the
    /// encrypted file if that is named.
    func add(_ name: String, opened contents: ByteSource, inPlaceOf sealed: String? = nil) {
        opened.append(.contents(contents))
        index.put(name, .opened(opened.count - 1), inPlaceOf: sealed)
    }

    /// Reports something about the files as a warning.
    func note(_ oddity: String) { index.note(oddity) }

    func note(_ count: Int, _ noun: String, _ outcome: String) {
        if count > 0 { note("\(count) \(noun)\(count == 1 ? "" : "s") \(outcome)") }
    }

    /// Adds a file of a backup, which is found and decrypted when its contents are asked for.
    func add(_ name: String, stored file: Int, in backup: PhoneBackup) {
        opened.append(.stored(backup, file))
        index.add(name, .opened(opened.count - 1))
    }

    /// The contents of a file that was added; nil for any other file.
    func stored(_ name: String) -> PhoneBackup.Contents? {
        guard case .opened(let place) = index[name] else { return nil }
        return contents(place)
    }

    private func contents(_ place: Int) -> PhoneBackup.Contents {
        switch opened[place] {
        case .contents(let bytes): .bytes(bytes)
        case .stored(let backup, let file): backup.contents(of: file)
        }
    }

    /// Whether a file has been replaced by its decrypted contents.
    func isOpened(_ name: String) -> Bool {
        if case .opened = index[name] { true } else { false }
    }

    /// Receives the progress of reading.
    var onReading: @Sendable (_ done: Int, _ all: Int) -> Void {
        { [onProgress] done, all in onProgress(.reading, done, all) }
    }

    /// Whether files have to be unpacked from an archive.
    private(set) var isPacked: Bool

    /// The name of an archive inside the archive. Nested archives are never opened.
    var nestedArchive: String? {
        guard isArchive else { return nil }
        return names.first { Path.fileExtension($0) == "zip" }
    }

    /// Opens the encrypted files of an archive with the password.
    func unlock() throws(ImportError) {
        guard let archive, entries.contains(where: { $0.isEncrypted && !$0.isFolder }) else {
            return
        }
        let name = name ?? ""
        guard let password else { throw .locked(file: name, .needs(.password)) }
        try archive.unlock(with: password, name: name, limits: limits, budget)
    }

    /// The files that were sent, in the archive's order.
    var sentNames: [String] { index.names }

    /// The files that were sent, and those in the same folder as a single file. The folder may be
    /// large; files with known paths are found without this list.
    var names: [String] {
        guard !isArchive, !beside.isSent else { return sentNames }
        return sentNames + beside.names.filter { index[$0] == nil }
    }

    /// Problems with names in the archive, reported as warnings.
    var oddities: [String] { index.oddities }

    func resolve(_ path: String, from document: String = "") -> String? {
        guard let name = index.resolve(path, from: document) else { return nil }
        if case .opened(let place) = index[name], case .absent = contents(place) { return nil }
        return name
    }

    /// Returns the size of a file without reading the file, or nil if the size is unknown.
    func size(of name: String) -> Int? {
        switch index[name] {
        case .entry(let index): entries[index].size
        case .single: single.count
        case .opened(let place): contents(place).bytes?.count
        case .beside, nil: beside.size(of: name)
        }
    }

    func prefix(of name: String, count: Int) -> [UInt8] {
        switch index[name] {
        case .single: return single.count <= count ? single : Array(single.prefix(count))
        case .entry(let index):
            return archive?.prefix(of: entries[index], count: count) ?? []
        case .opened(let place):
            let bytes = contents(place).bytes ?? ByteSource([])
            return bytes.bytes(min(count, bytes.count), at: 0) ?? []
        case .beside, nil: return beside.prefix(of: name, count: count)
        }
    }

    /// Reads a text file that holds a chat, as UTF-8.
    func decoded(_ name: String) throws(ImportError) -> [UInt8] {
        let text = TextFile.decode(try document(name))
        if text.wasRepaired { hasRepairs = true }
        return text.bytes
    }

    /// The file must be undamaged and within the limit. A missing file yields no bytes.
    func document(_ name: String) throws(ImportError) -> [UInt8] {
        // Only one document is in use at a time: the previous one's memory is released.
        budget.release(documentBytes)
        documentBytes = 0
        try judge(size(of: name) ?? 0, name)
        switch try read(name) {
        case .bytes(let bytes):
            try judge(bytes.count, name)
            if isArchive { documentBytes = bytes.count }
            return bytes
        case .absent: return []
        case .fault(let fault): throw .archive(fault)
        }
    }

    /// Opens a JSON file, with or without an assignment before the JSON. A large UTF-8 file in a
    /// folder or an archive is read piece by piece.
    func json(
        _ name: String, mayBeLines: Bool = false, knowsByteEscapes: Bool = false
    ) throws(ImportError) -> JSONDocument {
        if mayBeLines, holdsLines(name) { return try jsonLines(name) }
        let text: JSONDocument.Text
        if case .utf8 = TextFile.Encoding(prefix(of: name, count: 2)),
            let pieces = try stretches(of: name)
        {
            let head = prefix(of: name, count: Probe.assignmentLength)
            let length = ScriptAssignment.length(in: head)
            text = .pieces(ScriptAssignment.blanked(pieces, length: length))
        } else {
            let bytes = try document(name)
            let decoded = TextFile.decode(bytes)
            // The reader must see and reject invalid UTF-8: U+FFFD in JSON would go unnoticed.
            text = .whole(ScriptAssignment.blanked(decoded.wasRepaired ? bytes : decoded.bytes))
        }
        return JSONDocument(
            text, file: name, knowsByteEscapes: knowsByteEscapes, budget: budget,
            onProgress: onReading)
    }

    /// If the file is large, only the part being read is in memory.
    func text(_ name: String, repairs: Bool = true) throws(ImportError) -> TextWindow {
        try TextWindow(try documentPieces(of: name), file: name, repairs: repairs)
    }

    /// Returns a file as ranges to read in order. If the file is large, only the part being read is
    /// in memory.
    func documentPieces(of name: String) throws(ImportError) -> ByteSource {
        if let pieces = try stretches(of: name) { return pieces }
        return ByteSource(try document(name))
    }

    /// Returns a large file as ranges to read; nil for a file that fits in memory.
    private func stretches(of name: String) throws(ImportError) -> ByteSource? {
        guard let size = size(of: name), size > Self.maxInMemory || name == stays else {
            return nil
        }
        note(use: name)
        try judge(size, name)
        switch index[name] {
        case .beside, nil:
            let files = beside
            return ByteSource(count: size) { files.range(of: name, $0) }
        case .entry(let index):
            try count(entries[index])
            do throws(ArchiveFault) {
                return try archive?.pieces(of: entries[index], limits: limits, budget)
            } catch {
                guard budget.mayContinue else { throw .stopped }
                throw .archive(error)
            }
        case .opened(let place): return contents(place).bytes
        case .single: return nil
        }
    }

    /// The maximum size in bytes of a file that is kept in memory while it is read.
    private static let maxInMemory = 4 << 20

    private func judge(_ size: Int, _ name: String) throws(ImportError) {
        let limit = limits.documentBytes
        guard size <= limit else {
            throw .limit(.documentBytes, limit: limit, actual: size, at: name)
        }
    }

    /// Reads a file of any kind. Throws only for the limit on unpacked bytes or an exhausted
    /// budget: a damaged picture does not make the chat damaged.
    func read(_ name: String) throws(ImportError) -> Found {
        note(use: name)
        switch index[name] {
        case .single: return .bytes(single)
        case .entry(let index):
            let entry = entries[index]
            try count(entry)
            guard budget.reserve(entry.size) else { throw .stopped }
            return unpack(entry)
        case .opened(let place):
            switch contents(place) {
            case .absent: return .absent
            case .damaged: return .fault(.corrupt(entry: name))
            case .bytes(let bytes):
                guard budget.reserve(bytes.count) else { throw .stopped }
                return bytes.bytes(bytes.count, at: 0).map { .bytes($0) }
                    ?? .fault(.corrupt(entry: name))
            }
        // Files beside the export are not listed, because there may be many.
        case .beside, nil: return beside[name].map { .bytes($0) } ?? .absent
        }
    }

    private func note(use name: String) {
        if knownUsed.insert(name).inserted { used.append(name) }
    }

    /// Forgets which files were read, after those of which only the format was recognized.
    func forgetUse() { (used, knownUsed) = ([], []) }

    /// The size and digest of each file that was read and is not part of the sent file.
    func readFiles() throws(ImportError) -> [ReadFile] {
        var files: [ReadFile] = []
        for name in used where name != stays {
            switch index[name] {
            case .single, .entry: continue
            case .opened, .beside, nil: break
            }
            guard let size = size(of: name), let digest = try digest(of: name) else { continue }
            files.append(ReadFile(name: name, bytes: size, sha256: digest))
        }
        // Another chat of the same databases may be read next.
        used.removeAll { databases[$0] == nil && !$0.hasSuffix("-wal") }
        knownUsed = Set(used)
        return files
    }

    /// Whether a file may be unpacked within the limit on unpacked bytes.
    func hasRoom(for name: String) -> Bool {
        switch index[name] {
        case .entry(let index): return entries[index].size <= limits.archiveBytes - unpacked
        case .opened(let place):
            guard case .stored(let backup, let file) = opened[place] else { return true }
            return backup.hasRoom(for: file)
        case .single, .beside, nil: return true
        }
    }

    /// Returns the SHA-256 digest of a file of any size, which is read in pieces; nil if the file is
    /// damaged.
    func digest(of name: String) throws(ImportError) -> String? {
        var digest = Result { () throws(DigestFailure) in try SHA256() }
        func take(_ bytes: [UInt8]) {
            digest = digest.flatMap { hash in
                Result { () throws(DigestFailure) in
                    try hash.update(bytes)
                    return hash
                }
            }
        }
        var isWhole = true
        if case .entry(let index) = index[name] {
            try count(entries[index])
            do throws(ArchiveFault) {
                try archive?.unpack(entries[index], limits: limits, budget, take)
            } catch {
                isWhole = false
            }
        } else {
            let bytes = ranges(of: name)
            var place = 0
            while place < bytes.count, isWhole, budget.mayContinue {
                let piece = bytes.piece(from: place) ?? []
                take(piece)
                place += piece.count
                isWhole = !piece.isEmpty
            }
        }
        guard budget.mayContinue else { throw .stopped }
        guard isWhole else { return nil }
        do throws(DigestFailure) { return try digest.get().finish() } catch { throw .memory }
    }

    /// Returns a file outside of an archive as ranges to read.
    func ranges(of name: String) -> ByteSource {
        if case .single = index[name] { return ByteSource(single) }
        if case .opened(let place) = index[name] { return contents(place).bytes ?? ByteSource([]) }
        let files = beside
        return ByteSource(count: size(of: name) ?? 0) { files.range(of: name, $0) }
    }

    /// Gives each of all chats the room of a chat that is read alone.
    func beginChat() {
        unpackedBefore = unpackedBefore ?? unpacked
        unpacked = unpackedBefore ?? unpacked
    }

    private func count(_ entry: ZipEntry) throws(ImportError) {
        let (total, isOver) = unpacked.addingReportingOverflow(entry.size)
        unpacked = total
        guard !isOver, unpacked <= limits.archiveBytes else {
            let actual = isOver ? Int.max : total
            throw .archive(
                .limit(
                    .archiveBytes, limit: limits.archiveBytes, actual: actual, entry: entry.name))
        }
    }

    private func unpack(_ entry: ZipEntry) -> Found {
        guard let archive else { return .absent }
        do throws(ArchiveFault) {
            return .bytes(try archive.bytes(of: entry, limits: limits, budget))
        } catch {
            return .fault(error)
        }
    }
}

extension ExportFiles {
    func lines(_ name: String) throws(ImportError) -> JSONLineReader {
        // The reader must see and reject invalid UTF-8: U+FFFD in JSON would go unnoticed.
        JSONLineReader(try text(name, repairs: false), budget: budget, onProgress: onReading)
    }

    /// Opens a file of JSON Lines as one array of its lines.
    func jsonLines(_ name: String) throws(ImportError) -> JSONDocument {
        JSONDocument(.lines(try lines(name)), file: name, budget: budget)
    }

    /// Returns whether a file has a JSON object on each line. The first line may be long.
    func holdsLines(_ name: String) -> Bool {
        JSONLines.areIn(head(of: name, count: Probe.headLength))
            || JSONLines.areIn(head(of: name, count: Probe.thoroughLength))
    }

    /// Returns the path of a JSON file's records: the whole file if it is an array, otherwise the
    /// named member.
    func path(ofRecords member: String, in file: String) -> [String] {
        JSONShape(head(of: file))?.isArray == true ? [] : [member]
    }

    /// Returns the first bytes of a file, converted to UTF-8.
    func head(of name: String, count: Int = Probe.headLength) -> [UInt8] {
        TextFile.decode(prefix(of: name, count: count)).bytes
    }
}

extension ExportFiles {
    private static let maxTreeSize = 16 << 20

    /// Reads a small file with names for a chat. Returns null if the file is missing or unreadable,
    /// because no message depends on it.
    func smallTree(_ name: String) throws(ImportError) -> JSONValue {
        guard resolve(name) == name, (size(of: name) ?? 0) < Self.maxTreeSize,
            case .bytes(let bytes) = try read(name), bytes.count < Self.maxTreeSize
        else { return .null }
        guard budget.reserve(3 * bytes.count) else { throw .stopped }
        do throws(JSONError) {
            return try JSONValue(
                parsing: bytes, maxDepth: JSONDocument.maxDepth, budget: budget)
        } catch {
            if error == .stopped { throw .stopped }
            return .null
        }
    }
}

extension ExportFiles {
    /// Opens a database with the log beside it. Outside of an archive, both are read in ranges.
    ///
    /// - Parameter cipher: returns what decrypts the pages.
    func database(
        _ name: String, cipher: (ByteSource) throws(ImportError) -> PageCipher? = { _ in nil }
    ) throws(ImportError) -> ExportDatabase {
        note(use: name)
        if holds(name + "-wal") { note(use: name + "-wal") }
        if let open = databases[name] { return open }
        let journal = name + "-journal"
        let isHot = holds(journal) && Database.isHotJournal(prefix(of: journal, count: 8))
        let log = name + "-wal"
        let logged = holds(log) ? try anyRanges(of: log) : nil
        let pages = watched(try anyRanges(of: name))
        let cipher = try cipher(pages)
        do throws(DatabaseFault) {
            let database = try Database(
                pages, log: logged, cipher: cipher, hasHotJournal: isHot, budget: budget)
            let opened = ExportDatabase(file: name, database: database)
            databases[name] = opened
            return opened
        } catch {
            throw .database(file: name, error)
        }
    }

    /// Reports progress. A database is read twice: for the list of chats, then for the selected one.
    private func watched(_ source: ByteSource) -> ByteSource {
        let all = 2 * source.count
        var done = 0
        return ByteSource(count: source.count) { [onReading] range in
            let bytes = source.read(range)
            done = min(done + (bytes?.count ?? 0), all)
            onReading(done, all)
            return bytes
        }
    }

    /// Whether there is a file with exactly this path. The folder of an archive is not part of it.
    private func holds(_ name: String) -> Bool {
        index[name] != nil || !isArchive && beside.size(of: name) != nil
    }

    /// Returns a file to read from its beginning to its end, nil if there is none. A file of an
    /// archive is unpacked while it is read, and again if it is read backwards.
    func sequence(of name: String) throws(ImportError) -> ByteSource? {
        guard size(of: name) != nil else { return nil }
        guard case .entry(let place) = index[name], let archive else { return ranges(of: name) }
        try count(entries[place])
        do throws(ArchiveFault) {
            return try archive.sequence(of: entries[place], limits: limits)
        } catch {
            throw .archive(error)
        }
    }

    /// Returns a file as ranges to read. A file of an archive is unpacked into memory.
    func anyRanges(of name: String) throws(ImportError) -> ByteSource {
        guard case .entry = index[name] else { return ranges(of: name) }
        try judge(size(of: name) ?? 0, name)
        switch try read(name) {
        case .bytes(let bytes): return ByteSource(bytes)
        case .absent: return ByteSource([])
        case .fault(let fault): throw .archive(fault)
        }
    }
}

/// A database of an export, with the name of its file for errors.
struct ExportDatabase {
    let file: String
    fileprivate let database: Database

    func tables() throws(ImportError) -> Set<String> {
        var names: Set<String> = []
        try rows(of: "sqlite_master", ["name"], where: "type = 'table'") {
            row throws(ImportError) in
            if let name = row.text(0) { names.insert(name) }
        }
        return names
    }

    func columns(of table: String) throws(ImportError) -> Set<String> {
        do throws(DatabaseFault) {
            return try database.columns(of: table)
        } catch {
            throw .database(file: file, error)
        }
    }

    func rows(
        of table: String, _ columns: [String], where filter: String? = nil,
        by order: String? = nil,
        _ take: (borrowing Database.Row) throws(ImportError) -> Void
    ) throws(ImportError) {
        try database.rows(
            of: table, columns, where: filter, by: order,
            failing: { ImportError.database(file: file, $0) }, take)
    }
}

extension ConversationBuilder {
    /// Opens a database of the export, and warns of a log that could not be read.
    mutating func database(
        _ name: String, cipher: (ByteSource) throws(ImportError) -> PageCipher? = { _ in nil }
    ) throws(ImportError) -> ExportDatabase {
        let opened = try sources.database(name, cipher: cipher)
        if opened.database.hasForeignLog {
            warn(
                .importing,
                "\(name)-wal is damaged or of another database; the newest messages may be missing")
        }
        return opened
    }
}

/// The numbers of the rows of a table of messages. A database gives each new row the next one, so
/// that those without a row may have been deleted.
struct RowNumbers {
    private var count = 0
    private var first = Int.max
    private var last = Int.min

    mutating func see(_ number: Int) {
        count += 1
        first = min(first, number)
        last = max(last, number)
    }

    /// - Parameter number: the last number that the database gave, even if its row is gone.
    mutating func extend(to number: Int?) {
        if let number { last = max(last, number) }
    }

    var unused: Int {
        let (span, isOver) = last.subtractingReportingOverflow(first)
        return count > 0 && last >= first && !isOver && span >= count ? span - count + 1 : 0
    }
}

extension ConversationBuilder {
    mutating func warn(unusedOf numbers: RowNumbers) {
        warn(
            .importing, numbers.unused, "row number",
            "of the database's messages not in use: possible deletions, in any of its chats")
    }
}

/// The names of the files that were sent, by which chats refer to them.
struct FileIndex: Sendable {
    enum Place { case single, beside, entry(Int), opened(Int) }

    /// All readable files, in the archive's order.
    private(set) var names: [String] = []
    /// Problems with names in the archive, reported as warnings.
    private(set) var oddities: [String] = []
    private var places: [String: Place] = [:]
    /// The full name for each name without folders; empty if two files share the short name.
    private var lastNames: [String: String] = [:]
    private let beside: FileLookup

    init(beside: FileLookup) { self.beside = beside }

    static let none = FileIndex(beside: .none)

    subscript(name: String) -> Place? { places[name] }

    /// Adds a file in place of one with the same name, and of another one.
    mutating func put(_ name: String, _ place: Place, inPlaceOf other: String? = nil) {
        if let other, other != name, let position = names.firstIndex(of: other) {
            names.remove(at: position)
            places[other] = nil
            if places[name] == nil {
                add(name, place)
                // The first file is the one to read.
                names.removeLast()
                names.insert(name, at: position)
            }
        } else if places[name] == nil {
            add(name, place)
        }
        places[name] = place
    }

    mutating func add(_ name: String, _ place: Place) {
        // The first of two files with the same name wins, as it does for streaming readers.
        guard places[name] == nil else { return note("\(name) occurs twice; the first is read") }
        places[name] = place
        names.append(name)
        let last = Path.lastName(name)
        lastNames[last] = lastNames[last] == nil ? name : ""
    }

    mutating func note(_ oddity: String) {
        if oddities.count < 20 { oddities.append(oddity) }
    }

    /// Returns the full name of a file that a chat mentions: as written, in the chat's own folder,
    /// or at a similar path.
    func resolve(_ path: String, from document: String = "") -> String? {
        guard !path.isEmpty else { return nil }
        if places[path] != nil { return path }
        let beside = Path.folder(document) + path
        if places[beside] != nil { return beside }
        if let found = lastNames[Path.lastName(path)], !found.isEmpty,
            Self.isSame(found, path, folder: Path.folder(document))
        {
            return found
        }
        return nameBeside(path)
    }

    /// Returns whether a file without a stated folder exists: anywhere among the sent files, or
    /// beside the sent file.
    func holds(_ name: String) -> Bool { lastNames[name] != nil || nameBeside(name) != nil }

    /// Returns whether a file with the last name of a mentioned path is certainly the mentioned
    /// file. In another chat, names such as `IMG_0001.png` denote another picture.
    private static func isSame(_ found: String, _ path: String, folder: String) -> Bool {
        let isBelow = found.hasPrefix(folder)
        let names = found.dropFirst(isBelow ? folder.count : 0).split(separator: "/")
        let wanted = path.split { $0 == "/" || $0 == "\\" }.filter { $0 != "." && $0 != ".." }
        let common = zip(names.reversed(), wanted.reversed()).prefix { $0 == $1 }.count
        // The mentioned path begins in a folder above the export or on another machine.
        if common == names.count, common > 1 || isBelow { return true }
        // The whole mentioned path, in another folder.
        guard wanted.count == 1 else { return common == wanted.count }
        // Only the name: below the chat's folder, or in the same folder of another part.
        return isBelow || names.dropLast().last == folder.split(separator: "/").last
    }

    /// Returns the longest trailing part of a path that names a file beside the sent file. Exports
    /// use paths from their top folder, but the sent file may be in a subfolder.
    private func nameBeside(_ path: String) -> String? {
        guard !beside.isSent else { return nil }
        var rest = path[...]
        for _ in 0..<32 {
            let name = String(rest)
            if beside.size(of: name) != nil { return name }
            guard let slash = rest.utf8.firstIndex(of: 0x2F) else { return nil }
            rest = rest[rest.utf8.index(after: slash)...]
        }
        return nil
    }
}
