import Scene
import TestSupport

extension Node {
    /// The bounding box; nil if the node draws nothing.
    var ink: Rect? {
        switch self {
        case .shape(let path, _, let stroke):
            path.elements.isEmpty ? nil : path.bounds.inset(by: -(stroke?.width ?? 0) / 2)
        case .text(let text, let point), .lettering(let text, let point):
            text.glyphs.isEmpty
                ? nil : Rect(point.x, point.y, text.size.width, text.size.height)
        case .picture(let picture): picture.frame
        case .link(let frame, _): frame
        case .figure(_, let nodes), .part(_, let nodes):
            nodes.compactMap(\.ink).reduce(nil) { $0?.union($1) ?? $1 }
        case .clipped(let path, _): path.bounds
        case .layer(let layer, _): layer.shown
        case .jump, .anchor, .spoken: nil
        }
    }

    var words: [String] { texts.map(\.text) }

    var texts: [ShapedText] { placedTexts.map(\.text) }

    var placedTexts: [(text: ShapedText, origin: Point)] {
        all.compactMap { if case .text(let text, let point) = $0 { (text, point) } else { nil } }
    }

    var alts: [String] {
        all.compactMap { if case .figure(let alt, _) = $0 { alt } else { nil } }
    }

    var links: [String] {
        all.compactMap { if case .link(_, let url) = $0 { url } else { nil } }
    }

    var pictures: [PlacedPicture] {
        all.compactMap { if case .picture(let picture) = $0 { picture } else { nil } }
    }

    var isShape: Bool {
        if case .shape = self { true } else { false }
    }
}
