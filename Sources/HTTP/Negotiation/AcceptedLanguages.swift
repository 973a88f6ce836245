import Basics

/// The language ranges that a client accepts, the preferred one first (RFC 9110 §12.5.4).
package struct AcceptedLanguages: Sendable, Equatable {
    /// The maximum number of ranges. Browsers send fewer than ten.
    private static let maxRanges = 32

    /// BCP 47 tags as sent, or `*` for any language, without those of quality 0.
    package let ranges: [String]

    /// Parses the `Accept-Language` field; ignores invalid elements.
    package init(_ fields: HeaderFields) {
        let weighted = fields.slices(of: "accept-language").flatMap(FieldScanner.elements)
            .prefix(Self.maxRanges).compactMap(Self.range)
        // Sorting is not stable in Swift; among equal weights the first has priority (§12.5.4).
        ranges = weighted.enumerated().filter { $0.element.quality > 0 }.sorted { one, other in
            (other.element.quality, one.offset) < (one.element.quality, other.offset)
        }.map(\.element.tag)
    }

    private static func range(_ element: ArraySlice<UInt8>) -> (tag: String, quality: Int)? {
        let parts = element.split(separator: ASCII.semicolon, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self).filter { $0 != " " && $0 != "\t" } }
        guard let tag = parts.first, isRange(tag), parts.count <= 2 else { return nil }
        guard parts.count == 2 else { return (tag, 1000) }
        guard parts[1].lowercased().hasPrefix("q="),
            let quality = QualityValue.thousandths(String(parts[1].dropFirst(2)))
        else { return nil }
        return (tag, quality)
    }

    /// Whether a tag is a language range (RFC 4647 §2.1): letters and digits in groups of at most
    /// eight, joined by hyphens.
    private static func isRange(_ tag: String) -> Bool {
        tag == "*"
            || tag.utf8.split(separator: ASCII.hyphen, omittingEmptySubsequences: false).allSatisfy
            {
                (1...8).contains($0.count)
                    && $0.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) }
            }
    }
}
