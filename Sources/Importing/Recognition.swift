package import Model

/// Selects the importer for an export.
enum Recognition {
    typealias Choice = (importer: Importer, claim: Claim, candidates: [Candidate])

    static func choose(
        _ sources: ExportFiles, from name: String, _ phrases: ImportPhrases
    ) throws(ImportError) -> Choice {
        let probe = Probe(sources, phrases)
        if let importer = ImporterCatalog.named(name) {
            return try claim(of: importer, on: probe, in: sources)
        }
        let ranked = ranked(probe, sources, phrases)
        let candidates = candidates(ranked)
        guard let best = ranked.first else {
            if let nested = sources.nestedArchive { throw .archive(.nested(entry: nested)) }
            if let misreading = OwnFormats.misreading(of: probe) { throw .misread(misreading) }
            for case .failure(let fault) in probe.files.compactMap(\.tables) { throw fault }
            throw .unrecognized([])
        }
        let isTied = ranked.count > 1 && ranked[1].claim.confidence == best.claim.confidence
        guard !isTied else { throw .unrecognized(candidates) }
        return (best.importer, best.claim, candidates)
    }

    /// Ranks the formats that an export may have, without reading it.
    static func recognized(
        _ sources: ExportFiles, _ phrases: ImportPhrases
    ) -> Recognized {
        let probe = Probe(sources, phrases)
        let candidates = candidates(ranked(probe, sources, phrases))
        return Recognized(
            candidates: candidates, hasSeveralChats: OwnFormats.hasSeveralChats(probe),
            isMisread: candidates.isEmpty && OwnFormats.misreading(of: probe) != nil)
    }

    /// Ranks the formats by the beginnings of the files, then by longer parts if the beginnings are
    /// not conclusive.
    private static func ranked(
        _ probe: Probe, _ sources: ExportFiles, _ phrases: ImportPhrases
    ) -> [(importer: Importer, claim: Claim)] {
        let quick = ranked(probe)
        let isCut = probe.files.contains { $0.head.count == Probe.headLength && $0.shape != nil }
        guard isCut, (quick.first?.claim.confidence ?? .possible) < .certain else { return quick }
        let thorough = ranked(Probe(sources, phrases, isThorough: true))
        return thorough.nonEmpty ?? quick
    }

    private static func ranked(_ probe: Probe) -> [(importer: Importer, claim: Claim)] {
        let claims = ImporterCatalog.all.compactMap { importer in
            importer.recognize(probe).map { (importer: importer, claim: $0) }
        }.filter { $0.claim.confidence > .unlikely }
        // The offset keeps the order of `ImporterCatalog` on ties: Swift's sort is not guaranteed
        // to be stable.
        return claims.enumerated().sorted {
            ($1.element.claim.confidence, $0.offset) < ($0.element.claim.confidence, $1.offset)
        }.map(\.element)
    }

    private static func candidates(
        _ ranked: [(importer: Importer, claim: Claim)]
    ) -> [Candidate] {
        ranked.map { Candidate(importer: $0.importer.name, confidence: $0.claim.confidence) }
    }

    /// Returns the named importer's claim. The format is tried even if the export does not look
    /// like it.
    private static func claim(
        of importer: Importer, on probe: Probe, in sources: ExportFiles
    ) throws(ImportError) -> Choice {
        let claim = importer.recognize(probe)
        let candidate = Candidate(
            importer: importer.name, confidence: claim?.confidence ?? .possible)
        if let claim { return (importer, claim, [candidate]) }
        guard !sources.isArchive, let file = sources.sentNames.first else {
            if let nested = sources.nestedArchive { throw .archive(.nested(entry: nested)) }
            throw .notFound(importer: importer.name, expected: importer.summary)
        }
        return (importer, Claim(.possible, [file]), [candidate])
    }
}

/// An importer's statement that it can read an export, and from which files.
struct Claim: Sendable, Equatable {
    var confidence: Confidence
    /// The files that hold the chats, in the order to read them.
    var files: [String]
    /// The number of further files of the format, which the importer does not read.
    var others = 0
    /// Whether each file holds all chats of an export, so that the importer reads only one of them.
    var areSeparate = false

    init(
        _ confidence: Confidence, _ files: [String], others: Int = 0, areSeparate: Bool = false
    ) {
        self.confidence = confidence
        self.files = files
        self.others = others
        self.areSeparate = areSeparate
    }
}

extension Probe {
    /// Claims the files of a format that has all chats in one file, to read one of them.
    func claimOne(_ isOurs: (Probe.File) -> Bool) -> Claim? {
        claims(isOurs).map { Claim(.certain, $0.files, areSeparate: true) }
    }

    /// Claims every file that belongs to this format and to no other.
    func claims(_ isOurs: (Probe.File) -> Bool) -> Claim? {
        let files = files.filter(isOurs)
        return files.isEmpty ? nil : Claim(.certain, files.map(\.name))
    }

    /// Claims every file that belongs to this format, and the files of an archive whose names show
    /// that they do, in the order of their paths.
    func claimsSorted(
        _ isOurs: (Probe.File) -> Bool, named hasOurName: (String) -> Bool = { _ in false }
    ) -> Claim? {
        guard var claim = claims(isOurs) else { return nil }
        if isArchive { claim.files = Set(claim.files + names.filter(hasOurName)).sorted() }
        return claim
    }

    /// Claims every file that belongs to this format, and every file that was not examined because
    /// the archive has too many, but differs from a claimed one only in the digits of its path.
    func claimsNumbered(_ isOurs: (Probe.File) -> Bool) -> Claim? {
        guard var claim = claims(isOurs) else { return nil }
        func pattern(_ name: String) -> String { name.filter { !$0.isASCII || !$0.isNumber } }
        let patterns = Set(claim.files.map(pattern))
        claim.files += unexamined { Self.isReadable($0) && patterns.contains(pattern($0)) }
        return claim
    }
}

extension Probe.File {
    /// Returns whether the root is a JSON object that meets a condition.
    func holdsObject(_ isOurs: (Probe.File, JSONShape) -> Bool) -> Bool {
        guard let shape, !shape.isArray else { return false }
        return isOurs(self, shape)
    }
}

/// The certainty with which an importer recognizes an export's format.
package enum Confidence: Int, Sendable, Comparable, CaseIterable {
    /// The importer can read the export, but only if the caller names the format.
    case unlikely
    /// The export may have this format, but other formats look the same.
    case possible
    /// The export has several features of the format.
    case likely
    /// The export has a feature that no other format has.
    case certain

    package static func < (left: Confidence, right: Confidence) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A format that an export may have.
package struct Candidate: Sendable, Equatable {
    package let importer: String
    package let confidence: Confidence

    package init(importer: String, confidence: Confidence) {
        self.importer = importer
        self.confidence = confidence
    }
}

/// The possible formats of an export, recognized by the first bytes of its files.
package struct Recognized: Sendable, Equatable {
    /// The possible formats, the most likely first.
    package let candidates: [Candidate]
    /// Whether the export is JSON of several chats in the form of a model API.
    package let hasSeveralChats: Bool
    /// Whether no format fits and the export is JSON that Chatprint would misread as its own.
    package let isMisread: Bool
}

/// JSON that has messages as Chatprint's own format does, but the fields of another program.
package struct Misreading: Sendable, Equatable {
    /// The name of the file in an archive or folder; otherwise empty.
    package let file: String
    /// The path to the messages if they are not at Chatprint's `messages`.
    package let path: [String]
    package let review: FieldReview
}
