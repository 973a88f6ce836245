import Basics

/// The marks in a text that was redacted earlier, as ranges of its scalars. A mark is redacted as a
/// whole or not at all.
struct ExistingMarks {
    private var ranges: [Range<Int>] = []

    init(_ text: String, _ scalars: [Unicode.Scalar]) {
        var (offset, index) = (0, 0)
        for place in RedactionMark.places(in: text) {
            while offset < place.whole.lowerBound {
                offset += UTF8.width(scalars[index])
                index += 1
            }
            let start = index
            while offset < place.whole.upperBound {
                offset += UTF8.width(scalars[index])
                index += 1
            }
            ranges.append(start..<index)
        }
    }

    /// Returns the matches without those within a mark. Others are extended to whole marks.
    func outside(_ findings: [HiddenPlaces.Finding]) -> [HiddenPlaces.Finding] {
        guard !ranges.isEmpty else { return findings }
        return findings.compactMap { finding in
            let range = finding.range
            let first = ranges.partitionPoint { $0.upperBound > range.lowerBound }
            let end = ranges.partitionPoint { $0.lowerBound >= range.upperBound }
            guard first < end else { return finding }
            let (start, last) = (ranges[first], ranges[end - 1])
            if start.lowerBound <= range.lowerBound, range.upperBound <= start.upperBound {
                return nil
            }
            let whole =
                min(start.lowerBound, range.lowerBound)..<max(last.upperBound, range.upperBound)
            return HiddenPlaces.Finding(
                range: whole, rule: finding.rule, name: finding.name, isPart: finding.isPart)
        }
    }
}
