import Basics
import Model
import Scene

/// Pictures within a line of text: custom emoji.
///
/// While the text is shaped, an invisible emoji reserves the space of each picture. Search and copy
/// find the original words.
struct InlinePictures: Sendable {
    /// Pictures, by the UTF-8 offset at which their words begin.
    private(set) var pictures: [Int32: PictureID] = [:]
    /// The text with an emoji in place of the words.
    private(set) var substitute: RichText
    private let original: RichText
    /// The places where the two texts diverge: an offset in the substitute, and the additional
    /// offset in the original.
    private var shifts: [(start: Int, shift: Int)] = []

    private static let placeholder = "⬜"

    /// Nil if the text contains no known picture.
    init?(_ rich: RichText, _ known: [String: PictureID]) {
        guard !known.isEmpty else { return nil }
        original = rich
        substitute = rich
        let bytes = Array(rich.text.utf8)
        var out: [UInt8] = []
        var edges: [(old: Int, new: Int)] = [(0, 0)]
        var position = 0
        for entity in rich.entities {
            guard case .customEmoji(let name) = entity.kind, let picture = known[name],
                entity.range.lowerBound >= position, entity.range.upperBound <= bytes.count,
                !entity.range.isEmpty
            else { continue }
            out += bytes[position..<entity.range.lowerBound]
            pictures[Int32(clamping: entity.range.lowerBound)] = picture
            edges.append((entity.range.lowerBound, out.count))
            let words = bytes[entity.range]
            let isEmoji = EmojiText.count(String(decoding: words, as: UTF8.self), most: 1) == 1
            out += isEmoji ? words : Array(InlinePictures.placeholder.utf8)[...]
            position = entity.range.upperBound
            edges.append((position, out.count))
        }
        guard !pictures.isEmpty else { return nil }
        out += bytes[position...]
        shifts = edges.map { ($0.new, $0.old - $0.new) }
        substitute.text = String(decoding: out, as: UTF8.self)
        substitute.entities = rich.entities.map { entity in
            let start = InlinePictures.new(entity.range.lowerBound, edges)
            let end = InlinePictures.new(entity.range.upperBound, edges)
            return Entity(start..<max(start, end), entity.kind)
        }
    }

    /// Maps an offset to the new text. Offsets inside a replaced range move to its start.
    private static func new(_ offset: Int, _ edges: [(old: Int, new: Int)]) -> Int {
        let later = edges.partitionPoint { $0.old > offset }
        guard later > 0 else { return offset }
        let edge = edges[later - 1]
        let next = later < edges.count ? edges[later].new : Int.max
        return min(edge.new + offset - edge.old, next)
    }

    func restored(_ shaped: ShapedText) -> ShapedText {
        shaped.saying(original.text) { offset in
            let later = shifts.partitionPoint { $0.start > Int(offset) }
            return offset + Int32(clamping: later > 0 ? shifts[later - 1].shift : 0)
        }
    }

    func nodes(
        in shaped: ShapedText, at point: Point, _ visible: ClosedRange<Double>
    ) -> [Node] {
        var nodes: [Node] = []
        for line in shaped.lines(at: point, in: visible) {
            for run in shaped.runs(of: line) {
                guard let picture = pictures[run.text.lowerBound], run.color.alpha == 0 else {
                    continue
                }
                let side = min(run.size * 1.17, run.width)
                let center = Point(
                    point.x + line.left + run.left + run.width / 2,
                    point.y + line.baseline - run.size * 0.34)
                let frame = Rect(center.x - side / 2, center.y - side / 2, side, side)
                nodes.append(.picture(PlacedPicture(picture, frame: frame, fit: .cover)))
            }
        }
        return nodes
    }
}

extension ShapedText {
    /// The same glyphs for another text; `offset` maps offsets in the old text to the new one.
    func saying(_ text: String, _ offset: (Int32) -> Int32) -> ShapedText {
        func moved(_ range: Range<Int32>) -> Range<Int32> {
            let start = offset(range.lowerBound)
            return start..<max(start, offset(range.upperBound))
        }
        return ShapedText(
            text: text, size: size, lineHeight: lineHeight,
            lines: lines.map { line in
                Line(
                    baseline: line.baseline, left: line.left, width: line.width, runs: line.runs,
                    text: moved(line.text), isRightToLeft: line.isRightToLeft)
            },
            runs: runs.map { run in
                Run(
                    font: run.font, size: run.size, color: run.color, background: run.background,
                    isUnderlined: run.isUnderlined, isStruck: run.isStruck,
                    isRightToLeft: run.isRightToLeft, kind: run.kind, link: run.link,
                    left: run.left, width: run.width, glyphs: run.glyphs, text: moved(run.text))
            },
            glyphs: glyphs.map { glyph in
                Glyph(id: glyph.id, x: glyph.x, y: glyph.y, cluster: offset(glyph.cluster))
            },
            links: links, tracking: tracking)
    }
}

/// Finds messages that consist of only a few emoji, which messengers draw large.
enum EmojiText {
    /// Returns nil if the text contains anything but emoji, or too many of them.
    static func count(_ text: String, most: Int) -> Int? {
        // Nearly every message starts with a letter or symbol outside the emoji blocks, so this
        // check usually suffices.
        guard let first = text.utf8.first, first >= 0xC2 || first < 0x3A else { return nil }
        var count = 0
        for character in text {
            if character.isWhitespace { continue }
            guard isEmoji(character) else { return nil }
            count += 1
            if count > most { return nil }
        }
        return count > 0 ? count : nil
    }

    private static func isEmoji(_ character: Character) -> Bool {
        var scalars = character.unicodeScalars.makeIterator()
        guard let first = scalars.next() else { return false }
        if first.properties.isEmojiPresentation { return true }
        // Text symbols, digits and flags become emoji through the scalar that follows.
        guard first.properties.isEmoji, let second = scalars.next() else { return false }
        return second.value == 0xFE0F || second.value == 0x20E3
            || second.properties.isEmojiModifier
    }
}
