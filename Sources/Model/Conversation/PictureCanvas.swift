/// A picture of a fixed size on which a conversation is laid out legibly. All lengths are in
/// pixels.
package struct PictureCanvas: Sendable, Equatable {
    package enum Name: String, Sendable, CaseIterable {
        case story, square, portrait, landscape, og

        var size: (width: Int, height: Int) {
            switch self {
            case .story: (1080, 1920)
            case .square: (1080, 1080)
            case .portrait: (1080, 1350)
            case .landscape: (1920, 1080)
            case .og: (1200, 630)
            }
        }
    }

    package enum Screen: Sendable, Equatable {
        case none
        /// The screen fills the room of the canvas.
        case filling
        /// The screen has a phone's proportions and is centered.
        case upright
        /// The screen is like `upright`, inside a drawn phone.
        case device
    }

    package var width: Int
    package var height: Int
    /// The requested padding, or nil for the default: none, or a share of the canvas with a card.
    package var ownPadding: Edges<Int>?
    /// Nil for a default like that of the padding.
    var ownRadius: Int?
    /// Nil for the card's default.
    package var ownShadow: Bool?
    package var background: Output.Background = .theme
    package var screen: Screen = .none

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    init(_ name: Name) {
        self.init(width: name.size.width, height: name.size.height)
    }

    /// The range of side lengths that decoders of phones and browsers accept.
    static let sides = 120...8_192
    static let minRoom = 120

    /// A request has a card if it sets any property that only a card has. Otherwise the background
    /// covers the canvas.
    package var isCard: Bool {
        background != .theme || ownShadow == true || (ownRadius ?? 0) > 0
            || screen == .upright || screen == .device || (screen == .filling && ownPadding != nil)
    }

    package var padding: Edges<Int> { ownPadding ?? Edges(isCard ? share(18) : 0) }

    package var cornerRadius: Int { ownRadius ?? (isCard ? share(27) : 0) }

    package var hasShadow: Bool { ownShadow ?? isCard }

    /// The canvas for formats without transparency: the theme's default background replaces the
    /// transparent area around the card.
    package var opaque: PictureCanvas {
        guard background == .transparent else { return self }
        var canvas = self
        (canvas.ownPadding, canvas.ownRadius, canvas.ownShadow) = (padding, cornerRadius, hasShadow)
        canvas.background = .theme
        return canvas
    }

    /// Of the shorter side.
    package func share(_ part: Int) -> Int { min(width, height) / part }

    /// Negative if the padding is too large.
    package var room: (width: Int, height: Int) {
        (width - padding.left - padding.right, height - padding.top - padding.bottom)
    }

    // MARK: - Scale

    /// The usual width of an upright canvas in points: about a phone's, on which the picture is
    /// viewed.
    private static let usualWidth = 400.0
    /// The minimum width of a conversation in points. On a narrower canvas the scale is reduced.
    private static let minWidth = 240.0
    private static let maxWidth = 4_000.0

    /// The default number of pixels per point. Wide canvases have more points across, but only by
    /// the square root of their aspect ratio: they are viewed small, as link previews, or from a
    /// distance.
    private var usualScale: Double {
        let (width, height) = (Double(width), Double(height))
        let across = min(width, (width * height).squareRoot())
        return max(
            1, min(across / PictureCanvas.usualWidth, Double(room.width) / PictureCanvas.minWidth)
        )
    }

    /// If only one is given, it determines the other; if both are given, the column is centered.
    func measure(width: Double?, scale: Double?) -> (width: Double, scale: Double) {
        let across = screenRoom
        switch (width, scale) {
        case (let width?, let scale?): return (width, scale)
        case (let width?, nil): return (width, across / width)
        case (nil, let scale?): return (min(across / scale, Self.maxWidth), scale)
        case (nil, nil) where screen == .none:
            return (min(across / usualScale, Self.maxWidth), usualScale)
        case (nil, nil):
            // A phone's usual width, reduced so that a point has at least one pixel.
            let width = min(ScreenFrame.width, max(across, Self.minWidth))
            return (width, across / width)
        }
    }

    // MARK: - Screen

    /// The maximum aspect ratio of an upright canvas that a screen fills.
    private static let maxScreenShare = 2.0 / 3

    mutating func show(_ kind: ScreenFrame.Kind) {
        switch kind {
        case .none: screen = .none
        case .device: screen = .device
        case .screen:
            let isUpright = Double(room.width) <= Double(room.height) * Self.maxScreenShare
            screen = isUpright ? .filling : .upright
        }
    }

    /// The width in pixels of the largest screen that fits the room.
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
}
