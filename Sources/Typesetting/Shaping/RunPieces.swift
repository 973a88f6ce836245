/// Splits a run into pieces that are shaped one after another, because HarfBuzz cannot be
/// interrupted: it was measured at up to 2 µs per byte for chains of emoji.
///
/// Only runs longer than any real message are split: at a space if possible, otherwise between two
/// graphemes, otherwise between two characters. Letters on both sides of a cut still join.
struct RunPieces {
    static let maxLength = 16_384

    private(set) var all: [Range<Int>] = []

    init(
        of range: Range<Int>, _ text: UnsafeBufferPointer<UInt8>, _ marks: UnsafePointer<UInt8>
    ) {
        var start = range.lowerBound
        while range.upperBound - start > Self.maxLength {
            let end = unsafe Self.cut(
                start + Self.maxLength / 2..<start + Self.maxLength, text, marks)
            all.append(start..<end)
            start = end
        }
        all.append(start..<range.upperBound)
    }

    private static func cut(
        _ room: Range<Int>, _ text: UnsafeBufferPointer<UInt8>, _ marks: UnsafePointer<UInt8>
    ) -> Int {
        let grapheme = ShapedUnits.Traits.beginsGrapheme.rawValue
        var edge: Int?
        var end = room.upperBound
        while end > room.lowerBound {
            if unsafe marks[end] & grapheme != 0 {
                if unsafe text[end - 1] == 0x20 { return end }
                edge = edge ?? end
            }
            end &-= 1
        }
        if let edge { return edge }
        end = room.upperBound
        while unsafe text[end] & 0xC0 == 0x80 { end &-= 1 }
        return end
    }
}
