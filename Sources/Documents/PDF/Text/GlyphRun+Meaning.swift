import Fonts
import Scene

extension GlyphRun {
    /// A run's glyphs, each with its text.
    ///
    /// The text of a right-to-left run is in visual order, letter by letter from left to right. The
    /// text extractors of Chrome, poppler and PDFBox reverse every letter, even those within the
    /// text of one glyph.
    ///
    /// - Parameter bytes: the whole text, of which the run is a part.
    init(
        _ shaped: ArraySlice<ShapedText.Glyph>, of run: ShapedText.Run, saying bytes: [UInt8],
        in font: DocumentFont, at origin: Point
    ) throws(FontFailure) {
        self.init(origin: origin)
        glyphs.reserveCapacity(shaped.count)
        let all = GlyphClusters(shaped, run: run, count: bytes.count).clusters
        var letters = font.letters
        for (number, cluster) in all.enumerated() {
            let first = glyphs.count
            let count = cluster.glyphs.count
            if count == 1, cluster.text.count == 1, bytes[cluster.text.lowerBound] < 0x80 {
                let glyph = shaped[cluster.glyphs.lowerBound]
                let byte = bytes[cluster.text.lowerBound]
                let letter: DocumentFont.Letter
                if let known = letters[Int(byte)], known.glyph == glyph.id {
                    letter = known
                } else {
                    // Without a second reference, the font changes its list in place.
                    letters = []
                    letter = try font.letter(glyph.id, saying: byte)
                    letters = font.letters
                }
                glyphs.append(
                    Glyph(
                        code: letter.code, width: letter.width, x: Double(glyph.x),
                        y: Double(glyph.y)))
                continue
            }
            let text = Self.inReadingOrder(bytes[cluster.text], run.isRightToLeft && count == 1)
            let starts = count == 1 ? [] : text.indices.filter { text[$0] & 0xC0 != 0x80 }
            let isTibetan =
                count > 1 && run.size > 0 && !run.isRightToLeft && Self.isTibetan(text)
            let end =
                number + 1 < all.count
                ? Double(shaped[all[number + 1].glyphs.lowerBound].x) : run.width
            for (place, glyph) in shaped[cluster.glyphs].enumerated() {
                let said =
                    text.isEmpty
                    ? Self.brought(glyph.id, font)
                    : count == 1 ? text : Self.share(of: text, starts, at: place, of: count)
                let isWide = isTibetan && place == count - 1
                let rest = isWide ? (end - Double(glyph.x)) * 1000 / run.size : 0
                let code = try font.code(
                    glyph.id, saying: said, filling: Int(min(max(rest, 0), 10_000)))
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

    /// Whether the text is in the script whose vowels have no width and follow their letters. poppler,
    /// pypdf and pdfminer take the distance from a vowel to the next letter for a space.
    private static func isTibetan(_ text: ArraySlice<UInt8>) -> Bool {
        // U+0F00 to U+0FFF.
        text.count > 2 && text[text.startIndex] == 0xE0 && text[text.startIndex + 1] >= 0xBC
    }

    /// Whether the text has private-use characters, for which PDF/A requires exact text (ISO
    /// 19005-3, 6.2.11.7.3).
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

    private static func inReadingOrder(
        _ text: ArraySlice<UInt8>, _ isRightToLeft: Bool
    ) -> ArraySlice<UInt8> {
        // Nearly all glyphs have a single letter, which needs no reversal.
        guard isRightToLeft, text.count > 2 else { return text }
        var turned = String.UnicodeScalarView()
        turned.append(contentsOf: String(decoding: text, as: UTF8.self).unicodeScalars.reversed())
        return Array(String(turned).utf8)[...]
    }

    /// The text of a glyph that line breaking added and the text does not contain. Every glyph must
    /// have text (ISO 19005-3, 6.2.11.7.2).
    private static func brought(_ glyph: UInt32, _ font: DocumentFont) -> ArraySlice<UInt8> {
        glyph == font.face.facts.ellipsis ? ellipsis : softHyphen
    }

    /// The share of one glyph in a text that several glyphs represent, for readers that ignore
    /// exact text. Each glyph gets the next letter, and the last one all remaining letters.
    /// `starts` contains the offsets of letters.
    private static func share(
        of text: ArraySlice<UInt8>, _ starts: [Int], at place: Int, of count: Int
    ) -> ArraySlice<UInt8> {
        guard place < starts.count else { return nothing }
        let isLast = place == count - 1 || place == starts.count - 1
        return text[starts[place]..<(isLast ? text.endIndex : starts[place + 1])]
    }

    private static let ellipsis = Array("…".utf8)[...]
    private static let softHyphen = Array("\u{AD}".utf8)[...]
    /// A zero-width space.
    private static let nothing = Array("\u{200B}".utf8)[...]
}
