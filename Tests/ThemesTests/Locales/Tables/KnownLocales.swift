import Foundation

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
