import Conversation
import JSON
import Resources

/// The caller's files: one file with others beside it, an archive or a folder. Importers know files
/// by name only, and each is unpacked when requested.
struct SourceFiles: ~Copyable {
    /// The result of looking up a picture or another file that a chat mentions.
    enum Found {
        case bytes([UInt8])
        case absent
        case fault(ArchiveFault)
    }

    private enum Place { case single, beside, entry(Int) }

    /// An archive, or a folder, which is looked through in the same way.
    let isArchive: Bool
    /// The name of the file that was sent, without folders.
    let name: String?
    /// Every file that can be read, in the archive's order.
    private(set) var names: [String] = []
    /// The problems with names in the archive, for warnings.
    private(set) var oddities: [String] = []
    private var places: [String: Place] = [:]
    /// The full names behind a name without folders; empty where two files share it.
    private var lastNames: [String: String] = [:]
    private let single: [UInt8]
    let beside: FileLookup
    /// The file that is read as it lies, of whatever size.
    private var stays: String?
    private let archive: ZipArchive?
    private let entries: [ZipEntry]
    private let limits: Limits
    let allowance: Allowance
    /// Told now and then how much is read.
    var told: @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
    private var unpacked = 0
    /// The size of the document that was unpacked last.
    private var documentBytes = 0

    /// One file.
    init(
        _ bytes: [UInt8], name: String?, beside: FileLookup, limits: Limits,
        allowance: Allowance = .unlimited
    ) {
        self.name = name.map(Path.lastName)
        self.single = bytes
        self.isArchive = false
        self.beside = beside
        self.archive = nil
        self.entries = []
        self.limits = limits
        self.allowance = allowance
        add(self.name ?? "", .single)
        for name in beside.names { add(name, .beside) }
    }

    /// One file that is read as it lies among others.
    init(
        file name: String, in files: FileLookup, limits: Limits, allowance: Allowance
    ) {
        self.name = name
        single = []
        isArchive = false
        beside = files
        archive = nil
        entries = []
        self.limits = limits
        self.allowance = allowance
        stays = name
        add(name, .beside)
        for name in files.names { add(name, .beside) }
    }

    /// A folder, all of it.
    init(folder: FileLookup, name: String?, limits: Limits, allowance: Allowance) {
        self.name = name.map(Path.lastName)
        self.single = []
        self.isArchive = true
        self.beside = folder
        self.archive = nil
        self.entries = []
        self.limits = limits
        self.allowance = allowance
        for oddity in folder.oddities { note(oddity) }
        for name in folder.names where !Path.isShadow(name) { add(name, .beside) }
    }

    /// An archive.
    init(
        _ archive: ZipArchive, name: String?, beside: FileLookup, limits: Limits,
        allowance: Allowance = .unlimited
    ) {
        self.name = name.map(Path.lastName)
        self.single = []
        self.isArchive = true
        self.entries = archive.entries
        self.beside = beside
        self.archive = archive
        self.limits = limits
        self.allowance = allowance
        for (index, entry) in self.entries.enumerated()
        where !entry.isFolder && !Path.isShadow(entry.name) {
            if entry.hasPlainName {
                add(entry.name, .entry(index))
            } else {
                note("\(entry.name) is left out: its name leads outside the archive")
            }
        }
        // What merely lies in the same folder may be another export: it is there for whoever names
        // it, no more.
        if beside.isSent { for name in beside.names { add(name, .beside) } }
    }

    /// Whether files have to be taken out of an archive.
    var isPacked: Bool { !entries.isEmpty }

    /// An archive inside the archive; they are never opened.
    var nestedArchive: String? {
        guard isArchive else { return nil }
        return names.first { Path.fileExtension($0) == "zip" }
    }

    /// An entry that a password protects.
    var encryptedEntry: String? { entries.first(where: \.isEncrypted)?.name }

    private mutating func add(_ name: String, _ place: Place) {
        // The first of two files of one name wins, as for readers that stream.
        guard places[name] == nil else { return note("\(name) is there twice: the first is read") }
        places[name] = place
        names.append(name)
        if case .beside = place, !isArchive, !beside.isSent { return }
        let last = Path.lastName(name)
        lastNames[last] = lastNames[last] == nil ? name : ""
    }

    private mutating func note(_ oddity: String) {
        if oddities.count < 20 { oddities.append(oddity) }
    }

