import Basics
import Model
import Readers

/// The encrypted backups of WhatsApp on Android: `msgstore.db.crypt15` and its older forms, and
/// `wa.db.crypt15` with contacts. Opens them before the format of an export is recognized.
struct WhatsAppBackup {
    private let sources: ExportFiles
    /// The keys that were given or found, in the order in which they are tried.
    private var keys: [WhatsAppKey] = []
    /// Whether the caller gave something that is no key, but may be a password.
    private var isPasswordGiven = false

    private static let endings: Set<String> = ["crypt12", "crypt14", "crypt15"]
    private static let keyNames = ["encrypted_backup.key", "key"]
    private static let maxKeys = 8
    private static let messages = "msgstore.db"
    private static let contacts = "wa.db"

    /// Returns whether the beginning of a file is that of a backup, whatever its name is.
    static func isBackup(_ head: [UInt8]) -> Bool {
        WhatsAppBackupHeader(protobuf: head)?.statesVersion == true
    }

    /// Puts the databases in place of the encrypted files.
    static func open(in sources: ExportFiles) throws(ImportError) {
        let names = sources.sentNames
        if !sources.isArchive, let only = names.first { try refuse(only, for: refusal(of: only)) }
        let sealed = try sealedFiles(in: sources)
        guard !sealed.isEmpty else {
            let increments = names.filter { isIncrement($0) }
            if let first = increments.first, !names.contains(where: Probe.isReadable) {
                try refuse(first, for: refusal(of: first))
            }
            return
        }
        var backup = WhatsAppBackup(sources: sources)
        let (chosen, others) = try choice(of: sealed, names)
        guard !chosen.isEmpty else { return }
        backup.findKeys(beside: chosen)
        for file in chosen {
            try backup.openMessages(file)
            try backup.openContacts(beside: file, among: sealed)
        }
        sources.note(others, "older encrypted copy", "of the messages omitted")
        sources.note(
            names.count { isIncrement($0) }, "file", "of changes since a backup omitted")
        sources.note(
            names.count { Path.fileExtension($0) == "mcrypt1" }, "encrypted media file",
            "of a cloud backup omitted")
    }

    private init(sources: ExportFiles) { self.sources = sources }

    // MARK: Files

    private static func isIncrement(_ name: String) -> Bool {
        Path.lastName(name).lowercased().hasPrefix("msgstore-increment")
    }

    private static func refusal(of name: String) -> String? {
        if isIncrement(name) {
            return "holds only the changes since a backup. Use msgstore.db.crypt15 of its folder"
        }
        if Path.fileExtension(name) == "mcrypt1" {
            return "is a media file of a cloud backup, which cannot be decrypted on its own"
        }
        return nil
    }

    private static func refuse(_ name: String, for reason: String?) throws(ImportError) {
        if let reason { throw .refused(file: name, reason: reason) }
    }

    private static func sealedFiles(in sources: ExportFiles) throws(ImportError) -> [String] {
        let names = sources.sentNames
        var sealed = names.filter {
            endings.contains(Path.fileExtension($0)) && !isIncrement($0)
        }
        // A single file may have any name.
        if !sources.isArchive, let only = names.first, !sealed.contains(only),
            isBackup(sources.prefix(of: only, count: WhatsAppBackupHeader.maxLength))
        {
            sealed.insert(only, at: 0)
        }
        return sealed
    }

    /// Returns the newest file of messages in each folder, and the number of the others.
    private static func choice(
        of sealed: [String], _ names: [String]
    ) throws(ImportError) -> (chosen: [String], others: Int) {
        let named = sealed.filter { Path.lastName($0).lowercased().hasPrefix("msgstore") }
        var others = 0
        var chosen: [String] = []
        let present = Set(names)
        for (folder, files) in try named.grouped(by: Path.folder) {
            // The newest has no date in its name.
            let best = files.max { (isUndated($0) ? 1 : 0, $0) < (isUndated($1) ? 1 : 0, $1) }
            if let best, !present.contains(folder + messages) { chosen.append(best) }
            others += files.count - 1
        }
        if named.isEmpty, names == sealed || !names.contains(where: Probe.isReadable) {
            let renamed = sealed.filter { !Path.lastName($0).lowercased().hasPrefix(contacts) }
            if let first = renamed.first ?? sealed.first { chosen.append(first) }
        }
        return (chosen, others)
    }

    private static func isUndated(_ name: String) -> Bool {
        Path.lastName(name).lowercased().hasPrefix(messages)
    }

    /// The name of a database for an encrypted file: without the suffix.
    private static func openName(of file: String) -> String {
        let plain =
            endings.contains(Path.fileExtension(file))
            ? Path.folder(file) + Path.stem(file) : file
        if plain.isEmpty { return messages }
        return Path.fileExtension(plain) == "db" ? plain : plain + ".db"
    }

