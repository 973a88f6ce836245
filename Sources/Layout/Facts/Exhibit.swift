package import Conversation
import Scene

extension EvidenceFacts {
    /// A picture that messages show.
    package struct Exhibit: Sendable {
        package let media: MediaIndex
        /// Others that hold the same.
        package var copies: [MediaIndex] = []
        /// The name of the file in its source.
        package var name: String?
        package var type: String?
        package var bytes: Int?
        /// SHA-256 in hexadecimal digits.
        package var digest: String?
        /// Whether bytes and digest are known and not told.
        package var isWithheld = false
        /// Places of the messages that show it, each once.
        package var messages: [Int]

        package init(_ media: MediaIndex, in messages: [Int]) {
            self.media = media
            self.messages = messages
        }
    }
}

/// A picture to be shown whole on a page of its own, with what is known of it.
package struct ExhibitEntry: Sendable {
    /// A message that shows it.
    struct Use: Sendable {
        /// The index of the message in the conversation.
        let message: Int
        let words: String
    }

    let media: MediaIndex
    /// Others that hold the same.
    let copies: [MediaIndex]
    let alt: String
    let facts: FactTable
    /// The first few.
    let uses: [Use]
    let others: Int

    static let mostUses = 12
}

/// Names of places in a document that lead to each other.
enum Anchor {
    static func message(_ place: Int) -> String { "message-\(place)" }
    static func picture(_ media: MediaIndex) -> String { "picture-\(media)" }
}

/// A picture that stands whole on a page of its own, and what it is called there.
struct Exhibited: Sendable {
    let media: MediaIndex
    let title: String

    func lead(over frame: Rect) -> Node {
        .jump(frame, to: Anchor.picture(media), words: title)
    }
}
