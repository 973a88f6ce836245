import Basics
import CShipped

/// The names of languages in one locale's language.
package struct LanguageNames: Sendable {
    /// The names by code: lowercase languages, scripts such as `Hant`, uppercase regions.
    private let names: [String: String]

    private static let kept = LocaleCache<LocaleName, LanguageNames>(maxEntries: 16)

    package static func of(_ name: LocaleName) -> LanguageNames {
        let name = LocaleTable.present(name)
        return kept.value(for: name) { LanguageNames(name) }
    }

    private init(_ name: LocaleName) { names = NameFile.names(for: name) }

    /// Returns a name such as "Portuguese (Brazil)", or nil if the tag has an unnamed language,
    /// script or region.
    package func name(of tag: String) -> String? {
        let parts = tag.parted(at: "-")
        guard let first = parts.first, (2...3).contains(first.utf8.count) else { return nil }
        var rest = parts.dropFirst()
        var language = first.lowercased()
        language = NameFile.aliases[language] ?? language
        var details: [String] = []
        if let script = rest.first, script.utf8.count == 4 {
            let code = script.prefix(1).uppercased() + script.dropFirst().lowercased()
            rest = rest.dropFirst()
            if names[language + "_" + code] != nil {
                language += "_" + code
            } else {
                details.append(code)
            }
        }
        if let region = rest.first, region.utf8.count == 2 {
            details.append(region.uppercased())
            rest = rest.dropFirst()
        }
        let known = details.compactMap { names[$0] }
        guard rest.isEmpty, known.count == details.count, let name = names[language] else {
            return nil
        }
        guard !known.isEmpty else { return name }
        let (before, after) = (names[NameFile.before] ?? " (", names[NameFile.after] ?? ")")
        let between = names[NameFile.between] ?? ", "
        // If the script is already a detail in parentheses, the region is added inside them.
        let isOpen = language.utf8.contains(UInt8(ascii: "_")) && name.hasSuffix(after)
        let start = isOpen ? String(name.dropLast(after.count)) + between : name + before
        return start + known.joined(separator: between) + after
    }
}

/// The language names, compressed separately for each locale. A table contains their positions.
enum NameFile {
    // The text around the details of a language and between them is stored under special codes.
    static let before = "*before"
    static let between = "*between"
    static let after = "*after"
    /// The sign for a locale that lacks a name. A name that equals the parent locale's is omitted.
    static let none = "?"

    private static let codes = BundledTable.names.line("*codes") ?? []

    /// The alternative codes of languages, such as `deu`.
    static let aliases: [String: String] = {
        var aliases: [String: String] = [:]
        for pair in BundledTable.names.line("*aliases") ?? [] {
            let parts = pair.parted(at: "=", most: 2)
            if parts.count == 2 { aliases[parts[0]] = parts[1] }
        }
        return aliases
    }()

    /// The maximum size of a block. A block has some ten kilobytes.
    private static let limit = 1 << 20
    /// The maximum length of a chain of parents; a longer chain is a mistake in the table.
    private static let maxSteps = 8

    static func names(for name: LocaleName) -> [String: String] {
        var next = LocaleTable.names.line(for: name)
        var names: [String: String] = [:]
        for _ in 0..<maxSteps {
            guard let line = next, line.count == 3, let start = Int(line[1]),
                let count = Int(line[2])
            else { break }
            for (code, name) in zip(codes, block(start, count)) where names[code] == nil {
                // Blocks of the more specific locale come first.
                if !name.isEmpty { names[code] = name }
            }
            next = BundledTable.names.line(line[0])
        }
        return names.filter { $0.value != none }
    }

    private static func block(_ start: Int, _ count: Int) -> [String] {
        let bytes = BundledTable("locales/names.bin").bytes(start..<start + count)
        do throws(Inflater.Fault) {
            let text = try Inflater.inflate(bytes, .zlib, limit: limit)
            return String(decoding: text, as: UTF8.self).parted(at: "\n")
        } catch {
            // This cannot fail: the bytes are part of the program and a test reads every block,
            // ISA-L allocates no memory, and no budget limits this work. If it fails all the
            // same, the program was built incorrectly, and no other names would be right.
            preconditionFailure("names of languages cannot be inflated")
        }
    }
}
