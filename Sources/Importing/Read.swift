import Conversation
package import Resources

/// Reads a foreign export: a file as its program wrote it, or a ZIP of them.
///
/// Nothing is asked back: what the export does not say is inferred, and each inference is a
/// warning.
package func read(
    _ bytes: [UInt8], name: String? = nil, beside: FileLookup = .none, phrases: ImportPhrases,
    options: ImportOptions = ImportOptions(), allowance: Allowance = .unlimited
) throws(ImportError) -> Imported {
    let zone = options.timeZone ?? "UTC"
    guard let clock = Clock(zone: zone) else { throw .unknownTimeZone(zone) }
    guard options.from == "auto" || ImporterCatalogue.named(options.from) != nil else {
        throw .unknownImporter(options.from, allowed: ImporterCatalogue.all.map(\.name))
    }
    guard bytes.contains(where: { $0 > 0x20 }) else { throw .empty }
    guard ZipArchive.isArchive(bytes) else {
        var export = Export(
            bytes, name: name, beside: beside, limits: options.limits,
            allowance: allowance)
        return try read(&export, phrases, options, clock, zone)
    }
    return try ZipArchive.open(bytes, limits: options.limits) {
        archive throws(ImportError) in
        var export = Export(
            archive, name: name, beside: beside, limits: options.limits,
            allowance: allowance)
        return try read(&export, phrases, options, clock, zone)
    }
}

/// What a file that is no archive looks like, best first, by its first bytes alone.
package func candidates(
    for bytes: [UInt8], name: String? = nil, phrases: ImportPhrases
) -> [Candidate] {
    Recognition.candidates(
        for: Export(
            bytes, name: name, beside: .none, limits: ImportLimits(), allowance: .unlimited),
        phrases)
}

private func read(
    _ export: inout Export, _ phrases: ImportPhrases, _ options: ImportOptions, _ clock: Clock,
    _ zone: String
) throws(ImportError) -> Imported {
    if let entry = export.encryptedEntry { throw .archive(.encrypted(entry: entry)) }
    let (importer, claim, candidates) = try Recognition.choose(
        export, from: options.from, phrases)
    var draft = Draft(
        options: options, phrases: phrases, importer: importer.name, clock: clock, zone: zone,
        allowance: export.allowance)
    for oddity in export.oddities { draft.warn(.importing, oddity) }
    try importer.read(&export, claim, &draft)
    if options.from == "auto" { draft.warn(.importing, "read as \(importer.title)") }
    let (conversation, warnings) = try draft.finish()
    return Imported(
        conversation: conversation, importer: importer.name, candidates: candidates,
        warnings: warnings)
}
