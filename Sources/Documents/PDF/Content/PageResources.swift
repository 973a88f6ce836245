/// The resources that a page's content names (ISO 32000-1, 7.8.3). A name is a letter for the kind
/// followed by the object number.
struct PageResources {
    enum Kind: Int, CaseIterable {
        case font, picture, state, pattern

        fileprivate var category: StaticString {
            switch self {
            case .font: "/Font"
            case .picture: "/XObject"
            case .state: "/ExtGState"
            case .pattern: "/Pattern"
            }
        }

        fileprivate var letter: StaticString {
            switch self {
            case .font: "/F"
            case .picture: "/X"
            case .state: "/G"
            case .pattern: "/P"
            }
        }
    }

    /// The resources in order of first use, so that the same page gives the same bytes.
    private var named = Array(repeating: [PDFReference](), count: Kind.allCases.count)

    /// Whether the content uses patterns, whose position depends on the page.
    var hasPatterns: Bool { !named[Kind.pattern.rawValue].isEmpty }

    mutating func use(_ reference: PDFReference, as kind: Kind) {
        // A page has few resources, and the last one is most often used again.
        guard !named[kind.rawValue].contains(reference) else { return }
        named[kind.rawValue].append(reference)
    }

    func write(to entry: inout PDFMarkup) {
        entry.raw("<<")
        for kind in Kind.allCases where !named[kind.rawValue].isEmpty {
            entry.raw(kind.category)
            entry.raw("<<")
            for reference in named[kind.rawValue] {
                entry.name(of: reference, as: kind)
                entry.reference(reference)
            }
            entry.raw(">>")
        }
        entry.raw(">>")
    }
}

extension PDFMarkup {
    mutating func name(of reference: PDFReference, as kind: PageResources.Kind) {
        raw(kind.letter)
        integer(reference.number)
    }
}
