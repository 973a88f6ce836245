import Scene
import Testing
import Themes

/// The published measurements of the bubble systems that the classic themes are based on.
@Suite struct ClassicLooksTests {
    /// The frame computed for text of the given size on a canvas of the given width.
    private func rect(
        _ frame: FixedFrames.Frame, text: Size, canvas: Double
    ) -> Rect {
        let width = frame.width ?? text.width + frame.addWidth
        let x =
            switch frame.x {
            case .left(let distance): distance
            case .right(let distance): canvas - (frame.width ?? text.width) - distance
            }
        return Rect(x, frame.y, width, max(frame.minHeight, text.height + frame.addHeight))
    }

    // MARK: Nine fragments

    @Test(arguments: [0, 18, 32, 33, 36, 54, 90, 540] as [Double])
    func nineFragmentsGrowByTheirMiddleRow(height: Double) throws {
        let frames = try #require(try Looks.theme("classic-sms").frames)
        let middle = max(0, height - 32)
        let text = Size(120, height)
        for (side, bubble, words) in [
            (frames.received, 10.0, 20.0), (frames.sent, 320 - 168 - 10, 320 - 143 - 20),
        ] {
            #expect(
                rect(side.bubble, text: text, canvas: 320)
                    == Rect(bubble, 20, 168, 64 + middle))
            #expect(
                rect(side.text, text: text, canvas: 320)
                    == Rect(words, 25, 143, 2 * 32 + middle - 10))
        }
        #expect(max(frames.rowMinHeight, height + frames.rowAddHeight) == 20 + 2 * 32 + middle + 5)
    }

    @Test func nineFragmentsHaveCenteredDates() throws {
        let theme = try Looks.theme("classic-sms")
        let frames = try #require(theme.frames)
        #expect(frames.measureWidth == 3 * 56 - 25)
        #expect(frames.label == Rect(0, 0, 200, 15))
        #expect(frames.textOrigin == nil)
        #expect(theme.canvas.background == .color(Color(219, 226, 237)))
        #expect(theme.time.place == .above)
        #expect(theme.text.time.style.size == 14 && theme.text.time.style.weight == 700)
        #expect(theme.text.body.size == 14)
        #expect(theme.canvas.gaps.inRun == 0 && theme.canvas.gaps.betweenRuns == 0)
        for style in [theme.received, theme.sent] {
            guard case .fragments(let pictures, let size)? = style.image?.source else {
                Issue.record("no fragments")
                return
            }
            #expect(pictures.count == 9 && size == Size(56, 32))
            #expect(style.alignment == .center)
        }
        #expect(theme.pictures.count == 18)
    }

    // MARK: Cap insets and tint

    @Test(arguments: ThemeMode.allCases)
    func theTintedPictureHasItsCaps(mode: ThemeMode) throws {
        let theme = try Looks.theme("tinted", mode)
        for style in [theme.received, theme.sent] {
            guard case .slices(let variants, let caps)? = style.image?.source else {
                Issue.record("no slices")
                return
            }
            #expect(variants.map(\.scale) == [1, 2, 3])
            #expect(caps == Insets(top: 17, left: 21, bottom: 17, right: 21))
            #expect(style.minSize == Size(42, 34))
            #expect(style.tail.shape == .image)
            #expect(style.image?.isMirrored == false)
        }
        #expect(theme.received.image?.source == theme.sent.image?.source)
        #expect(theme.received.image?.tint != theme.sent.image?.tint)
        #expect(theme.sentByService["sms"]?.image?.tint != theme.sent.image?.tint)
    }

    @Test func theWidelyCopiedCapsAlsoWork() throws {
        let theme = try Looks.inline(
            #"{"extends":"tinted","bubble":{"image":{"caps":[17,30,17,30]}}}"#)
        #expect(theme.sent.minSize == Size(60, 34))
    }

    // MARK: Bézier

    @Test func theBezierBubbleCanBeAdjusted() throws {
        let theme = try Looks.theme("bezier")
        #expect(theme.sent.tail == Tail(shape: .bezier, on: .every, side: .sender))
        #expect(theme.sent.radius == 17)
        #expect(theme.sent.border != nil && theme.received.border != nil)
        let other = try Looks.inline(
            ##"""
            {"extends":"bezier","bubble":{"fill":"#ff2d55","border":{"width":4,"color":"#000"},
             "tail":{"side":"left"}}}
            """##)
        #expect(other.sent.tail.side == .left && other.sent.tail.shape == .bezier)
        #expect(other.sent.border == BubbleStyle.Border(width: 4, color: .black))
    }

    // MARK: Measured frames

    @Test(arguments: [Size(0, 21.5), Size(40, 21.5), Size(250, 86), Size(131.25, 43)])
    func measuredFramesFollowTheText(text: Size) throws {
        let theme = try Looks.theme("susi")
        let frames = try #require(theme.frames)
        let (w, h) = (text.width, text.height)
        for view in [320.0, 375, 414] {
            #expect(
                rect(frames.received.text, text: text, canvas: view) == Rect(16, 0, w + 16, h + 30))
            #expect(
                rect(frames.received.bubble, text: text, canvas: view)
                    == Rect(4, -4, w + 40, h + 26))
            #expect(
                rect(frames.sent.text, text: text, canvas: view)
                    == Rect(view - w - 32, 0, w + 16, h + 20))
            #expect(
                rect(frames.sent.bubble, text: text, canvas: view)
                    == Rect(view - w - 40, -4, w + 34, h + 26))
        }
        #expect(max(frames.rowMinHeight, h + frames.rowAddHeight) == h + 20)
        #expect(frames.measureWidth == 250)
    }

    @Test func measuredFramesHaveABeigeBackground() throws {
        let theme = try Looks.theme("susi")
        #expect(theme.canvas.background == .color(Color(236, 229, 221)))
        #expect(theme.received.image?.tint == .white)
        #expect(theme.sent.image?.tint == Color(220, 248, 198))
        #expect(theme.sent.textColor == .black && theme.text.body.size == 18)
        #expect(theme.sent.radius == 15)
        #expect(theme.canvas.gaps.inRun == 0 && theme.canvas.gaps.betweenRuns == 0)
        guard case .slices(let variants, let caps)? = theme.sent.image?.source else {
            Issue.record("no slices")
            return
        }
        #expect(variants.count == 3)
        #expect(caps == Insets(top: 22, left: 26, bottom: 22, right: 26))
    }
}
