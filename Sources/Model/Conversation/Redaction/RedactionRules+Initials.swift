import Basics

extension RedactionRules {
    /// Extends a match by adjacent initials: "Z. Quackenbush", "Zebulon Q.".
    func withInitials(
        _ range: Range<Int>, of rule: Int, in scalars: [Unicode.Scalar]
    ) -> Range<Int> {
        guard let letters = initials[rule], !letters.isEmpty else { return range }
        var (start, end) = (range.lowerBound, range.upperBound)
        // No name has more than four initials; the bound keeps the work linear.
        for _ in 0..<4 {
            guard let next = initialEnding(before: start, in: scalars, letters) else { break }
            start = next
        }
        for _ in 0..<4 {
            guard let next = initialBeginning(after: end, in: scalars, letters) else { break }
            end = next
        }
        return start..<end
    }

    /// Returns the start of an initial that is separated from the text at `index` by a space, a
    /// period or both.
    private func initialEnding(
        before index: Int, in scalars: [Unicode.Scalar], _ letters: Set<Unicode.Scalar>
    ) -> Int? {
        var place = index - 1
        if place >= 0, Self.isBlank(scalars[place]) { place -= 1 }
        if place >= 0, scalars[place] == "." { place -= 1 }
        guard place >= 0, place < index - 1, Self.isInitial(scalars[place], letters),
            place == 0 || !WordBoundary.joins(scalars[place - 1], scalars[place])
        else { return nil }
        return place
    }

    private func initialBeginning(
        after index: Int, in scalars: [Unicode.Scalar], _ letters: Set<Unicode.Scalar>
    ) -> Int? {
        var place = index
        if place < scalars.count, Self.isBlank(scalars[place]) { place += 1 }
        guard place < scalars.count, place > index, Self.isInitial(scalars[place], letters)
        else { return nil }
        place += 1
        if place < scalars.count, scalars[place] == "." { return place + 1 }
        guard place == scalars.count || !WordBoundary.joins(scalars[place - 1], scalars[place])
        else {
            return nil
        }
        return place
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\u{A0}" || scalar == "\u{202F}"
    }

    private static func isInitial(
        _ scalar: Unicode.Scalar, _ letters: Set<Unicode.Scalar>
    ) -> Bool {
        guard scalar.properties.isUppercase else { return false }
        let folded = String(scalar).decomposedForComparison.lowercased().unicodeScalars.first
        return folded.map(letters.contains) ?? false
    }

    /// Returns whether all cased letters are capitals: "e.g." is not a person's initials.
    static func isCapital(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        scalars.allSatisfy { !$0.properties.isCased || $0.properties.isUppercase }
    }
}
