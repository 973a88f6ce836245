import CPango
import Scene

/// Splits text at hard line breaks and determines each paragraph's base direction.
///
/// The breaks are those of UAX #14 (BK, CR, LF, NL). They are found first because all further steps
/// work on one paragraph at a time.
enum Paragraphs {
    static func split(
        _ bytes: UnsafeBufferPointer<UInt8>, direction: StyledText.Direction
    ) -> [Paragraph] {
        var ranges: [Range<Int>] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            let length = unsafe lengthOfBreak(in: bytes, at: index)
            if length == 0 {
                index &+= 1
                continue
            }
            ranges.append(start..<index)
            index &+= length
            start = index
        }
        ranges.append(start..<bytes.count)
        return unsafe directed(ranges, bytes, direction)
    }

    private static func lengthOfBreak(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        let byte = unsafe bytes[index]
        guard byte <= 0x0D || byte == 0xC2 || byte == 0xE2 else { return 0 }
        func next(_ distance: Int) -> UInt8 {
            index + distance < bytes.count ? unsafe bytes[index + distance] : 0
        }
        switch byte {
        case 0x0A, 0x0B, 0x0C: return 1
        case 0x0D: return next(1) == 0x0A ? 2 : 1
        // U+0085, next line.
        case 0xC2: return next(1) == 0x85 ? 2 : 0
        // U+2028 and U+2029, line and paragraph separator.
        case 0xE2: return next(1) == 0x80 && (next(2) == 0xA8 || next(2) == 0xA9) ? 3 : 0
        default: return 0
        }
    }

    private static func directed(
        _ ranges: [Range<Int>], _ bytes: UnsafeBufferPointer<UInt8>,
        _ direction: StyledText.Direction
    ) -> [Paragraph] {
        switch direction {
        case .leftToRight: return ranges.map { Paragraph(text: $0, isRightToLeft: false) }
        case .rightToLeft: return ranges.map { Paragraph(text: $0, isRightToLeft: true) }
        case .automatic: break
        }
        // A paragraph without strong characters (digits, emoji) follows the one above it, or at the
        // top the first one with a direction.
        let found = ranges.map { unsafe firstStrong(UnsafeBufferPointer(rebasing: bytes[$0])) }
        var latest = found.lazy.compactMap { $0 }.first ?? false
        return zip(ranges, found).map { range, isRightToLeft in
            latest = isRightToLeft ?? latest
            return Paragraph(text: range, isRightToLeft: latest)
        }
    }

    /// Rules P2 and P3 of UAX #9: the first strong character outside isolates.
    static func firstStrong(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
        var depth = 0
        var index = 0
        while index < bytes.count {
            let byte = unsafe bytes[index]
            if byte < 0x80 {
                if depth == 0, byte | 0x20 >= 0x61, byte | 0x20 <= 0x7A { return false }
                index &+= 1
                continue
            }
            let scalar = unsafe UTF8Reading.scalar(in: bytes, at: index)
            index &+= scalar.length
            switch scalar.value {
            case 0x2066...0x2068: depth += 1
            case 0x2069: depth = max(depth - 1, 0)
            default:
                if depth > 0 { continue }
                let type = Int(bitPattern: UInt(fribidi_get_bidi_type(scalar.value).rawValue))
                if type & Int(FRIBIDI_MASK_LETTER) != 0 {
                    return type & Int(FRIBIDI_MASK_RTL) != 0
                }
            }
        }
        return nil
    }
}

/// The text between two hard line breaks.
struct Paragraph {
    /// The range in UTF-8 offsets, without the break.
    let text: Range<Int>
    let isRightToLeft: Bool
    /// The range of units, set by the shaper.
    var units: Range<Int> = 0..<0
    var hasTabs = false
}
