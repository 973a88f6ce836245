import Basics
import Model
import Readers

/// A backup of an iPhone or iPad by iTunes, the Finder or libimobiledevice: the files of all apps,
/// stored under the digests of their paths. `Manifest.db` has the domain and path of each file.
///
/// Each app that is known becomes an export of its own, with the paths that its importer expects.
final class PhoneBackup {
    enum Contents {
        case bytes(ByteSource)
        case absent
        /// Its description or key is damaged; `takeWarnings` tells.
        case damaged

        var bytes: ByteSource? {
            guard case .bytes(let bytes) = self else { return nil }
            return bytes
        }
    }

    private let base: ExportFiles
    /// The folder of the backup in the export, with its trailing slash.
    private let folder: String
    private let manifest: ExportDatabase
    private let keys: BackupKeys?
    /// The files of known apps: their rows in `Manifest.db`.
    private var files: [(row: Int, isMedia: Bool)] = []
    /// The contents of databases, which are opened several times.
    private var databases: [Int: Contents] = [:]
    /// The last file of another kind: its size, its beginning and its bytes are asked for in turn.
    private var last: (file: Int, contents: Contents)?
    private var flaws: [Flaw: (count: Int, names: [String])] = [:]
    private var flawed: Set<Int> = []

    private static let maxListBytes = 64 << 20
    private static let maxDescription = 100 << 10
    /// The approximate memory of a file's name and places.
    private static let fileCost = 400

    /// Nil if the export is not a backup.
    init?(_ base: ExportFiles) throws(ImportError) {
        guard let folder = try Self.folder(in: base) else { return nil }
        self.base = base
        self.folder = folder
        let list = try Self.list("Manifest.plist", in: base, folder)
        guard let list else {
            throw .refused(file: folder + "Manifest.plist", reason: "is damaged")
        }
        let database = folder + "Manifest.db"
        var keys: BackupKeys?
        if list["IsEncrypted"]?.integer == 1 {
            let opened = try BackupKeys(list, of: base)
            // Before iOS 10.2, only the other files were encrypted.
            if let wrapped = list["ManifestKey"]?.data {
                guard let key = opened.unwrapped(wrapped) else {
                    throw .refused(
                        file: folder + "Manifest.plist", reason: "has a damaged key of Manifest.db")
                }
                let stored = try base.anyRanges(of: database)
                base.add(database, opened: stored.backedUp(key: key, size: nil).bytes)
            }
            keys = opened
        }
        self.keys = keys
        manifest = try base.database(database)
        let state = try Self.list("Status.plist", in: base, folder)?["SnapshotState"]?.text
        if let state, state != "finished" {
            base.note("the backup was not finished: files may be absent or old")
        }
    }

    private static func list(
        _ name: String, in base: ExportFiles, _ folder: String
    ) throws(ImportError) -> PropertyList? {
        let file = folder + name
        guard let size = base.size(of: file), size <= maxListBytes,
            case .bytes(let bytes) = try base.read(file)
        else { return nil }
        let list = PropertyList(parsing: bytes, budget: base.budget)
        guard list != nil || base.budget.mayContinue else { throw .stopped }
        return list
    }

    // MARK: Recognition

    /// The files by which a backup is recognized, and those that describe it.
    private static let markNames = [
        "Info.plist", "Manifest.db", "Manifest.mbdb", "Manifest.plist", "Status.plist",
    ]

    /// Returns the folders that have the files of a backup, by their names.
    private static func folders(
        _ folders: [String], holding holds: (String) -> Bool
    ) -> [String] {
        folders.filter {
            holds($0 + "Manifest.db") && holds($0 + "Manifest.plist")
                || holds($0 + "Manifest.mbdb")
        }
    }

    fileprivate static func marks(
        in candidates: [String], holding holds: (String) -> Bool
    ) -> [String] {
        folders(candidates, holding: holds)
            .flatMap { folder in markNames.map { folder + $0 }.filter(holds) }
    }

    private static func folder(in base: ExportFiles) throws(ImportError) -> String? {
        guard base.isArchive else { return nil }
        let marked = base.sentNames.filter {
            $0.hasSuffix("Manifest.plist") || $0.hasSuffix("Manifest.mbdb")
        }
        let candidates = Set(marked.map(Path.folder)).sorted()
        let found = folders(candidates) { base.size(of: $0) != nil }
        guard let folder = found.first else { return nil }
        guard found.count == 1 else {
            let names = found.prefix(20).map { $0.dropLast() }.joined(separator: ", ")
            throw .refused(
                file: base.name ?? "",
                reason: "has \(found.count) backups (\(names)). Choose the folder of one")
        }
        guard base.size(of: folder + "Manifest.db") != nil else {
            throw .refused(
                file: base.name ?? "",
                reason:
                    "is a backup of iOS 10.1 or older (Manifest.mbdb), which is not supported. Back up the device again with a newer system, or copy sms.db out of it"
            )
        }
        return folder
    }

    // MARK: Apps