    // MARK: Keys

    private mutating func findKeys(beside files: [String]) {
        if let given = sources.password {
            given.use { bytes in
                if let key = WhatsAppKey(bytes) {
                    keys.append(key)
                } else {
                    isPasswordGiven = !WhatsAppKey.areDigits(bytes)
                }
            }
        }
        var places = sources.sentNames.filter { Self.keyNames.contains(Path.lastName($0)) }
        for file in files where !sources.isArchive {
            places += Self.keyNames.map { Path.folder(file) + $0 }.filter { !places.contains($0) }
        }
        for place in places where keys.count < Self.maxKeys {
            guard let size = sources.size(of: place), WhatsAppKey.fileSizes.contains(size),
                let key = WhatsAppKey(sources.prefix(of: place, count: size))
            else { continue }
            keys.append(key)
        }
    }

    // MARK: Opening

    private mutating func openMessages(_ file: String) throws(ImportError) {
        let (contents, key) = try opened(file)
        // The same key opens the contacts.
        keys = [key]
        try add(contents, as: Self.openName(of: file), inPlaceOf: file)
    }

    /// Opens the contacts of the same folder, or of the folder `Backups` of an archive.
    private mutating func openContacts(
        beside file: String, among sealed: [String]
    ) throws(ImportError) {
        let name = Path.folder(file) + Self.contacts
        guard sources.size(of: name) == nil else { return }
        let places =
            sealed.filter { Path.lastName($0).lowercased().hasPrefix(Self.contacts + ".crypt") }
            + (sources.isArchive ? [] : Self.endings.sorted(by: >).map { name + "." + $0 })
        let own = places.filter { Path.folder($0) == Path.folder(file) }
        guard let place = (own + places).first(where: { sources.size(of: $0) != nil }) else {
            return
        }
        do throws(ImportError) {
            try add(try opened(place).contents, as: name, inPlaceOf: nil)
        } catch {
            guard error != .stopped else { throw error }
            sources.note("the names in \(place) cannot be read")
        }
    }

    /// Decrypts a file with the first key that fits.
    private func opened(
        _ file: String
    ) throws(ImportError) -> (contents: ByteSource, key: WhatsAppKey) {
        let source = try sources.documentPieces(of: file)
        let head = source.bytes(min(WhatsAppBackupHeader.maxLength, source.count), at: 0) ?? []
        guard let header = WhatsAppBackupHeader(protobuf: head) ?? .init(fixed: head) else {
            throw .refused(
                file: file, reason: "is damaged, or not an encrypted backup of WhatsApp")
        }
        guard !header.hasPasskey else {
            throw .refused(
                file: file,
                reason:
                    "is protected by a passkey, which works on the phone only. In WhatsApp, protect the backup with a 64-digit key and make a new one"
            )
        }
        guard !keys.isEmpty else {
            guard sources.password != nil else {
                throw .locked(file: file, .needs(.backupKey))
            }
            guard isPasswordGiven, header.owner == nil else {
                throw .locked(file: file, .wrong(.backupKey))
            }
            throw .refused(
                file: file,
                reason:
                    "needs its 64-digit key or key file. A password of a backup works in WhatsApp only: protect the backup with a 64-digit key there and make a new one"
            )
        }
        let texts = header.texts(in: source)
        var isDamaged = texts.isEmpty
        for key in keys {
            guard let secret = key.key(for: header) else { continue }
            for text in texts {
                let isOpen = try run(on: file) { () throws(GCMText.Fault) in
                    try text.isAuthentic(key: secret, sources.budget)
                }
                guard isOpen else { continue }
                return (try unpacked(text, secret, file, source.count), key)
            }
            // The key is that of the file, of which something is missing.
            if header.owner != nil { isDamaged = true }
        }
        if isDamaged { throw .refused(file: file, reason: "is damaged or incomplete") }
        throw .locked(file: file, .wrong(.backupKey))
    }

    private func run(
        on file: String, _ body: () throws(GCMText.Fault) -> Bool
    ) throws(ImportError) -> Bool {
        do throws(GCMText.Fault) {
            return try body()
        } catch {
            switch error {
            case .stopped: throw .stopped
            case .failed: throw .memory
            case .unreadable(let offset): throw .unreadable(file: file, offset: offset)
            }
        }
    }

