import Foundation

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
