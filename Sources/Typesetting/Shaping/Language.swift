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

    /// The language to set a text in: its own unless the text has Han characters of unknown
    /// language. Then kana indicate Japanese, Hangul Korean, and neither of them simplified
    /// Chinese.
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
