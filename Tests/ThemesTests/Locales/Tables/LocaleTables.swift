import Foundation

/// From the system's tables.
struct DateTable {
    private var lines: TableLines
    let text: String

    /// - Parameter aliases: alternative language codes and their current codes.
    init(aliases: [String: String]) {
        lines = TableLines(root: Self.fields(of: KnownLocales.root))
        let halved = Self.regions(like: KnownLocales.root)
        for identifier in Self.ordered(KnownLocales.identifiers) {
            let fields = Self.fields(of: identifier)
            let region = identifier.split(separator: "_").dropFirst().last.map(String.init)
            let usual = region.map { halved.contains($0) ? "h" : "H" } ?? fields["hours"]
            lines.add(
                identifier, fields, parents: TableLines.parents(of: identifier),
                isNeeded: fields["hours"] != usual)
        }
        for (code, target) in aliases where !KnownLocales.languages.contains(code) {
            lines.addLine(code, [target])
        }
        lines.addLine("*h", halved.sorted())
        // Languages whose clock differs from the usual one of a region.
        let regions = Locale.Region.isoRegions.map(\.identifier)
        for language in KnownLocales.languages.sorted() {
            let own = Self.regions(like: language)
            for region in regions where own.contains(region) != halved.contains(region) {
                let identifier = "\(language)_\(region)"
                guard lines.fields[identifier] == nil else { continue }
                lines.add(
                    identifier, Self.fields(of: identifier),
                    parents: TableLines.parents(of: identifier))
            }
        }
        text = lines.text([
            "Words of days and times, by locale: a line's locale, the one it takes after, and where it differs.",
            "Made by the tests of Locales from Unicode's CLDR: README.md beside this file.",
        ])
    }

    /// Alternative codes of known languages.
    static let aliases: [String: String] = {
        var aliases = NameTable.aliases
        aliases.merge(["sh": "sr_Latn", "mo": "ro", "tl": "fil"]) { $1 }
        let root = fields(of: KnownLocales.root)
        return aliases.filter { code, target in
            let own = fields(of: code)
            return own != root && own == fields(of: target)
        }
    }()

    /// Sorts parents before their children.
    static func ordered(_ identifiers: [String]) -> [String] {
        func rank(_ identifier: String) -> Int {
            let parts = identifier.split(separator: "_").count
            let isCommon = ["_001", "_419", "_Hant", "_Latn"].contains(where: identifier.hasSuffix)
            return parts == 1 ? 0 : parts == 2 && isCommon ? 1 : parts
        }
        return identifiers.sorted { (rank($0), $0) < (rank($1), $1) }
    }

    private static func regions(like language: String) -> Set<String> {
        Set(
            Locale.Region.isoRegions.map(\.identifier).filter { region in
                hours(of: KnownLocales.locale("\(language)_\(region)")) == "h"
            })
    }

    private static func hours(of locale: Locale) -> String {
        // Text between apostrophes is literal.
        let usual = pattern(locale, "jmm").split(separator: "'", omittingEmptySubsequences: false)
            .enumerated().filter { $0.offset % 2 == 0 }.map(\.element).joined()
        return usual.contains("h") || usual.contains("K") ? "h" : "H"
    }

    private static func pattern(_ locale: Locale, _ template: String) -> String {
        guard let pattern = KnownLocales.formatter(locale, template).dateFormat else {
            preconditionFailure("\(locale.identifier) has no pattern for \(template)")
        }
        return pattern
    }

    /// The templates of the forms of a date.
    static let templates = [
        "full": "EEEEyMMMMd", "long": "yMMMMd", "short": "yMMMd", "day": "MMMMd",
        "weekday": "EEEEMMMMd", "short-weekday": "EEEMMMd",
    ]

