package import Basics
package import Model

/// Reads a foreign export: a file as its program wrote it, or a ZIP or folder of such files.
///
/// Facts that the export does not state are inferred. Each inference produces a warning.
package func read(
    _ export: Export, phrases: ImportPhrases, options: ImportOptions = ImportOptions(),
    budget: WorkBudget = .unlimited,
    onProgress: @escaping ReadingProgress = { _, _, _ in }
) throws(ImportError) -> Imported {
    let readings = try readings(of: export, phrases, options, budget, onProgress)
    return try read(readings, options)
}

/// Receives progress from time to time, in a unit that the stage and the importer choose.
package typealias ReadingProgress =
    @Sendable (_ stage: ReadingStage, _ done: Int, _ all: Int) -> Void

package enum ReadingStage: Sendable {
    /// The key of an encrypted export is derived from its password, which takes phones seconds.
    case unlocking
    case reading
}

/// Returns the clock of the caller's time zone, and checks the name of the format.
private func clock(_ options: ImportOptions) throws(ImportError) -> Clock {
    let zone = options.timeZone ?? "UTC"
    guard let clock = Clock(zone: zone) else { throw .unknownTimeZone(zone) }
    guard options.from == "auto" || ImporterCatalog.named(options.from) != nil else {
        throw .unknownImporter(options.from, allowed: ImporterCatalog.all.map(\.name))
    }
    return clock
}

private func files(
    of export: Export, _ limits: Limits, _ budget: WorkBudget
) throws(ImportError) -> ExportFiles {
    if export.isFolder {
        return ExportFiles(
            folder: export.files, name: export.name, limits: limits, budget: budget)
    }
    let pieces = export.pieces
    if let head = pieces.read(0..<4), ZipArchive.isArchive(head) {
        return ExportFiles(
            try ZipArchive(pieces, limits: limits), name: export.name, beside: export.files,
            limits: limits, budget: budget)
    }
    if TarArchive.isArchive(pieces) {
        return ExportFiles(
            try TarArchive.entries(in: pieces, limits: limits, budget), of: pieces,
            name: export.name, limits: limits, budget: budget)
    }
    if export.isLarge, let name = export.name {
        return ExportFiles(file: name, in: export.files, limits: limits, budget: budget)
    }
    guard export.bytes.contains(where: { $0 > 0x20 }) else { throw .empty }
    return ExportFiles(
        export.bytes, name: export.name, beside: export.files, limits: limits,
        budget: budget)
}

/// Reads an export that was sent as a single file, or together with other files in memory.
package func read(
    _ bytes: [UInt8], name: String? = nil, beside: FileLookup = .none, phrases: ImportPhrases,
    options: ImportOptions = ImportOptions(), budget: WorkBudget = .unlimited
) throws(ImportError) -> Imported {
    try read(
        Export(bytes, name: name, beside: beside), phrases: phrases, options: options,
        budget: budget)
}

/// Ranks the formats that an export may have. The export must not be an archive.
package func recognized(
    _ export: Export, phrases: ImportPhrases, budget: WorkBudget
) -> Recognized {
    let limits = Limits()
    if export.isLarge, let name = export.name {
        let sources = ExportFiles(
            file: name, in: export.files, limits: limits, budget: budget)
        return Recognition.recognized(sources, phrases)
    }
    let sources = ExportFiles(
        export.bytes, name: export.name, beside: .none, limits: limits, budget: budget)
    return Recognition.recognized(sources, phrases)
}

/// An export, or a part of it that has its own chats, that is about to be read.
struct Reading {
    /// A file that holds all chats of an account, or an app of a backup.
    struct Part {
        let id: String
        let name: String
        let isApp: Bool

        var chat: ChatName { ChatName(id: id, name: name) }
    }

    let importer: Importer
    let claim: Claim
    let candidates: [Candidate]
    var builder: ConversationBuilder
    /// Nil if the export is read as a whole.
    let part: Part?

    /// The name of a part that has one chat.
    var name: ChatName { part?.chat ?? ChatName(id: "", name: "") }

