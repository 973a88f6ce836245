package import Model
import Scene

extension EvidenceFacts {
    /// A picture shown in messages.
    package struct Exhibit: Sendable {
        package let media: MediaIndex
        /// Other media with the same content.
        package var copies: [MediaIndex] = []
        /// The name of the file in its source.
        package var name: String?
        package var type: String?
        package var bytes: Int?
        /// The file's SHA-256 digest in hexadecimal.
        package var digest: String?
        /// Whether bytes and digest are known but withheld.
        package var isWithheld = false
        /// The indices of the messages that show the picture, without duplicates.
        package var messages: [Int] = []

        package init(_ media: MediaIndex) { self.media = media }
    }
}

/// A picture on a page of its own, with the facts known about it.
package struct ExhibitEntry: Sendable {
    /// A message that shows the picture.
    struct Use: Sendable {
        /// The index of the message in the conversation.
        let message: Int
        let words: String
    }

    let media: MediaIndex
    /// Other media with the same content.
    let copies: [MediaIndex]
    let place: Int
    let alt: String
    let facts: FactTable
    /// The first few messages; `others` counts the rest.
    let uses: [Use]
    let others: Int

    static let maxUses = 12
}

/// The names of link targets within a document.
enum Anchor {
    static func message(_ place: Int) -> String { "message-\(place)" }
    /// A document of a part and the conversation in it have different media indices.
    static func exhibit(_ place: Int) -> String { "picture-\(place)" }
}

/// A picture on a page of its own, and its name there.
struct Exhibited: Sendable {
    let place: Int
    let title: String

    func lead(over frame: Rect) -> Node {
        .jump(frame, to: Anchor.exhibit(place), words: title)
    }
}