    static func fields(of identifier: String) -> [String: String] {
        let locale = KnownLocales.locale(identifier)
        let days = templates.mapValues { KnownLocales.formatter(locale, $0) }
        guard let day = days["full"], let short = days["short"], let brief = days["short-weekday"]
        else { preconditionFailure("no formatters") }
        func list(_ words: [String]?) -> String {
            let words = words ?? []
            precondition(!words.contains { $0.contains("|") })
            return words.joined(separator: "|")
        }
        func uses(_ formatter: DateFormatter, _ letter: Character) -> Bool {
            (formatter.dateFormat ?? "").contains(letter)
        }
        return days.mapValues { $0.dateFormat ?? "" }.merging([
            "h": pattern(locale, "hmm"), "H": pattern(locale, "Hmm"), "hours": hours(of: locale),
            "months": list(uses(day, "L") ? day.standaloneMonthSymbols : day.monthSymbols),
            "short_months": list(
                uses(short, "L") ? short.shortStandaloneMonthSymbols : short.shortMonthSymbols),
            "weekdays": list(uses(day, "c") ? day.standaloneWeekdaySymbols : day.weekdaySymbols),
            "short_weekdays": list(
                uses(brief, "c") ? brief.shortStandaloneWeekdaySymbols : brief.shortWeekdaySymbols),
            "halves": list([day.amSymbol, day.pmSymbol]),
            "digits": locale.numberingSystem.identifier,
        ]) { $1 }
    }
}

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

/// From the system's tables.
struct MoneyTable {
    let text: String

    static let currencies = Locale.Currency.isoCurrencies.map(\.identifier).sorted()

    init() {
        var lines = TableLines(root: Self.fields(of: KnownLocales.root))
        for identifier in DateTable.ordered(KnownLocales.identifiers) {
            let fields = Self.fields(of: identifier)
            lines.add(identifier, fields, parents: TableLines.parents(of: identifier)) { name in
                let digits = name.split(separator: ".").last.map(String.init) ?? ""
                return fields[digits] ?? fields["latn"] ?? ""
            }
        }
        lines.addLine("*currencies", Self.currencies)
        text = lines.text([
            "How sums of money are written, by locale: a line's locale, the one it takes after, and where it differs.",
            "Made by the tests of Locales from Unicode's CLDR: README.md beside this file.",
        ])
    }

    /// All digit sets that a caller may request.
    static let digits = [
        "arab", "arabext", "beng", "deva", "fullwide", "gujr", "guru", "khmr", "knda", "laoo",
        "latn", "mlym", "mymr", "orya", "tamldec", "telu", "thai", "tibt",
    ]

    static func fields(of identifier: String) -> [String: String] {
        let own = KnownLocales.locale(identifier).numberingSystem.identifier
        var fields = ["digits": own]
        let locale = KnownLocales.locale(identifier)
        let samples = Dictionary(uniqueKeysWithValues: currencies.map { ($0, Sample(locale, $0)) })
        let plain = codes(in: samples)
        var style = MoneySampleStyle(plain)
        // Most currency symbols are the same in every locale.
        let bodies = Dictionary(grouping: currencies) { samples[$0]?.body ?? "" }
        let body = bodies.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key ?? ""
        style.body = body
        fields[own] = style.text
        for currency in currencies {
            guard let sample = samples[currency] else { continue }
            let symbol = style.symbol(of: sample)
            fields[currency] = symbol == currency ? "" : symbol ?? ""
            if symbol == nil {
                // A currency with its own format in a locale, such as the peseta in Spain.
                fields["\(currency).\(own)"] = MoneySampleStyle(sample).text
            } else if sample.body != body {
                fields["\(currency).\(own)"] = MoneySampleStyle(plain, body: sample.body).text
            }
        }
        // A symbol without a space in the locale's own digits may have one in others.
        let close = currencies.first { (fields[$0] ?? "").hasPrefix("~") }
        for digits in digits where digits != own {
            let locale = KnownLocales.locale(identifier, digits: digits)
            var style = MoneySampleStyle(Sample(locale, plain.currency))
            if let close {
                style.keepsBlanks = !(style.symbol(of: Sample(locale, close)) ?? "").hasPrefix("~")
            }
            fields[digits] = style.text
        }
        for digits in digits where digits != "latn" && fields[digits] == fields["latn"] {
            fields[digits] = ""
        }
        return fields
    }

    /// A sample whose symbol is the currency code.
    private static func codes(in samples: [String: Sample]) -> Sample {
        let usual = ["CHF", "THB", "PLN", "SEK", "RON"] + samples.keys.sorted()
        for currency in usual {
            if let sample = samples[currency], sample.showsCode { return sample }
        }
        preconditionFailure("no currency is written by its code")
    }
}

/// The format of a few sample amounts.
struct Sample {
    let currency: String
    let prefix: String
    let suffix: String
    /// The separators of groups and decimals, and the smallest number of digits that is grouped.
    let body: String

