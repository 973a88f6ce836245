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
        return unsafe directed(ranges, bytes, direction: direction)
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
        direction: StyledText.Direction
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
    private static func firstStrong(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
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

/// The language for selecting fonts and line breaks. It is one of a small set, because Pango keeps
/// every tag it has ever seen, and callers choose theirs.
struct Language: Hashable {
    let tag: String

    private init(_ tag: String) { self.tag = tag }

    static let english = Language("en")

    /// Keeps the primary subtag of a BCP 47 tag, and the script of Chinese.
    init(tag: String?) {
        guard let tag, tag.utf8.count <= 64 else {
            self = .english
            return
        }
        let subtags = tag.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
        guard let primary = subtags.first, (2...3).contains(primary.utf8.count),
            primary.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) })
        else {
            self = .english
            return
        }
        guard ["zh", "yue", "cmn"].contains(primary) else {
            self.init(String(primary))
            return
        }
        self.init(Self.chinese(subtags.dropFirst(), isCantonese: primary == "yue"))
    }

    private static func chinese(_ rest: ArraySlice<Substring>, isCantonese: Bool) -> String {
        if rest.contains("hk") || rest.contains("mo") { return "zh-hk" }
        if rest.contains("hant") || rest.contains("tw") { return "zh-tw" }
        if rest.contains("hans") || rest.contains("cn") { return "zh-cn" }
        return isCantonese ? "zh-hk" : "zh-cn"
    }

    /// A family to add because Pango does not pass the language to fontconfig: its tables do not
    /// list Han characters for Korean.
    var family: String? { tag == "ko" ? "Noto Sans CJK KR" : nil }

    private var hasHan: Bool { ["ja", "ko"].contains(tag) || tag.hasPrefix("zh-") }

    /// The text's own unless it has Han characters of unknown language. Then kana indicate
    /// Japanese, Hangul Korean, and neither of them simplified Chinese.
    static func of(_ tag: String?, text: UnsafeBufferPointer<UInt8>) -> Language {
        let said = Language(tag: tag)
        if said.hasHan { return said }
        var hasHan = false
        var hasHangul = false
        var index = 0
        while index &+ 2 < text.count {
            let lead = unsafe text[index]
            // Kana, Han and Hangul are three bytes long, starting with E3 to ED.
            guard lead >= 0xE3, lead <= 0xED else {
                index &+= 1
                continue
            }
            let second = unsafe text[index &+ 1]
            switch lead {
            case 0xE3 where second >= 0x81 && second <= 0x83: return Language("ja")
            case 0xE3 where second >= 0x90, 0xE4...0xE9: hasHan = true
            case 0xEA where second >= 0xB0, 0xEB...0xEC: hasHangul = true
            default: break
            }
            index &+= 3
        }
        guard hasHan else { return said }
        return Language(hasHangul ? "ko" : "zh-cn")
    }
}

/// Reads scalars from valid UTF-8, such as a Swift string's.
enum UTF8Reading {
    static func scalar(
        in bytes: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> (value: UInt32, length: Int) {
        let lead = unsafe UInt32(bytes[index])
        if lead < 0x80 { return (lead, 1) }
        func next(_ distance: Int) -> UInt32 { unsafe UInt32(bytes[index &+ distance]) & 0x3F }
        if lead < 0xE0 { return ((lead & 0x1F) << 6 | next(1), 2) }
        if lead < 0xF0 { return ((lead & 0x0F) << 12 | next(1) << 6 | next(2), 3) }
        return ((lead & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3), 4)
    }

    static func isBoundary(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        guard index < bytes.count else { return index == bytes.count }
        return unsafe bytes[index] & 0xC0 != 0x80
    }

    static func count(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var count = 0
        for index in 0..<bytes.count where unsafe bytes[index] & 0xC0 != 0x80 { count &+= 1 }
        return count
    }
}
