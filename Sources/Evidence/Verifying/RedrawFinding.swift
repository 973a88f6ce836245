package import JSON

/// What came of drawing a document again from the conversation inside.
package struct RedrawFinding: Sendable {
    package enum State: String, Sendable {
        /// Every byte is the same.
        case identical
        /// Every object is the same; the file packs them differently.
        case repacked
        /// The same program with the same fonts draws something else.
        case different
        /// Another version, another configuration or other fonts drew something else: pages were
        /// compared one by one.
        case otherVersion = "other-version"
        case notDone = "not-done"
    }

    package let state: State
    /// Why it was not drawn again, or which parts of the environment differ.
    package var reasons: [String] = []
    package var differences: [DocumentPart] = []
    /// Pages that were compared, and those of them whose content is the same.
    package var comparedPages = 0
    package var equalPages = 0

    /// The pages, of which the first are listed, that show other words than what another version,
    /// another configuration or other fonts drew.
    package var pagesOfOtherWords: [Int] = []

    package init(_ state: State, reasons: [String] = []) {
        self.state = state
        self.reasons = reasons
    }

    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("state", state.rawValue)
            if !reasons.isEmpty { writer.member("reasons", reasons) }
            if comparedPages > 0 {
                writer.member("compared_pages", comparedPages)
                writer.member("equal_pages", equalPages)
            }
            if !pagesOfOtherWords.isEmpty {
                writer.member("pages_of_other_words", pagesOfOtherWords)
            }
            if !differences.isEmpty { writer.member("differences", differences.map(\.words)) }
        }
    }

    /// A line for a terminal.
    package var words: String {
        switch state {
        case .identical: return "drawn again: every byte is the same"
        case .repacked: return "drawn again: every object is the same, packed differently"
        case .different:
            return "drawn again by the same program and fonts: the document differs"
        case .otherVersion:
            return "drawn again with other \(reasons.joined(separator: ", ")): \(equalPages) of "
                + "\(comparedPages) pages have the same content, "
                + (pagesOfOtherWords.isEmpty
                    ? "all show the same words; lines and pictures were not compared"
                    : "and words differ")
        case .notDone: return "not drawn again: \(reasons.joined(separator: "; "))"
        }
    }
}
