extension Node {
    fileprivate var frame: Rect? {
        switch self {
        case .shape(let path, _, let stroke): path.bounds.inset(by: -(stroke?.width ?? 0) / 2)
        case .text(let shaped, let point), .lettering(let shaped, let point):
            Rect(point.x, point.y, shaped.size.width, shaped.size.height)
        case .picture(let picture): picture.frame
        case .link(let rect, _), .jump(let rect, _, _): rect
        case .figure(_, let nodes), .part(_, let nodes): nodes.frame
        case .anchor, .spoken: nil
        case .clipped(let path, _): path.bounds
        case .layer(let layer, _): layer.shown
        }
    }
}

extension [Node] {
    /// The area that all nodes cover; nil for none.
    package var frame: Rect? {
        compactMap(\.frame).reduce(nil as Rect?) { $0?.union($1) ?? $1 }
    }
}
