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

    /// Returns the quality from 0 (never) to 1,000 (preferred). The most specific matching range
    /// decides.
    func quality(of type: MediaType) -> Int {
        if ranges.isEmpty { return 1000 }
        var best = (closeness: 0, quality: 0)
        for range in ranges {
            let closeness = range.closeness(to: type)
            if closeness > best.closeness { best = (closeness, range.quality) }
        }
        return best.quality
    }

    /// Returns the index of the client's preferred type, the first one among equals; nil if it
    /// accepts none of them.
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
            let quality = QualityValue.thousandths(type.parameter("q") ?? "1")
        else { return nil }
        return MediaRange(type: type.type, subtype: type.subtype, quality: quality)
    }
}