    init(_ locale: Locale, _ currency: String) {
        self.currency = currency
        func written(_ sum: String) -> [Unicode.Scalar] {
            let style = Decimal.FormatStyle.Currency(code: currency, locale: locale)
                .precision(.fractionLength(2))
            return Array((Decimal(string: sum) ?? 0).formatted(style).unicodeScalars)
        }
        func isDigit(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.numericType == .decimal
        }
        let long = written("123456789012.34")
        guard let first = long.firstIndex(where: isDigit), let last = long.lastIndex(where: isDigit)
        else { preconditionFailure("\(locale.identifier) writes no digits") }
        func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            return String(view)
        }
        prefix = text(long[..<first])
        suffix = text(long[(last + 1)...])
        var runs: [Int] = []
        var marks: [String] = []
        var mark: [Unicode.Scalar] = []
        for scalar in long[first...last] {
            if isDigit(scalar) {
                if runs.isEmpty || !mark.isEmpty { runs.append(0) }
                if !mark.isEmpty { marks.append(text(mark)) }
                mark = []
                runs[runs.count - 1] += 1
            } else {
                mark.append(scalar)
            }
        }
        let point = marks.last ?? ""
        let comma = marks.count > 1 ? marks[0] : ""
        let group = marks.count > 1 ? runs[runs.count - 2] : 0
        let others = marks.count > 2 ? runs[runs.count - 3] : group
        // Groups start with one digit before the last group, or only with two or three.
        let sums = ["1234.50", "12345.50"]
        let parted = sums.firstIndex { sum in written(sum).split { !isDigit($0) }.count == 3 }
        let fewest = group == 0 ? 1 : (parted ?? 2) + 1
        body = [point, comma, String(group), String(others), String(fewest)].joined(separator: "|")
    }

    var showsCode: Bool {
        [prefix, suffix].count { $0.contains(currency) } == 1
    }
}

/// The position of currency codes, and the symbols that share it, with or without a space.
struct MoneySampleStyle {
    private let prefix: String
    private let suffix: String
    var body: String

    init(_ sample: Sample, body: String? = nil) {
        prefix = sample.prefix.replacing(sample.currency, with: "¤")
        suffix = sample.suffix.replacing(sample.currency, with: "¤")
        self.body = body ?? sample.body
    }

    var keepsBlanks = false

    var text: String { "\(body)|\(prefix)|\(suffix)" + (keepsBlanks ? "|=" : "") }

    func symbol(of sample: Sample) -> String? {
        if let symbol = Self.match(prefix, suffix, sample) { return symbol }
        let blanks: Set<Unicode.Scalar> = [" ", "\u{A0}", "\u{202F}"]
        var (before, after) = (prefix, suffix)
        if before.contains("¤"), let last = before.unicodeScalars.last, blanks.contains(last) {
            before.unicodeScalars.removeLast()
        }
        if after.contains("¤"), let first = after.unicodeScalars.first, blanks.contains(first) {
            after.unicodeScalars.removeFirst()
        }
        if let symbol = Self.match(before, after, sample) { return "~" + symbol }
        return nil
    }

    private static func match(_ prefix: String, _ suffix: String, _ sample: Sample) -> String? {
        func inner(_ pattern: String, _ text: String) -> String? {
            let parts = pattern.unicodeScalars.split(
                separator: "¤", omittingEmptySubsequences: false
            )
            .map(Array.init)
            let scalars = Array(text.unicodeScalars)
            guard parts.count == 2 else { return pattern == text ? "" : nil }
            guard scalars.count >= parts[0].count + parts[1].count, scalars.starts(with: parts[0]),
                scalars.reversed().starts(with: parts[1].reversed())
            else { return nil }
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars[parts[0].count..<scalars.count - parts[1].count])
            return String(view)
        }
        guard let before = inner(prefix, sample.prefix), let after = inner(suffix, sample.suffix)
        else {
            return nil
        }
        return prefix.contains("¤") ? before : after
    }
}

/// The system's own locale tables, from which the built-in ones are generated and against which
/// they are tested.
enum KnownLocales {
    /// In the order of their lines.
    static let identifiers: [String] = {
        var all = Set(Locale.availableIdentifiers.filter { !$0.hasSuffix("_POSIX") })
        // Also without the script, where it is the usual one of the region.
        for identifier in all {
            let parts = identifier.split(separator: "_")
            if parts.count == 3 { all.insert("\(parts[0])_\(parts[2])") }
        }
        return all.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    }()

    static let languages = Set(identifiers.map { String($0.prefix { $0 != "_" }) })

