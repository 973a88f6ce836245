import Scene

enum BubbleKeys {
    static let all: [Key<BubbleStyle>] = [
        Key("fill", \.fill, .fill, "the ground"),
        Key("text", \.textColor, .color, "the text"),
        Key("link", \.linkColor, .color, "links and mentions"),
        Key("link_underline", \.underlinesLinks, .flag, "a line under links"),
        Key("secondary", \.secondaryColor, .color, "times, captions, file sizes, quoted text"),
        Key("accent", \.accentColor, .color, "bars, play marks, chosen answers"),
        Key("card", \.cardFill, .color, "behind link previews, files and code within the bubble"),
        Key("border", optional: \.border, border, "a line around it; a number is its width"),
        Key("shadow", optional: \.shadow, shadow, "a soft shadow"),
        Key("radius", \.corners, .corners(0...200), "the corners, as for a bubble on the left"),
        Key(
            "grouped_radius", optional: \.groupedRadius, .number(0...200),
            "corners that face a neighbour of the run"),
        Key("padding", \.padding, .insets(0...200), "around the text, as for a bubble on the left"),
        Key("min_size", \.minSize, .size(0...2000), "never smaller"),
        Key("max_width", \.maxWidth, .maxWidth, "never wider"),
        Key(
            "width", \.width, .width,
            "as narrow as its lines allow, text as wide as may be, or fixed"),
        Key("align", \.alignment, .alignment, "of the text"),
        Key("tail", \.tail, tail, "where it points at its sender; a word is its shape"),
        Key(
            "image", optional: \.image, image,
            "draws the bubble from pictures; a picture is its `src`"),
    ]

    static let border = ValueSyntax.section(
        [
            Key("width", \BubbleStyle.Border.width, .number(0.1...20), "the line's width"),
            Key("color", \.color, .color, "its colour"),
        ], from: BubbleStyle.Border(width: 1, color: .black), shorthand: "width",
        words: "0.1 to 20, or object")

    static let shadow = ValueSyntax.section(
        [
            Key("dx", \BubbleStyle.Shadow.dx, .number(-50...50), "to the right"),
            Key("dy", \.dy, .number(-50...50), "downwards"),
            Key("blur", \.blur, .number(0...50), "how soft"),
            Key("color", \.color, .color, "its colour"),
        ], from: BubbleStyle.Shadow(dx: 0, dy: 1, blur: 1, color: Color(0, 0, 0, alpha: 38)))

    private static let tail = ValueSyntax.section(
        [
            Key("shape", \Tail.shape, .choice, "which tail; `image` where the picture holds it"),
            Key("on", \.on, .choice, "which bubbles of a run have it"),
            Key(
                "side", \.side, .choice,
                "where it points; `sender` is left for received, right for sent"),
        ], from: Tail(shape: .none, on: .last, side: .sender), shorthand: "shape",
        words: "shape, or object")

    private static let image = ValueSyntax.section(
        BubbleImageKeys.all, from: BubbleImage(source: .slices([], caps: .zero)), shorthand: "src",
        words: "picture, or object")
}