    /// Returns the names of the chats without reading their messages; nil if the export cannot be
    /// read.
    func names() throws(ImportError) -> [ChatName]? {
        var builder = builder
        builder.options.chat = nil
        builder.purpose = .naming
        do throws(ImportError) {
            try importer.read(claim, &builder)
            return [name]
        } catch .severalChats(let names) {
            return names
        } catch .noMessages {
            return []
        } catch {
            guard error != .stopped else { throw error }
            return nil
        }
    }
}

/// The parts of an export, each with chats of its own.
struct Readings {
    var parts: [Reading]
    var unread: [(part: Reading.Part, error: ImportError)] = []
    var backup: PhoneBackup?
}

/// Opens an export and recognizes its format.
func readings(
    of export: Export, _ phrases: ImportPhrases, _ options: ImportOptions, _ budget: WorkBudget,
    _ onProgress: @escaping ReadingProgress
) throws(ImportError) -> Readings {
    let clock = try clock(options)
    let sources = try files(of: export, options.limits, budget)
    sources.password = export.password
    sources.onProgress = onProgress
    try sources.unlock()
    try WhatsAppBackup.open(in: sources)
    func begin(_ importer: Importer, _ sources: ExportFiles) -> ConversationBuilder {
        ConversationBuilder(
            options: options, phrases: phrases, importer: importer.name, clock: clock,
            zone: options.timeZone ?? "UTC", from: sources)
    }
    if let backup = try PhoneBackup(sources) {
        return try backup.readings(from: options.from, begin)
    }
    let (importer, claim, candidates) = try Recognition.choose(
        sources, from: options.from, phrases)
    let builder = begin(importer, sources)
    guard claim.areSeparate, claim.files.count > 1 else {
        let whole = Reading(
            importer: importer, claim: claim, candidates: candidates, builder: builder, part: nil)
        return Readings(parts: [whole])
    }
    return Readings(
        parts: claim.files.map { file in
            Reading(
                importer: importer, claim: Claim(claim.confidence, [file], others: claim.others),
                candidates: candidates, builder: builder,
                part: Reading.Part(id: file, name: Path.stem(file), isApp: false))
        })
}

private func read(
    _ readings: Readings, _ options: ImportOptions
) throws(ImportError) -> Imported {
    let reading = readings.parts.count == 1 ? readings.parts[0] : try choose(among: readings)
    var builder = reading.builder
    reading.begin(&builder)
    for (part, error) in readings.unread {
        let reason = error.explanation.sentence.text(isLocal: true)
        builder.warn(.importing, "\(part.name) of the backup is not read: \(reason)")
    }
    let log = options.wantsFields ? FieldLog() : nil
    try FieldLog.during(log) { () throws(ImportError) in
        try reading.importer.read(reading.claim, &builder)
    }
    return try reading.finish(&builder, log, of: readings.backup)
}

extension Reading {
    func begin(_ builder: inout ConversationBuilder) {
        for oddity in builder.sources.oddities { builder.warn(.importing, oddity) }
        builder.warn(.importing, claim.others, "other file", "of the same format omitted")
        // Other files were read to recognize the format.
        builder.sources.forgetUse()
    }

    func finish(
        _ builder: inout ConversationBuilder, _ log: FieldLog? = nil, of backup: PhoneBackup?
    ) throws(ImportError) -> Imported {
        let sources = builder.sources
        // Without names, files that exist would be drawn as missing.
        guard !sources.beside.hasFailed else {
            throw .unreadable(file: "the folder of the export", offset: 0)
        }
        if sources.hasRepairs {
            builder.warn(.importing, "invalid UTF-8 bytes were replaced by U+FFFD")
        }
        if builder.options.from == "auto" {
            // A doubtful format is a reason to reject the export.
            let kind = claim.confidence > .possible ? Warning.Kind.recognized : .importing
            builder.pass(Warning(kind, at: "", "read as \(importer.title)"))
        }
        let (conversation, warnings) = try builder.finish()
        var report = ImportReport(
            of: conversation, importer: importer.name, entries: builder.entries,
            fields: log?.notCarried ?? [])
        if builder.options.wantsDigests { report.files = try sources.readFiles() }
        return Imported(
            conversation: conversation, importer: importer.name, candidates: candidates,
            warnings: warnings + (backup?.takeWarnings() ?? []), report: report)
    }
}

