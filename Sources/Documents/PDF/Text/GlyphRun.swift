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
            glyphs, origin: Point(origin.x, origin.y - top), size: size, tracking: tracking)
        var cluster = clusters.makeIterator()
        var next = cluster.next()
        for index in glyphs.indices {
            if let next, next.glyphs.lowerBound == index {
                line.endShowing(before: index, in: &markup)
                // The exact text precedes the glyphs (14.9.4).
                markup.raw("/Span<</ActualText")
                markup.text(next.text)
                markup.raw(">>BDC\n")
            }
            line.show(index, in: &markup)
            if let ending = next, ending.glyphs.upperBound == index + 1 {
                line.endShowing(before: index + 1, in: &markup)
                markup.raw("EMC\n")
                next = cluster.next()
            }
        }
        line.endShowing(before: glyphs.count, in: &markup)
    }

    private struct TextLine {
        let glyphs: [Glyph]
        let origin: Point
        let size: Double
        let tracking: Double
        /// The position of the next glyph, relative to the origin.
        private var x = 0.0
        private var y = 0.0
        /// The end of the previous glyph, from its intended position.
        private var end = 0.0
        private var isPlaced = false
        /// The first glyph of the open string, whose codes are written when it ends.
        private var first: Int?

        init(_ glyphs: [Glyph], origin: Point, size: Double, tracking: Double) {
            self.glyphs = glyphs
            self.origin = origin
            self.size = size
            self.tracking = tracking
        }

        mutating func show(_ index: Int, in markup: inout PDFMarkup) {
            let glyph = glyphs[index]
            if !isPlaced || glyph.y != y { place(index, in: &markup) }
            let gap = (x - glyph.x) * 1000 / size
            let isMoved = gap.magnitude > GlyphRun.tolerance
            if first == nil {
                markup.raw("[")
            } else if isMoved {
                endString(before: index, in: &markup)
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
            if first == nil {
                markup.raw("(")
                first = index
            }
            let width = Double(glyph.width) * size / 1000 + tracking
            x += width
            end = glyph.x + width
        }

        mutating func endShowing(before index: Int, in markup: inout PDFMarkup) {
            guard first != nil else { return }
            endString(before: index, in: &markup)
            markup.raw("]TJ\n")
        }

        private mutating func endString(before index: Int, in markup: inout PDFMarkup) {
            guard let first else { return }
            markup.literals(codesOf: glyphs, in: first..<index)
            markup.raw(")")
            self.first = nil
        }

        /// Flips the text, which is upright although y points down.
        private mutating func place(_ index: Int, in markup: inout PDFMarkup) {
            endShowing(before: index, in: &markup)
            let glyph = glyphs[index]
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

extension GlyphRun.Glyph {
    fileprivate init(_ letter: DocumentFont.Letter, _ glyph: ShapedText.Glyph) {
        self.init(
            code: letter.code, width: Int(letter.width), x: Double(glyph.x), y: Double(glyph.y))
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
        var clusters = GlyphClusters(shaped, run: run, count: bytes.count)
        var recent = font.recent
        while let cluster = clusters.next() {
            let first = shaped[cluster.glyphs.lowerBound]
            let count = cluster.glyphs.count
            if count == 1, let key = DocumentFont.key(first.id, saying: cluster.text, of: bytes) {
                let place = DocumentFont.place(of: key)
                if recent[place].key != key {
                    // Without a second reference, the font changes its list in place.
                    recent = []
                    try font.find(first.id, saying: bytes[cluster.text], key: key)
                    recent = font.recent
                }
                glyphs.append(Glyph(recent[place].letter, first))
                continue
            }
            let text = Self.inReadingOrder(bytes[cluster.text], run.isRightToLeft && count == 1)
            let starts = count == 1 ? [] : text.indices.filter { text[$0] & 0xC0 != 0x80 }
            let isTibetan =
                count > 1 && run.size > 0 && !run.isRightToLeft && Self.isTibetan(text)
            let next = cluster.glyphs.upperBound
            let end = next < shaped.endIndex ? Double(shaped[next].x) : run.width
            let number = glyphs.count
            for (place, glyph) in shaped[cluster.glyphs].enumerated() {
                let said =
                    text.isEmpty
                    ? Self.brought(glyph.id, font)
                    : count == 1 ? text : Self.share(of: text, starts, at: place, of: count)
                let isWide = isTibetan && place == count - 1
                let rest = isWide ? (end - Double(glyph.x)) * 1000 / run.size : 0
                let letter = try font.letter(
                    glyph.id, saying: said, filling: Int(min(max(rest, 0), 10_000)))
                glyphs.append(Glyph(letter, glyph))
            }
            if count > 1 && !text.isEmpty || Self.isPrivate(text) {
                let exact = String(decoding: text, as: UTF8.self)
                self.clusters.append(Cluster(glyphs: number..<glyphs.count, text: exact))
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
    private let glyphs: ArraySlice<ShapedText.Glyph>
    private let isRightToLeft: Bool
    /// The number of bytes of the whole text.
    private let count: Int
    /// The bounds of the run's text that no cluster has yet.
    private var first: Int
    private var end: Int
    private var start: Int

    init(_ glyphs: ArraySlice<ShapedText.Glyph>, run: ShapedText.Run, count: Int) {
        self.glyphs = glyphs
        self.count = count
        isRightToLeft = run.isRightToLeft
        first = Int(run.text.lowerBound)
        end = Int(run.text.upperBound)
        start = glyphs.startIndex
    }

    @inline(__always)
    mutating func next() -> (text: Range<Int>, glyphs: Range<Int>)? {
        let start = start
        guard start < glyphs.endIndex else { return nil }
        let cluster = glyphs[start].cluster
        var next = start + 1
        while next < glyphs.endIndex, glyphs[next].cluster == cluster { next += 1 }
        self.start = next
        // A cluster ends where the next one in the text begins. In a right-to-left run, that is the
        // cluster on its left.
        let isLast = next == glyphs.endIndex
        var (from, to) = (first, end)
        if isRightToLeft {
            if !isLast { from = Int(cluster) }
            end = from
        } else {
            if !isLast { to = Int(glyphs[next].cluster) }
            first = to
        }
        from = min(max(from, 0), count)
        return (from..<max(from, min(to, count)), start..<next)
    }
}
