/// A piece of a line of chat markup, before it is known which signs make pairs.
struct InlineToken {
    enum Content {
        /// Text as it stands in the source.
        case source
        /// Other text in its place.
        case text(String, Entity.Kind?)
        /// A sign that may begin or end a mark; where it finds no partner it is text.
        case sign(Entity.Kind, opens: Bool, closes: Bool)
        /// Nothing pairs across it.
        case wall
    }

    var range: Range<Int>
    var content: Content
}

/// Pairs signs and writes the text they stand in, in time linear in the tokens.
struct InlineResolver {
    let bytes: [UInt8]
    let names: KnownNames
    private var tokens: [InlineToken] = []
    /// Bytes before it are covered by tokens.
    private var covered: Int

    init(_ bytes: [UInt8], from start: Int, names: KnownNames = KnownNames()) {
        self.bytes = bytes
        self.names = names
        covered = start
    }

    /// Adds a token; what lies between it and the one before is text.
    mutating func add(_ range: Range<Int>, _ content: InlineToken.Content) {
        addSource(to: range.lowerBound)
        tokens.append(InlineToken(range: range, content: content))
        covered = range.upperBound
    }

    private mutating func addSource(to end: Int) {
        guard covered < end else { return }
        tokens.append(InlineToken(range: covered..<end, content: .source))
        covered = end
    }

    /// Writes everything up to `end`.
    consuming func finish(at end: Int, into builder: inout RichTextBuilder) {
        addSource(to: end)
        let partners = partners()
        for (index, token) in tokens.enumerated() {
            switch token.content {
            case .source, .wall: builder.append(bytes[token.range])
            case .text(let text, let kind):
                if let kind { builder.append(text, kind) } else { builder.append(text) }
            case .sign(let kind, _, _):
                guard let partner = partners[index] else {
                    builder.append(bytes[token.range])
                    continue
                }
                if partner > index { builder.begin(kind) } else { builder.end() }
            }
        }
    }

    /// For each sign that has one, its partner. Signs opened inside a pair and not closed there are
    /// text.
    private func partners() -> [Int?] {
        var partners = [Int?](repeating: nil, count: tokens.count)
        // One of a kind at a time: marks of one kind do not nest.
        var open: [(index: Int, kind: Entity.Kind)] = []
        for (index, token) in tokens.enumerated() {
            if case .wall = token.content { open = [] }
            guard case .sign(let kind, let opens, let closes) = token.content else { continue }
            if let place = open.firstIndex(where: { $0.kind == kind }) {
                guard closes, open[place].index < index - 1 else { continue }
                partners[open[place].index] = index
                partners[index] = open[place].index
                open.removeSubrange(place...)
            } else if opens {
                open.append((index, kind))
            }
        }
        return partners
    }
}
