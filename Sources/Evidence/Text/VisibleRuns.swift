import Basics

/// The runs of text on one page, and the areas that may hide them.
struct VisibleRuns {
    struct Run {
        /// The text of each glyph, in drawing order.
        var units: [String]
        /// The center of each glyph.
        let middles: [(x: Double, y: Double)]
        var box: PageBox
        /// The box without leading and trailing spaces.
        var ink: PageBox
        /// The font size.
        let em: Double
        let color: [Double]
        let order: Int
        let isArtifact: Bool
        /// Whether `units` is a text in logical order instead of the texts of single glyphs.
        var isExact = false
    }

    fileprivate struct Cover {
        let box: PageBox
        /// The color, or nil for a picture or gradient.
        let color: [Double]?
        let opacity: Double
        let order: Int
    }

    /// The index of the current operator on the page.
    var order = 0
    private var runs: [Run] = []
    private var covers: [Cover] = []
    private var pictures: [(box: PageBox, em: Double, order: Int)] = []
    private var hidden: [(order: Int, text: String)] = []

    /// The maximum number of areas, and of comparisons between runs and areas. Pages of this
    /// program have fewer.
    private static let maxCovers = 20_000
    private static let maxComparisons = 20_000_000

    var count: Int { runs.count }

    mutating func append(_ run: Run) { runs.append(run) }

    /// Records text that is invisible regardless of its surroundings.
    mutating func hide(_ text: String) {
        guard text.contains(where: { !$0.isWhitespace }) else { return }
        hidden.append((order, text))
    }

    /// - Parameter em: the size of the letters before the picture.
    mutating func append(picture box: PageBox, em: Double) { pictures.append((box, em, order)) }

    mutating func cover(_ box: PageBox, _ color: [Double]?, opacity: Double) {
        guard covers.count <= Self.maxCovers else { return }
        covers.append(Cover(box: box, color: color, opacity: opacity, order: order))
    }

    /// Replaces the text of all runs from an index on, unless their glyphs have letters that the
    /// text does not contain.
    ///
    /// - Returns: whether the text was replaced.
    mutating func replace(from start: Int, by text: String) -> Bool {
        guard start < runs.count else { return false }
        var left = [Unicode.Scalar: Int]()
        for letter in PageLetters.letters(of: text) { left[letter, default: 0] += 1 }
        for letter in PageLetters.letters(of: runs[start...].flatMap(\.units).joined())
        where letter != PageLetters.unknown {
            guard let count = left[letter], count > 0 else { return false }
            left[letter] = count - 1
        }
        runs[start].units = [text]
        runs[start].isExact = true
        for index in runs.indices[start...].dropFirst() {
            runs[index].units = []
            runs[start].box = runs[start].box.union(runs[index].box)
            runs[start].ink = runs[start].ink.union(runs[index].ink)
        }
        return true
    }

    /// Returns the runs that are not hidden and differ in color from their background. Returns nil
    /// if the page has too many areas, or if the work must end.
    func visible(_ budget: WorkBudget) -> [Run]? {
        guard covers.count <= Self.maxCovers,
            (runs.count + pictures.count) * covers.count <= Self.maxComparisons
        else { return nil }
        var visible: [Run] = []
        for run in runs {
            guard budget.mayContinue else { return nil }
            var ground: [Double]? = [1]
            var shown = run
            for cover in covers where cover.box.meets(run.box) {
                if cover.order > run.order {
                    shown.hide(below: cover.box)
                } else if cover.box.contains(run.box) {
                    ground = cover.color(on: ground)
                }
            }
            if ground.map({ Self.differ($0, run.color) }) ?? true { visible.append(shown) }
        }
        return visible
    }

    /// The pictures of a page.
    struct Pictures {
        /// The number of pictures that are larger than the letters before them. Those below areas
        /// count as well, because an area may be transparent.
        var count = 0
        /// The number of those of which no later area covers half or more.
        var clearCount = 0
        /// The width of the largest other picture, which may be an emoji.
        var emojiWidth = 0.0
    }

    /// Counts the pictures. The page must not have too many areas.
    func countedPictures(_ budget: WorkBudget) -> Pictures {
        var counted = Pictures()
        for picture in budget.checked(pictures) {
            let width = picture.box.right - picture.box.left
            guard width > 2 * picture.em else {
                counted.emojiWidth = max(counted.emojiWidth, width)
                continue
            }
            counted.count += 1
            let isCovered = covers.contains {
                $0.order > picture.order
                    && 2 * $0.box.intersection(picture.box).area >= picture.box.area
            }
            if !isCovered { counted.clearCount += 1 }
        }
        return counted
    }

