import Fonts
import Scene

extension GlyphRun {
    /// A run's glyphs, each with what it says.
    ///
    /// Text that runs to the left is told letter by letter as it stands, from left to right:
    /// Chrome's, poppler's and PDFBox's extractors turn round every letter of it, also those that
    /// one glyph says.
    ///
    /// - Parameter bytes: the whole text, of which the run is a part.
    init(
        _ shaped: ArraySlice<ShapedText.Glyph>, of run: ShapedText.Run, saying bytes: [UInt8],
        in font: DocumentFont, at origin: Point
    ) throws(FontFailure) {
        self.init(origin: origin)
        glyphs.reserveCapacity(shaped.count)
        for cluster in GlyphClusters(shaped, run: run, count: bytes.count).clusters {
            let first = glyphs.count
            let count = cluster.glyphs.count
            let text = Self.asItStands(bytes[cluster.text], run.isRightToLeft && count == 1)
            let starts = count == 1 ? [] : text.indices.filter { text[$0] & 0xC0 != 0x80 }
            for (place, glyph) in shaped[cluster.glyphs].enumerated() {
                let said =
                    text.isEmpty
                    ? Self.brought(glyph.id, font)
                    : count == 1 ? text : Self.share(of: text, starts, at: place, of: count)
                let code = try font.code(glyph.id, saying: said)
                glyphs.append(
                    Glyph(
                        code: code, width: font.width(code), x: Double(glyph.x),
                        y: Double(glyph.y)))
            }
            if count > 1 && !text.isEmpty || Self.isPrivate(text) {
                let exact = String(decoding: text, as: UTF8.self)
                clusters.append(Cluster(glyphs: first..<glyphs.count, text: exact))
            }
        }
    }

    /// Letters that mean what a font says, for which an archive wants exact text (ISO 19005-3,
    /// 6.2.11.7.3).
    private static func isPrivate(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count > 2, text.contains(where: { $0 >= 0xEE }) else { return false }
        return String(decoding: text, as: UTF8.self).unicodeScalars
            .contains { $0.properties.generalCategory == .privateUse }
    }

    mutating func hidePrivateLetters() {
        for index in clusters.indices {
            clusters[index].text = PDFMarkup.withoutPrivateLetters(clusters[index].text)
        }
    }

    private static func asItStands(
        _ text: ArraySlice<UInt8>, _ isRightToLeft: Bool
    ) -> ArraySlice<UInt8> {
        // One letter alone needs no turning, and nearly all are.
        guard isRightToLeft, text.count > 2 else { return text }
        var turned = String.UnicodeScalarView()
        turned.append(contentsOf: String(decoding: text, as: UTF8.self).unicodeScalars.reversed())
        return Array(String(turned).utf8)[...]
    }

    /// The text of a glyph that a line's end added and the text does not contain. No glyph may be
    /// without text (ISO 19005-3, 6.2.11.7.2).
    private static func brought(_ glyph: UInt32, _ font: DocumentFont) -> ArraySlice<UInt8> {
        glyph == font.face.facts.ellipsis ? ellipsis : softHyphen
    }

    /// The share of one glyph in a text for which several glyphs represent it, for readers that
    /// ignore exact texts: each glyph has the next letter, and the last one all that remain.
    /// `starts` has the starts of letters.
    private static func share(
        of text: ArraySlice<UInt8>, _ starts: [Int], at place: Int, of count: Int
    ) -> ArraySlice<UInt8> {
        guard place < starts.count else { return nothing }
        let isLast = place == count - 1 || place == starts.count - 1
        return text[starts[place]..<(isLast ? text.endIndex : starts[place + 1])]
    }

    private static let ellipsis = Array("…".utf8)[...]
    private static let softHyphen = Array("\u{AD}".utf8)[...]
    /// A space without any width.
    private static let nothing = Array("\u{200B}".utf8)[...]
}
