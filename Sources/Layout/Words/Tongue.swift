/// The languages that layout's own words are written in.
enum Tongue: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
    case portuguese = "pt"
    case italian = "it"
    case dutch = "nl"
    case russian = "ru"
    case ukrainian = "uk"
    case polish = "pl"
    case turkish = "tr"
    case arabic = "ar"
    case hebrew = "he"
    case hindi = "hi"
    case simplifiedChinese = "zh-Hans"
    case traditionalChinese = "zh-Hant"
    case japanese = "ja"
    case korean = "ko"

    /// By BCP 47: the language, and for Chinese the script, or the region that tells it. English for all
    /// others.
    init(locale: String) {
        let parts = locale.utf8.prefix(64).split {
            $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
        .map { String(Substring($0)).lowercased() }
        let language = parts.first ?? ""
        if language == "zh" || language == "yue" {
            self = Tongue.isTraditional(parts, language) ? .traditionalChinese : .simplifiedChinese
        } else {
            // ISO 639's old code, which some systems still write.
            self = Tongue(rawValue: language == "iw" ? "he" : language) ?? .english
        }
    }

    private static func isTraditional(_ parts: [String], _ language: String) -> Bool {
        if parts.contains("hans") { return false }
        let places = ["hant", "tw", "hk", "mo"]
        return language == "yue" || parts.dropFirst().contains { places.contains($0) }
    }

    var isRightToLeft: Bool { self == .arabic || self == .hebrew }

    var vocabulary: any Vocabulary.Type {
        switch self {
        case .english: English.self
        case .german: English.self
        case .french: English.self
        case .spanish: English.self
        case .portuguese: English.self
        case .italian: English.self
        case .dutch: English.self
        case .russian: English.self
        case .ukrainian: English.self
        case .polish: English.self
        case .turkish: English.self
        case .arabic: English.self
        case .hebrew: English.self
        case .hindi: English.self
        case .simplifiedChinese: English.self
        case .traditionalChinese: English.self
        case .japanese: English.self
        case .korean: English.self
        }
    }
}
