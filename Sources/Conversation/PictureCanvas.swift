/// A picture of a fixed size, in pixels, that a conversation is laid out to be read on. All of its
/// lengths are pixels.
package struct PictureCanvas: Sendable, Equatable {
    /// The sizes that people share pictures in.
    package enum Name: String, Sendable, CaseIterable {
        case story, square, portrait, landscape, og

        package var size: (width: Int, height: Int) {
            switch self {
            case .story: (1080, 1920)
            case .square: (1080, 1080)
            case .portrait: (1080, 1350)
            case .landscape: (1920, 1080)
            case .og: (1200, 630)
            }
        }
    }

    /// The phone's screen that a canvas shows.
    package enum Screen: Sendable, Equatable {
        case none
        /// It fills the room of the canvas.
        case filling
        /// It has a phone's proportions and is placed in the middle.
        case upright
        /// As `upright`, in a drawn phone.
        case device
    }

    /// From each edge of the canvas to the conversation.
    package struct Padding: Sendable, Equatable {
        package var top: Int
        package var right: Int
        package var bottom: Int
        package var left: Int

        package init(_ all: Int) { (top, right, bottom, left) = (all, all, all, all) }
    }

    package var width: Int
    package var height: Int
    /// nil for none, or of a card some.
    package var ownPadding: Padding?
    /// nil for none, or of a card some.
    package var ownRadius: Int?
    /// nil for what a card has.
    package var ownShadow: Bool?
    /// The background around a card.
    package var background: Output.Background = .theme
    package var screen: Screen = .none

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    package init(_ name: Name) {
        self.init(width: name.size.width, height: name.size.height)
    }

    /// The range of a side that decoders of phones and browsers open.
    package static let sides = 120...8_192
    /// The least that is left for a conversation.
    static let leastRoom = 120

    /// Whether the conversation stands on a card of its own, as soon as something is said that only
    /// a card has; else its ground is the canvas's.
    package var isCard: Bool {
        background != .theme || ownShadow == true || (ownRadius ?? 0) > 0
            || screen == .upright || screen == .device || (screen == .filling && ownPadding != nil)
    }

    package var padding: Padding { ownPadding ?? Padding(isCard ? share(18) : 0) }

    package var cornerRadius: Int { ownRadius ?? (isCard ? share(27) : 0) }

    package var hasShadow: Bool { ownShadow ?? isCard }

    /// The same for what knows nothing clear: around a card is what is there where nothing is said.
    package var opaque: PictureCanvas {
        guard background == .transparent else { return self }
        var canvas = self
        (canvas.ownPadding, canvas.ownRadius, canvas.ownShadow) = (padding, cornerRadius, hasShadow)
        canvas.background = .theme
        return canvas
    }

    /// A share of the shorter side.
    package func share(_ part: Int) -> Int { min(width, height) / part }

    /// The room for the conversation; negative if padding takes everything.
    package var room: (width: Int, height: Int) {
        (width - padding.left - padding.right, height - padding.top - padding.bottom)
    }

    // MARK: - How large letters are

    /// Points across an upright canvas: about a phone's, on which it is looked at.
    private static let usualWidth = 400.0
    /// A conversation that is narrower is set smaller.
    private static let leastWidth = 240.0
    private static let mostWidth = 4_000.0

    /// Pixels a point where nobody says how many. Wide canvases have more points across, but by the
    /// root of their shape alone: they are seen small, as previews of links, or from afar.
    private var usualScale: Double {
        let (width, height) = (Double(width), Double(height))
        let across = min(width, (width * height).squareRoot())
        return max(
            1, min(across / PictureCanvas.usualWidth, Double(room.width) / PictureCanvas.leastWidth)
        )
    }

    /// The scale and the width: either alone decides the other, both give a column in the middle.
    func measure(width: Double?, scale: Double?) -> (width: Double, scale: Double) {
        guard screen == .none else { return screenMeasure(width: width, scale: scale) }
        let room = Double(room.width)
        switch (width, scale) {
        case (let width?, let scale?): return (width, scale)
        case (let width?, nil): return (width, room / width)
        case (nil, let scale?): return (min(room / scale, PictureCanvas.mostWidth), scale)
        case (nil, nil):
            return (min(room / usualScale, PictureCanvas.mostWidth), usualScale)
        }
    }

    // MARK: - A screen on it

    /// The widest upright canvas that a screen fills, as a share of its height.
    private static let widestScreen = 2.0 / 3

    /// Places a screen on the canvas.
    mutating func show(_ kind: ScreenFrame.Kind) {
        switch kind {
        case .none: screen = .none
        case .device: screen = .device
        case .screen:
            let isUpright = Double(room.width) <= Double(room.height) * Self.widestScreen
            screen = isUpright ? .filling : .upright
        }
    }

    /// The pixels across the largest screen that the room holds.
    var screenRoom: Double {
        let (width, height) = (Double(room.width), Double(room.height))
        let tall = ScreenFrame.usualHeight / ScreenFrame.width
        switch screen {
        case .none, .filling: return width
        case .upright: return min(width, height / tall)
        case .device:
            return min(
                width / (1 + 2 * ScreenFrame.bezel), height / (tall + 2 * ScreenFrame.bezel))
        }
    }

    /// A phone's usual width, but never smaller letters than a pixel for each point.
    private func screenMeasure(width: Double?, scale: Double?) -> (width: Double, scale: Double) {
        let across = screenRoom
        switch (width, scale) {
        case (let width?, let scale?): return (width, scale)
        case (let width?, nil): return (width, across / width)
        case (nil, let scale?): return (min(across / scale, Self.mostWidth), scale)
        case (nil, nil):
            let width = min(ScreenFrame.width, max(across, Self.leastWidth))
            return (width, across / width)
        }
    }
}
