import Basics

/// Compares two documents object by object, regardless of the numbers, order and compression of
/// their objects.
///
/// Two documents are equal if following their references from the root, on every path, leads to the
/// same values. This is true for a document that a program only repacked, but not if two pages were
/// swapped.
struct DocumentComparison {
    private struct Pair: Hashable {
        let first: Int
        let second: Int
    }

    private struct Task {
        let first: PDFValue
        let second: PDFValue
        let part: DocumentPart
    }

    private let first: PDFObjects
    private let second: PDFObjects
    private let budget: WorkBudget
    private var waiting: [Task] = []
    private var known: Set<Pair> = []
    private(set) var pages = 0
    /// The differences in the order in which they were found.
    private(set) var differences: [DocumentPart] = []
    private var found: Set<DocumentPart> = []

    /// The maximum number of compared pairs. More pairs than a document has objects occur only in
    /// documents made to take long.
    private static let maxPairs = 4_000_000
    private static let packing: Set<String> = ["Length", "Filter", "DecodeParms", "DL"]

    init(
        _ first: PDFObjects, _ second: PDFObjects, budget: WorkBudget
    ) throws(PDFReadFault) {
        self.first = first
        self.second = second
        self.budget = budget
        try comparePages()
        try compareCatalogs()
        try compare(
            PDFObjects.Pair(first.trailer["Info"], second.trailer["Info"]), as: .information)
    }

    private mutating func note(_ part: DocumentPart) {
        if found.insert(part).inserted, differences.count < Verification.maxFaults {
            differences.append(part)
        }
    }

    // MARK: - Parts

    private mutating func comparePages() throws(PDFReadFault) {
        let (one, other) = (
            try PDFPages(of: first, budget: budget).all,
            try PDFPages(of: second, budget: budget).all
        )
        pages = min(one.count, other.count)
        if one.count != other.count { note(.pageCount) }
        let both = Array(zip(one, other))
        // Pages are marked as compared first, so that no other path leads into them.
        for (one, other) in both {
            if let one = one.number, let other = other.number {
                known.insert(Pair(first: one, second: other))
            }
        }
        for (index, (one, other)) in both.enumerated() {
            let keys = Set(one.entries.keys).union(other.entries.keys).sorted()
            for key in keys where key != "Parent" {
                let (value, counterpart) = (one.entries[key], other.entries[key])
                guard key == "Resources" else {
                    try compare(.init(value, counterpart), as: .page(index + 1, Self.detail(key)))
                    continue
                }
                try compareResources(.init(value, counterpart), ofPage: index + 1)
            }
        }
    }

    private static func detail(_ key: String) -> DocumentPart.Detail {
        switch key {
        case "Contents": .content
        case "Annots": .annotations
        default: .attributes
        }
    }

    private mutating func compareResources(
        _ pair: PDFObjects.Pair, ofPage page: Int
    ) throws(PDFReadFault) {
        let one = try first.value(pair.first).dictionary ?? [:]
        let other = try second.value(pair.second).dictionary ?? [:]
        for key in Set(one.keys).union(other.keys).sorted() {
            let detail: DocumentPart.Detail =
                switch key {
                case "Font": .fonts
                case "XObject": .pictures
                default: .attributes
                }
            try compare(.init(one[key], other[key]), as: .page(page, detail))
        }
    }

    private mutating func compareCatalogs() throws(PDFReadFault) {
        let one = try first.value(first.trailer["Root"]).dictionary ?? [:]
        let other = try second.value(second.trailer["Root"]).dictionary ?? [:]
        for key in Set(one.keys).union(other.keys).sorted() where key != "Pages" {
            if key == "Extensions", try isOfPacking(one[key], first),
                try isOfPacking(other[key], second)
            {
                continue
            }
            let part: DocumentPart =
                switch key {
                case "StructTreeRoot": .structure
                case "Outlines": .outline
                case "Metadata": .metadata
                case "AF", "Names": .attachments
                case "AcroForm", "Perms": .form
                default: .catalog(key)
                }
            try compare(.init(one[key], other[key]), as: part)
        }
    }

    /// Returns whether an extensions dictionary declares only an Adobe extension that a program may
    /// have needed to pack the document (ISO 32000-1, 7.12).
    private func isOfPacking(
        _ value: PDFValue?, _ objects: PDFObjects
    ) throws(PDFReadFault) -> Bool {
        let entries = try objects.value(value).dictionary ?? [:]
        guard let own = entries["ADBE"] else { return entries.isEmpty }
        let members = try objects.value(own).dictionary ?? [:]
        return entries.count == 1
            && members.keys.allSatisfy { $0 == "BaseVersion" || $0 == "ExtensionLevel" }
            && members["BaseVersion"]?.name != nil && members["ExtensionLevel"]?.integer != nil
    }

