import Foundation

/// From the system's tables.
struct NameTable {
    let index: String
    let blocks: [UInt8]

    static let allScripts = [
        "Adlm", "Arab", "Aran", "Armn", "Bali", "Beng", "Bopo", "Cans", "Cher", "Cyrl", "Deva",
        "Ethi",
        "Geor", "Grek", "Gujr", "Guru", "Hang", "Hani", "Hans", "Hant", "Hebr", "Hira", "Hrkt",
        "Java",
        "Jpan", "Kana", "Khmr", "Knda", "Kore", "Laoo", "Latf", "Latn", "Mlym", "Mong", "Mtei",
        "Mymr",
        "Olck", "Orya", "Rjng", "Rohg", "Sinh", "Sund", "Syrc", "Taml", "Telu", "Tfng", "Tglg",
        "Thaa", "Thai", "Tibt", "Vaii",
    ]
    static let regions = Locale.Region.isoRegions.map(\.identifier)
        .filter { $0.utf8.count == 2 }.sorted()
    static let languages = Locale.LanguageCode.isoLanguageCodes.map(\.identifier).sorted()

    /// Languages with special names in some script.
    static let particular = [
        "ks_Arab", "pa_Arab", "ur_Arab", "yue_Hans", "yue_Hant", "zh_Hans", "zh_Hant",
    ]

    static let codes =
        ["*before", "*between", "*after"] + languages + allScripts + regions + particular

    init(compress: ([UInt8]) -> [UInt8]) {
        var names: [String: [String]] = [:]
        var blocks: [UInt8] = []
        var lines: [String: String] = [:]
        for identifier in ["en"] + DateTable.ordered(KnownLocales.identifiers)
        where names[identifier] == nil {
            let own = Self.names(in: KnownLocales.locale(identifier))
            names[identifier] = own
            func differing(_ parent: String) -> Int {
                zip(own, names[parent] ?? []).count { $0 != $1 }
            }
            let known = (TableLines.parents(of: identifier).dropLast() + ["en"])
                .filter { lines[$0] != nil && $0 != identifier }
            let parent = known.min { differing($0) < differing($1) }
            // With a script and a region, other locales might be the fallback.
            if let parent, differing(parent) == 0, identifier.hasPrefix(parent + "_"),
                identifier.split(separator: "_").count < 3
            {
                continue
            }
            let base = parent.flatMap { names[$0] } ?? own.map { _ in "" }
            let text = zip(own, base).map { $0 == $1 ? "" : $0 }.joined(separator: "\n")
            let block = compress(Array(text.utf8))
            lines[identifier] = "\(identifier)\t\(parent ?? "")\t\(blocks.count)\t\(block.count)"
            blocks += block
        }
        lines["root"] = "root" + (lines["en"] ?? "").dropFirst(2)
        lines["*codes"] = (["*codes"] + Self.codes).joined(separator: "\t")
        lines["*aliases"] =
            (["*aliases"] + Self.aliases.map { "\($0.key)=\($0.value)" }.sorted()).joined(
                separator: "\t")
        let sorted = lines.sorted {
            Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8))
        }
        index =
            "# Where names.bin has the names of languages, by locale: the one it takes after, where its block begins, its bytes.\n"
            + "# Made by the tests of Locales from Unicode's CLDR: README.md beside this file.\n"
            + sorted.map { $0.value + "\n" }.joined()
        self.blocks = blocks
    }

    /// In the order of the codes.
    static func names(in locale: Locale) -> [String] {
        let glue = Glue(locale)
        let details = allScripts + regions
        return [glue.before, glue.between, glue.after]
            + languages.map { locale.name($0) ?? "?" }
            + details.map { glue.detail($0) ?? "?" }
            + particular.map { locale.name($0) ?? "?" }
    }

    /// Alternative codes of languages that have names.
    static let aliases: [String: String] = {
        let judges = ["en", "de", "ja"].map { KnownLocales.locale($0) }
        func names(_ code: String) -> [String]? {
            let names = judges.compactMap { $0.name(code) }
            return names.count == judges.count ? names : nil
        }
        var known: [[String]: String] = [:]
        for language in languages.sorted(by: { ($0.utf8.count, $0) > ($1.utf8.count, $1) }) {
            if let names = names(language) { known[names] = language }
        }
        var aliases: [String: String] = [:]
        for code in KnownLocales.otherCodes where !Set(languages).contains(code) {
            if let language = names(code).flatMap({ known[$0] }) { aliases[code] = language }
        }
        return aliases
    }()
}

extension Locale {
    fileprivate func name(_ code: String) -> String? { localizedString(forIdentifier: code) }
}

/// The punctuation around the details of a language name.
private struct Glue {
    let before: String
    let between: String
    let after: String
    private let details: [String: String]

    init(_ locale: Locale) {
        let usual = [
            "AU", "BR", "CN", "DE", "EG", "GR", "IN", "JP", "KR", "MX", "NG", "PL", "SE", "TR",
            "US", "VN", "ZA",
        ]
        func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            return String(view)
        }
        // A locale with few names combines region names with the language's English name or its
        // code.
        let names = [locale.name("fr"), "French", "fr"].compactMap { $0 }.map {
            Array($0.unicodeScalars)
        }
        func rest(_ code: String) -> [Unicode.Scalar]? {
            guard let whole = locale.name(code).map({ Array($0.unicodeScalars) }),
                let name = names.first(where: { whole.starts(with: $0) && whole.count > $0.count })
            else { return nil }
            return Array(whole.dropFirst(name.count))
        }
        let known = usual.compactMap { rest("fr_\($0)") }
        guard let first = known.first else {
            (before, between, after, details) = (" (", ", ", ")", [:])
            return
        }
        func shared(_ texts: [[Unicode.Scalar]], _ first: [Unicode.Scalar]) -> Int {
            texts.reduce(first.count) { count, text in
                zip(first.prefix(count), text).prefix { $0 == $1 }.count
            }
        }
        let start = shared(known, first)
        let end = shared(known.map { $0.reversed() }, first.reversed())
        before = text(first[..<start])
        after = text(first.suffix(end))
        func inner(_ code: String) -> [Unicode.Scalar]? {
            guard let rest = rest(code), rest.count > start + end,
                rest.starts(with: first[..<start])
            else { return nil }
            return Array(rest[start..<rest.count - end])
        }
        var details: [String: String] = [:]
        for region in NameTable.regions { details[region] = inner("fr_\(region)").map(text) }
        for script in NameTable.allScripts { details[script] = inner("fr_\(script)").map(text) }
        self.details = details
        if let both = inner("fr_Cyrl_DE"), let one = details["Cyrl"], let other = details["DE"] {
            let count = both.count - one.unicodeScalars.count - other.unicodeScalars.count
            between = text(both.dropFirst(one.unicodeScalars.count).prefix(max(0, count)))
        } else {
            between = ", "
        }
    }

    func detail(_ code: String) -> String? { details[code] }
}
