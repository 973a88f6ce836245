import Basics
import Scene

/// The language in which a screen reader reads text, derived from the script if nothing else states
/// it: an English voice cannot read Korean.
struct RunLanguages {
    /// The language of most of the text, if its script is not the document's.
    private(set) var whole: String?
    private let document: LanguageTag
    private var present: LanguageTag
    private var hasKana = false

    /// - Parameter language: the stated language, if there is one.
    init(of text: String = "", stated language: String? = nil, in document: LanguageTag) {
        self.document = document
        present = language.map { LanguageTag($0) } ?? document
        guard language == nil, Self.mayHoldScript(text.utf8.span) else { return }
        // A name and a time may be in the document's own script.
        var counts = [Int](repeating: 0, count: WritingScript.allCases.count)
        var others = 0
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                if ASCII.isLetter(scalar) { others += 1 }
            } else if let script = WritingScript(scalar) {
                counts[Int(script.rawValue)] += 1
            } else if scalar.properties.isAlphabetic {
                others += 1
            }
        }
        let (han, kana) = (Int(WritingScript.han.rawValue), Int(WritingScript.kana.rawValue))
        if counts[kana] > 0 {
            hasKana = true
            counts[kana] += counts[han]
            counts[han] = 0
        }
        // Of two scripts with the same number of letters, the first one.
        let most = WritingScript.allCases.max {
            (counts[Int($0.rawValue)], $1.rawValue) < (counts[Int($1.rawValue)], $0.rawValue)
        }
        guard let most, counts[Int(most.rawValue)] > others, !most.writes(present) else { return }
        whole = most.tag
        present = Self.tags[Int(most.rawValue)]
    }

    private static let tags = WritingScript.allCases.map { LanguageTag($0.tag) }

    /// The language of a run's text; nil for the part's own language.
    func language(of bytes: [UInt8], in range: Range<Int32>) -> String? {
        let range = (Int(range.lowerBound)..<max(Int(range.lowerBound), Int(range.upperBound)))
            .clamped(to: bytes.indices)
        guard Self.mayHoldScript(bytes.span.extracting(range)) else {
            let hasLetters = bytes[range].contains(where: ASCII.isLetter)
            return whole != nil && hasLetters ? document.text : nil
        }
        var (decoder, rest) = (UTF8(), bytes[range].makeIterator())
        while case .scalarValue(let scalar) = decoder.decode(&rest) {
            guard var script = WritingScript(scalar) else { continue }
            if hasKana, script == .han { script = .kana }
            guard !script.writes(present) else { return nil }
            return script.writes(document) ? document.text : script.tag
        }
        return nil
    }

    /// Whether the bytes may contain a script other than Latin. Greek follows all Latin letters.
    private static func mayHoldScript(_ bytes: Span<UInt8>) -> Bool {
        bytes.indices.contains { bytes[$0] >= 0xCD }
    }
}

/// A reference, because every part of a document has two.
final class LanguageTag: Sendable {
    let text: String
    /// In lowercase.
    fileprivate let parts: [String]

    init(_ text: String) {
        self.text = text
        parts = text.lowercased().split(separator: "-").map(String.init)
    }
}

/// A script other than Latin, and its tag for screen readers: the language if only one language
/// uses the script, otherwise the script itself.
private enum WritingScript: UInt8, CaseIterable {
    case greek, cyrillic, armenian, hebrew, arabic, devanagari, bengali, gurmukhi, gujarati, odia,
        tamil
    case telugu, kannada, malayalam, sinhala, thai, lao, tibetan, burmese, georgian, ethiopic, khmer
    case hangul, kana, han

    /// The BCP 47 tag.
    var tag: String {
        switch self {
        case .greek: "el"
        case .cyrillic: "und-Cyrl"
        case .armenian: "hy"
        case .hebrew: "he"
        case .arabic: "und-Arab"
        case .devanagari: "und-Deva"
        case .bengali: "und-Beng"
        case .gurmukhi: "pa"
        case .gujarati: "gu"
        case .odia: "or"
        case .tamil: "ta"
        case .telugu: "te"
        case .kannada: "kn"
        case .malayalam: "ml"
        case .sinhala: "si"
        case .thai: "th"
        case .lao: "lo"
        case .tibetan: "bo"
        case .burmese: "my"
        case .georgian: "ka"
        case .ethiopic: "und-Ethi"
        case .khmer: "km"
        case .hangul: "ko"
        case .kana: "ja"
        case .han: "zh"
        }
    }

    func writes(_ language: LanguageTag) -> Bool {
        if language.text == tag { return true }
        let parts = language.parts
        guard let first = parts.first else { return false }
        switch self {
        case .cyrillic: return Self.cyrillicLanguages.contains(first) || parts.contains("cyrl")
        case .arabic: return Self.arabicLanguages.contains(first) || parts.contains("arab")
        case .devanagari: return Self.devanagariLanguages.contains(first) || parts.contains("deva")
        case .bengali: return first == "bn" || first == "as"
        case .ethiopic: return first == "am" || first == "ti"
        case .hebrew: return first == "he" || first == "yi" || first == "iw"
        case .han: return ["zh", "ja", "ko", "yue", "cmn"].contains(first)
        case .greek, .armenian, .gurmukhi, .gujarati, .odia, .tamil, .telugu, .kannada, .malayalam,
            .sinhala, .thai, .lao, .tibetan, .burmese, .georgian, .khmer, .hangul, .kana:
            return first == tag
        }
    }

    private static let cyrillicLanguages: Set<String> = [
        "ru", "uk", "be", "bg", "sr", "mk", "kk", "ky", "tg", "mn", "tt", "ba",
    ]
    private static let arabicLanguages: Set<String> = [
        "ar", "fa", "ur", "ps", "ckb", "sd", "ug", "arz", "pnb",
    ]
    private static let devanagariLanguages: Set<String> = [
        "hi", "mr", "ne", "sa", "kok", "bho", "mai",
    ]

    /// Returns nil for Latin letters and for characters common to all scripts.
    init?(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
        case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: self = .cyrillic
        case 0x531...0x58F: self = .armenian
        case 0x591...0x5F4, 0xFB1D...0xFB4F: self = .hebrew
        case 0x620...0x6FF, 0x750...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFC:
            self = .arabic
        case 0x900...0x963, 0x966...0x97F, 0xA8E0...0xA8FF: self = .devanagari
        case 0x980...0x9FF: self = .bengali
        case 0xA00...0xA7F: self = .gurmukhi
        case 0xA80...0xAFF: self = .gujarati
        case 0xB00...0xB7F: self = .odia
        case 0xB80...0xBFF: self = .tamil
        case 0xC00...0xC7F: self = .telugu
        case 0xC80...0xCFF: self = .kannada
        case 0xD00...0xD7F: self = .malayalam
        case 0xD80...0xDFF: self = .sinhala
        case 0xE01...0xE3A, 0xE40...0xE7F: self = .thai
        case 0xE80...0xEFF: self = .lao
        case 0xF00...0xFFF: self = .tibetan
        case 0x1000...0x109F, 0xAA60...0xAA7F: self = .burmese
        case 0x10A0...0x10FF, 0x1C90...0x1CBF, 0x2D00...0x2D2F: self = .georgian
        case 0x1200...0x139F: self = .ethiopic
        case 0x1780...0x17FF: self = .khmer
        case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: self = .hangul
        case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: self = .kana
        case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            self = .han
        default: return nil
        }
    }
}
