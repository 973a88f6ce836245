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