    private struct App: Sendable {
        /// A file, or a folder if its path ends with a slash, and its name for the importer.
        struct Place: Sendable {
            let domain: String
            let path: String
            let name: String

            var isFolder: Bool { path.hasSuffix("/") }

            /// Returns the name for the importer of a file at this place.
            func name(of file: String, in domain: String) -> String? {
                guard domain == self.domain else { return nil }
                guard isFolder else { return file == path ? name : nil }
                return file.hasPrefix(path) ? name + file.dropFirst(path.count) : nil
            }
        }

        let part: Reading.Part
        let importer: Importer
        let database: String
        let places: [Place]

        init(
            _ id: String, _ title: String, _ importer: Importer, database: String, _ places: [Place]
        ) {
            part = Reading.Part(id: id, name: title, isApp: true)
            self.importer = importer
            self.database = database
            self.places = places
        }

        /// The database at a path, and its log.
        static func database(_ domain: String, _ path: String) -> [Place] {
            ["", "-wal"].map {
                Place(domain: domain, path: path + $0, name: Path.lastName(path) + $0)
            }
        }

        static let addressBook = database(
            "HomeDomain", "Library/AddressBook/AddressBook.sqlitedb")

        static func whatsApp(_ id: String, _ title: String, _ name: String) -> App {
            let domain = "AppDomainGroup-group.net.whatsapp.\(name).shared"
            let databases = ["ChatStorage", "ContactsV2", "LID", "CallHistory"]
                .flatMap { database(domain, $0 + ".sqlite") }
            let media = Place(domain: domain, path: "Message/", name: "Message/")
            return App(
                id, title, WhatsApp.importer, database: "ChatStorage.sqlite",
                databases + addressBook + [media])
        }
    }

    private static let apps = [
        App(
            "imessage", "Messages", IMessage.importer, database: "sms.db",
            App.database("HomeDomain", "Library/SMS/sms.db") + App.addressBook + [
                App.Place(
                    domain: "MediaDomain", path: "Library/SMS/Attachments/", name: "Attachments/")
            ]),
        App.whatsApp("whatsapp", "WhatsApp", "WhatsApp"),
        App.whatsApp("whatsapp-business", "WhatsApp Business", "WhatsAppSMB"),
    ]

    /// Prepares the apps whose database is in the backup for reading.
    ///
    /// - Parameter begin: makes the builder of an importer's conversation.
    func readings(
        from wanted: String,
        _ begin: (Importer, ExportFiles) -> ConversationBuilder
    ) throws(ImportError) -> Readings {
        let apps = Self.apps.filter { wanted == "auto" || $0.importer.name == wanted }
        let sources = apps.map { ExportFiles(of: $0.part.name, in: base) }
        try list(apps, into: sources)
        var readings = Readings(parts: [], backup: self)
        for (app, source) in zip(apps, sources) where source.index[app.database] != nil {
            if let reason = source.stored(app.database).flatMap(Self.reason) {
                readings.unread.append((app.part, .refused(file: app.database, reason: reason)))
                continue
            }
            readings.parts.append(
                Reading(
                    importer: app.importer, claim: Claim(.certain, [app.database]),
                    candidates: [Candidate(importer: app.importer.name, confidence: .certain)],
                    builder: begin(app.importer, source), part: app.part))
        }
        if readings.parts.isEmpty {
            if let (_, error) = readings.unread.first { throw error }
            if let named = ImporterCatalog.named(wanted) {
                throw .notFound(importer: named.name, expected: named.summary)
            }
            throw .refused(
                file: base.name ?? "",
                reason:
                    "is a backup without the databases of Messages (sms.db) and WhatsApp (ChatStorage.sqlite)"
            )
        }
        return readings
    }

    /// Returns why a database cannot be read.
    private static func reason(_ contents: Contents) -> String? {
        switch contents {
        case .bytes: nil
        case .absent: "is listed in Manifest.db, but absent from the backup"
        case .damaged: "cannot be read: its key, or its entry in Manifest.db, is damaged or absent"
        }
    }

    /// Finds the files of apps in one pass over `Manifest.db`.
    private func list(_ apps: [App], into sources: [ExportFiles]) throws(ImportError) {
        let domains = Set(apps.flatMap { $0.places.map { "'\($0.domain)'" } }).sorted()
        guard !domains.isEmpty else { return }
        try manifest.rows(
            of: "Files", ["rowid", "domain", "relativePath"],
            where: "flags = 1 AND domain IN (\(domains.joined(separator: ", ")))"
        ) { row throws(ImportError) in
            guard let number = row.integer(0), let domain = row.text(1), let path = row.text(2)
            else { return }
            for (app, source) in zip(apps, sources) {
                for place in app.places {
                    guard let name = place.name(of: path, in: domain) else { continue }
                    guard base.budget.reserve(Self.fileCost) else { throw .stopped }
                    guard Path.isPlain(name) else {
                        note(.damaged, nil, path)
                        continue
                    }
                    source.add(name, stored: files.count, in: self)
                    files.append((number, place.isFolder))
                }
            }
        }
    }

