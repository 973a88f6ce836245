import Scene

/// A run's letters with their codes and places, as one or a few text operators (ISO 32000-1, 9.4).
struct PlacedLetters {
    struct Letter {
        let code: UInt16
        /// How far a reader moves on after it, in thousandths of the size.
        let width: Int
        /// From the run's origin, y downwards.
        let x: Double
        let y: Double
    }

    /// Letters that stand for a text only together, such as a syllable of Devanagari.
    struct Joint {
        let letters: Range<Int>
        let text: String
    }

    /// Less than this, in thousandths of the size, is left to the next letter.
    private static let tolerance = 2.0

    let origin: Point
    var letters: [Letter] = []
    var joints: [Joint] = []

    func write(to markup: inout PDFMarkup, size: Double) {
        var line = TextLine(origin: origin, size: size)
        var joint = joints.makeIterator()
        var next = joint.next()
        for (index, letter) in letters.enumerated() {
            if let next, next.letters.lowerBound == index {
                line.endShowing(in: &markup)
                // The exact text goes before what each letter says (14.9.4).
                markup.raw("/Span<</ActualText")
                markup.text(next.text)
                markup.raw(">>BDC\n")
            }
            line.show(letter, in: &markup)
            if let ending = next, ending.letters.upperBound == index + 1 {
                line.endShowing(in: &markup)
                markup.raw("EMC\n")
                next = joint.next()
            }
        }
        line.endShowing(in: &markup)
    }

    /// Where a reader stands while it goes from letter to letter.
    private struct TextLine {
        let origin: Point
        let size: Double
        /// Where the next letter would come, from the origin.
        private var x = 0.0
        private var y = 0.0
        private var isPlaced = false
        private var isShowing = false

        init(origin: Point, size: Double) {
            self.origin = origin
            self.size = size
        }

        mutating func show(_ letter: Letter, in markup: inout PDFMarkup) {
            if !isPlaced || letter.y != y { place(letter, in: &markup) }
            let gap = (x - letter.x) * 1000 / size
            let isMoved = gap.magnitude > PlacedLetters.tolerance
            if !isShowing {
                markup.raw("[")
            } else if isMoved {
                markup.raw(")")
            }
            if isMoved {
                let step = gap.rounded()
                markup.number(step)
                x -= step * size / 1000
            }
            if !isShowing || isMoved { markup.raw("(") }
            isShowing = true
            markup.literal(letter.code)
            x += Double(letter.width) * size / 1000
        }

        mutating func endShowing(in markup: inout PDFMarkup) {
            if isShowing { markup.raw(")]TJ\n") }
            isShowing = false
        }

        /// Text stands upright although y runs downwards.
        private mutating func place(_ letter: Letter, in markup: inout PDFMarkup) {
            endShowing(in: &markup)
            markup.raw("1 0 0 -1 ")
            markup.point(origin.x + letter.x, origin.y + letter.y)
            markup.raw("Tm\n")
            x = letter.x
            y = letter.y
            isPlaced = true
        }
    }
}
