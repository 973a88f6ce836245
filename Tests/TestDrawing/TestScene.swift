import Documents
package import Foundation
package import Graphics
package import Scene
import Typesetting

/// One of each kind of node in 300 × 220 points.
package enum TestScene {
    package static let fonts = PlainShaper(files: [
        FontFile(path: PlainShaper.inter + "Inter-Regular.otf", index: 0),
        FontFile(path: PlainShaper.emoji, index: 0, hasColorBitmaps: true),
    ])

    package static let pictures = TestPictures(bitmaps: [TestPictures.noise(width: 84, height: 68)])

    package static let text = fonts.shape(
        [.init("Quick brown fox "), underlined, .init("😀", font: 1)], size: 17)

    package static let nodes: [Node] = [
        .shape(
            .rounded(Rect(10, 10.3, 280, 35.7), 17.5), fill: .color(Color(233, 233, 235)),
            stroke: nil),
        .text(text, at: Point(20, 16.2)),
        .shape(
            .rounded(Rect(10, 60, 100, 60.5), 17), fill: .linear(gradient),
            stroke: Stroke(.black, width: 1)),
        .shape(.rectangle(Rect(120, 60, 50, 90)), fill: .linear(gradient), stroke: nil),
        .shape(
            .circle(center: Point(220, 90), radius: 30), fill: nil,
            stroke: Stroke(Color(255, 0, 0), width: 2, dashes: [6, 3])),
        picture(Rect(10, 140.3, 60, 70), .cover, clip: .rounded(Rect(10, 140.3, 60, 70), 10)),
        picture(Rect(80, 160.6, 30, 50), .stretch),
        picture(Rect(180, 130, 40, 80), .tile(pixelsPerPoint: 3)),
        picture(
            Rect(230.2, 130.7, 60, 80.1),
            .slices(caps: Insets(top: 17, left: 21, bottom: 17, right: 21), pixelsPerPoint: 2)),
        .clipped(
            .circle(center: Point(145, 180), radius: 15),
            [.fill(.rectangle(Rect(130, 150, 15, 60)), Color(0, 0, 255))]),
    ]

    private static var underlined: PlainShaper.Piece {
        var piece = PlainShaper.Piece("example.com ", color: Color(0, 122, 255))
        piece.isUnderlined = true
        piece.background = Color(255, 240, 150)
        return piece
    }

    private static let gradient = LinearGradient(
        from: Point(0, 0), to: Point(0, 220),
        stops: [.init(0, Color(80, 180, 255)), .init(1, Color(0, 60, 255, alpha: 128))])

    private static func picture(
        _ frame: Rect, _ fit: PlacedPicture.Fit, clip: Path? = nil
    ) -> Node {
        .picture(PlacedPicture(.init(0), frame: frame, fit: fit, clip: clip))
    }
}

package struct TestPictures: PictureLookup {
    package var bitmaps: [Bitmap]

    package init(bitmaps: [Bitmap] = []) { self.bitmaps = bitmaps }

    package func encoded(_ id: PictureID) -> EncodedPicture? {
        guard let bytes = bitmap(id, covering: nil)?.encodedAsPNG(),
            let facts = try? PictureProbe().facts(of: bytes)
        else { return nil }
        return EncodedPicture(bytes: bytes, facts: facts)
    }

    package func bitmap(_ id: PictureID, covering wanted: PixelSize?) -> Bitmap? {
        bitmaps.indices.contains(id.number) ? bitmaps[id.number] : nil
    }
}

extension TestPictures {
    /// Opaque pixels, with no two equal neighbors.
    package static func noise(width: Int, height: Int) -> Bitmap {
        var state: UInt32 = 12_345
        let pixels = (0..<width * height).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return state >> 8 | 0xFF00_0000
        }
        return Bitmap(size: PixelSize(width, height), pixels: pixels, isOpaque: true)
    }

    /// Decodes Poppler's PPM format: "P6", width, height and the highest value, then three bytes
    /// for each pixel.
    package static func decode(ppm file: [UInt8]) -> Bitmap? {
        let head = file.prefix(64).split(separator: 0x0A, maxSplits: 3)
        guard head.count == 4 else { return nil }
        let numbers = head[1].split(separator: 0x20).compactMap {
            Int(String(decoding: $0, as: UTF8.self))
        }
        guard numbers.count == 2 else { return nil }
        let start = head[3].startIndex
        let count = numbers[0] * numbers[1]
        guard file.count == start + count * 3 else { return nil }
        let pixels = (0..<count).map { pixel in
            let place = start + 3 * pixel
            let (red, green) = (UInt32(file[place]), UInt32(file[place + 1]))
            return 0xFF00_0000 | red << 16 | green << 8 | UInt32(file[place + 2])
        }
        return Bitmap(size: PixelSize(numbers[0], numbers[1]), pixels: pixels, isOpaque: true)
    }
}

/// The fonts of all tests of a process: the program's configuration, limited to the families that
/// it names and to the folders of the packages that `script/install` names. Other fonts of the
/// machine change no picture.
///
/// Every test that draws calls `use` first. Otherwise, fontconfig would use the machine's fonts at
/// first, and two halves of a test could differ.
package enum TestFonts {
    package static func use() throws {
        try Typesetter.useFonts(.file(configuration))
    }

    package static var configuration: String {
        get throws { try folder.get().appendingPathComponent("fonts.conf").path }
    }

    /// A copy of the program's configuration folder, except the fonts: a process has a single set
    /// of fonts.
    package static let folder = Result {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let files = FileManager.default
        let folder = files.temporaryDirectory.appendingPathComponent("chatprint-tests-\(getpid())")
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = root.appendingPathComponent("config")
        for name in try files.contentsOfDirectory(atPath: program.path) where name != "fonts.conf" {
            let link = folder.appendingPathComponent(name)
            try? files.removeItem(at: link)
            try files.createSymbolicLink(
                at: link, withDestinationURL: program.appendingPathComponent(name))
        }
        let configuration = try fonts(like: program.appendingPathComponent("fonts.conf"))
        try Data(configuration.utf8).write(to: folder.appendingPathComponent("fonts.conf"))
        return folder
    }

    private static func fonts(like program: URL) throws -> String {
        let text = try String(contentsOf: program, encoding: .utf8)
        let named = text.matches(of: /<string>([A-Z][^<]*)</).map { String($0.1) }
        // The themes name one additional family.
        let families = Set(named + ["Roboto"]).sorted().map {
            "<pattern><patelt name=\"family\"><string>\($0)</string></patelt></pattern>"
        }
        return """
            <?xml version="1.0"?>
            <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
            <fontconfig>
              <include>\(program.path)</include>
              <selectfont>
                <acceptfont>
                  <glob>/usr/share/fonts/opentype/inter/*</glob>
                  <glob>/usr/share/fonts/truetype/roboto/unhinted/*</glob>
                  <glob>/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf</glob>
                  <glob>/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf</glob>
                  <glob>/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf</glob>
                  <glob>/usr/share/fonts/truetype/dejavu/DejaVuSansMono-Bold.ttf</glob>
                  <glob>/usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf</glob>
                  <glob>/usr/share/fonts/truetype/dejavu/DejaVuSerif-Bold.ttf</glob>
                  \(families.joined())
                </acceptfont>
                <rejectfont><glob>*.*</glob><pattern></pattern></rejectfont>
              </selectfont>
            </fontconfig>
            """
    }
}
