import Basics

/// The places to hide in a text. No two places touch.
struct HiddenPlaces {
    /// A match of a rule, and its replacement.
    struct Finding {
        let range: Range<Int>
        let rule: Int
        /// The replacement name, or nil for a bar.
        let name: String?
        /// Whether the match is only a part of a name.
        var isPart = false
    }

    struct Place {
        var range: Range<Int>
        /// The replacement name, or nil for a bar.
        var name: String?
        /// All rules that matched in this place.
        var rules: Set<Int>
        /// The rules that matched more than a part of a name.
        var certain: Set<Int>
    }

    private(set) var places: [Place] = []

    /// Merges overlapping matches, and bars that are separated only by whitespace, so that the
    /// number of hidden words is not disclosed.
    init(_ diagnostics: [Finding], in scalars: [Unicode.Scalar]) {
        let sorted = diagnostics.sorted {
            ($0.range.lowerBound, -$0.range.upperBound)
                < ($1.range.lowerBound, -$1.range.upperBound)
        }
        for finding in sorted {
            let range = finding.range
            guard var place = places.last, HiddenPlaces.joins(place, finding, scalars) else {
                places.append(
                    Place(
                        range: range, name: finding.name, rules: [finding.rule],
                        certain: finding.isPart ? [] : [finding.rule]))
                continue
            }
            // A bar takes precedence over a name, and the name of the longer match over that of the
            // shorter one.
            let isLonger = range.count > place.range.count && place.name != nil
            if finding.name == nil || isLonger { place.name = finding.name }
            place.range =
                place.range.lowerBound..<max(place.range.upperBound, range.upperBound)
            place.rules.insert(finding.rule)
            if !finding.isPart { place.certain.insert(finding.rule) }
            places[places.count - 1] = place
        }
    }

    private static func joins(
        _ place: Place, _ finding: Finding, _ scalars: [Unicode.Scalar]
    ) -> Bool {
        if finding.range.lowerBound < place.range.upperBound { return true }
        guard place.name == nil, finding.name == nil else { return false }
        return scalars[place.range.upperBound..<finding.range.lowerBound].allSatisfy {
            $0.properties.isWhitespace || Folding.isUnneeded($0)
        }
    }
}

/// A redacted text, with the mapping of ranges from the original text.
struct RedactedText {
    private(set) var text = ""
    /// The replaced UTF-8 ranges, each with the total shift of everything after it.
    private var edits: [(old: Range<Int>, shift: Int)] = []

    /// - Parameter bar: returns the bar for the given rules, for places without a replacement
    ///   name.
    init(
        _ scalars: [Unicode.Scalar], _ places: [HiddenPlaces.Place], bar: (Set<Int>) -> String
    ) {
        var out = String.UnicodeScalarView()
        var offset = 0
        var shift = 0
        var position = 0
        for place in places {
            for scalar in scalars[position..<place.range.lowerBound] {
                out.append(scalar)
                offset += UTF8.width(scalar)
            }
            let cover = place.name ?? bar(place.rules)
            out.append(contentsOf: cover.unicodeScalars)
            let width = scalars[place.range].reduce(0) { $0 + UTF8.width($1) }
            shift += cover.utf8.count - width
            edits.append((offset..<offset + width, shift))
            offset += width
            position = place.range.upperBound
        }
        out.append(contentsOf: scalars[position...])
        text = String(out)
    }

    /// Returns whether a range of the original text was changed.
    func touches(_ range: Range<Int>) -> Bool {
        let index = firstEdit(after: range.lowerBound)
        return index < edits.count && edits[index].old.lowerBound < range.upperBound
    }

    /// Returns the parts of a mark that remain over original text. Replacements carry no marks,
    /// because the marks of hidden text are hidden as well.
    func stretches(of range: Range<Int>) -> [Range<Int>] {
        var stretches: [Range<Int>] = []
        var index = firstEdit(after: range.lowerBound)
        var shift = edits[..<index].last?.shift ?? 0
        var start = range.lowerBound
        while index < edits.count, edits[index].old.lowerBound < range.upperBound {
            let edit = edits[index]
            if start < edit.old.lowerBound {
                stretches.append(start + shift..<edit.old.lowerBound + shift)
            }
            start = edit.old.upperBound
            shift = edit.shift
            index += 1
        }
        if start < range.upperBound { stretches.append(start + shift..<range.upperBound + shift) }
        return stretches
    }

    private func firstEdit(after offset: Int) -> Int {
        edits.partitionPoint { $0.old.upperBound > offset }
    }
}
