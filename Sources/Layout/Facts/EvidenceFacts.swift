package import Model
import Scene
import Themes

/// A fact that was not provided is nil.
package struct EvidenceFacts: Sendable {
    package struct Source: Sendable {
        package var name: String?
        package var bytes: Int?
        /// SHA-256 in hexadecimal.
        package var digest: String?
        /// Whether size and digest are known but withheld. Redacted content could be guessed and
        /// checked against them.
        package var isWithheld = false

        package init() {}
    }

    package var source = Source()
    package var format: String?
    var program: String
    var theme: String
    /// Such as `page.size=letter`.
    package var settings: [String] = []
    package var created: Moment?
    package var chain: String
    package var zoneData: String?
    package var clockChanges: [ClockChange] = []
    var total: Int
    package var redactedPlaces = 0
    package var redactedFor: [(reason: String, places: Int)] = []
    /// The number of places redacted for containing only part of a name; nil unless requested.
    package var redactedByParts: Int?
    /// The number of words similar to a redacted name that were kept; nil unless requested.
    package var similarWords: Int?
    package var inOtherParts = 0

    package var exhibits: [Exhibit] = []

    package init(program: String, theme: String, chain: String, total: Int) {
        self.program = program
        self.theme = theme
        self.chain = chain
        self.total = total
    }
}

package struct FactTable: Sendable, Equatable {
    let title: String
    /// The header row; empty if each row's first cell is its header.
    let head: [String]
    let rows: [[String]]
}

extension EvidenceFacts {
    package struct Exhibit: Sendable {
        package let media: MediaIndex
        /// Other media with the same content.
        package var copies: [MediaIndex] = []
        package var name: String?
        package var type: String?
        package var bytes: Int?
        package var digest: String?
        package var isWithheld = false
        /// Indices without duplicates.
        package var messages: [Int] = []

        package init(_ media: MediaIndex) { self.media = media }
    }
}

package struct ExhibitEntry: Sendable {
    struct Use: Sendable {
        let message: Int
        let words: String
    }

    let media: MediaIndex
    let copies: [MediaIndex]
    let place: Int
    let alt: String
    let facts: FactTable
    /// The first few messages; `others` counts the rest.
    let uses: [Use]
    let others: Int

    static let maxUses = 12
}

enum Anchor {
    static func message(_ place: Int) -> String { "message-\(place)" }
    /// A document of a part and the conversation in it have different media indices.
    static func exhibit(_ place: Int) -> String { "picture-\(place)" }
}

struct Exhibited: Sendable {
    let place: Int
    let title: String

    func lead(over frame: Rect) -> Node {
        .jump(frame, to: Anchor.exhibit(place), words: title)
    }
}

/// The facts that a conversation on paper shows about itself, and the limits of its pictures. A
/// reader may have nothing but the sheet.
package struct SheetFacts: Sendable {
    package struct Omission: Sendable {
        let count: Int
        let criterion: String

        package init(count: Int, criterion: String) {
            self.count = count
            self.criterion = criterion
        }
    }

    package struct Gap: Sendable, Equatable {
        package let numbers: ClosedRange<Int>
        /// Such as `after=2026-05-31T09:40:00Z`.
        package let criterion: String

        package init(numbers: ClosedRange<Int>, criterion: String) {
            self.numbers = numbers
            self.criterion = criterion
        }
    }

    package var omissions: [Omission] = []
    package var gaps: [Gap] = []
    package var part: PartNumber?
    package var pictureHeight = Double.infinity
    package var pageHeight = Double.infinity
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
    package func words(_ part: PartNumber) -> String { phrases.part(part.number, of: part.count) }

    /// Such as "12 messages left out: after, from (3)".
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
