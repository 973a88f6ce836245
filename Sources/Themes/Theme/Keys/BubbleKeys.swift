import Scene

enum BubbleKeys {
    static let all: [Key<BubbleStyle>] = [
        Key("fill", \.fill, .fill, "the background"),
        Key("text", \.textColor, .color, "the text color"),
        Key("link", \.linkColor, .color, "the color of links and mentions"),
        Key("link_underline", \.underlinesLinks, .flag, "whether links are underlined"),
        Key(
            "secondary", \.secondaryColor, .color,
            "the color of times, captions, file sizes and quoted text"),
        Key("accent", \.accentColor, .color, "the color of bars, play buttons and chosen answers"),
        Key(
            "card", \.cardFill, .color,
            "the background of link previews, files and code in a bubble"),
        Key("border", optional: \.border, border, "the border; a number is its width"),
        Key("shadow", optional: \.shadow, shadow, "the shadow"),
        Key(
            "radius", \.corners, .corners(0...200), "the corner radius, as for a bubble on the left"
        ),
        Key(
            "grouped_radius", optional: \.groupedRadius, .number(0...200),
            "the radius of corners next to another bubble of the run"),
        Key("padding", \.padding, .insets(0...200), "around the text, as for a bubble on the left"),
        Key("min_size", \.minSize, .size(0...2000), "the minimum size"),
        Key("max_width", \.maxWidth, .maxWidth, "the maximum width"),
        Key(
            "width", \.width, .width,
            "as narrow as the text, as wide as possible, or fixed"),
        Key("align", \.alignment, .alignment, "the alignment of the text"),
        Key("tail", \.tail, tail, "the tail; a string is its shape"),
        Key(
            "image", optional: \.image, image,
            "pictures that form the bubble; a string is its `src`"),
    ]

    static let border = ValueSyntax.section(
        [
            Key("width", \BubbleStyle.Border.width, .number(0.1...20), "the border's width"),
            Key("color", \.color, .color, "the color"),
        ], from: BubbleStyle.Border(width: 1, color: .black), shorthand: "width",
        words: "0.1 to 20, or object")

    static let shadow = ValueSyntax.section(
        [
            Key("dx", \BubbleStyle.Shadow.dx, .number(-50...50), "offset to the right"),
            Key("dy", \.dy, .number(-50...50), "offset downward"),
            Key("blur", \.blur, .number(0...50), "the blur radius"),
            Key("color", \.color, .color, "the color"),
        ], from: BubbleStyle.Shadow(dx: 0, dy: 1, blur: 1, color: Color(0, 0, 0, alpha: 38)))

    private static let tail = ValueSyntax.section(
        [
            Key(
                "shape", \Tail.shape, .choice, "the shape; `image` if the picture contains the tail"
            ),
            Key("on", \.on, .choice, "the bubbles of a run that have a tail"),
            Key(
                "side", \.side, .choice,
                "the side; `sender` is left for received messages and right for sent ones"),
        ], from: Tail(shape: .none, on: .last, side: .sender), shorthand: "shape",
        words: "shape, or object")

    private static let image = ValueSyntax.section(
        BubbleImageKeys.all, from: BubbleImage(source: .slices([], caps: .zero)), shorthand: "src",
        words: "picture, or object")
}
