import Markup

/// A text's places to be hidden, none touching another.
struct HiddenPlaces {
    /// A place that a rule found, and its replacement.
    struct Finding {
        let range: Range<Int>
        let rule: Int
        /// Nil for a bar.
        let name: String?
        /// Whether it is only a part of a name.
        var isPart = false
    }

    struct Place {
        var range: Range<Int>
        /// Nil for a bar.
        var name: String?
        /// All that found something in it.
        var rules: Set<Int>
        /// The rules that found more than a part of a name.
        var certain: Set<Int>
    }

    private(set) var places: [Place] = []

    /// Joins what overlaps, and bars that nothing but blanks would part: how many words were hidden
    /// is not told.
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
            // A bar hides more than a name; of names, that of the longer stretch counts.
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

/// A text after some of it was hidden, and how places of the old one stand in the new one.
struct HiddenText {
    private(set) var text = ""
    /// Stretches of UTF-8 that were replaced, and by how much what follows them moved in all.
    private var edits: [(old: Range<Int>, shift: Int)] = []

    /// - Parameter bar: what stands where rules hid something without another name.
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

    /// Whether a stretch of the old text was touched.
    func touches(_ range: Range<Int>) -> Bool {
        let index = firstEdit(after: range.lowerBound)
        return index < edits.count && edits[index].old.lowerBound < range.upperBound
    }

    /// The parts of a mark that remain over the old text. Covers carry none, because the marks of
    /// hidden text are hidden too.
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
        var low = 0
        var high = edits.count
        while low < high {
            let middle = (low + high) / 2
            if edits[middle].old.upperBound <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
