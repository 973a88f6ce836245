import Scene

/// What will stand in one bubble, from top to bottom.
struct BubbleContent {
    var pieces: [any Piece]
    /// Drawn without a bubble around: stickers, large emoji.
    var isBare = false
    /// Text, with code, tables and quotations in it, but no pictures and cards.
    var isText = false
}
