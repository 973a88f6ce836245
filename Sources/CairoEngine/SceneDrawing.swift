import Cairo
import Imaging
import Scene

/// Draws a scene by cairo alone: every shape, letter and picture goes through its context, whatever
/// surface lies below.
///
/// It takes no short cut on purpose. The painter of stripes and the writers of documents are fast
/// because they take many; this is what they are measured by.
final class SceneDrawing {
    /// The contents of the surface below.
    enum Ground: Equatable {
        /// So many to a point.
        case pixels(Double)
        /// Lines and letters, which keep what they say and where they lead.
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
