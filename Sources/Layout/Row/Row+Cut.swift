import Scene

extension Row {
    /// The offset at which a page ends within a row that has no suitable break: `end`, or the top
    /// of the lines and pictures that a cut at `end` would go through.
    func cut(from start: Double, to end: Double, in layout: Layout) -> Double {
        let band = start...end
        let canvas = Rect(0, 0, layout.width, height)
        let block = placed(at: 0, on: canvas, pictures: layout.pictures, visible: band).block
        var wholes: [(top: Double, bottom: Double)] = []
        for node in block.nodes {
            node.collectWholes(in: band, maxPicture: (end - start) / 2, into: &wholes)
        }
        var cut = end
        // A part that ends lower cannot cross the cut again after the cut has moved up.
        for whole in wholes.sorted(by: { $0.bottom > $1.bottom })
        where whole.top < cut && cut < whole.bottom {
            cut = whole.top
        }
        return cut > start + (end - start) / 2 ? cut : end
    }
}

extension Node {
    /// Collects the extents of what a page should not cut: lines of text and small pictures.
    fileprivate func collectWholes(
        in band: ClosedRange<Double>, maxPicture: Double,
        into wholes: inout [(top: Double, bottom: Double)]
    ) {
        switch self {
        case .text(let text, let point):
            for line in text.lines(at: point, in: band) {
                let baseline = point.y + line.baseline
                wholes.append(
                    (baseline - text.lineHeight * 0.78, baseline + text.lineHeight * 0.2))
            }
        case .lettering(let text, let point):
            wholes.append((point.y, point.y + text.size.height))
        case .picture(let picture):
            guard picture.frame.height <= maxPicture else { return }
            wholes.append((picture.frame.minY, picture.frame.maxY))
        case .figure(_, let nodes), .part(_, let nodes), .clipped(_, let nodes),
            .layer(_, let nodes):
            for node in nodes {
                node.collectWholes(in: band, maxPicture: maxPicture, into: &wholes)
            }
        case .shape, .link, .jump, .anchor, .spoken: break
        }
    }
}
