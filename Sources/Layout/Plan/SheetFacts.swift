import Themes

/// The facts that a conversation on paper shows about itself, and the limits of its pictures. A
/// reader may have nothing but the sheet.
package struct SheetFacts: Sendable {
    /// The number of messages that a filter criterion omitted.
    package struct Omission: Sendable {
        let count: Int
        let criterion: String

        package init(count: Int, criterion: String) {
            self.count = count
            self.criterion = criterion
        }
    }

    /// A sequence of consecutive omitted messages.
    package struct Gap: Sendable, Equatable {
        package let numbers: ClosedRange<Int>
        /// The criterion that omitted the messages, such as `after=2026-05-31T09:40:00Z`.
        package let criterion: String

        package init(numbers: ClosedRange<Int>, criterion: String) {
            self.numbers = numbers
            self.criterion = criterion
        }
    }

    package var omissions: [Omission] = []
    /// The gaps among the messages, in the order of the source.
    package var gaps: [Gap] = []
    /// The number of this document among several; nil for a single document.
    package var part: PartNumber?
    package var pictureHeight = Double.infinity
    /// The height that a page has for rows.
    package var pageHeight = Double.infinity
    /// The facts for evidence; nil for other documents.
    package var evidence: EvidenceFacts?

    package init() {}
}

/// The number of a document among several, such as 2 of 5.
package struct PartNumber: Sendable, Hashable {
    package let number: Int
    package let count: Int

    package init(_ number: Int, of count: Int) {
        self.number = number
        self.count = count
    }
}

extension Layout {
    /// Formats a part number: "Part 2 of 5".
    package func words(_ part: PartNumber) -> String { phrases.part(part.number, of: part.count) }

    /// Returns remarks such as "12 messages left out: after, from (3)".
    static func remarks(_ facts: SheetFacts, _ phrases: Phrases) -> [String] {
        let part = facts.part.map { phrases.part($0.number, of: $0.count) }
        let omissions = facts.omissions.filter { $0.count > 0 }
        guard !omissions.isEmpty else { return [part].compactMap { $0 } }
        let all = omissions.reduce(0) { $0 + $1.count }
        let criteria = omissions.map { omission in
            omissions.count == 1
                ? omission.criterion : omission.criterion + " (\(phrases.number(omission.count)))"
        }
        let words = phrases.counted(.leftOut, all) + ": " + criteria.joined(separator: ", ")
        return [part, words].compactMap { $0 }
    }
}
