/// A stretch of UTF-8 offsets and what it is.
package struct Entity: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case bold, italic, underline, strike, spoiler, code
        case link(url: String)
        case mention, hashtag
        /// An emoji of the service's own; the text under it is what stands in for it.
        case customEmoji(name: String)
    }

    package var range: Range<Int>
    package var kind: Kind

    package init(_ range: Range<Int>, _ kind: Kind) {
        self.range = range
        self.kind = kind
    }
}
