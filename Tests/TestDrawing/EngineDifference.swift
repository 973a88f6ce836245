import Foundation

/// By kind of content, in steps of 255 for each channel.
package struct EngineDifference {
    package struct Ink {
        package fileprivate(set) var most = 0
        /// The position of the greatest difference.
        package fileprivate(set) var place = (x: 0, y: 0)
        fileprivate var sum = 0
        fileprivate var pixels = 0

        package var mean: Double { Double(sum) / Double(max(1, 3 * pixels)) }
    }

    package private(set) var shapes = Ink()
    package private(set) var letters = Ink()
    package private(set) var pictures = Ink()

    package init() {}

    /// The number of pixels compared at once: nearly all are equal in both.
    private static let piece = 32

    package mutating func add(
        _ ours: Span<UInt32>, _ cairos: Span<UInt32>, rows: Range<Int>, strides: (Int, Int),
        _ map: InkMap
    ) {
        unsafe ours.withUnsafeBufferPointer { ours in
            unsafe cairos.withUnsafeBufferPointer { cairos in
                guard let ourStart = ours.baseAddress,
                    let cairosStart = cairos.baseAddress
                else { return }
                for row in rows {
                    let own = unsafe ourStart + (row - rows.lowerBound) * strides.0
                    let other = unsafe cairosStart + (row - rows.lowerBound) * strides.1
                    for start in stride(from: 0, to: map.width, by: Self.piece) {
                        let count = min(Self.piece, map.width - start)
                        guard unsafe memcmp(own + start, other + start, count * 4) != 0 else {
                            continue
                        }
                        var x = start
                        while x < start + count {
                            let (one, two) = unsafe (own[x], other[x])
                            if one != two { take(one, two, x, row, map) }
                            x += 1
                        }
                    }
                }
            }
        }
        shapes.pixels = map.count(of: .shape)
        letters.pixels = map.count(of: .letter)
        pictures.pixels = map.count(of: .picture)
    }

    private mutating func take(_ own: UInt32, _ other: UInt32, _ x: Int, _ y: Int, _ map: InkMap) {
        switch map.ink(x, y) {
        case .letter: letters.take(own, other, x, y)
        case .picture: pictures.take(own, other, x, y)
        case .shape: shapes.take(own, other, x, y)
        }
    }
}

extension EngineDifference.Ink {
    fileprivate mutating func take(_ own: UInt32, _ other: UInt32, _ x: Int, _ y: Int) {
        guard (own ^ other) & 0xFF_FFFF != 0 else { return }
        let red = abs(Int(own >> 16 & 0xFF) - Int(other >> 16 & 0xFF))
        let green = abs(Int(own >> 8 & 0xFF) - Int(other >> 8 & 0xFF))
        let blue = abs(Int(own & 0xFF) - Int(other & 0xFF))
        sum += red + green + blue
        let worst = max(red, max(green, blue))
        guard worst > most else { return }
        most = worst
        place = (x, y)
    }
}
