package import Scene

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
