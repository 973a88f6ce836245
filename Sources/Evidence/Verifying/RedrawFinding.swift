import Basics

/// The result of redrawing a document from the conversation inside.
package struct RedrawFinding: Sendable {
    package enum State: String, Sendable {
        /// All bytes are equal.
        case identical
        /// All objects are equal, but the file compresses them differently.
        case repacked
        /// The same program with the same fonts draws a different document.
        case different
        /// A different version, configuration or set of fonts drew a different document, so pages
        /// were compared one by one.
        case otherVersion = "other-version"
        case notDone = "not-done"
    }

    package let state: State
    /// Why the document was not redrawn, or the parts of the environment that differ.
    var reasons: [String] = []
    var differences: [DocumentPart] = []
    /// The number of compared pages, and of those with equal content.
    var comparedPages = 0
    var equalPages = 0

    /// The first pages whose contents differ from those drawn by another version, by another
    /// configuration or with other fonts.
    var pages: [(page: Int, difference: DocumentText.Difference)] = []
    /// The parts besides pages that differ from those drawn by another version, by another
    /// configuration or with other fonts.
    var parts: [DocumentPart] = []
    /// The number of glyphs in all fonts, and of those whose outline belongs to the same letter in
    /// the fonts here.
    private(set) var glyphs = 0
    private(set) var knownGlyphs = 0

    package init(_ state: State, reasons: [String] = []) {
        self.state = state
        self.reasons = reasons
    }

    mutating func add(_ finding: GlyphFinding) {
        glyphs = finding.glyphs
        knownGlyphs = finding.known
        for page in finding.swapped { pages.append((page, .shapes)) }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("state", state.rawValue)
            if !reasons.isEmpty { writer.member("reasons", reasons) }
            if comparedPages > 0 {
                writer.member("compared_pages", comparedPages)
                writer.member("equal_pages", equalPages)
            }
            if glyphs > 0 {
                writer.member("glyphs", glyphs)
                writer.member("known_glyphs", knownGlyphs)
            }
            if !pages.isEmpty {
                writer.member("pages_of_other_words", Set(pages.map(\.page)).sorted())
            }
            if !differences.isEmpty { writer.member("differences", differences.map(\.words)) }
        }
    }

    /// The finding as a line for a terminal.
    package var words: String {
        switch state {
        case .identical: return "drawn again: every byte is the same"
        case .repacked: return "drawn again: every object is the same, packed differently"
        case .different:
            return "drawn again by the same program and fonts: the document differs"
        case .otherVersion:
            return "drawn again with other \(reasons.joined(separator: ", ")): \(equalPages) of "
                + "\(comparedPages) pages have the same content, "
                + (pages.isEmpty ? "all show the same text" : "and what they show differs")
                + "; \(knownGlyphs) of \(glyphs) glyphs have the shape that the fonts here give "
                + "them; lines, places and what is in pictures were not compared"
        case .notDone: return "not drawn again: \(reasons.joined(separator: "; "))"
        }
    }
}
