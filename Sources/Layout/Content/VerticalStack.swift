import Basics
import Scene

/// The offsets of stacked items and their total height, computed once.
///
/// Without it, each level of nested lists would compute its contents four times, so the work would
/// grow exponentially with the depth. Every page and every stripe of a long message would also
/// compute all of it again.
struct VerticalStack: Sendable {
    /// The offsets of the pieces from the top of the first.
    let tops: [Double]
    let height: Double
    private let gap: Double

    init(_ heights: some Sequence<Double>, gap: Double = 0) {
        var tops: [Double] = []
        tops.reserveCapacity(heights.underestimatedCount)
        var y = 0.0
        for height in heights {
            tops.append(y)
            y += height + gap
        }
        self.tops = tops
        self.gap = gap
        height = tops.isEmpty ? 0 : y - gap
    }

    /// The middle of each gap between two items.
    var breaks: [Double] { tops.dropFirst().map { $0 - gap / 2 } }

    /// The middle of each gap, and the breaks inside the items.
    ///
    /// - Parameter items: the breaks of each item, from its own top.
    func breaks(inside items: some Sequence<[Double]>) -> [Double] {
        var breaks: [Double] = []
        for (top, inside) in zip(tops, items) {
            if top > 0 { breaks.append(top - gap / 2) }
            for offset in inside { breaks.append(top + offset) }
        }
        return breaks
    }

    /// Returns the items that may be visible, if the first one begins at `y`.
    func shown(at y: Double, in visible: ClosedRange<Double>) -> Range<Int> {
        tops.shown(in: visible) { y + $0 }
    }
}

extension Array {
    /// Returns the items of a vertical stack that may be visible. Each ends before the next begins.
    func shown(in visible: ClosedRange<Double>, top: (Element) -> Double) -> Range<Int> {
        let end = partitionPoint { top($0) > visible.upperBound }
        let next = partitionPoint { top($0) >= visible.lowerBound }
        return Swift.min(Swift.max(next - 1, 0), end)..<end
    }
}