/// Returns the part that has the selected chat, which its options then name.
private func choose(among readings: Readings) throws(ImportError) -> Reading {
    var places: [(part: Reading.Part?, chat: ChatName)] = []
    var indices: [Int] = []
    for (index, reading) in readings.parts.enumerated() {
        // For errors, selecting the chat reports the error.
        let chats = try reading.names() ?? [reading.name]
        places += chats.map { (reading.part, $0) }
        indices += chats.map { _ in index }
    }
    let names = distinctNames(of: places)
    let chosen: Int
    do throws(ImportError) {
        chosen = try readings.parts[0].builder.chosen(names) ?? 0
    } catch .unknownChat(let wanted, let known) {
        // The name alone, which chats of two apps have.
        let alike = zip(places, names).filter { place, name in
            name.name != place.chat.name && place.chat.name.lowercased() == wanted.lowercased()
        }
        if !alike.isEmpty { throw .severalChats(alike.map(\.1)) }
        throw readings.unread.first?.error ?? .unknownChat(wanted, known)
    }
    var reading = readings.parts[indices[chosen]]
    let chat = places[chosen].chat
    reading.builder.options.chat = chat.id.isEmpty ? chat.name : chat.id
    return reading
}

/// Returns the names of chats in several parts. The same chat may be in two exports of an account;
/// its ID then begins with the file. The name of a chat that two apps have is followed by the app.
func distinctNames(of places: [(part: Reading.Part?, chat: ChatName)]) -> [ChatName] {
    let keys = places.map { $0.chat.id.isEmpty ? $0.chat.name : $0.chat.id }
    let counts = Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +)
    var apps: [String: Set<String>] = [:]
    for (part, chat) in places {
        if let part, part.isApp { apps[chat.name, default: []].insert(part.id) }
    }
    return zip(places, keys).map { place, key in
        let (part, chat) = place
        let isShared = (apps[chat.name]?.count ?? 0) > 1
        return ChatName(
            id: counts[key] == 1 ? key : (part?.id ?? "") + "/" + key,
            name: isShared ? "\(chat.name) (\(part?.name ?? ""))" : chat.name)
    }
}

package struct Imported: Sendable {
    package let conversation: Conversation
    package let importer: String
    /// The possible formats, the most likely first. One entry if the caller named the format.
    package let candidates: [Candidate]
    package let warnings: [Warning]
    package let report: ImportReport
}

package struct ChatSummary: Sendable, Equatable {
    package var chat: ChatName
    /// The number of messages, or nil if the chat cannot be read.
    package internal(set) var messages: Int?
    package internal(set) var people: [Participant] = []
    package internal(set) var first: Moment?
    package internal(set) var last: Moment?
}

/// Lists the chats of an export with their counts, in one reading of its files.
package func chats(
    in export: Export, phrases: ImportPhrases, options: ImportOptions,
    budget: WorkBudget = .unlimited,
    onProgress: @escaping ReadingProgress = { _, _, _ in }
) throws(ImportError) -> [ChatSummary] {
    var options = options
    options.chat = nil
    // The limit is for one chat, and a list unpacks all of them.
    options.limits.archiveBytes = .max
    // Messages are counted, not kept.
    options.limits.messages = .max
    var readings = try readings(of: export, phrases, options, budget, onProgress)
    for index in readings.parts.indices { readings.parts[index].builder.purpose = .listing }
    if readings.parts.count == 1, readings.unread.isEmpty {
        let reading = readings.parts[0]
        return try chats(of: reading) {
            ChatName(id: "", name: $0.conversation.title ?? export.name ?? reading.importer.name)
        }
    }
    var places: [(part: Reading.Part?, chat: ChatName)] = []
    var summaries: [ChatSummary] = []
    for reading in readings.parts {
        var found = [ChatSummary(chat: reading.name)]
        do throws(ImportError) {
            found = try chats(of: reading) { _ in reading.name }
        } catch .noMessages {
            found = []
        } catch {
            guard error != .stopped else { throw error }
        }
        places += found.map { (reading.part, $0.chat) }
        summaries += found
    }
    for (part, _) in readings.unread {
        places.append((part, part.chat))
        summaries.append(ChatSummary(chat: part.chat))
    }
    guard !summaries.isEmpty else {
        throw .noMessages(importer: readings.parts.first?.importer.name ?? options.from)
    }
    for (index, name) in distinctNames(of: places).enumerated() { summaries[index].chat = name }
    return summaries
}

