/// The blocks of a message's body. Most bodies are one paragraph.
package enum TextBlock: Sendable, Hashable {
    package enum ColumnAlignment: Sendable, Hashable { case none, left, center, right }

    package struct ListItem: Sendable, Hashable {
        /// Whether the task is done, or nil if the item is not a task.
        package var isDone: Bool?
        package var blocks: [TextBlock]

        package init(isDone: Bool? = nil, blocks: [TextBlock]) {
            self.isDone = isDone
            self.blocks = blocks
        }
    }

    case paragraph(RichText)
    case heading(level: Int, RichText)
    case code(language: String?, text: String)
    case quote([TextBlock])
    /// A list. `start` is the first number, or nil for bullets.
    case list(start: Int?, items: [ListItem])
    case table(alignments: [ColumnAlignment], header: [RichText], rows: [[RichText]])
    case rule
}
