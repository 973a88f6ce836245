import Scene
import TestDrawing
import Testing

@testable import Graphics

@Suite struct StampTests {
    /// Inside a clip, cairo itself draws everything.
    private func byCairo(_ node: Node) -> Node {
        .clipped(.rectangle(Rect(-10, -10, 500, 500)), [node])
    }

    @Test(arguments: [0.0, 0.37], [Color.black, Color(0, 122, 255, alpha: 90)])
    func stampsMatchCairo(offset: Double, color: Color) throws {
        let shapes: [Path] = [
            .rounded(Rect(10 + offset, 12 + offset, 230.4, 170.9), 17.5),
            .rounded(Rect(10 + offset, 12 + offset, 230.4, 34.3), 17.5),
            .rounded(Rect(10 + offset, 12 + offset, 40, 180.1), 17.5),
            .circle(center: Point(60 + offset, 70), radius: 20),
            tailed(Rect(20, 20 + offset, 180.2, 120.6)),
            tailed(Rect(20, 20 + offset, 180.2, 120.6)).mirrored(about: 120),
        ]
        for shape in shapes {
            for node in [
                Node.fill(shape, color),
                .stroke(shape, Stroke(color, width: 1.5)),
                .stroke(shape, Stroke(color, width: 2, roundEnds: true)),
            ] {
                try expectAlike(node)
            }
        }
    }

    @Test func onlyStraightPartsAreCutOut() {
        let size = Rect(0, 0, 300, 300)
        let place = { (path: Path) in ShapeMaskPlace(path, stroke: nil, scale: 2) }
        #expect(place(.rounded(size, 17))?.columns.count ?? 0 > 500)
        #expect(place(.rounded(size, 17))?.rows.count ?? 0 > 500)
        // A circle has no straight part; a diagonal crosses the middle.
        #expect(place(.circle(center: Point(150, 150), radius: 150)) == nil)
        var slanted = Path()
        slanted.move(0, 0)
        slanted.line(300, 1)
        slanted.line(300, 300)
        slanted.line(0, 300)
        #expect(place(slanted) == nil)
    }

    @Test func bubblesOfOneShapeShareAStamp() throws {
        let keys = [(100.0, 200.0), (133, 80), (250.5, 90.5), (90, 300)].map { width, height in
            ShapeMaskPlace(tailed(Rect(20, 40, width, height)), stroke: nil, scale: 2)?.key
        }
        #expect(Set(keys).count == 1)
        #expect(keys[0] != nil)
    }

    @Test func staysWithinTheDrawing() throws {
        let far = [
            Rect(-50, -50, 80, 80), Rect(30, 30, 80, 80), Rect(-50, -50, 200, 200),
            Rect(-500, 10, 80, 80), Rect(10, 900, 80, 80),
        ]
        for rect in far {
            // At the edges of the drawing, cairo draws outlines slightly differently than inside.
            try expectAlike(.fill(.rounded(rect, 17), .black), Size(40, 40), within: 8)
        }
    }

    private func expectAlike(
        _ node: Node, _ size: Size = Size(260, 210), within limit: Int = 2
    ) throws {
        let stamped = try TestPainting().paint([node], size, scale: 2)
        let drawn = try TestPainting().paint([byCairo(node)], size, scale: 2)
        let greatest = PixelDifference(stamped.words, drawn.words).greatest
        #expect(greatest <= limit, "\(greatest): \(node)")
    }

    private func tailed(_ body: Rect) -> Path {
        var path = Path()
        path.move(body.minX + 17, body.minY)
        path.line(body.maxX - 17, body.minY)
        path.corner(body.maxX, body.minY, dx: 0, dy: 17)
        path.line(body.maxX, body.maxY - 8)
        path.curve(
            body.maxX, body.maxY - 4, body.maxX + 3, body.maxY - 1, body.maxX + 6, body.maxY)
        path.curve(
            body.maxX, body.maxY, body.maxX - 4, body.maxY - 2, body.maxX - 17, body.maxY)
        path.line(body.minX + 17, body.maxY)
        path.corner(body.minX, body.maxY, dx: 0, dy: -17)
        path.line(body.minX, body.minY + 17)
        path.corner(body.minX, body.minY, dx: 17, dy: 0)
        path.close()
        return path
    }
}