    /// The fallback for locales without a table.
    static let root = "zzz"

    /// Whether unknown languages can be compared: the system may format them in the language of the
    /// environment.
    static let showsUnknownLanguages: Bool = {
        let environment = ProcessInfo.processInfo.environment
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }
        let name = names.first { !$0.isEmpty } ?? "C"
        return name == "POSIX" || name.hasPrefix("C") || name.hasPrefix("en")
    }()

    /// Deprecated language codes, and codes of other standards.
    static let otherCodes: [String] = {
        let letters = "abcdefghijklmnopqrstuvwxyz"
        var codes: [String] = []
        for first in letters {
            for second in letters {
                codes.append("\(first)\(second)")
                for third in letters { codes.append("\(first)\(second)\(third)") }
            }
        }
        return codes.sorted()
    }()

    static func locale(_ identifier: String, digits: String? = nil) -> Locale {
        Locale(
            identifier: identifier + "@calendar=gregorian" + (digits.map { ";numbers=" + $0 } ?? "")
        )
    }

    static func formatter(_ locale: Locale, _ template: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = locale
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.setLocalizedDateFormatFromTemplate(template)
        return formatter
    }
}

/// The lines of a table. Each states where its locale differs from an earlier one.
struct TableLines {
    /// By locale.
    private(set) var fields: [String: [String: String]] = [:]
    private var lines: [String: String] = [:]
    private var same: [String: String] = [:]

    /// - Parameter root: the fields of locales without a line.
    init(root: [String: String]) { add("root", root, parents: []) }

    /// Adds a locale below the parent from which it differs least. Omits the line if the locale
    /// equals the first parent, which then serves as its fallback.
    ///
    /// - Parameters:
    ///   - isNeeded: whether the locale gets a line in any case.
    ///   - usual: the default of a field that only some locales have.
    mutating func add(
        _ identifier: String, _ own: [String: String], parents: [String], isNeeded: Bool = false,
        usual: (String) -> String = { preconditionFailure("no locale has \($0)") }
    ) {
        let known = parents.filter { fields[$0] != nil }
        var own = own
        for name in Set(known.flatMap { (fields[$0] ?? [:]).keys }) where own[name] == nil {
            own[name] = usual(name)
        }
        fields[identifier] = own
        func differing(_ parent: String) -> [String] {
            let other = fields[parent] ?? [:]
            return own.keys.filter { own[$0] != other[$0] }.sorted()
        }
        // A locale without its own line equals another that has one.
        let nearest = known.min { differing($0).count < differing($1).count }
        let parent = nearest.map { same[$0] ?? $0 }
        let names = parent.map(differing) ?? own.keys.sorted()
        for name in names {
            precondition(
                !(own[name] ?? "").contains { "\t\n".contains($0) }, "\(identifier): \(name)")
        }
        // With a script and a region, other locales might be the fallback.
        let isShort = identifier.split(separator: "_").count < 3
        if names.isEmpty, isShort, !isNeeded, let parent, parent == speaker(for: identifier) {
            same[identifier] = parent
            return
        }
        let words = names.map { "\($0)=\(own[$0] ?? "")" }
        lines[identifier] = ([identifier, parent ?? ""] + words).joined(separator: "\t")
    }

    mutating func addLine(_ word: String, _ words: [String]) {
        lines[word] = ([word] + words).joined(separator: "\t")
    }

    /// The fallback of a language, or of a language in a region, without its own line.
    private func speaker(for identifier: String) -> String {
        let language = String(identifier.prefix { $0 != "_" })
        return language != identifier && lines[language] != nil ? language : "root"
    }

    /// Candidate parents: less specific locales, and those shared by the regions of a language.
    static func parents(of identifier: String) -> [String] {
        var parents: [String] = []
        var rest = identifier
        while let bar = rest.lastIndex(of: "_") {
            rest = String(rest[..<bar])
            parents.append(rest)
        }
        let language = String(identifier.prefix { $0 != "_" })
        for other in ["\(language)_001", "\(language)_419", "\(language)_Hant", "\(language)_Latn"]
        where other.utf8.count < identifier.utf8.count || other < identifier {
            if other != identifier { parents.append(other) }
        }
        return parents + ["root"]
    }

    func text(_ comment: [String]) -> String {
        let head = comment.map { "# \($0)\n" }.joined()
        let sorted = lines.sorted {
            Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8))
        }
        return head + sorted.map { $0.value + "\n" }.joined()
    }
}
