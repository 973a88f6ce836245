import Scene
import Testing

@testable import Themes

/// The pictures and the outline that the classic themes draw bubbles with. ClassicFramesTests of
/// Layout have the arithmetic of their frames.
@Suite struct ClassicLooksTests {
    @Test func fragmentsOfABubbleAreNinePictures() throws {
        let theme = try Looks.theme("classic-sms")
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
}
