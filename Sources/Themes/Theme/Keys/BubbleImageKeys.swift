import Scene

/// The keys of a bubble's picture. They are always read in this order: `stretch` and `caps` apply
/// to the pictures read before.
enum BubbleImageKeys {
    enum Side: String, CaseIterable, Sendable { case left, right }
    enum Stretch: String, CaseIterable, Sendable { case slices, whole }

    static let all: [Key<BubbleImage>] = [
        Key(
            "src", optional: \.variants, .pictures,
            "one picture of the bubble, with the tail on the right"),
        Key(
            "fragments", optional: \.fragments, fragments,
            "nine pictures instead, row by row from the top left"),
        Key("fragment_size", optional: \.fragmentSize, .size(1...500), "the size of a fragment"),
        Key(
            "stretch", optional: \.stretch, .choice,
            "what stretches in a larger bubble: the middle between the caps, or the whole picture"),
        Key(
            "caps", optional: \.caps, .insets(0...500),
            "the part at each edge that does not stretch"),
        Key("tint", optional: \.tint, .color, "replaces the picture's colors and keeps its shape"),
        Key("tail", \.tailSide, .choice, "the side of the picture's tail"),
    ]

    private static let fragments = ValueSyntax<[ThemePictureIndex]>.list(
        .picture, count: 9...9, expected: .pictures)
}

/// The parts of a picture's source as properties for keys. They are nil, and ignore assignments, if
/// the source has no such part.
extension BubbleImage {
    fileprivate var variants: [Variant]? {
        get {
            switch source {
            case .slices(let variants, _), .whole(let variants): variants
            case .fragments: nil
            }
        }
        set {
            guard let newValue else { return }
            switch source {
            case .slices(_, let caps): source = .slices(newValue, caps: caps)
            case .whole: source = .whole(newValue)
            case .fragments: source = .slices(newValue, caps: .zero)
            }
        }
    }

    fileprivate var fragments: [ThemePictureIndex]? {
        get { if case .fragments(let pictures, _) = source { pictures } else { nil } }
        set {
            guard let newValue else { return }
            source = .fragments(newValue, size: fragmentSize ?? Size(56, 32))
        }
    }

    fileprivate var fragmentSize: Size? {
        get { if case .fragments(_, let size) = source { size } else { nil } }
        set {
            guard let newValue, let fragments else { return }
            source = .fragments(fragments, size: newValue)
        }
    }

    fileprivate var stretch: BubbleImageKeys.Stretch? {
        get {
            switch source {
            case .slices: .slices
            case .whole: .whole
            case .fragments: nil
            }
        }
        set {
            guard let newValue, newValue != stretch, let variants else { return }
            source = newValue == .whole ? .whole(variants) : .slices(variants, caps: .zero)
        }
    }

    fileprivate var caps: Insets? {
        get { if case .slices(_, let caps) = source { caps } else { nil } }
        set {
            guard let newValue, let variants else { return }
            source = .slices(variants, caps: newValue)
        }
    }

    fileprivate var tailSide: BubbleImageKeys.Side {
        get { isMirrored ? .left : .right }
        set { isMirrored = newValue == .left }
    }
}
