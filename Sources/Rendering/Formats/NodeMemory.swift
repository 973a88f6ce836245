import Scene

/// The approximate memory of a drawing. Stripes and sheets are small, but an endless page is in
/// memory as a whole, and its background alone may consist of a hundred thousand shapes.
extension Sequence<Node> {
    var memory: Int { reduce(0) { $0 + $1.memory } }
}

extension Node {
    fileprivate var memory: Int {
        switch self {
        case .shape(let path, _, _): MemoryLayout<Node>.stride + path.memory
        case .text, .lettering, .link, .jump, .anchor, .spoken: MemoryLayout<Node>.stride
        case .picture(let picture): MemoryLayout<Node>.stride + (picture.clip?.memory ?? 0)
        case .figure(_, let nodes), .part(_, let nodes), .layer(_, let nodes):
            MemoryLayout<Node>.stride + nodes.memory
        case .clipped(let path, let nodes): MemoryLayout<Node>.stride + path.memory + nodes.memory
        }
    }
}

extension Path {
    /// Elements are appended one by one, so about a third of the array's capacity is unused.
    fileprivate var memory: Int { elements.count * MemoryLayout<Element>.stride * 3 / 2 }
}

/// The upper bound for cairo's recording of a page. Cairo keeps all operations until the page ends,
/// and then replays them.
enum CairoRecording {
    /// The measured bytes per operation, and per path element or letter.
    struct Cost {
        let shape: Int
        let element: Int
        let run: Int
        let letter: Int

        static let pdf = Cost(shape: 700, element: 24, run: 400, letter: 32)
        /// Includes the drawing's text, which is only written when the drawing is complete.
        static let svg = Cost(shape: 900, element: 85, run: 600, letter: 170)
    }

    static func bytes(of nodes: some Sequence<Node>, _ cost: Cost) -> Int {
        nodes.reduce(0) { $0 + bytes(of: $1, cost) }
    }

    private static func bytes(of node: Node, _ cost: Cost) -> Int {
        switch node {
        case .shape(let path, _, _): cost.shape + cost.element * path.elements.count
        case .text(let text, _), .lettering(let text, _):
            cost.run * text.runs.count + cost.letter * text.glyphs.count
        case .picture, .link, .jump, .anchor, .spoken: cost.shape
        case .figure(_, let nodes), .part(_, let nodes): bytes(of: nodes, cost)
        case .layer(_, let nodes): cost.shape + bytes(of: nodes, cost)
        case .clipped(let path, let nodes):
            cost.shape + cost.element * path.elements.count + bytes(of: nodes, cost)
        }
    }
}