    // MARK: - Values

    private mutating func compare(
        _ pair: PDFObjects.Pair, as part: DocumentPart
    ) throws(PDFReadFault) {
        waiting.append(
            Task(first: pair.first ?? .null, second: pair.second ?? .null, part: part))
        while let task = waiting.popLast() {
            guard budget.mayContinue else { throw .stopped }
            try compare(task)
        }
    }

    private mutating func compare(_ task: Task) throws(PDFReadFault) {
        if case .reference(let one) = task.first, case .reference(let other) = task.second {
            let pair = Pair(first: one, second: other)
            guard known.insert(pair).inserted else { return }
            guard known.count <= Self.maxPairs, budget.reserve(32) else {
                throw budget.mayContinue
                    ? .damaged("its objects have too many references") : .stopped
            }
        }
        let (one, other) = (try first.resolved(task.first), try second.resolved(task.second))
        switch (one, other) {
        case (.stream(let one), .stream(let other)):
            if task.part == .metadata {
                if try !isSamePacket(one, other) { note(task.part) }
                return
            }
            if try !isSameContent(one, other, task.part) { note(task.part) }
            compare(one.entries, other.entries, without: Self.packing, task.part)
        case (.value(let one), .value(let other)): compare(one, other, task.part)
        case (.stream, .value), (.value, .stream): note(task.part)
        }
    }

    private mutating func compare(_ one: PDFValue, _ other: PDFValue, _ part: DocumentPart) {
        switch (one, other) {
        case (.null, .null): break
        case (.bool(let one), .bool(let other)) where one == other: break
        case (.string(let one), .string(let other)) where one == other: break
        case (.name(let one), .name(let other)) where one == other: break
        case (.array(let one), .array(let other)) where one.count == other.count:
            // The list is a stack: the last pair is compared first.
            for pair in zip(one, other).reversed() {
                waiting.append(Task(first: pair.0, second: pair.1, part: part))
            }
        case (.dictionary(let one), .dictionary(let other)):
            // Signatures are checked separately.
            let own: Set<String> =
                one["Type"]?.name == "Sig" ? ["Contents", "ByteRange"] : ["Parent"]
            let isTied = ["Sig", "Page", "Pages"].contains(one["Type"]?.name)
            compare(one, other, without: isTied ? own : [], part)
        default:
            if let one = one.number, let other = other.number, one == other { return }
            note(part)
        }
    }

    private mutating func compare(
        _ one: [String: PDFValue], _ other: [String: PDFValue], without ignored: Set<String>,
        _ part: DocumentPart
    ) {
        for key in Set(one.keys).union(other.keys) where !ignored.contains(key) {
            waiting.append(
                Task(first: one[key] ?? .null, second: other[key] ?? .null, part: part))
        }
    }

    // MARK: - Streams

    private func isSameContent(
        _ one: PDFObjects.Stream, _ other: PDFObjects.Stream, _ part: DocumentPart
    ) throws(PDFReadFault) -> Bool {
        let kinds = (try first.packing(of: one), try second.packing(of: other))
        if kinds.0 == kinds.1, first.isSameData(one, other, in: second) { return true }
        guard kinds.0.isReadable, kinds.1.isReadable else { return false }
        if kinds.0.predictor == kinds.1.predictor,
            try first.inflated(one) == second.inflated(other)
        {
            return true
        }
        let contents = (try first.content(of: one), try second.content(of: other))
        guard contents.0 != contents.1 else { return true }
        guard case .page(_, .content) = part else { return false }
        return try ContentTokens.areEqual(contents.0, contents.1, budget: budget)
    }

    /// Returns whether two XMP packets are equal except for the document's own digest.
    private func isSamePacket(
        _ one: PDFObjects.Stream, _ other: PDFObjects.Stream
    ) throws(PDFReadFault) -> Bool {
        let packets = (
            SealStatement.masked(try first.content(of: one)),
            SealStatement.masked(try second.content(of: other))
        )
        guard packets.0 != packets.1 else { return true }
        guard budget.reserve(4 * (packets.0.count + packets.1.count)) else { throw .stopped }
        let forms = (PacketForm(packets.0), PacketForm(packets.1))
        return forms.0 != nil && forms.0 == forms.1
    }
}

extension PDFObjects {
    /// The values at the same place in two documents.
    struct Pair {
        let first: PDFValue?
        let second: PDFValue?

        init(_ first: PDFValue?, _ second: PDFValue?) {
            self.first = first
            self.second = second
        }
    }
}

extension PDFValue {
    fileprivate var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        case .null, .bool, .string, .name, .array, .dictionary, .reference: nil
        }
    }
}
