import Graphics
import Scene
import TestDrawing
import TestSupport
import Testing
import Themes
import Typesetting

@testable import Rendering

/// The painter and cairo draw the same scene: a difference is a bug in one of them.
///
/// Serialized: cairo draws one scene at a time, and a test that waited for it would block a thread
/// that others could use.
@Suite(.serialized) struct EngineComparisonTests {
    /// The layers of a soft shadow and the ornaments of the wallpaper are translucent, and each
    /// engine rounds each of them once: four of them may differ by four. Other colors differ by
    /// at most one for each translucent layer (mentions, discs of icons and cards lie on others), and
    /// by one more where a painting of double size is reduced.
    private static func most(_ look: String, scale: Double) -> Int {
        switch look {
        case "whatsapp", "telegram": 4
        case "slack": 3
        case "discord", "instagram", "messenger": 2
        default: scale < 2 ? 2 : 1
        }
    }

    /// Pictures and emoji are interpolated with different filters: cairo averages over fewer
    /// pixels, so single pixels at edges differ much, and all pixels together differ little.
    private static let maxPictureMean = 12.0

    @Test(arguments: Looks.catalog.names, [ThemeMode.light, .dark])
    func bothEnginesDrawTheSame(look: String, mode: ThemeMode) throws {
        try CairoLock.hold {
            try compareDrawings(of: DrawnScene(Looks.named(look, mode)), in: look)
        }
    }

    func compareDrawings(of scene: DrawnScene, in look: String) throws {
        for scale in [1.0, 2, 3] {
            let difference = try compare(scene, scale: scale)
            let most = Self.most(look, scale: scale)
            #expect(difference.shapes.most <= most, "at \(difference.shapes.place), \(scale)×")
            // Glyphs are the same masks at the same whole pixels.
            #expect(
                difference.letters.most <= most, "at \(difference.letters.place), \(scale)×")
            #expect(difference.pictures.mean <= Self.maxPictureMean, "\(scale)×")
        }
    }

    private func compare(_ scene: DrawnScene, scale: Double) throws -> EngineDifference {
        let nodes = scene.blocks.flatMap(\.nodes)
        let map = InkMap(of: nodes, scene.size, scale: scale, fonts: scene.typesetter.fonts)
        let painter = try Painter(
            on: PaintingResources(), fonts: scene.typesetter.fonts, pictures: scene.pictures)
        let cairo = CairoPicture(
            width: map.width, scale: scale, fonts: scene.typesetter.fonts,
            pictures: scene.pictures)
        var difference = EngineDifference()
        for start in stride(from: 0, to: map.height, by: 1_000) {
            let rows = start..<min(map.height, start + 1_000)
            let drawn = try cairo.paint(
                rows: rows, backdrop: .white, scene.background + nodes)
            try painter.paint(
                Viewport(width: map.width, rows: rows, scale: scale), backdrop: .white,
                background: scene.background, blocks: scene.blocks
            ) { surface in
                surface.withPixels { ours in
                    drawn.withPixels { cairos in
                        difference.add(
                            ours, cairos, rows: rows,
                            strides: (surface.stride / 4, drawn.stride / 4), map)
                    }
                }
            }
        }
        return difference
    }
}