    /// The full name of a file that a chat mentions: as written, in the chat's own folder, or
    /// anywhere in the archive under that last name.
    func resolve(_ path: String, from document: String = "") -> String? {
        guard !path.isEmpty else { return nil }
        if places[path] != nil { return path }
        let beside = Path.folder(document) + path
        if places[beside] != nil { return beside }
        if let found = lastNames[Path.lastName(path)], !found.isEmpty { return found }
        return nameBeside(path)
    }

    /// The part of a path, from some folder in it on, that lies beside the file that was sent:
    /// exports name files from their top folder on, and the file may be further down.
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

    /// The size of a file by the archive's directory; nil if only reading would tell.
    func size(of name: String) -> Int? {
        switch places[name] {
        case .entry(let index): entries[index].size
        case .beside: beside.size(of: name)
        case .single: single.count
        case nil: beside.size(of: name)
        }
    }

    /// The first bytes of a file, for telling what it is.
    func prefix(of name: String, count: Int) -> [UInt8] {
        switch places[name] {
        case .single: return single.count <= count ? single : Array(single.prefix(count))
        case .beside: return beside.prefix(of: name, count: count)
        case .entry(let index):
            return archive?.prefix(of: entries[index], count: count) ?? []
        case nil: return []
        }
    }

    /// A file that holds a chat: it must be there, whole, and not too large.
    mutating func document(_ name: String) throws(ImportError) -> [UInt8] {
        // Documents are read one after another: the one before goes when this comes.
        allowance.givesBack(documentBytes)
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

    /// A file of JSON, with or without an assignment before it. A large one in a folder is read
    /// piece by piece, unless it is in UTF-16.
    mutating func json(
        _ name: String, knowsByteEscapes: Bool = false
    ) throws(ImportError) -> JSONDocument {
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
            // What is no text is for the reader to refuse: nobody would see what was replaced.
            text = .whole(decoded.wasRepaired ? bytes : ScriptAssignment.blanked(decoded.bytes))
        }
        return JSONDocument(
            text, file: name, knowsByteEscapes: knowsByteEscapes, allowance: allowance,
            told: told)
    }

    /// A file of text, of which only what is being read stands in memory where it is large.
    mutating func text(_ name: String, repairs: Bool = true) throws(ImportError) -> TextWindow {
        if let pieces = try stretches(of: name) {
            return try TextWindow(pieces, file: name, repairs: repairs)
        }
        return try TextWindow(Pieces(try document(name)), file: name, repairs: repairs)
    }

    /// A large file as it lies; nil for what may stand in memory.
    private mutating func stretches(of name: String) throws(ImportError) -> Pieces? {
        guard let size = size(of: name), size > Self.largest || name == stays else { return nil }
        try judge(size, name)
        switch places[name] {
        case .beside:
            let files = beside
            return Pieces(count: size) { files.range(of: name, $0) }
        case .entry(let index):
            try count(entries[index])
            do throws(ArchiveFault) {
                return try archive?.pieces(of: entries[index], limits: limits, allowance)
            } catch {
                guard allowance.goesOn else { throw .stopped }
                throw .archive(error)
            }
        case .single, nil: return nil
        }
    }

    /// Bytes of a file that is kept in memory while it is read.
    private static let largest = 4 << 20

    private func judge(_ size: Int, _ name: String) throws(ImportError) {
        let limit = limits.documentBytes
        guard size <= limit else {
            throw .limit(.documentBytes, limit: limit, actual: size, at: name)
        }
    }

    /// A file of any kind. What is taken out of an archive counts towards a limit, which alone is
    /// an error: a damaged picture is not a damaged chat.
    mutating func read(_ name: String) throws(ImportError) -> Found {
        switch places[name] {
        case .single: return .bytes(single)
        case .beside: return beside[name].map { .bytes($0) } ?? .absent
        case .entry(let index):
            let entry = entries[index]
            try count(entry)
            guard allowance.takes(entry.size) else { throw .stopped }
            return unpack(entry)
        // What lies beside, but was not listed: there may be many files.
        case nil: return beside[name].map { .bytes($0) } ?? .absent
        }
    }

    private mutating func count(_ entry: ZipEntry) throws(ImportError) {
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
            return .bytes(try archive.bytes(of: entry, limits: limits, allowance))
        } catch {
            return .fault(error)
        }
    }
}
