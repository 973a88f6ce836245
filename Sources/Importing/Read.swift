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
    let zone = options.timeZone ?? "UTC"
    guard let clock = Clock(zone: zone) else { throw .unknownTimeZone(zone) }
    guard options.from == "auto" || ImporterCatalog.named(options.from) != nil else {
        throw .unknownImporter(options.from, allowed: ImporterCatalog.all.map(\.name))
    }
    var sources = try sources(of: export, options.limits, budget)
    sources.onProgress = onProgress
    return try read(&sources, phrases, options, clock, zone)
}

private func sources(
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

private func read(
    _ sources: inout ExportFiles, _ phrases: ImportPhrases, _ options: ImportOptions,
    _ clock: Clock,
    _ zone: String
) throws(ImportError) -> Imported {
    if let entry = sources.encryptedEntry { throw .archive(.encrypted(entry: entry)) }
    var (importer, claim, candidates) = try Recognition.choose(
        sources, from: options.from, phrases)
    var builder = ConversationBuilder(
        options: options, phrases: phrases, importer: importer.name, clock: clock, zone: zone,
        budget: sources.budget)
    for oddity in sources.oddities { builder.warn(.importing, oddity) }
    builder.warn(.importing, claim.others, "other file", "of the same format omitted")
    if claim.areSeparate, claim.files.count > 1 {
        claim.files = [try chooseFile(of: claim, importer, &sources, &builder)]
    }
    let log = options.wantsFields ? FieldLog() : nil
    try FieldLog.during(log) { () throws(ImportError) in
        try importer.read(&sources, claim, &builder)
    }
    // Without names, files that exist would be drawn as missing.
    guard !sources.beside.hasFailed else {
        throw .unreadable(file: "the folder of the export", offset: 0)
    }
    if sources.hasRepairs {
        builder.warn(.importing, "invalid UTF-8 bytes were replaced by U+FFFD")
    }
    let remark = Warning(.importing, at: "", "read as \(importer.title)")
    if options.from == "auto" { builder.pass(remark) }
    let (conversation, warnings) = try builder.finish()
    return Imported(
        conversation: conversation, importer: importer.name, candidates: candidates,
        warnings: warnings, remark: claim.confidence > .possible ? remark : nil,
        report: ImportReport(
            of: conversation, importer: importer.name, entries: builder.entries,
            fields: log?.notCarried ?? []))
}

/// Selects a chat of several files that each hold all chats of an export, and returns its file.
private func chooseFile(
    of claim: Claim, _ importer: Importer, _ sources: inout ExportFiles,
    _ builder: inout ConversationBuilder
) throws(ImportError) -> String {
    var places: [(file: String, chat: ChatName)] = []
    for file in claim.files {
        var chats = [ChatName(id: file, name: Path.stem(file))]
        var lister = builder.listingChats()
        do throws(ImportError) {
            try importer.read(&sources, Claim(claim.confidence, [file]), &lister)
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
    let keys = places.map { $0.chat.id.isEmpty ? $0.chat.name : $0.chat.id }
    let counts = Dictionary(keys.map { ($0, 1) }, uniquingKeysWith: +)
    // The same chat may be in two exports of an account.
    let names = zip(places, keys).map { place, key in
        ChatName(id: counts[key] == 1 ? key : place.file + "/" + key, name: place.chat.name)
    }
    let index = try builder.choose(names)
    builder.options.chat = keys[index]
    return places[index].file
}

/// The result of importing a foreign export.
package struct Imported: Sendable {
    package let conversation: Conversation
    /// The name of the importer that read the export.
    package let importer: String
    /// The possible formats, the most likely first. One entry if the caller named the format.
    package let candidates: [Candidate]
    package let warnings: [Warning]
    /// The warning that only states the format; nil if the format is doubtful.
    package let remark: Warning?
    package let report: ImportReport
}