/// - Parameter only: returns the name of the only chat, of which the importer reports none.
private func chats(
    of reading: Reading, only: (ConversationBuilder) -> ChatName
) throws(ImportError) -> [ChatSummary] {
    var builder = reading.builder
    try reading.importer.read(reading.claim, &builder)
    guard builder.summaries.isEmpty else {
        if builder.summaries[0].chat.name.isEmpty, builder.summaries.count == 1 {
            builder.summaries[0].chat = only(builder)
        }
        return builder.summaries
    }
    guard builder.count > 0 else { throw .noMessages(importer: reading.importer.name) }
    return [builder.summary(of: only(builder))]
}

/// The caller's hints about facts that an export does not state.
package struct ImportOptions: Sendable, Equatable {
    /// An importer's name, or `auto`.
    package var from = "auto"
    /// The ID or name of the participant whose messages are on the right.
    package var me: String?
    /// The IANA time zone of timestamps without an offset.
    package var timeZone: String?
    /// The chat to read, by ID or name.
    package var chat: String?
    /// The order of day, month and year, or nil to infer it from the dates.
    package var dateOrder: DateOrder?
    /// The year of dates that have none.
    package var year: Int?
    /// The time range of messages to show. Messages outside are read, because replies quote them
    /// and message numbers include them. No limit counts them, and their files are not read.
    package var after: Moment?
    package var before: Moment?
    /// Whether content filters still follow. If so, the message limit is applied after them.
    package var isFiltered = false
    /// Whether the report lists the fields that were not imported.
    package var wantsFields = false
    /// Whether the output includes the files of messages besides pictures. Other outputs state only
    /// their sizes and durations, and an export may have gigabytes of them.
    package var wantsFiles = false
    /// Whether the report has the digests of the files that were read.
    package var wantsDigests = false
    /// Whether to decode the sound of voice messages for their waveforms, and the first pictures of
    /// videos.
    package var wantsPreviews = false
    package var limits = Limits()
    /// Whether several exports are joined.
    package var joins = false
    /// Pairs of names or numbers of the same person, for exports that are joined.
    package var same: [[String]] = []

    package init() {}

    func includes(_ time: Moment) -> Bool {
        !(after.map { time < $0 } ?? false) && !(before.map { time >= $0 } ?? false)
    }
}

package enum DateOrder: String, Sendable, CaseIterable { case dmy, mdy, ymd }

/// An export to read: a file as its program wrote it, a ZIP, or a folder.
package struct Export: Sendable {
    /// The contents of a file held in memory; empty for a folder.
    let bytes: [UInt8]
    /// The name of the file or folder. Some formats are recognized by it.
    let name: String?
    /// The files in the same folder as the export, or all files in the folder.
    let files: FileLookup
    private(set) var isFolder = false
    /// Whether the export is one of `files`, read from there instead of from memory.
    private(set) var isLarge = false
    /// What opens an encrypted export.
    package var password: Secret?

    package init(_ bytes: [UInt8], name: String? = nil, beside files: FileLookup = .none) {
        (self.bytes, self.name, self.files) = (bytes, name, files)
    }

    /// Creates an export that is one of `files`, read in ranges instead of as a whole.
    package init(file name: String, in files: FileLookup) {
        self.init([], name: name, beside: files)
        isLarge = true
    }

    /// Returns whether a file with this beginning is encrypted. Its first byte may be that of JSON.
    package static func isEncrypted(_ head: [UInt8]) -> Bool { WhatsAppBackup.isBackup(head) }

    /// The contents of the file; empty for a folder.
    var pieces: ByteSource {
        guard isLarge, let name else { return ByteSource(bytes) }
        let files = files
        return ByteSource(count: size) { files.range(of: name, $0) }
    }

    package init(folder files: FileLookup, name: String?) {
        self.init([], name: name, beside: files)
        isFolder = true
    }

    /// The approximate number of bytes that one reading of the export costs.
    var size: Int {
        if isLarge { return name.flatMap { files.size(of: $0) } ?? 0 }
        guard isFolder else { return bytes.count }
        return files.names.lazy.filter { Probe.isReadable($0) }
            .reduce(0) { $0 + (files.size(of: $1) ?? 0) }
    }
}
