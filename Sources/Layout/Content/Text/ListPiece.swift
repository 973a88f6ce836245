import Scene

struct ListPiece: Piece {
    struct Item: Sendable {
        let marker: Marker
        let content: StackPiece
        /// Whether the marker is on the right, because the text runs from right to left.
        var isRightToLeft = false

        /// An empty item is as high as its marker.
        var height: Double { max(content.size.height, marker.height) }
    }

    enum Marker: Sendable {
        case text(ShapedText)
        case box(isDone: Bool, side: Double, color: Color, lineHeight: Double)

        var height: Double {
            switch self {
            case .text(let text): text.size.height
            case .box(_, _, _, let lineHeight): lineHeight
            }
        }
    }

    let items: [Item]
    let indent: Double
    let isNumbered: Bool
    let size: Size
    private let stack: VerticalStack

    init(items: [Item], indent: Double, isNumbered: Bool, gap: Double) {
        self.items = items
        self.isNumbered = isNumbered
        self.indent = indent
        stack = VerticalStack(items.lazy.map(\.height), gap: gap)
        size = Size(items.reduce(0) { max($0, $1.content.size.width) } + indent, stack.height)
    }

    var text: String {
        items.map { item in
            switch item.marker {
            case .text(let marker): marker.text + " " + item.content.text
            case .box(let isDone, _, _, _): (isDone ? "☑ " : "☐ ") + item.content.text
            }
        }.joined(separator: "\n")
    }

    var breaks: [Double] { stack.breaks(inside: items.lazy.map(\.content.breaks)) }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        let room = Rect(frame.minX, frame.minY, frame.width, size.height)
        drawing.part(.list(isNumbered: isNumbered), in: room) { drawing in
            for index in stack.shown(at: frame.minY, in: drawing.visible) {
                let place = Rect(
                    frame.minX, frame.minY + stack.tops[index], frame.width,
                    items[index].height)
                drawing.part(.item, in: place) { draw(items[index], in: place, on: &$0) }
            }
        }
    }

    private func draw(_ item: Item, in frame: Rect, on drawing: inout Drawing) {
        let inset = item.isRightToLeft ? Insets(right: indent) : Insets(left: indent)
        let body = frame.inset(by: inset)
        /// The left edge of a marker of a width, at a distance from the text.
        func left(_ width: Double, gap: Double) -> Double {
            item.isRightToLeft ? body.maxX + gap : body.minX - gap - width
        }
        drawing.part(.label) { drawing in
            switch item.marker {
            case .text(let marker):
                drawing.text(marker, at: Point(left(marker.size.width, gap: 6), frame.minY))
            case .box(let isDone, let side, let color, let lineHeight):
                let top = frame.minY + (lineHeight - side) / 2
                let place = Rect(left(side, gap: 7), top, side, side)
                drawing.add(
                    .spoken(isDone ? "☑" : "☐", at: Point(left(side, gap: 8), top)))
                box(in: place, isDone: isDone, color: color, on: &drawing)
            }
        }
        drawing.part(.body, in: frame) {
            let place = Rect(body.minX, body.minY, body.width, item.content.size.height)
            item.content.draw(in: place, clip: nil, on: &$0)
        }
    }

    private func box(in frame: Rect, isDone: Bool, color: Color, on drawing: inout Drawing) {
        drawing.add(.stroke(.rounded(frame, 3), Stroke(color, width: 1.3)))
        guard isDone else { return }
        var check = Path()
        check.move(frame.minX + frame.width * 0.22, frame.midY)
        check.line(frame.minX + frame.width * 0.43, frame.minY + frame.height * 0.72)
        check.line(frame.minX + frame.width * 0.78, frame.minY + frame.height * 0.28)
        drawing.add(.stroke(check, Stroke(color, width: 1.6, roundEnds: true)))
    }
}
