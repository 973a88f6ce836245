import Model
import Scene
import Themes

/// The status bar: signal strength and, if given, the time, carrier and battery level.
struct StatusBar: RowContent {
    private let time: ShapedText?
    private let carrier: ShapedText?
    private let battery: Int?
    private let fill: Color
    private let ink: Color

    private static let inset = 28.0
    private static let gap = 6.0

    init(_ layout: Layout, _ frame: ScreenFrame, _ measurer: any TextMeasurer) {
        let bar = layout.theme.screen.bar
        fill = bar.fill
        ink = bar.title
        battery = frame.battery
        var style = layout.theme.text.title.style
        (style.lineHeight, style.tracking) = (20, 0)
        func shaped(_ words: String?, size: Double, weight: Int) -> ShapedText? {
            (style.size, style.weight) = (size, weight)
            return words.map {
                measurer.shape(
                    StyledText($0, style: style, color: bar.title, lineLimit: 1),
                    width: layout.width / 4)
            }
        }
        time = shaped(frame.time, size: 16, weight: 600)
        carrier = shaped(frame.carrier, size: 13, weight: 500)
    }

    func draw(in frame: Rect, on drawing: inout Drawing) {
        drawing.fill(.rectangle(frame), fill)
        let middle = frame.midY + 3
        if let time {
            drawing.label(time, at: Point(frame.minX + Self.inset, middle - time.size.height / 2))
        }
        var x = frame.maxX - Self.inset
        if let battery {
            x -= 27
            drawBattery(battery, at: Rect(x, middle - 6, 24, 12), on: &drawing)
            x -= Self.gap
        }
        x -= 17
        for bar in 0..<4 {
            let height = 3.5 + Double(bar) * 2.7
            drawing.fill(
                .rounded(Rect(x + Double(bar) * 4.6, middle + 5.6 - height, 3, height), 1), ink)
        }
        guard let carrier else { return }
        x -= Self.gap + carrier.size.width
        drawing.label(carrier, at: Point(x, middle - carrier.size.height / 2))
    }

    private func drawBattery(_ percent: Int, at frame: Rect, on drawing: inout Drawing) {
        drawing.add(
            .stroke(.rounded(frame.inset(by: 0.5), 3.8), Stroke(ink.withAlpha(0.4), width: 1)))
        let cap = Rect(frame.maxX + 1, frame.midY - 2, 1.5, 4)
        drawing.fill(.rounded(cap, 0.7), ink.withAlpha(0.5))
        let room = frame.inset(by: 2)
        let level = Rect(room.minX, room.minY, room.width * Double(percent) / 100, room.height)
        let isLow = percent <= 20
        drawing.fill(.rounded(level, 2.2), isLow ? Color(0xFF, 0x3B, 0x30) : ink)
    }
}