    /// Decrypts a text whose tag was verified, and inflates it.
    private func unpacked(
        _ text: GCMText, _ key: Secret, _ file: String, _ size: Int
    ) throws(ImportError) -> ByteSource {
        let pieces = PiecedBytes(
            file: file, packedSize: size, limits: sources.limits, budget: sources.budget)
        var inflater: InflateStream?
        var isFirst = true
        var fault: ImportError?
        let isWhole = try run(on: file) { () throws(GCMText.Fault) in
            try text.decrypt(key: key, sources.budget) { piece in
                if isFirst, piece.first == Self.zlibMark { inflater = InflateStream(.zlib) }
                isFirst = false
                do throws(ImportError) {
                    guard let inflater else {
                        try pieces.append(piece[...])
                        return true
                    }
                    try inflater.push(piece, failing: { Self.fault($0, file) }) {
                        part throws(ImportError) in try pieces.append(part)
                    }
                } catch {
                    fault = error
                }
                return fault == nil
            }
        }
        if let fault { throw fault }
        guard isWhole, inflater?.isAtEnd != false else {
            throw .refused(file: file, reason: "is damaged or incomplete")
        }
        return pieces.source
    }

    /// The first byte of a zlib stream with a window of 32 kB.
    private static let zlibMark: UInt8 = 0x78

    private static func fault(_ fault: Inflater.Fault, _ file: String) -> ImportError {
        fault == .stopped ? .stopped : .refused(file: file, reason: "is damaged or incomplete")
    }

    /// Adds a database, or the only database of a ZIP.
    private func add(
        _ contents: ByteSource, as name: String, inPlaceOf file: String?
    ) throws(ImportError) {
        var contents = contents
        let head = contents.bytes(min(16, contents.count), at: 0) ?? []
        if ZipArchive.isArchive(head) {
            let archive = try ZipArchive(contents, limits: sources.limits)
            let entries = archive.entries.filter {
                Database.isDatabase(archive.prefix(of: $0, count: 16))
            }
            let wanted = entries.first { Path.lastName($0.name) == Path.lastName(name) }
            guard let entry = wanted ?? entries.first else {
                throw .refused(file: file ?? name, reason: "holds no database")
            }
            let pieces = PiecedBytes(
                file: entry.name, packedSize: entry.packedSize, limits: sources.limits,
                budget: sources.budget)
            var fault: ImportError?
            do throws(ArchiveFault) {
                try archive.unpack(entry, limits: sources.limits, sources.budget) { piece in
                    guard fault == nil else { return }
                    do throws(ImportError) {
                        try pieces.append(piece[...])
                    } catch {
                        fault = error
                    }
                }
            } catch {
                throw sources.budget.mayContinue ? .archive(error) : .stopped
            }
            if let fault { throw fault }
            contents = pieces.source
        } else if !Database.isDatabase(head) {
            throw .refused(file: file ?? name, reason: "holds no database")
        }
        sources.add(name, opened: contents, inPlaceOf: file)
    }
}

struct WhatsAppBackupHeader {
    /// The length of the header in bytes.
    let length: Int
    let nonce: [UInt8]
    /// The salt and the ID by which a backup names its key file; nil for a backup with a 64-digit
    /// key.
    let owner: WhatsAppKey.Owner?
    var hasPasskey = false
    var statesVersion = false
    /// Whether the file ends with a mark of four bytes.
    private var mayHaveMark = false

    static let maxLength = 4_096

    /// crypt14 and crypt15. The length comes before a flag that it does not count.
    init?(protobuf head: [UInt8]) {
        var varint = head[...]
        let lengths = [
            ProtobufFields.varint(&varint).map { ($0, head.count - varint.count) },
            head.first.map { (UInt64($0), 1) },
        ]
        for case let (length, size)? in lengths where (1...UInt64(Self.maxLength)).contains(length)
        {
            var rest = head.dropFirst(size)
            if rest.first == 1 { rest = rest.dropFirst() }
            let start = rest.startIndex
            let fields = rest.prefix(Int(length))
            guard fields.count == Int(length), let header = Self(Array(fields), at: start) else {
                continue
            }
            self = header
            return
        }
        return nil
    }

    private init?(_ bytes: [UInt8], at start: Int) {
        guard let fields = ProtobufFields(bytes) else { return nil }
        if let nonce = fields.message(3)?.bytes(1), nonce.count == Self.nonceBytes {
            self.nonce = Array(nonce)
            owner = nil
        } else if let cipher = fields.message(2), let nonce = cipher.bytes(5),
            nonce.count == Self.nonceBytes
        {
            self.nonce = Array(nonce)
            owner = WhatsAppKey.Owner(
                salt: Array(cipher.bytes(3) ?? []), id: Array(cipher.bytes(4) ?? []))
        } else {
            return nil
        }
        hasPasskey = fields.bytes(5) != nil
        statesVersion = fields.message(4)?.text(1) != nil
        length = start + bytes.count
    }

    /// crypt12.
    init?(fixed head: [UInt8]) {
        guard head.count >= 67, head.starts(with: [0, 1]) else { return nil }
        owner = WhatsAppKey.Owner(salt: Array(head[3..<35]), id: Array(head[35..<51]))
        nonce = Array(head[51..<67])
        length = 67
        mayHaveMark = true
    }

