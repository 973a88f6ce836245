import Basics

/// The letters shown on the pages of a document.
struct DocumentText {
    /// The contents of one page.
    private struct Page {
        let content: [SpacedSign]
        /// The text of headers, footers and other artifacts.
        let artifacts: [SpacedSign]
        /// Text that is drawn but not visible.
        let hidden: [SpacedSign]
        let pictures: VisibleRuns.Pictures
        let links: Set<PageAnnotations.Link>
    }

    /// The difference between a page and its redrawn version.
    enum Difference: String {
        case words = "shows different text than this version draws from the conversation"
        case gaps = "separates words in other places than this version does"
        case hiddenWords = "contains invisible text that this version does not draw"
        case pictures = "shows more, fewer or larger pictures than this version draws"
        case links = "has links that this version does not draw"
        case shapes = "letters have the shape of other letters, or a font of unsupported form"
    }

    private(set) var letters: [Unicode.Scalar] = []
    private var shown: [Page] = []
    private var letterSize = 0.0
    /// The numbers of the first pages that cannot be read.
    private(set) var foreignPages: [Int] = []

    init(of objects: PDFObjects, budget: WorkBudget) throws(PDFReadFault) {
        let fonts = DocumentGlyphs(budget: budget)
        for (index, page) in try PDFPages(of: objects, budget: budget).all.enumerated() {
            let text = try PageText(page, in: objects, fonts, budget: budget)
            let count = [text.content, text.artifacts, text.hidden].reduce(0) { $0 + $1.utf8.count }
            guard budget.reserve(12 * count) else { throw .stopped }
            letters += PageLetters.letters(of: text.content)
            shown.append(
                Page(
                    content: PageLetters.signs(of: text.content),
                    artifacts: PageLetters.signs(of: text.artifacts),
                    hidden: PageLetters.signs(of: text.hidden), pictures: text.pictures,
                    links: text.links))
            letterSize = max(letterSize, text.letterSize)
            if text.isForeign, foreignPages.count < Verification.maxFaults {
                foreignPages.append(index + 1)
            }
        }
    }

    /// Returns the first pages that differ from another document of the same conversation.
    ///
    /// - Parameters:
    ///   - own: words that may occur only in this document, such as a version.
    ///   - others: the corresponding words of the other document.
    func pages(
        differingFrom other: DocumentText, without own: String, _ others: String
    ) -> [(page: Int, difference: Difference)] {
        guard foreignPages.isEmpty else { return foreignPages.map { ($0, .words) } }
        var differing: [(page: Int, difference: Difference)] = []
        func note(_ page: Int, _ difference: Difference) {
            guard differing.count < Verification.maxFaults,
                !differing.contains(where: { $0.page == page && $0.difference == difference })
            else { return }
            differing.append((page, difference))
        }
        // If other fonts give more pages, page numbers differ.
        let isNumbered = shown.count == other.shown.count
        if let page = page(differingFrom: other, without: own, others, in: \.content) {
            note(page.number, page.isOfGaps ? .gaps : .words)
        }
        let known = Dictionary(
            grouping: other.shown.map { Self.signs($0.artifacts, withDigits: isNumbered) }
        ) { $0.map(\.scalar) }
        for (index, page) in shown.enumerated() where differing.count < Verification.maxFaults {
            let signs = Self.signs(page.artifacts, withDigits: isNumbered)
            let counterparts = known[signs.map(\.scalar)] ?? []
            guard !counterparts.contains(where: { Self.areSpacedAlike(signs, $0) }) else {
                continue
            }
            note(index + 1, counterparts.isEmpty ? .words : .gaps)
        }
        if let page = page(differingFrom: other, without: "", "", in: \.hidden) {
            if !page.isOfGaps { note(page.number, .hiddenWords) }
        }
        for count in [\Page.pictures.count, \.pictures.clearCount] {
            if let number = page(withOther: count, than: other) { note(number, .pictures) }
        }
        let links = other.shown.reduce(into: Set()) { $0.formUnion($1.links) }
        for (index, page) in shown.enumerated() {
            if !page.links.isSubset(of: links) { note(index + 1, .links) }
            if page.pictures.emojiWidth > 2 * other.letterSize { note(index + 1, .pictures) }
        }
        return differing
    }

    /// Returns the first page on which a part differs.
    private func page(
        differingFrom other: DocumentText, without own: String, _ others: String,
        in part: KeyPath<Page, [SpacedSign]>
    ) -> (number: Int, isOfGaps: Bool)? {
        let signs = Self.signs(shown.flatMap { $0[keyPath: part] }, without: own)
        let counterpart = Self.signs(other.shown.flatMap { $0[keyPath: part] }, without: others)
        let same = zip(signs, counterpart).prefix { $0.scalar == $1.scalar }.count
        let isSame = same == signs.count && same == counterpart.count
        var place = same
        if isSame {
            guard
                let gap = zip(signs, counterpart).enumerated().first(where: {
                    $0.element.0.isSpacedOther(than: $0.element.1)
                })
            else { return nil }
            place = gap.offset
        }
        // The omitted words are short, so the signs before the difference determine the page.
        let page = shown.firstIndex { page in
            place -= page[keyPath: part].count
            return place < 0
        }
        return ((page ?? max(0, shown.count - 1)) + 1, isSame)
    }

    /// Returns the first page with a different number of pictures, if the total numbers differ. A
    /// picture may have moved to another page.
    private func page(withOther count: KeyPath<Page, Int>, than other: DocumentText) -> Int? {
        let own = shown.map { $0[keyPath: count] }
        let others = other.shown.map { $0[keyPath: count] }
        guard own.reduce(0, +) != others.reduce(0, +) else { return nil }
        let place = zip(own, others).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        return (place ?? max(0, shown.count - 1)) + 1
    }

    private static func areSpacedAlike(_ one: [SpacedSign], _ other: [SpacedSign]) -> Bool {
        !zip(one, other).contains { $0.isSpacedOther(than: $1) }
    }

    private static func signs(_ signs: [SpacedSign], withDigits: Bool) -> [SpacedSign] {
        withDigits
            ? signs
            : signs.filter { $0.scalar.properties.generalCategory != .decimalNumber }
    }

    private static func signs(_ signs: [SpacedSign], without words: String) -> [SpacedSign] {
        var rest = signs
        let words = PageLetters.signs(of: words).map(\.scalar)
        if !words.isEmpty, let place = signs.map(\.scalar).firstRange(of: words) {
            rest.removeSubrange(place)
        }
        return rest
    }
}
