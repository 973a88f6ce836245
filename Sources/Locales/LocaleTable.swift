/// The data of locales, one per line: the name, the parent, and the differences from the parent.
struct LocaleTable: Sendable {
    /// The data of one locale.
    struct Entry {
        /// The line's locale, which may be a less particular one than was asked for.
        var identifier: String
        var fields: [String: String]

        subscript(name: String) -> String { fields[name] ?? "" }

        /// Words of a list.
        func list(_ name: String) -> [String] {
            self[name].parted(at: "|")
        }
    }

    let table: ShippedTable

    static let dates = LocaleTable(table: .dates)
    static let money = LocaleTable(table: .money)
    static let names = LocaleTable(table: .names)

    /// Speaks for languages that nobody knows.
    static let root = "root"

    /// Lines lead to others; more than these are a mistake.
    private static let mostSteps = 8

    /// The most particular line that speaks for a locale.
    func entry(for name: LocaleName) -> Entry {
        for identifier in LocaleTable.lines(for: name) {
            if let fields = fields(of: identifier) {
                return Entry(identifier: identifier, fields: fields)
            }
        }
        return Entry(
            identifier: LocaleTable.root, fields: fields(of: LocaleTable.root) ?? [:])
    }

    /// Returns the locale's own line, without its parents'.
    func line(for name: LocaleName) -> [String]? {
        for identifier in LocaleTable.lines(for: name) + [LocaleTable.root] {
            if let line = table.line(identifier) { return line }
        }
        return nil
    }

    /// A script tells more of how a language is written than a region does; one that nobody knows
    /// it by is its usual one.
    private static func lines(for name: LocaleName) -> [String] {
        let (language, script, region) = (name.language, name.script, name.region)
        return [
            [language, script, region], [language, script], [language, region], [language],
        ].map { $0.compactMap { $0 }.joined(separator: "_") }
    }

    private func fields(of identifier: String) -> [String: String]? {
        guard var line = table.line(identifier) else { return nil }
        var fields: [String: String] = [:]
        for _ in 0..<LocaleTable.mostSteps {
            for field in line.dropFirst() {
                let parts = field.parted(at: "=", most: 2)
                // Nearer lines came first.
                if parts.count == 2, fields[parts[0]] == nil { fields[parts[0]] = parts[1] }
            }
            guard let parent = line.first, !parent.isEmpty, let next = table.line(parent) else {
                break
            }
            line = next
        }
        return fields
    }

    /// A locale under its language's present name: `iw_IL` is `he_IL`, and `sh` is `sr_Latn`. Such
    /// a line says nothing but which one it takes after.
    static func present(_ name: LocaleName) -> LocaleName {
        guard let line = ShippedTable.dates.line(name.language), line.count == 1,
            let other = line.first, other != root
        else { return name }
        let target = LocaleName(other)
        return LocaleName(
            language: target.language, script: name.script ?? target.script,
            region: name.region ?? target.region, digits: name.digits)
    }
}

extension String {
    /// Its parts between bytes of ASCII: marks that stand on what parts them are the next part's.
    func parted(at separator: Unicode.Scalar, most: Int = .max) -> [String] {
        utf8.split(
            maxSplits: most - 1, omittingEmptySubsequences: false,
            whereSeparator: { $0 == UInt8(truncatingIfNeeded: separator.value) }
        ).map { String(Substring($0)) }
    }
}
