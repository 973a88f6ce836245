import Scene

/// About how many bytes a drawing takes. Stripes and sheets are small; an endless page stands in
/// memory as a whole, and its ground alone may be a hundred thousand marks.
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
    /// Elements are added one by one, so that a third of the room is empty.
    fileprivate var memory: Int { elements.count * MemoryLayout<Element>.stride * 3 / 2 }
}

/// The bound on cairo's recording of a page: cairo keeps everything until the page ends, and then
/// replays it.
enum CairoRecording {
    /// Measured for each thing that is drawn, and for each element or letter of it.
    struct Cost {
        let shape: Int
        let element: Int
        let run: Int
        let letter: Int

        static let pdf = Cost(shape: 700, element: 24, run: 400, letter: 32)
        /// The drawing's words as well, which leave when it is whole.
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
