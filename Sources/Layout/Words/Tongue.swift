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
        case .german: German.self
        case .french: French.self
        case .spanish: Spanish.self
        case .portuguese: Portuguese.self
        case .italian: Italian.self
        case .dutch: Dutch.self
        case .russian: Russian.self
        case .ukrainian: Ukrainian.self
        case .polish: Polish.self
        case .turkish: Turkish.self
        case .arabic: Arabic.self
        case .hebrew: Hebrew.self
        case .hindi: Hindi.self
        case .simplifiedChinese: SimplifiedChinese.self
        case .traditionalChinese: TraditionalChinese.self
        case .japanese: Japanese.self
        case .korean: Korean.self
        }
    }
}
