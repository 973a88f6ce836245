import Scene
import Themes

/// A block of code on its own background. Spaces are kept and long lines wrapped.
struct CodePiece: Piece {
    let shaped: ShapedText
    let language: ShapedText?
    let style: CodeStyle

    static let padding = Insets(top: 9, left: 11, bottom: 9, right: 11)

    private var head: Double { language.map { $0.size.height + 3 } ?? 0 }

    var size: Size {
        Size(
            max(shaped.size.width, language?.size.width ?? 0) + CodePiece.padding.horizontal,
            shaped.size.height + head + CodePiece.padding.vertical)
    }

    var text: String { shaped.text }

    var breaks: [Double] { shaped.breaks.map { CodePiece.padding.top + head + $0 } }

    func draw(in frame: Rect, clip: Path?, on drawing: inout Drawing) {
        drawing.fill(.rounded(frame, style.radius), style.fill)
        let inner = frame.inset(by: CodePiece.padding)
        if let language { drawing.label(language, at: inner.origin) }
        drawing.part(.code, in: frame) { $0.text(shaped, at: inner.origin.offset(0, head)) }
    }
}
