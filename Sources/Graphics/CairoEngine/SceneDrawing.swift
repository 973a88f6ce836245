import Scene

/// Draws a scene only with cairo: every shape, letter and picture goes through its context, on any
/// surface.
///
/// It takes no shortcuts on purpose. The stripe painter and the document writers are fast because
/// of theirs; this drawing is the reference that they are compared with.
final class SceneDrawing {
    /// The kind of surface below.
    enum Ground: Equatable {
        /// Pixels, with this many per point.
        case pixels(Double)
        /// Vector graphics and text, including links.
        case document
    }

    let ground: Ground
    let pictures: any PictureLookup
    private let files: any FontLookup
    private var fonts: [FontID: TextFont] = [:]

    init(on ground: Ground, fonts: any FontLookup, pictures: any PictureLookup) {
        self.ground = ground
        files = fonts
        self.pictures = pictures
    }

    func draw(_ nodes: [Node], on canvas: borrowing Canvas) throws(CairoFailure) {
        for node in nodes {
            switch node {
            case .shape(let path, let fill, let stroke): draw(path, fill, stroke, on: canvas)
            case .text(let text, let point): try draw(text, at: point, isRead: true, on: canvas)
            case .lettering(let text, let point):
                try draw(text, at: point, isRead: false, on: canvas)
            case .picture(let picture): try draw(picture, on: canvas)
            case .link(let area, let url): link(area, to: url, on: canvas)
            case .jump, .anchor, .spoken: break
            case .figure(_, let nodes), .part(_, let nodes): try draw(nodes, on: canvas)
            case .layer(let layer, let nodes):
                try canvas.saved { () throws(CairoFailure) in
                    canvas.translate(layer.shift.x, layer.shift.y)
                    canvas.scale(layer.scale, layer.scale)
                    try canvas.group(opacity: layer.opacity) { () throws(CairoFailure) in
                        try draw(nodes, on: canvas)
                    }
                }
            case .clipped(let path, let nodes):
                try canvas.saved { () throws(CairoFailure) in
                    canvas.add(path)
                    canvas.clip()
                    try draw(nodes, on: canvas)
                }
            }
        }
    }

    private func draw(
        _ path: Path, _ fill: Paint?, _ stroke: Stroke?, on canvas: borrowing Canvas
    ) {
        switch fill {
        case .color(let color)?: canvas.setSource(color)
        case .linear(let gradient)?: canvas.setSource(gradient)
        case nil: break
        }
        if fill != nil {
            canvas.add(path)
            canvas.fill()
        }
        guard let stroke else { return }
        canvas.add(path)
        canvas.stroke(stroke)
    }

    func link(_ area: Rect, to url: String, on canvas: borrowing Canvas) {
        guard ground == .document, let address = LinkAddress.escaped(url) else { return }
        canvas.link(area, to: address)
    }

    func font(_ id: FontID) throws(CairoFailure) -> (font: TextFont, file: FontFile)? {
        guard let file = files.fontFile(id) else { return nil }
        if let known = fonts[id] { return (known, file) }
        let made = try TextFont(file)
        fonts[id] = made
        return (made, file)
    }
}
