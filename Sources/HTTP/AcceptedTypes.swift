package import Basics

/// The media types that a client accepts, with their weights (RFC 9110 §12.5.1).
package struct AcceptedTypes: Sendable, Equatable {
    private struct MediaRange: Sendable, Equatable {
        let type: String
        let subtype: String
        /// The quality in thousandths, because quality values have at most three digits.
        let quality: Int

        /// The specificity of the match, 0 for none: `image/png` before `image/*` before `*/*`.
        func closeness(to wanted: MediaType) -> Int {
            if type == "*" { return 1 }
            guard type == wanted.type else { return 0 }
            if subtype == "*" { return 2 }
            return subtype == wanted.subtype ? 3 : 0
        }
    }

    private let ranges: [MediaRange]

    /// Ignores invalid elements. A missing or completely invalid `Accept` accepts everything.
    package init(_ fields: HeaderFields) {
        ranges = fields.slices(of: "accept").flatMap(FieldScanner.elements)
            .compactMap(Self.range)
    }

    package var isStated: Bool { !ranges.isEmpty }

    /// From 0 (never) to 1,000 (preferred). The most specific matching range decides.
    private func quality(of type: MediaType) -> Int {
        if ranges.isEmpty { return 1000 }
        var best = (closeness: 0, quality: 0)
        for range in ranges {
            let closeness = range.closeness(to: type)
            if closeness > best.closeness { best = (closeness, range.quality) }
        }
        return best.quality
    }

    /// The index of the first among equals; nil if the client accepts none of them.
    package func best(of types: [MediaType]) -> Int? {
        var best: (place: Int, quality: Int)?
        for (place, type) in types.enumerated() {
            let quality = quality(of: type)
            if quality > best?.quality ?? 0 { best = (place, quality) }
        }
        return best?.place
    }

    private static func range(_ element: ArraySlice<UInt8>) -> MediaRange? {
        guard let type = MediaType(bytes: element), type.type != "*" || type.subtype == "*",
            let quality = weight(type.parameter("q") ?? "1")
        else { return nil }
        return MediaRange(type: type.type, subtype: type.subtype, quality: quality)
    }
}

/// The language ranges that a client accepts, the preferred one first (RFC 9110 §12.5.4).
package struct AcceptedLanguages: Sendable, Equatable {
    /// The maximum number of ranges. Browsers send fewer than ten.
    private static let maxRanges = 32

    /// BCP 47 tags as sent, or `*` for any language, without those of quality 0.
    package let ranges: [String]

    /// Ignores invalid elements.
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
            let quality = weight(String(parts[1].dropFirst(2)))
        else { return nil }
        return (tag, quality)
    }

    /// RFC 4647 §2.1: letters and digits in groups of at most eight, joined by hyphens.
    private static func isRange(_ tag: String) -> Bool {
        tag == "*"
            || tag.utf8.split(separator: ASCII.hyphen, omittingEmptySubsequences: false).allSatisfy
            {
                (1...8).contains($0.count)
                    && $0.allSatisfy(ASCII.isAlphanumeric)
            }
    }
}

/// Parses the weight of an element in content negotiation (RFC 9110 §12.4.2): `0`, `0.5` or `1.000`
/// in thousandths, with at most three decimals and a value of at most one.
private func weight(_ text: String) -> Int? {
    let digits = Array(text.utf8)
    guard let whole = digits.first, whole == ASCII.zero || whole == ASCII.zero + 1,
        digits.count <= 5, digits.count < 2 || digits[1] == ASCII.dot
    else { return nil }
    var value = Int(whole - ASCII.zero) * 1000
    var unit = 100
    for digit in digits.dropFirst(2) {
        guard ASCII.isDigit(digit) else { return nil }
        value += Int(digit - ASCII.zero) * unit
        unit /= 10
    }
    return value <= 1000 ? value : nil
}
