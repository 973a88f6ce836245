package import Conversation

/// Tells which importer an export is for.
enum Recognition {
    typealias Choice = (importer: Importer, claim: Claim, candidates: [Candidate])

    static func choose(
        _ sources: borrowing SourceFiles, from name: String, _ phrases: ImportPhrases
    ) throws(ImportError) -> Choice {
        let probe = Probe(sources, phrases)
        if let importer = ImporterCatalogue.named(name) {
            return try claim(of: importer, on: probe, in: sources)
        }
        let ranked = ranked(probe, sources, phrases)
        let candidates = candidates(ranked)
        guard let best = ranked.first else {
            if let nested = sources.nestedArchive { throw .archive(.nested(entry: nested)) }
            if let misreading = OwnFormats.misreading(of: probe) { throw .misread(misreading) }
            throw .unrecognized([])
        }
        let isTied = ranked.count > 1 && ranked[1].claim.confidence == best.claim.confidence
        guard !isTied else { throw .unrecognized(candidates) }
        return (best.importer, best.claim, candidates)
    }

    /// Recognizes an export.
    static func recognized(
        _ sources: borrowing SourceFiles, _ phrases: ImportPhrases
    ) -> Recognized {
        let probe = Probe(sources, phrases)
        let candidates = candidates(ranked(probe, sources, phrases))
        return Recognized(
            candidates: candidates,
            isMisread: candidates.isEmpty && OwnFormats.misreading(of: probe) != nil)
    }

    /// Ranks formats by the beginnings of files, and by longer parts if those are not enough.
    private static func ranked(
        _ probe: Probe, _ sources: borrowing SourceFiles, _ phrases: ImportPhrases
    ) -> [(importer: Importer, claim: Claim)] {
        let quick = ranked(probe)
        let isCut = probe.files.contains { $0.head.count == Probe.headLength && $0.shape != nil }
        guard isCut, (quick.first?.claim.confidence ?? .possible) < .certain else { return quick }
        let thorough = ranked(Probe(sources, phrases, isThorough: true))
        return thorough.isEmpty ? quick : thorough
    }

    private static func ranked(_ probe: Probe) -> [(importer: Importer, claim: Claim)] {
        let claims = ImporterCatalogue.all.compactMap { importer in
            importer.recognize(probe).map { (importer: importer, claim: $0) }
        }.filter { $0.claim.confidence > .unlikely }
        // Sorting is not stable in Swift: the catalogue's order breaks ties.
        return claims.enumerated().sorted {
            ($1.element.claim.confidence, $0.offset) < ($0.element.claim.confidence, $1.offset)
        }.map(\.element)
    }

    private static func candidates(
        _ ranked: [(importer: Importer, claim: Claim)]
    ) -> [Candidate] {
        ranked.map { Candidate(importer: $0.importer.name, confidence: $0.claim.confidence) }
    }

    /// A format that the caller named is tried on the file that was sent, whatever it looks like.
    private static func claim(
        of importer: Importer, on probe: Probe, in sources: borrowing SourceFiles
    ) throws(ImportError) -> Choice {
        let claim = importer.recognize(probe)
        let candidate = Candidate(
            importer: importer.name, confidence: claim?.confidence ?? .possible)
        if let claim { return (importer, claim, [candidate]) }
        guard !sources.isArchive, let file = sources.names.first else {
            if let nested = sources.nestedArchive { throw .archive(.nested(entry: nested)) }
            throw .notFound(importer: importer.name, expected: importer.summary)
        }
        return (importer, Claim(.possible, [file]), [candidate])
    }
}

/// An importer's word that it can read an export.
struct Claim: Sendable, Equatable {
    var confidence: Confidence
    /// The files that hold the chats, in the order to read them.
    var files: [String]

    init(_ confidence: Confidence, _ files: [String]) {
        self.confidence = confidence
        self.files = files
    }
}

extension Probe {
    /// The first file of JSON whose shape is the format's, which no other has.
    func claim(_ isOurs: (JSONShape) -> Bool) -> Claim? {
        let file = files.first { $0.shape.map(isOurs) ?? false }
        return file.map { Claim(.certain, [$0.name]) }
    }

    /// Every file that is the format's, and no other's.
    func claims(_ isOurs: (Probe.File) -> Bool) -> Claim? {
        let files = files.filter(isOurs)
        return files.isEmpty ? nil : Claim(.certain, files.map(\.name))
    }
}

/// The certainty with which an importer recognizes a format.
package enum Confidence: Int, Sendable, Comparable, CaseIterable {
    /// It can be read, but only for a caller who names the format.
    case unlikely
    /// Nothing speaks against it; other formats look the same.
    case possible
    /// Several marks of the format are there.
    case likely
    /// A mark that no other format has.
    case certain

    package static func < (left: Confidence, right: Confidence) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A format that an export may be of.
package struct Candidate: Sendable, Equatable {
    package let importer: String
    package let confidence: Confidence

    package init(importer: String, confidence: Confidence) {
        self.importer = importer
        self.confidence = confidence
    }
}

/// The format of an export, recognized by the first bytes of its files.
package struct Recognized: Sendable, Equatable {
    /// The formats that it may be of, the most likely first.
    package let candidates: [Candidate]
    /// Whether no format fits, and it is JSON that Chatprint would misread as its own.
    package let isMisread: Bool
}

/// JSON that holds messages, in the form of Chatprint's own but with the fields of another program.
package struct Misreading: Sendable, Equatable {
    /// The name of the file in an archive or a folder, else empty.
    package let file: String
    /// The path to the messages, if they are not where Chatprint has them.
    package let path: [String]
    package let review: FieldReview
}
