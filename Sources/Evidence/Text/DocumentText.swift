import Resources

/// The letters shown on the pages of a document.
struct DocumentText {
    private(set) var letters: [Unicode.Scalar] = []
    /// The letters and signs of each page's content, and of its headers, footers and other
    /// artifacts.
    private var shown: [(content: [Unicode.Scalar], artifacts: [Unicode.Scalar])] = []
    /// The numbers of the first pages that cannot be read.
    private(set) var foreignPages: [Int] = []

    init(of objects: PDFObjects, budget: WorkBudget) throws(PDFReadFault) {
        let fonts = DocumentGlyphs(budget: budget)
        for (index, page) in try PDFPages(of: objects, budget: budget).all.enumerated() {
            let text = try PageText(page, in: objects, fonts, budget: budget)
            guard budget.reserve(8 * (text.content.utf8.count + text.artifacts.utf8.count)) else {
                throw .stopped
            }
            letters += PageLetters.letters(of: text.content)
            shown.append(
                (PageLetters.signs(of: text.content), PageLetters.signs(of: text.artifacts)))
            if text.isForeign, foreignPages.count < Verification.maxFaults {
                foreignPages.append(index + 1)
            }
        }
    }

    /// Returns the numbers of the first pages that show different text than another document of the
    /// same conversation.
    ///
    /// - Parameters:
    ///   - own: words that may occur only in this document, such as a version.
    ///   - others: the corresponding words of the other document.
    func pages(
        differingFrom other: DocumentText, without own: String, _ others: String
    ) -> [Int] {
        guard foreignPages.isEmpty else { return foreignPages }
        var differing: [Int] = []
        // If other fonts lead to a different number of pages, page numbers differ.
        let isNumbered = shown.count == other.shown.count
        let known = Set(other.shown.map { Self.words($0.artifacts, withDigits: isNumbered) })
        for (index, page) in shown.enumerated()
        where !known.contains(Self.words(page.artifacts, withDigits: isNumbered)) {
            if differing.count < Verification.maxFaults { differing.append(index + 1) }
        }
        let signs = Self.signs(shown.flatMap(\.content), without: own)
        let counterpart = Self.signs(other.shown.flatMap(\.content), without: others)
        guard signs != counterpart else { return differing }
        // The words removed above are few, so that counting the signs before the difference yields
        // the page.
        var rest = zip(signs, counterpart).prefix { $0 == $1 }.count
        let page = shown.firstIndex { page in
            rest -= page.content.count
            return rest < 0
        }
        let number = (page ?? max(0, shown.count - 1)) + 1
        if !differing.contains(number) { differing.insert(number, at: 0) }
        return differing
    }

    private static func words(
        _ signs: [Unicode.Scalar], withDigits: Bool
    ) -> [Unicode.Scalar] {
        withDigits ? signs : signs.filter { $0.properties.generalCategory != .decimalNumber }
    }

    private static func signs(
        _ signs: [Unicode.Scalar], without words: String
    ) -> [Unicode.Scalar] {
        var rest = signs
        let words = PageLetters.signs(of: words)
        if !words.isEmpty, let place = rest.firstRange(of: words) { rest.removeSubrange(place) }
        return rest
    }
}