    /// Returns the drawn text that is not in the visible runs, in drawing order.
    func hiddenText(besides visible: [Run]) -> String {
        var texts = hidden
        var next = visible.makeIterator()
        var shown = next.next()
        for run in runs {
            guard let other = shown, other.order == run.order else {
                texts.append((run.order, run.units.joined()))
                continue
            }
            shown = next.next()
            let gone = zip(run.units, other.units).filter { $0 != $1 }.map(\.0)
            let rest = other.units.isEmpty ? run.units : gone
            if !rest.isEmpty { texts.append((run.order, rest.joined())) }
        }
        return texts.enumerated().sorted {
            ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
        }.map(\.element.text).joined(separator: " ")
    }

    /// Returns whether two colors are distinguishable. A pattern differs from every color.
    private static func differ(_ one: [Double], _ other: [Double]) -> Bool {
        guard !one.isEmpty, !other.isEmpty else { return true }
        return zip(wide(one), wide(other)).contains { abs($0 - $1) > 0.05 }
    }

    fileprivate static func wide(_ color: [Double]) -> [Double] {
        color.count == 1 ? [color[0], color[0], color[0]] : color
    }
}

extension VisibleRuns.Cover {
    /// Returns the color of the area on a ground; nil if it is not known.
    fileprivate func color(on ground: [Double]?) -> [Double]? {
        guard opacity < 1, let ground else { return color }
        guard let color, !color.isEmpty, !ground.isEmpty else {
            return opacity < 0.5 ? ground : color
        }
        return zip(VisibleRuns.wide(ground), VisibleRuns.wide(color)).map {
            $0 + ($1 - $0) * opacity
        }
    }
}

extension VisibleRuns.Run {
    /// Removes the glyphs whose center is below an area. A line through the text does not count as
    /// an area.
    fileprivate mutating func hide(below area: PageBox) {
        guard area.top - area.bottom > (box.top - box.bottom) / 2 else { return }
        if area.contains(box) || isExact && area.contains(middle) {
            units = []
        } else if !isExact {
            for index in units.indices where area.contains(middles[index]) { units[index] = "" }
        }
    }

    private var middle: (x: Double, y: Double) {
        ((box.left + box.right) / 2, (box.bottom + box.top) / 2)
    }
}

/// Determines the reading order of runs: a page stores the runs of a line in logical order, and the
/// glyphs of a right-to-left run from left to right.
enum ReadingOrder {
    static func text(of runs: [VisibleRuns.Run]) -> String {
        var text = ""
        /// The units of a right-to-left run, which several operators may draw.
        var turned: [String] = []
        var last: PageBox?
        var before: VisibleRuns.Run?
        func flush() {
            text += turned.reversed().joined()
            turned = []
            last = nil
        }
        for run in runs {
            var separator = ""
            if !run.units.isEmpty {
                separator = before.map { WordGaps.separator(between: $0, run) } ?? ""
                before = run
            }
            let isTurned = run.units.contains { $0.unicodeScalars.contains(where: isRightToLeft) }
            guard isTurned else {
                let units = run.units.map { startsWithMark($0) ? turnedAround($0) : $0 }.joined()
                // Marks and spaces do not end a run.
                if let open = last, open.leads(to: run.box), PageLetters.letters(of: units).isEmpty
                {
                    turned += [separator] + run.units
                    last = open.union(run.box)
                    continue
                }
                flush()
                text += separator + units
                continue
            }
            if let open = last, !open.leads(to: run.box) { flush() }
            if last == nil { text += separator } else { turned.append(separator) }
            turned += run.isExact ? run.units : run.units.map(turnedAround)
            last = last?.union(run.box) ?? run.box
        }
        flush()
        return text
    }

    /// Returns the text of a glyph in reverse. A glyph for several letters states them from left to
    /// right, too.
    private static func turnedAround(_ unit: String) -> String {
        String(String.UnicodeScalarView(unit.unicodeScalars.reversed()))
    }

    /// Returns whether a glyph's text begins with an emoji mark, as in a right-to-left run.
    private static func startsWithMark(_ unit: String) -> Bool {
        unit.unicodeScalars.first.map(PageLetters.isEmojiMark) ?? false
    }

    static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            // Arabic digits run from left to right.
            scalar.properties.generalCategory != .decimalNumber
        default: false
        }
    }
}

extension PageBox {
    /// Returns whether a run begins within this box, or less than half an em after it, on the same
    /// line. Marks are above or below the line, in the middle of the next letter.
    fileprivate func leads(to other: PageBox) -> Bool {
        let height = other.top - other.bottom
        return abs(top + bottom - other.top - other.bottom) < 4 * height && other.left >= left - 1
            && other.left <= right + 1.25 * height
    }
}
