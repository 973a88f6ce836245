import Model

/// A stamp in a corner of every page: the page's number within the case, the document's name, or
/// its confidentiality.
struct PageStamp: Sendable, Equatable {
    enum Words: Sendable, Equatable {
        case text(String)
        case number(BatesNumbers)
    }

    let words: Words
    let isAtTop: Bool
    let isAtRight: Bool

    /// The stamps of a page, each in its own corner: the case number in the requested one, the
    /// exhibit's name at the top, and the confidentiality legend at the bottom.
    static func all(of setup: PageSetup) -> [PageStamp] {
        var stamps: [PageStamp] = []
        let place = setup.bates?.place
        if let bates = setup.bates {
            stamps.append(
                PageStamp(
                    words: .number(bates), isAtTop: place == .topRight || place == .topLeft,
                    isAtRight: place == .topRight || place == .bottomRight))
        }
        if let exhibit = setup.exhibit, !exhibit.isEmpty {
            stamps.append(
                PageStamp(words: .text(exhibit), isAtTop: true, isAtRight: place != .topRight))
        }
        if let legend = setup.legend, !legend.isEmpty {
            stamps.append(
                PageStamp(words: .text(legend), isAtTop: false, isAtRight: place == .bottomLeft))
        }
        return stamps
    }

    /// - Parameters:
    ///   - page: the number of pages that precede this page in the case's documents.
    ///   - length: the number of characters to which words are cut; digits are never cut.
    func text(onPage page: Int, cutTo length: Int) -> String {
        switch words {
        case .text(let text): return text.cut(to: length)
        case .number(let bates):
            let number = bates.start + page
            return bates.prefix.cut(to: length) + bates.digits(of: number)
        }
    }
}