    private static let nonceBytes = 16
    private static let checksumBytes = 16

    /// The places where the encrypted text may end: before a tag and a checksum, or before a tag.
    /// Databases besides that of the messages have no checksum.
    func texts(in source: ByteSource) -> [GCMText] {
        var end = source.count
        if mayHaveMark, source.bytes(2, at: end - 4) == [0x2D, 0x2D] { end -= 4 }
        return [Self.checksumBytes, 0].compactMap { checksum in
            let last = end - checksum - GCMText.tagBytes
            return last > length ? GCMText(length..<last, of: source, nonce: nonce) : nil
        }
    }
}

/// The key of an encrypted backup: a key file of Java's serialized form, or 64 digits.
struct WhatsAppKey {
    /// The names of a key in its file and in the backups that it opens.
    struct Owner: Equatable {
        let salt: [UInt8]
        let id: [UInt8]
    }

    /// The key itself, or the secret from which that of a backup is derived.
    private let secret: Secret
    private let owner: Owner?

    static let fileSizes = [158, 59]

    /// Serialized bytes: a header, and their number.
    private static let fileMark: [UInt8] = [
        0xAC, 0xED, 0x00, 0x05, 0x75, 0x72, 0x00, 0x02, 0x5B, 0x42, 0xAC, 0xF3, 0x17, 0xF8, 0x06,
        0x08, 0x54, 0xE0, 0x02, 0x00, 0x00, 0x78, 0x70,
    ]

    init?(_ bytes: [UInt8]) {
        let start = Self.fileMark.count + 4
        if bytes.starts(with: Self.fileMark) {
            guard Self.fileSizes.contains(bytes.count),
                bytes[Self.fileMark.count..<start].elementsEqual([
                    0, 0, 0, UInt8(bytes.count - start),
                ])
            else { return nil }
            var key = Array(bytes.suffix(32))
            secret = Secret(taking: &key)
            owner =
                bytes.count == 59
                ? nil
                : Owner(
                    salt: Array(bytes[start + 3..<start + 35]),
                    id: Array(bytes[start + 35..<start + 51]))
            return
        }
        guard Self.areDigits(bytes) else { return nil }
        let digits = bytes.compactMap { Hexadecimal.value($0) }
        guard digits.count == 64 else { return nil }
        var key = stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        secret = Secret(taking: &key)
        owner = nil
    }

    /// Whether there are only hexadecimal digits, as many as there may be, spaces and dashes.
    static func areDigits(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { Hexadecimal.value($0) != nil || [0x20, 0x09, 0x2D].contains($0) }
    }

    /// Returns the key of a backup; nil if the backup names another one.
    func key(for header: WhatsAppBackupHeader) -> Secret? {
        guard owner == header.owner else { return nil }
        guard owner == nil else { return secret }
        return secret.use { root in
            HKDF.key(from: root, info: Array("backup encryption".utf8), count: 32).map {
                var key = $0
                return Secret(taking: &key)
            }
        }
    }
}

/// Bytes that are written in pieces, within the limits on a file of an export.
private final class PiecedBytes {
    private let file: String
    private let packedSize: Int
    private let limits: Limits
    private let budget: WorkBudget
    /// All but the last have the same size.
    private var pieces: [[UInt8]] = []
    private var count = 0

    private static let length = 1 << 20

    init(file: String, packedSize: Int, limits: Limits, budget: WorkBudget) {
        self.file = file
        self.packedSize = max(1, packedSize)
        self.limits = limits
        self.budget = budget
    }

    func append(_ bytes: ArraySlice<UInt8>) throws(ImportError) {
        count += bytes.count
        guard count <= limits.documentBytes else {
            throw .limit(
                .documentBytes, limit: limits.documentBytes, actual: count, at: file)
        }
        guard count <= Self.length || count / packedSize <= limits.archiveRatio else {
            throw .limit(
                .archiveRatio, limit: limits.archiveRatio, actual: count / packedSize, at: file)
        }
        var rest = bytes
        while !rest.isEmpty {
            if pieces.last.map({ $0.count == Self.length }) ?? true {
                guard budget.reserve(Self.length) else { throw .stopped }
                pieces.append([])
                pieces[pieces.count - 1].reserveCapacity(Self.length)
            }
            let part = rest.prefix(Self.length - pieces[pieces.count - 1].count)
            pieces[pieces.count - 1] += part
            rest = rest.dropFirst(part.count)
        }
    }

    var source: ByteSource {
        let (pieces, count) = (pieces, count)
        return ByteSource(count: count) { range in
            let range = range.clamped(to: 0..<count)
            guard !range.isEmpty else { return [] }
            let piece = pieces[range.lowerBound / Self.length]
            let start = range.lowerBound % Self.length
            return Array(piece[start..<min(piece.count, start + range.count)])
        }
    }
}
