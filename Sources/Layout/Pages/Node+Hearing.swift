import Scene

extension Node {
    /// What a reader hears of it, in the order drawn.
    var heard: [String] {
        switch self {
        case .text(let text, _): [text.visibleText]
        case .figure(let alt, _): [alt]
        case .clipped(_, let nodes): nodes.flatMap(\.heard)
        case .shape, .lettering, .picture, .link: []
        }
    }
}
