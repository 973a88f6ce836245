import Imaging
import Scene

/// How far two engines' pictures of one scene are from each other, by what stands there. In steps of 255 a
/// channel.
struct EngineDifference {
    struct Ink {
        fileprivate(set) var most = 0
        /// Where it is so.
        fileprivate(set) var place = (x: 0, y: 0)
        fileprivate var sum = 0
        fileprivate var pixels = 0

        var mean: Double { Double(sum) / Double(max(1, 3 * pixels)) }
    }

    private(set) var shapes = Ink()
    private(set) var letters = Ink()
    private(set) var pictures = Ink()

    mutating func add(
        _ ours: Span<UInt32>, _ cairos: Span<UInt32>, rows: Range<Int>, strides: (Int, Int),
        _ map: InkMap
    ) {
        for row in rows {
            for x in 0..<map.width {
                let own = ours[(row - rows.lowerBound) * strides.0 + x]
                let other = cairos[(row - rows.lowerBound) * strides.1 + x]
                switch map.inks[row * map.width + x] {
                case InkMap.Ink.letter.rawValue: letters.take(own, other, x, row)
                case InkMap.Ink.picture.rawValue: pictures.take(own, other, x, row)
                default: shapes.take(own, other, x, row)
                }
            }
        }
    }
}

extension EngineDifference.Ink {
    fileprivate mutating func take(_ own: UInt32, _ other: UInt32, _ x: Int, _ y: Int) {
        pixels += 1
        guard (own ^ other) & 0xFF_FFFF != 0 else { return }
        var worst = 0
        for shift: UInt32 in [0, 8, 16] {
            let difference = abs(Int(own >> shift & 0xFF) - Int(other >> shift & 0xFF))
            worst = max(worst, difference)
            sum += difference
        }
        guard worst > most else { return }
        most = worst
        place = (x, y)
    }
}
