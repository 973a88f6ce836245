package import Basics
package import Model

/// Reads a foreign export: a file as its program wrote it, or a ZIP or folder of such files.
///
/// Facts that the export does not state are inferred. Each inference produces a warning.
///
/// - Parameter onProgress: reports progress from time to time, as done and total in a unit that the
///   importer chooses.
package func read(
    _ export: Export, phrases: ImportPhrases, options: ImportOptions = ImportOptions(),
    budget: WorkBudget = .unlimited,
    onProgress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
) throws(ImportError) -> Imported {
    let clock = try clock(options)
    let sources = try sources(of: export, options.limits, budget)
    sources.onProgress = onProgress
    return try read(sources, phrases, options, clock)
}

/// Returns the clock of the caller's time zone, and checks the name of the format.
func clock(_ options: ImportOptions) throws(ImportError) -> Clock {
    let zone = options.timeZone ?? "UTC"
    guard let clock = Clock(zone: zone) else { throw .unknownTimeZone(zone) }
    guard options.from == "auto" || ImporterCatalog.named(options.from) != nil else {
        throw .unknownImporter(options.from, allowed: ImporterCatalog.all.map(\.name))
    }
    return clock
}

func sources(
    of export: Export, _ limits: Limits, _ budget: WorkBudget
) throws(ImportError) -> ExportFiles {
    let sources = try files(of: export, limits, budget)
    sources.password = export.password
    return sources
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
    if export.isLarge, let name = export.name {
        return ExportFiles(file: name, in: export.files, limits: limits, budget: budget)
    }
    guard export.bytes.contains(where: { $0 > 0x20 }) else { throw .empty }
    if TarArchive.isArchive(export.bytes) {
        let files = try TarArchive.files(in: export.bytes, limits: limits, budget)
        return ExportFiles(
            folder: FileLookup(files), name: export.name, limits: limits, budget: budget)
    }
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

/// A recognized export that is about to be read.
struct Reading {
    let importer: Importer
    var claim: Claim
    let candidates: [Candidate]
    var builder: ConversationBuilder

    /// Whether the export is several files that each hold all chats of an account.
    var isOfSeparateFiles: Bool { claim.areSeparate && claim.files.count > 1 }
}

/// Recognizes the format of an export.
func reading(
    _ sources: ExportFiles, _ phrases: ImportPhrases, _ options: ImportOptions, _ clock: Clock
) throws(ImportError) -> Reading {
    if let entry = sources.encryptedEntry { throw .archive(.encrypted(entry: entry)) }
    try WhatsAppBackup.open(in: sources)
    let (importer, claim, candidates) = try Recognition.choose(
        sources, from: options.from, phrases)
    sources.forgetUse()
    let builder = ConversationBuilder(
        options: options, phrases: phrases, importer: importer.name, clock: clock,
        zone: options.timeZone ?? "UTC", from: sources)
    return Reading(importer: importer, claim: claim, candidates: candidates, builder: builder)
}

private func read(
    _ sources: ExportFiles, _ phrases: ImportPhrases, _ options: ImportOptions, _ clock: Clock
) throws(ImportError) -> Imported {
    var reading = try reading(sources, phrases, options, clock)
    if reading.isOfSeparateFiles {
        reading.claim.files = [try chooseFile(&reading)]
    }
    let (importer, claim, candidates) = (reading.importer, reading.claim, reading.candidates)
    var builder = reading.builder
    for oddity in sources.oddities { builder.warn(.importing, oddity) }
    builder.warn(.importing, claim.others, "other file", "of the same format omitted")
    let log = options.wantsFields ? FieldLog() : nil
    try FieldLog.during(log) { () throws(ImportError) in
        try importer.read(claim, &builder)
    }
    // Without names, files that exist would be drawn as missing.
    guard !sources.beside.hasFailed else {
        throw .unreadable(file: "the folder of the export", offset: 0)
    }
    if sources.hasRepairs {
        builder.warn(.importing, "invalid UTF-8 bytes were replaced by U+FFFD")
    }
    if options.from == "auto" {
        // A doubtful format is a reason to reject the export.
        let kind = claim.confidence > .possible ? Warning.Kind.recognized : .importing
        builder.pass(Warning(kind, at: "", "read as \(importer.title)"))
    }
    let (conversation, warnings) = try builder.finish()
    var report = ImportReport(
        of: conversation, importer: importer.name, entries: builder.entries,
        fields: log?.notCarried ?? [])
    if options.wantsDigests { report.files = try sources.readFiles() }
    return Imported(
        conversation: conversation, importer: importer.name, candidates: candidates,
        warnings: warnings, report: report)
}

/// Selects a chat of several files that each hold all chats of an export, and returns its file.
private func chooseFile(_ reading: inout Reading) throws(ImportError) -> String {
    var places: [(file: String, chat: ChatName)] = []
    for file in reading.claim.files {
        var chats = [ChatName(id: file, name: Path.stem(file))]
        var builder = reading.builder
        builder.options.chat = nil
        builder.purpose = .naming
        do throws(ImportError) {
            try reading.importer.read(Claim(reading.claim.confidence, [file]), &builder)
        } catch .severalChats(let found) {
            chats = found
        } catch .noMessages {
            chats = []
        } catch {
            // For other errors, selecting the chat reports the error.
            guard error != .stopped else { throw error }
        }
        places += chats.map { (file, $0) }
    }
    let index = try reading.builder.chosen(distinctNames(of: places)) ?? 0
    let chat = places[index].chat
    reading.builder.options.chat = chat.id.isEmpty ? chat.name : chat.id
    return places[index].file
}

/// Returns the names of chats in several files. The same chat may be in two exports of an account;
/// its ID then begins with the file.
func distinctNames(of places: [(file: String, chat: ChatName)]) -> [ChatName] {
    let keys = places.map { $0.chat.id.isEmpty ? $0.chat.name : $0.chat.id }
    let counts = Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +)
    return zip(places, keys).map { place, key in
        ChatName(id: counts[key] == 1 ? key : place.file + "/" + key, name: place.chat.name)
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
    package let messages: Int?
    package let people: Int
    package let first: Moment?
    package let last: Moment?

    init(
        _ chat: ChatName, messages: Int? = nil, people: Int = 0, first: Moment? = nil,
        last: Moment? = nil
    ) {
        self.chat = chat
        self.messages = messages
        self.people = people
        self.first = first
        self.last = last
    }
}

/// Lists the chats of an export with their counts, in one reading of its files.
package func chats(
    in export: Export, phrases: ImportPhrases, options: ImportOptions,
    budget: WorkBudget = .unlimited
) throws(ImportError) -> [ChatSummary] {
    var options = options
    options.chat = nil
    // The limit is for one chat, and a list unpacks all of them.
    options.limits.archiveBytes = .max
    let clock = try clock(options)
    let sources = try sources(of: export, options.limits, budget)
    var reading = try reading(sources, phrases, options, clock)
    reading.builder.purpose = .listing
    guard reading.isOfSeparateFiles else {
        return try chats(in: reading.claim, of: reading) {
            ChatName(id: "", name: $0.conversation.title ?? export.name ?? reading.importer.name)
        }
    }
    var places: [(file: String, chat: ChatName)] = []
    var summaries: [ChatSummary] = []
    for file in reading.claim.files {
        let name = ChatName(id: file, name: Path.stem(file))
        var found = [ChatSummary(name)]
        do throws(ImportError) {
            let claim = Claim(reading.claim.confidence, [file])
            found = try chats(in: claim, of: reading) { _ in name }
        } catch .noMessages {
            found = []
        } catch {
            guard error != .stopped else { throw error }
        }
        places += found.map { (file, $0.chat) }
        summaries += found
    }
    for (index, name) in distinctNames(of: places).enumerated() { summaries[index].chat = name }
    return summaries
}

/// - Parameter only: returns the name of the only chat, of which the importer reports none.
private func chats(
    in claim: Claim, of reading: Reading,
    only: (ConversationBuilder) -> ChatName
) throws(ImportError) -> [ChatSummary] {
    var builder = reading.builder
    try reading.importer.read(claim, &builder)
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
    let isFolder: Bool
    /// Whether the export is one of `files`, read from there instead of from memory.
    let isLarge: Bool
    /// What opens an encrypted export.
    package var password: Secret?

    package init(_ bytes: [UInt8], name: String? = nil, beside files: FileLookup = .none) {
        self.bytes = bytes
        self.name = name
        self.files = files
        isFolder = false
        isLarge = false
    }

    /// Creates an export that is one of `files`, read in ranges instead of as a whole.
    package init(file name: String, in files: FileLookup) {
        bytes = []
        self.name = name
        self.files = files
        isFolder = false
        isLarge = true
    }

    /// Returns whether a file with this beginning must be unpacked in memory: a tar archive has no
    /// directory.
    package static func needsMemory(_ head: [UInt8]) -> Bool { TarArchive.isArchive(head) }

    /// Returns whether a file with this beginning is encrypted. Its first byte may be that of JSON.
    package static func isEncrypted(_ head: [UInt8]) -> Bool { WhatsAppBackup.isBackup(head) }

    /// The contents of the file; empty for a folder.
    var pieces: ByteSource {
        guard isLarge, let name else { return ByteSource(bytes) }
        let files = files
        return ByteSource(count: size) { files.range(of: name, $0) }
    }

    package init(folder files: FileLookup, name: String?) {
        bytes = []
        self.name = name
        self.files = files
        isFolder = true
        isLarge = false
    }

    /// The approximate number of bytes that one reading of the export costs.
    var size: Int {
        if isLarge { return name.flatMap { files.size(of: $0) } ?? 0 }
        guard isFolder else { return bytes.count }
        return files.names.lazy.filter { Probe.isReadable($0) }
            .reduce(0) { $0 + (files.size(of: $1) ?? 0) }
    }
}
