package import Scene

extension Node {
    /// The node and all nodes in it, in the order in which they are drawn.
    package var all: [Node] {
        switch self {
        case .figure(_, let nodes), .part(_, let nodes), .clipped(_, let nodes),
            .layer(_, let nodes):
            [self] + nodes.flatMap(\.all)
        case .shape, .text, .lettering, .picture, .link, .jump, .anchor, .spoken: [self]
        }
    }
}
