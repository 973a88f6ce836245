import Basics

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
