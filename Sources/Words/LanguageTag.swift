/// A BCP 47 tag, taken apart as far as finding words needs it.
struct LanguageTag: Hashable, Sendable {
    /// In small letters, without ISO 639's old codes being told apart.
    let language: String
    /// Script, region and all else, in small letters.
    let subtags: [String]

    /// From whatever a caller wrote, ICU's underscores included.
    init(_ text: String) {
        let parts = text.utf8.prefix(64).split {
            $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
        .map { String(Substring($0)).lowercased() }
        language = parts.first ?? ""
        subtags = Array(parts.dropFirst())
    }

    /// Whether it is written as tags are: letters and digits between hyphens, a language first.
    static func isTag(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.count) else { return false }
        return parts.allSatisfy { part in
            (2...8).contains(part.count)
                && part.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"),
                        UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"):
                        true
                    default: false
                    }
                }
        }
    }

    /// Whether its words serve what asks for `other`.
    func serves(_ other: LanguageTag) -> Bool {
        language == other.language && subtags.allSatisfy(other.subtags.contains)
    }

    /// A script tells more of how to write than a region does, and a region more than nothing.
    func isMoreSpecific(than other: LanguageTag) -> Bool {
        func weight(_ tag: LanguageTag) -> [Int] {
            [tag.subtags.map(\.utf8.count).max() ?? 0, tag.subtags.count]
        }
        return weight(other).lexicographicallyPrecedes(weight(self))
    }
}
