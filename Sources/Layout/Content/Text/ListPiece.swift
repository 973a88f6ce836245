import Scene

/// A list's items with their bullets, numbers or checkboxes.
struct ListPiece: Piece {
    struct Item: Sendable {
        let marker: Marker
        let content: StackPiece
    }

    enum Marker: Sendable {
        case text(ShapedText)
        case box(isDone: Bool, side: Double, color: Color, lineHeight: Double)
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
        stack = VerticalStack(items.lazy.map(\.content.size.height), gap: gap)
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

    var breaks: [Double] { stack.breaks }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        let room = Rect(frame.minX, frame.minY, frame.width, size.height)
        drawing.part(.list(isNumbered: isNumbered), in: room) { drawing in
            for index in stack.shown(at: frame.minY, in: drawing.visible) {
                let place = Rect(
                    frame.minX, frame.minY + stack.tops[index], frame.width,
                    items[index].content.size.height)
                drawing.part(.item, in: place) { draw(items[index], in: place, on: &$0) }
            }
        }
    }

    private func draw(_ item: Item, in frame: Rect, on drawing: inout Drawing) {
        drawing.part(.label) { drawing in
            switch item.marker {
            case .text(let marker):
                drawing.text(
                    marker, at: Point(frame.minX + indent - marker.size.width - 6, frame.minY))
            case .box(let isDone, let side, let color, let lineHeight):
                let top = frame.minY + (lineHeight - side) / 2
                drawing.add(.spoken(isDone ? "☑" : "☐", at: Point(frame.minX, top)))
                box(Rect(frame.minX + 1, top, side, side), isDone, color, on: &drawing)
            }
        }
        drawing.part(.body, in: frame) {
            item.content.draw(in: frame.inset(by: Insets(left: indent)), clip: nil, on: &$0)
        }
    }

    private func box(_ frame: Rect, _ isDone: Bool, _ color: Color, on drawing: inout Drawing) {
        drawing.add(.stroke(.rounded(frame, 3), Stroke(color, width: 1.3)))
        guard isDone else { return }
        var check = Path()
        check.move(frame.minX + frame.width * 0.22, frame.midY)
        check.line(frame.minX + frame.width * 0.43, frame.minY + frame.height * 0.72)
        check.line(frame.minX + frame.width * 0.78, frame.minY + frame.height * 0.28)
        drawing.add(.stroke(check, Stroke(color, width: 1.6, roundEnds: true)))
    }
}
