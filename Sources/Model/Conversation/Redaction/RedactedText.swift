import Basics

/// The places to hide in a text. No two places touch.
struct HiddenPlaces {
    struct Finding {
        let range: Range<Int>
        let rule: Int
        /// The replacement name, or nil for a bar.
        let name: String?
        var isPart = false
    }

    struct Place {
        var range: Range<Int>
        var name: String?
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
            guard var place = places.last, HiddenPlaces.joins(place, finding, in: scalars) else {
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
        _ place: Place, _ finding: Finding, in scalars: [Unicode.Scalar]
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
            // `append(contentsOf:)` would reserve just enough, and copy the text for each bar.
            for scalar in cover.unicodeScalars { out.append(scalar) }
            let width = scalars[place.range].reduce(0) { $0 + UTF8.width($1) }
            shift += cover.utf8.count - width
            edits.append((offset..<offset + width, shift))
            offset += width
            position = place.range.upperBound
        }
        out.append(contentsOf: scalars[position...])
        text = String(out)
    }

    /// A range of the original text.
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

/// Extends matches in a text to the whole address or handle: half of an address discloses the other
/// half.
struct AddressSpans {
    private struct Token {
        let range: Range<Int>
        let isAddress: Bool
    }

    private let scalars: [Unicode.Scalar]
    /// The tokens at both ends of the previous match, so that a long token is not scanned again for
    /// every match in it.
    private var first: Token?
    private var last: Token?

    /// The maximum number of characters on either side of a match, which bounds the work for a text
    /// without spaces.
    private static let maxHandle = 64

    init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

    mutating func widened(_ range: Range<Int>) -> (range: Range<Int>, isAddress: Bool)? {
        let (start, end) = (
            token(at: range.lowerBound, first), token(at: range.upperBound - 1, last)
        )
        (first, last) = (start, end)
        if start.isAddress || end.isAddress {
            let lower = start.isAddress ? start.range.lowerBound : range.lowerBound
            let upper = end.isAddress ? end.range.upperBound : range.upperBound
            return (min(lower, range.lowerBound)..<max(upper, range.upperBound), true)
        }
        return handle(around: range, in: start.range).map { ($0, false) }
    }

    private func token(at index: Int, _ known: Token?) -> Token {
        if let known, known.range.contains(index) { return known }
        var (start, end) = (index, index + 1)
        while start > 0, !isEnd(scalars[start - 1]) { start -= 1 }
        while end < scalars.count, !isEnd(scalars[end]) { end += 1 }
        let whole = start..<end
        let trimmed = self.trimmed(whole)
        let isAddress = self.isAddress(trimmed)
        return Token(range: isAddress ? trimmed : whole, isAddress: isAddress)
    }

    private func isEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "<", ">", "\"", "`", "|", "“", "”", "«", "»", "、", "。", "，", "「", "」", "（", "）": true
        default: scalar.isASCII ? scalar.value <= 0x20 : scalar.properties.isWhitespace
        }
    }

    /// Without surrounding punctuation.
    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, ["(", "[", "{", "'", "*", "_", "~"].contains(scalars[start]) {
            start += 1
        }
        while end > start,
            [".", ",", ";", ":", "!", "?", ")", "]", "}", "'", "*", "_", "~", "…"]
                .contains(scalars[end - 1])
        {
            end -= 1
        }
        return start..<end
    }

    // MARK: - Addresses

    /// `https://…`, `www.…`, `mailto:…`, `name@host.example`, `host.example/path`.
    private func isAddress(_ range: Range<Int>) -> Bool {
        let token = scalars[range]
        if AddressSpans.prefixes.contains(where: { hasPrefix($0, token) }) { return true }
        var (hasAt, hasDot) = (false, false)
        for index in token.indices {
            switch token[index] {
            case "@":
                if hasAt || index == range.lowerBound { return false }
                (hasAt, hasDot) = (true, false)
            case ".": hasDot = hasDot || index > range.lowerBound
            case "/": return hasDot || isScheme(before: index, in: range)
            case "?", "#": return hasDot
            default: break
            }
        }
        return hasAt && hasDot
    }

    private static let prefixes = ["www.", "mailto:", "tel:", "sms:", "xmpp:"].map {
        Array($0.unicodeScalars)
    }

    private func hasPrefix(_ prefix: [Unicode.Scalar], _ token: ArraySlice<Unicode.Scalar>) -> Bool
    {
        token.count > prefix.count
            && zip(token, prefix).allSatisfy { $0 == $1 || ($0.value | 0x20) == $1.value }
    }

    private func isScheme(before slash: Int, in range: Range<Int>) -> Bool {
        slash > range.lowerBound + 1 && scalars[slash - 1] == ":" && slash + 1 < range.upperBound
            && scalars[slash + 1] == "/"
    }

    // MARK: - Handles

    /// Returns the range from the @ to the last letter, digit, period, hyphen or underscore.
    private func handle(around range: Range<Int>, in token: Range<Int>) -> Range<Int>? {
        let least = max(token.lowerBound, range.lowerBound - AddressSpans.maxHandle)
        let maxEnd = min(token.upperBound, range.upperBound + AddressSpans.maxHandle)
        var start = range.lowerBound
        while start > least, isOfHandle(scalars[start - 1]) { start -= 1 }
        if start > token.lowerBound, scalars[start - 1] == "@" { start -= 1 }
        guard scalars[start] == "@" else { return nil }
        var end = range.upperBound
        while end < maxEnd, isOfHandle(scalars[end]) { end += 1 }
        while end > range.upperBound, [".", "-"].contains(scalars[end - 1]) { end -= 1 }
        return start..<end
    }

    private func isOfHandle(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "." || scalar == "-" || ScalarSet.isWord(scalar)
    }
}
