import Fonts
import Scene

/// A run's glyphs with their codes and positions, written as few text operators as possible (ISO
/// 32000-1, 9.4).
struct GlyphRun {
    struct Glyph {
        let code: UInt16
        /// The advance of the glyph, in thousandths of the size.
        let width: Int
        /// The position relative to the run's origin, with y pointing down.
        let x: Double
        let y: Double
    }

    /// Glyphs that only together represent a text, such as a syllable of Devanagari.
    struct Cluster {
        let glyphs: Range<Int>
        var text: String
    }

    /// Distances up to this, in thousandths of the size, are added to that of the next glyph.
    private static let tolerance = 2.0

    let origin: Point
    var glyphs: [Glyph] = []
    var clusters: [Cluster] = []
    /// The additional space after every glyph; nil if it makes no difference.
    private(set) var tracking: Double?

    /// If this space follows most glyphs, it is set once instead of for each glyph.
    mutating func findTracking(_ wanted: Double, size: Double) {
        guard glyphs.count > 1 else { return tracking = nil }
        // Round as the operator will be written.
        let wanted = (wanted * 1000).rounded() / 1000
        var more = 0
        if wanted != 0 {
            for (glyph, next) in zip(glyphs, glyphs.dropFirst()) {
                let gap = next.x - glyph.x - Double(glyph.width) * size / 1000
                more += (gap - wanted).magnitude < gap.magnitude ? 1 : -1
            }
        }
        tracking = more > 0 ? wanted : 0
    }

    /// - Parameters:
    ///   - tracking: the space that readers add after every glyph.
    ///   - top: the origin of vertical positions.
    func write(
        to markup: inout PDFMarkup, size: Double, tracking: Double = 0, top: Double = 0
    ) {
        var line = TextLine(
            origin: Point(origin.x, origin.y - top), size: size, tracking: tracking)
        var cluster = clusters.makeIterator()
        var next = cluster.next()
        for (index, glyph) in glyphs.enumerated() {
            if let next, next.glyphs.lowerBound == index {
                line.endShowing(in: &markup)
                // The exact text precedes the glyphs (14.9.4).
                markup.raw("/Span<</ActualText")
                markup.text(next.text)
                markup.raw(">>BDC\n")
            }
            line.show(glyph, in: &markup)
            if let ending = next, ending.glyphs.upperBound == index + 1 {
                line.endShowing(in: &markup)
                markup.raw("EMC\n")
                next = cluster.next()
            }
        }
        line.endShowing(in: &markup)
    }

    private struct TextLine {
        let origin: Point
        let size: Double
        let tracking: Double
        /// The position of the next glyph, relative to the origin.
        private var x = 0.0
        private var y = 0.0
        /// The end of the previous glyph, from its intended position.
        private var end = 0.0
        private var isPlaced = false
        private var isShowing = false

        init(origin: Point, size: Double, tracking: Double) {
            self.origin = origin
            self.size = size
            self.tracking = tracking
        }

        mutating func show(_ glyph: Glyph, in markup: inout PDFMarkup) {
            if !isPlaced || glyph.y != y { place(glyph, in: &markup) }
            let gap = (x - glyph.x) * 1000 / size
            let isMoved = gap.magnitude > GlyphRun.tolerance
            if !isShowing {
                markup.raw("[")
            } else if isMoved {
                markup.raw(")")
            }
            if isMoved {
                // Use the distance between these two letters, which is the same wherever they meet.
                // Errors from rounded widths are only corrected once they would be visible.
                let own = ((end - glyph.x) * 1000 / size).rounded()
                let isOwn =
                    own.magnitude > GlyphRun.tolerance
                    && (gap - own).magnitude <= GlyphRun.tolerance
                let step = isOwn ? own : gap.rounded()
                markup.number(step)
                x -= step * size / 1000
            }
            if !isShowing || isMoved { markup.raw("(") }
            isShowing = true
            markup.literal(glyph.code)
            let width = Double(glyph.width) * size / 1000 + tracking
            x += width
            end = glyph.x + width
        }

        mutating func endShowing(in markup: inout PDFMarkup) {
            if isShowing { markup.raw(")]TJ\n") }
            isShowing = false
        }

        /// Flips the text, which is upright although y points down.
        private mutating func place(_ glyph: Glyph, in markup: inout PDFMarkup) {
            endShowing(in: &markup)
            markup.raw("1 0 0 -1 ")
            markup.place(Point(origin.x + glyph.x, origin.y + glyph.y))
            markup.raw("Tm\n")
            x = glyph.x
            end = glyph.x
            y = glyph.y
            isPlaced = true
        }
    }
}

extension GlyphRun {
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

    /// PDF/A requires exact text for private-use characters (ISO 19005-3, 6.2.11.7.3).
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

    /// For a glyph that line breaking added: every glyph must have text (ISO 19005-3, 6.2.11.7.2).
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

/// The bytes of a run's text that belong to each of its glyphs, in visual order from left to right.
///
/// The clusters of a right-to-left run are also in visual order. Readers reorder such text
/// themselves; Chrome and PDFBox would reverse it a second time if it were in logical order.
private struct GlyphClusters {
    struct Cluster {
        let text: Range<Int>
        let glyphs: Range<Int>
    }

    private(set) var clusters: [Cluster] = []

    /// - Parameter count: the number of bytes of the whole text.
    init(_ glyphs: ArraySlice<ShapedText.Glyph>, run: ShapedText.Run, count: Int) {
        let whole = Int(run.text.lowerBound)..<Int(run.text.upperBound)
        clusters.reserveCapacity(glyphs.count)
        // A cluster ends where the next one in the text begins. In a right-to-left run, that is the
        // cluster on its left.
        var start = glyphs.startIndex
        var end = whole.upperBound
        while start < glyphs.endIndex {
            let cluster = glyphs[start].cluster
            var next = start + 1
            while next < glyphs.endIndex, glyphs[next].cluster == cluster { next += 1 }
            let isLast = next == glyphs.endIndex
            let from: Int
            if run.isRightToLeft {
                from = isLast ? whole.lowerBound : Int(cluster)
            } else {
                from = start == glyphs.startIndex ? whole.lowerBound : Int(cluster)
                end = isLast ? whole.upperBound : Int(glyphs[next].cluster)
            }
            let text = (from..<max(from, end)).clamped(to: 0..<count)
            clusters.append(Cluster(text: text, glyphs: start..<next))
            end = from
            start = next
        }
    }
}
