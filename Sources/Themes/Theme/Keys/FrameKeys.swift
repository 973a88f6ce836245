import Basics
import Scene

enum FrameKeys {
    static let syntax = ValueSyntax.section(
        [
            Key(
                "measure_width", \FixedFrames.measureWidth, .number(20...2000),
                "the width in which text is measured"),
            Key("received", \.received, side, "the frames of a received message"),
            Key("sent", \.sent, side, "the frames of a sent message"),
            Key(
                "row_add_height", \.rowAddHeight, room,
                "added to the height of the text to give that of the row"),
            Key("row_min_height", \.rowMinHeight, size, "the minimum height"),
            Key(
                "text_origin", optional: \.textOrigin, .point(-1000...4000),
                "the origin of the text in its frame; null to center it"),
            Key(
                "label", optional: \.label, .rectangle(-1000...4000),
                "the frame of the date above each message"),
        ], from: base)

    private static let size = ValueSyntax<Double>.number(0...4000)
    private static let room = ValueSyntax<Double>.number(-1000...4000)

    private static let side = ValueSyntax.section(
        [
            Key("text", \FixedFrames.Side.text, frame, "the frame of the text"),
            Key("bubble", \.bubble, frame, "the frame of the bubble"),
        ], from: base.received)

    private static let frame = ValueSyntax.section(
        [
            Key("left", optional: \FixedFrames.Frame.left, room, "from the canvas's left edge"),
            Key("right", optional: \.right, room, "or from its right edge; see above"),
            Key("y", \.y, room, "from the top of the row"),
            Key("width", optional: \.width, size, "the width; null for the width of the text"),
            Key("add_width", \.addWidth, room, "added to the width of the text"),
            Key("add_height", \.addHeight, room, "added to the height of the text"),
            Key("min_height", \.minHeight, size, "the minimum height"),
        ], from: base.received.text)

    private static let base: FixedFrames = {
        let frame = FixedFrames.Frame(x: .left(0), y: 0, addWidth: 0, addHeight: 0, minHeight: 0)
        let side = FixedFrames.Side(text: frame, bubble: frame)
        return FixedFrames(
            measureWidth: 250, received: side, sent: side, rowAddHeight: 0, rowMinHeight: 0)
    }()
}

/// The keys `left` and `right`, which both set the property `x`.
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
