/// The numbers of a stamp in order, stored inline and small, because every line has some.
struct LocalizedStampNumbers {
    struct Number {
        private let small: Int16
        private let count: Int8
        /// The separator between this number and its predecessor.
        fileprivate(set) var link: LocalizedStampReader.Link
        let isEra: Bool

        /// - Parameter value: at most four digits, or the year of an era.
        init(value: Int, digits: Int, link: LocalizedStampReader.Link, isEra: Bool) {
            small = Int16(value)
            count = Int8(digits)
            self.link = link
            self.isEra = isEra
        }

        var value: Int { Int(small) }
        var digits: Int { Int(count) }
    }

    static let maxNumbers = 7

    private var items = InlineArray<7, Number>(
        repeating: Number(value: 0, digits: 0, link: .none, isEra: false))
    private(set) var count = 0

    subscript(_ index: Int) -> Number { items[index] }

    mutating func append(_ number: Number) {
        items[count] = number
        count += 1
    }

    func without(_ range: Range<Int>) -> LocalizedStampNumbers {
        var others = LocalizedStampNumbers()
        for index in 0..<count where !range.contains(index) { others.append(items[index]) }
        return others
    }

    /// Groups of adjacent numbers, stored as the start of each group.
    struct Groups {
        private var starts = InlineArray<7, Int8>(repeating: 0)
        private(set) var count = 0
        private let end: Int

        init(before end: Int) { self.end = end }

        subscript(_ index: Int) -> Range<Int> {
            Int(starts[index])..<(index + 1 < count ? Int(starts[index + 1]) : end)
        }

        fileprivate var lastStart: Int? { count > 0 ? Int(starts[count - 1]) : nil }

        fileprivate mutating func begin(at start: Int) {
            starts[count] = Int8(start)
            count += 1
        }
    }

    /// Groups the numbers. A group ends where the separator changes or is missing.
    mutating func groups() -> Groups {
        var groups = Groups(before: count)
        for index in 0..<count {
            let link = items[index].link
            guard link != .none, let start = groups.lastStart else {
                groups.begin(at: index)
                continue
            }
            let joined = index - start > 1 ? items[start + 1].link : link
            if joined == link, index - start < 3 { continue }
            if link == .colon, index - start > 1 {
                // In `13.6. 21:25`, the dot ends the date, and the hour begins a new group.
                items[index - 1].link = .none
                groups.begin(at: index - 1)
            } else {
                groups.begin(at: index)
            }
        }
        return groups
    }
}
