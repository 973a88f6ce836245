import Scene
import Themes

/// Approximates a small blur with a few faint strokes of increasing width under the shape. PDF has
/// no blur.
enum ShadowInk {
    static func nodes(of outline: Path, _ shadow: BubbleStyle.Shadow) -> [Node] {
        let shifted = outline.offset(shadow.dx, shadow.dy)
        guard shadow.blur > 0 else { return [.fill(shifted, shadow.color)] }
        let layers = 2
        let faint = shadow.color.withAlpha(1 / Double(layers + 1))
        let strokes = (1...layers).map { layer in
            Node.stroke(
                shifted, Stroke(faint, width: 2 * shadow.blur * Double(layer) / Double(layers)))
        }
        return [.fill(shifted, shadow.color)] + strokes
    }
}