    // MARK: Files

    func contents(of file: Int) -> Contents {
        if let known = databases[file] { return known }
        if let last, last.file == file { return last.contents }
        let contents = open(file)
        if files[file].isMedia { last = (file, contents) } else { databases[file] = contents }
        return contents
    }

    /// Whether a file may be unpacked within the limit on unpacked bytes.
    func hasRoom(for file: Int) -> Bool {
        place(of: file)?.stored.map { base.hasRoom(for: $0) } ?? true
    }

    private func open(_ file: Int) -> Contents {
        let place = place(of: file)
        let name = place?.path ?? "row \(files[file].row)"
        guard let stored = place?.stored else { return flaw(.damaged, file, name) }
        guard base.size(of: stored) != nil else { return flaw(.absent, file, name) }
        let bytes: ByteSource
        do throws(ImportError) {
            bytes =
                try files[file].isMedia
                ? base.sequence(of: stored) ?? ByteSource([]) : base.anyRanges(of: stored)
        } catch {
            return flaw(.unreadable, file, name)
        }
        guard let keys else { return .bytes(bytes) }
        guard let facts = description(of: file), let size = facts["Size"]?.integer, size >= 0 else {
            return flaw(.damaged, file, name)
        }
        guard let wrapped = facts["EncryptionKey"]?.data else {
            return size == 0 ? .bytes(ByteSource([])) : flaw(.withoutKey, file, name)
        }
        guard let key = keys.unwrapped(wrapped) else { return flaw(.withoutKey, file, name) }
        let decrypted = bytes.backedUp(key: key, size: size)
        if !decrypted.isAsLong { note(.otherLength, file, name) }
        return .bytes(decrypted.bytes)
    }

    /// Returns the path of a file on the device, and where the backup stores it; nil for the latter
    /// if the row has no valid digest.
    private func place(of file: Int) -> (path: String, stored: String?)? {
        var found: (path: String, stored: String?)?
        // A failure leaves it nil.
        try? row(file, ["relativePath", "fileID"], where: "") { row in
            let id = row.text(1) ?? ""
            let isDigest =
                id.utf8.count == 40
                && id.utf8.allSatisfy {
                    ASCII.isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
                }
            found = (row.text(0) ?? "", isDigest ? "\(folder)\(id.prefix(2))/\(id)" : nil)
        }
        return found
    }

    private func description(of file: Int) -> PropertyList? {
        var bytes: [UInt8] = []
        try? row(file, ["file"], where: " AND length(file) <= \(Self.maxDescription)") { row in
            bytes = row.bytes(0) ?? []
        }
        return PropertyList(unarchiving: bytes, budget: base.budget)
    }

    private func row(
        _ file: Int, _ columns: [String], where more: String,
        _ take: (borrowing Database.Row) -> Void
    ) throws(ImportError) {
        try manifest.rows(of: "Files", columns, where: "rowid = \(files[file].row)\(more)") {
            row throws(ImportError) in take(row)
        }
    }

    // MARK: Warnings

    private enum Flaw: CaseIterable {
        case absent, withoutKey, damaged, unreadable, otherLength

        var phrase: String {
            switch self {
            case .absent: "of the backup absent"
            case .withoutKey: "of the backup without a key"
            case .damaged: "of the backup with a damaged entry in Manifest.db"
            case .unreadable: "of the backup that cannot be read"
            case .otherLength: "of the backup with another length than Manifest.db states"
            }
        }
    }

    private func flaw(_ flaw: Flaw, _ file: Int, _ name: String) -> Contents {
        note(flaw, file, name)
        return flaw == .absent ? .absent : .damaged
    }

    /// - Parameter file: nil for a file that no importer will ask for.
    private func note(_ flaw: Flaw, _ file: Int?, _ name: String) {
        if let file, !flawed.insert(file).inserted { return }
        flaws[flaw, default: (0, [])].count += 1
        if flaws[flaw, default: (0, [])].names.count < 5 {
            flaws[flaw]?.names.append(name.shortened)
        }
    }

    /// Returns the warnings about files that importers have asked for since the last time.
    func takeWarnings() -> [Warning] {
        defer { flaws = [:] }
        return Flaw.allCases.compactMap { flaw in
            guard let (count, names) = flaws[flaw] else { return nil }
            let rest = count > names.count ? ", …" : ""
            return Warning(
                .importing, at: "",
                "\(WarningText.count(count, "file")) \(flaw.phrase): \(names.joined(separator: ", "))\(rest)"
            )
        }
    }
}

/// The files of backups in a folder, which may have a hundred thousand others.
package enum BackupFolder {
    /// Returns the files that describe the backups in a folder or directly below it; nil if there
    /// are none. The other files of a backup are found by their paths.
    package static func files(
        below folders: [String], holding holds: (String) -> Bool
    ) -> [String]? {
        for level in [[""], folders.map { $0 + "/" }] {
            let files = PhoneBackup.marks(in: level, holding: holds)
            if !files.isEmpty { return files }
        }
        return nil
    }
}
