/// Text with marked stretches, as Telegram, Signal and chat markdown mean them.
package struct RichText: Sendable, Hashable {
    package var text: String
    /// Sorted by start, longer ones first; they may nest but never cross.
    package var entities: [Entity]

    package init(_ text: String, _ entities: [Entity] = []) {
        self.text = text
        self.entities = entities
    }

    package var isEmpty: Bool { text.isEmpty }
}
