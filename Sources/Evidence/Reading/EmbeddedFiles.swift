import Basics

struct EmbeddedFiles: Sendable {
    /// Only the first of several files with the same name.
    private(set) var files: [String: [UInt8]] = [:]
    /// The XMP packet, or nil if there is none.
    private(set) var metadata: [UInt8]?
    /// The offset of the packet in the document, or nil if it is compressed.
    private(set) var metadataStart: Int?

    private var listed = 0

    private static let maxEntries = 100_000
    private static let maxDepth = 32

    /// - Parameter limit: the maximum number of decompressed bytes to read.
    init(
        of document: [UInt8], limit: Int, budget: WorkBudget = .unlimited
    ) throws(PDFReadFault) {
        let objects = try PDFObjects(document, limit: limit, budget: budget)
        guard let root = try objects.value(objects.trailer["Root"]).dictionary else {
            throw .damaged("it has no catalog")
        }
        if case .stream(let packet) = try objects.resolved(root["Metadata"]) {
            metadata = try objects.content(of: packet)
            let packing = try objects.packing(of: packet)
            metadataStart = packing.filters.isEmpty ? packet.data.lowerBound : nil
        }
        let names = try objects.value(root["Names"]).dictionary?["EmbeddedFiles"]
        var seen: Set<Int> = []
        try read(names, in: objects, depth: 0, seen: &seen)
    }

    /// Reads a name tree (7.9.6).
    private mutating func read(
        _ node: PDFValue?, in objects: PDFObjects, depth: Int, seen: inout Set<Int>
    ) throws(PDFReadFault) {
        if case .reference(let number)? = node, !seen.insert(number).inserted {
            throw .damaged("the list of its embedded files is cyclic")
        }
        guard let entries = try objects.value(node).dictionary else { return }
        guard depth < EmbeddedFiles.maxDepth else {
            throw .damaged("the list of its embedded files is nested too deeply")
        }
        for child in try objects.value(entries["Kids"]).array ?? [] {
            try read(child, in: objects, depth: depth + 1, seen: &seen)
        }
        let pairs = try objects.value(entries["Names"]).array ?? []
        for place in stride(from: 1, to: pairs.count, by: 2) {
            guard listed < EmbeddedFiles.maxEntries else { throw .damaged("it has too many files") }
            listed += 1
            try read(file: pairs[place], objects)
        }
    }

    private mutating func read(
        file: PDFValue, _ objects: PDFObjects
    ) throws(PDFReadFault) {
        guard let entries = try objects.value(file).dictionary else {
            throw .damaged("an embedded file has no name or no content")
        }
        let candidates = [
            try objects.value(entries["UF"]).text, try objects.value(entries["F"]).text,
        ]
        guard let name = candidates.lazy.compactMap({ $0 }).first,
            let content = try objects.value(entries["EF"]).dictionary,
            case .stream(let stream) = try objects.resolved(content["UF"] ?? content["F"])
        else { throw .damaged("an embedded file has no name or no content") }
        guard files[name] == nil else { return }
        files[name] = try objects.content(of: stream)
    }
}

/// The pages of a document in order, each with its inherited attributes (ISO 32000-1, 7.7.3.4).
struct PDFPages {
    struct Page {
        /// The page's object number, or nil if the page is a direct object of its parent.
        let number: Int?
        let entries: [String: PDFValue]
    }

    private(set) var all: [Page] = []

    private static let inherited = ["Resources", "MediaBox", "CropBox", "Rotate"]
    private static let maxPages = 1_000_000
    private static let maxDepth = 32

    init(of objects: PDFObjects, budget: WorkBudget) throws(PDFReadFault) {
        let root = try objects.value(objects.trailer["Root"]).dictionary
        guard let pages = root?["Pages"] else { throw .damaged("it has no pages") }
        var waiting = [(node: pages, depth: 0, inherited: [String: PDFValue]())]
        var seen: Set<Int> = []
        while let (node, depth, inherited) = waiting.popLast() {
            guard budget.mayContinue else { throw .stopped }
            let number: Int? = if case .reference(let number) = node { number } else { nil }
            if let number, !seen.insert(number).inserted {
                throw .damaged("its page tree is cyclic")
            }
            guard var entries = try objects.value(node).dictionary else {
                throw .damaged("its page tree is invalid")
            }
            for key in Self.inherited where entries[key] == nil { entries[key] = inherited[key] }
            guard entries["Kids"] != nil else {
                guard all.count < Self.maxPages, budget.reserve(256) else {
                    throw budget.mayContinue ? .damaged("it has too many pages") : .stopped
                }
                all.append(Page(number: number, entries: entries))
                continue
            }
            guard depth < Self.maxDepth, let kids = try objects.value(entries["Kids"]).array else {
                throw .damaged("its page tree is invalid")
            }
            let own = entries.filter { Self.inherited.contains($0.key) }
            for kid in kids.reversed() { waiting.append((kid, depth + 1, own)) }
        }
    }
}
