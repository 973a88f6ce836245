/// A token of a line of chat markup, before signs are paired.
struct InlineToken {
    enum Content {
        /// Source text, unchanged.
        case source
        /// Text that replaces the source.
        case text(String, Entity.Kind?)
        /// A sign that may begin or end a mark. Without a partner it is text.
        case sign(Entity.Kind, opens: Bool, closes: Bool)
        /// A boundary that no pair crosses.
        case wall
        /// The beginning and end of a mark with marks inside. No pair crosses either.
        case begin(Entity.Kind)
        case end
    }

    var range: Range<Int>
    var content: Content
}

/// Pairs signs and writes the text with its marks, in time linear in the tokens.
struct InlineResolver {
    let bytes: [UInt8]
    let names: KnownNames
    private var tokens: [InlineToken] = []
    /// The end of the bytes covered by tokens.
    private var covered: Int

    init(_ bytes: [UInt8], from start: Int, names: KnownNames = KnownNames()) {
        self.bytes = bytes
        self.names = names
        covered = start
    }

    /// Adds a token. Everything between this and the previous token is text.
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
            case .begin(let kind): builder.begin(kind)
            case .end: builder.end()
            }
        }
    }

    /// Returns the partner of each sign that has one. Signs opened inside a pair but not closed
    /// there are text.
    private func partners() -> [Int?] {
        var partners = [Int?](repeating: nil, count: tokens.count)
        // At most one sign of each kind is open, because marks of the same kind do not nest.
        var open: [(index: Int, kind: Entity.Kind)] = []
        var outside = open
        for (index, token) in tokens.enumerated() {
            switch token.content {
            case .wall: open = []
            case .begin: (outside, open) = (open, [])
            case .end: open = outside
            case .source, .text, .sign: break
            }
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
