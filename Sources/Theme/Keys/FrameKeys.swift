import JSON
import Scene

enum FrameKeys {
    static let syntax = ValueSyntax.section(
        [
            Key(
                "measure_width", \FixedFrames.measureWidth, .number(20...2000),
                "the width that text is measured in"),
            Key("received", \.received, side, "the frames of a received message"),
            Key("sent", \.sent, side, "of a sent one"),
            Key("row_add_height", \.rowAddHeight, room, "row height = text height + this"),
            Key("row_min_height", \.rowMinHeight, size, "but never less"),
            Key(
                "text_origin", optional: \.textOrigin, .point(-1000...4000),
                "where text starts in its frame; null for its middle"),
            Key("label", optional: \.label, .rectangle(-1000...4000), "of the date above each"),
        ], from: base)

    private static let size = ValueSyntax<Double>.number(0...4000)
    private static let room = ValueSyntax<Double>.number(-1000...4000)

    private static let side = ValueSyntax.section(
        [
            Key("text", \FixedFrames.Side.text, frame, "the text's frame"),
            Key("bubble", \.bubble, frame, "the bubble's"),
        ], from: base.received)

    private static let frame = ValueSyntax.section(
        [
            Key("left", optional: \FixedFrames.Frame.left, room, "from the canvas's left edge"),
            Key("right", optional: \.right, room, "or from its right edge; see above"),
            Key("y", \.y, room, "from the row's top"),
            Key("width", optional: \.width, size, "fixed; null for the text's width"),
            Key("add_width", \.addWidth, room, "to the text's width"),
            Key("add_height", \.addHeight, room, "to the text's height"),
            Key("min_height", \.minHeight, size, "but never less"),
        ], from: base.received.text)

    private static let base: FixedFrames = {
        let frame = FixedFrames.Frame(x: .left(0), y: 0, addWidth: 0, addHeight: 0, minHeight: 0)
        let side = FixedFrames.Side(text: frame, bubble: frame)
        return FixedFrames(
            measureWidth: 250, received: side, sent: side, rowAddHeight: 0, rowMinHeight: 0)
    }()
}

/// One place under two keys: whichever is stated holds.
extension FixedFrames.Frame {
    fileprivate var left: Double? {
        get { if case .left(let distance) = x { distance } else { nil } }
        set { if let newValue { x = .left(newValue) } }
    }

    fileprivate var right: Double? {
        get { if case .right(let distance) = x { distance } else { nil } }
        set { if let newValue { x = .right(newValue) } }
    }
}
