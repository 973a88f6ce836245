/// A stretch of a text as a caller marks it: an entity of its line, or a block of its own.
package struct TextMark: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case entity(Entity.Kind)
        case code(language: String?)
        case quote
    }

    /// UTF-8 offsets.
    package var range: Range<Int>
    package var kind: Kind

    package init(_ range: Range<Int>, _ kind: Kind) {
        self.range = range
        self.kind = kind
    }
}
