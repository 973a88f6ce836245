package import Basics
package import Fonts
package import Graphics
package import Scene

/// Writes one drawing as SVG 1.1 with text as text, block by block.
package struct SVGWriter {
    /// The title is for screen readers.
    package struct Heading: Sendable {
        let title: String
        let summary: String?
        let language: String?

        package init(title: String, summary: String? = nil, language: String? = nil) {
            self.title = title
            self.summary = summary
            self.language = language
        }
    }

    private let size: Size
    private let shown: Size
    private let heading: Heading
    private var nodes: SVGNodes

    /// - Parameters:
    ///   - shown: the default display size; nil for the size in points.
    ///   - scale: pixels per point of parts that can only be written as pictures.
    ///   - carriesFonts: whether the drawing embeds its fonts; otherwise readers use their own.
    ///   - budget: if the work must end, the rest is omitted, and the caller throws.
    package init(
        size: Size, shown: Size? = nil, heading: Heading, scale: Double, fonts: any FontLookup,
        names: FontNames,
        carriesFonts: Bool = true, pictures: any PictureLookup,
        budget: WorkBudget = .unlimited
    ) {
        self.size = size
        self.shown = shown ?? size
        self.heading = heading
        nodes = SVGNodes(
            fonts: SVGFonts(
                lookup: fonts, names: names, areEmbedded: carriesFonts,
                isGray: pictures.isGray, budget: budget),
            pictures: SVGPictures(lookup: pictures, scale: scale))
    }

    package mutating func begin(
        background: [Node], to sink: ByteSink
    ) throws {
        var markup = SVGMarkup()
        markup.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        markup.raw("<svg xmlns=\"http://www.w3.org/2000/svg\"")
        markup.raw(" xmlns:xlink=\"http://www.w3.org/1999/xlink\"")
        markup.attribute("width", shown.width)
        markup.attribute("height", shown.height)
        markup.attribute("viewBox") { markup in
            markup.raw("0 0 ")
            markup.number(size.width)
            markup.raw(" ")
            markup.number(size.height)
        }
        if let language = heading.language { markup.attribute("xml:lang", language) }
        // As in the typesetter, because some fonts turn x into × and -> into →.
        markup.raw(" style=\"font-feature-settings:'calt' 0,'clig' 0\"")
        markup.raw(" xml:space=\"preserve\" role=\"document\">\n<title>")
        markup.escaped(heading.title)
        markup.raw("</title>\n")
        if let summary = heading.summary {
            markup.raw("<desc>")
            markup.escaped(summary)
            markup.raw("</desc>\n")
        }
        if !background.isEmpty {
            markup.raw("<g aria-hidden=\"true\">\n")
            try nodes.append(background, to: &markup)
            markup.raw("</g>\n")
        }
        try write(markup, to: sink)
    }

    package mutating func append(
        _ block: Block, to sink: ByteSink
    ) throws {
        var markup = SVGMarkup()
        markup.raw("<g")
        switch block.role {
        case .artifact, .header, .footer, .watermark: markup.raw(" aria-hidden=\"true\"")
        case .facts, .appendix: markup.raw(" role=\"group\"")
        case .title: markup.raw(" role=\"heading\" aria-level=\"1\"")
        case .dayHeader: markup.raw(" role=\"heading\" aria-level=\"2\"")
        case .message: markup.raw(" role=\"group\"")
        case .note, .signature: markup.raw(" role=\"note\"")
        }
        if block.isRead {
            if !block.text.isEmpty { markup.attribute("aria-label", block.text) }
            if let language = block.language { markup.attribute("xml:lang", language) }
        }
        markup.raw(">\n")
        try nodes.append(block.nodes, to: &markup)
        markup.raw("</g>\n")
        try write(markup, to: sink)
    }

    /// Writes markup unless the work must end, because the markup may be truncated.
    private func write(_ markup: SVGMarkup, to sink: ByteSink) throws {
        guard nodes.fonts.budget.mayContinue else { return }
        try sink.write(markup.bytes)
    }

    package consuming func finish(to sink: ByteSink) throws {
        var markup = SVGMarkup()
        try nodes.fonts.appendFaces(to: &markup)
        markup.raw("</svg>\n")
        try sink.write(markup.bytes)
    }
}

/// Writes nodes as SVG elements, with definitions just before their first use.
private struct SVGNodes {
    /// There may be one gradient for every bubble.
    private static let maxGradients = 256

    var fonts: SVGFonts
    var pictures: SVGPictures
    private var gradients: [LinearGradient: Int] = [:]
    private var lastID = 0

    init(fonts: SVGFonts, pictures: SVGPictures) {
        self.fonts = fonts
        self.pictures = pictures
    }

    mutating func append(
        _ nodes: [Node], to markup: inout SVGMarkup
    ) throws(FontFailure) {
        for node in nodes {
            guard fonts.budget.mayContinue else { return }
            try append(node, to: &markup)
        }
    }

    private mutating func append(
        _ node: Node, to markup: inout SVGMarkup
    ) throws(FontFailure) {
        switch node {
        case .shape(let path, let fill, let stroke):
            append(path, fill: fill, stroke: stroke, to: &markup)
        case .text(let text, let point): try fonts.append(text, at: point, to: &markup)
        case .lettering(let text, let point):
            markup.raw("<g aria-hidden=\"true\" pointer-events=\"none\">\n")
            try fonts.append(text, at: point, to: &markup)
            markup.raw("</g>\n")
        case .picture(let picture): append(picture, to: &markup)
        case .link(let area, let url): append(area, url, to: &markup)
        case .figure(let alt, let nodes):
            markup.raw("<g role=\"img\"")
            markup.attribute("aria-label", alt)
            markup.raw(">\n")
            try append(nodes, to: &markup)
            markup.raw("</g>\n")
        case .part(_, let nodes): try append(nodes, to: &markup)
        // The message's own label includes the text, and only documents have pages to jump to.
        case .jump, .anchor, .spoken: break
        case .layer(let layer, let nodes):
            markup.raw("<g")
            if layer.opacity < 1 { markup.attribute("opacity", layer.opacity) }
            markup.attribute("transform") { markup in
                markup.raw("translate(")
                markup.number(layer.shift.x)
                markup.raw(" ")
                markup.number(layer.shift.y)
                markup.raw(") scale(")
                markup.number(layer.scale)
                markup.raw(")")
            }
            markup.raw(">\n")
            try append(nodes, to: &markup)
            markup.raw("</g>\n")
        case .clipped(let path, let nodes):
            let clip = define(clip: path, in: &markup)
            markup.raw("<g")
            refer(to: clip, "clip-path", in: &markup)
            markup.raw(">\n")
            try append(nodes, to: &markup)
            markup.raw("</g>\n")
        }
    }

    private mutating func append(
        _ path: Path, fill: Paint?, stroke: Stroke?, to markup: inout SVGMarkup
    ) {
        var gradient: Int?
        if case .linear(let linear)? = fill { gradient = define(linear, in: &markup) }
        markup.outline(path)
        switch fill {
        case .color(let color)?: markup.paint("fill", "fill-opacity", color)
        case .linear?: if let gradient { refer(to: gradient, "fill", in: &markup) }
        case nil: markup.raw(" fill=\"none\"")
        }
        if let stroke { markup.stroke(stroke) }
        markup.raw("/>\n")
    }

    private func append(_ area: Rect, _ url: String, to markup: inout SVGMarkup) {
        guard let address = LinkAddress.escaped(url) else { return }
        markup.raw("<a")
        markup.attribute("xlink:href", address)
        markup.raw("><rect")
        markup.frame(area)
        markup.raw(" fill=\"none\" pointer-events=\"all\"/></a>\n")
    }

    private mutating func append(_ picture: PlacedPicture, to markup: inout SVGMarkup) {
        let clip = picture.clip.map { define(clip: $0, in: &markup) }
        if let clip {
            markup.raw("<g")
            refer(to: clip, "clip-path", in: &markup)
            markup.raw(">\n")
        }
        pictures.append(picture, id: &lastID, to: &markup)
        if clip != nil { markup.raw("</g>\n") }
    }

    private func refer(to id: Int, _ name: StaticString, in markup: inout SVGMarkup) {
        markup.attribute(name) { markup in
            markup.raw("url(#d")
            markup.number(Double(id))
            markup.raw(")")
        }
    }

    private mutating func define(clip path: Path, in markup: inout SVGMarkup) -> Int {
        lastID += 1
        markup.raw("<clipPath id=\"d")
        markup.number(Double(lastID))
        markup.raw("\">")
        markup.outline(path)
        markup.raw("/></clipPath>\n")
        return lastID
    }

    private mutating func define(
        _ gradient: LinearGradient, in markup: inout SVGMarkup
    ) -> Int {
        if let id = gradients[gradient] { return id }
        if gradients.count >= SVGNodes.maxGradients { gradients.removeAll() }
        lastID += 1
        gradients[gradient] = lastID
        markup.raw("<linearGradient id=\"d")
        markup.number(Double(lastID))
        markup.raw("\" gradientUnits=\"userSpaceOnUse\"")
        markup.attribute("x1", gradient.start.x)
        markup.attribute("y1", gradient.start.y)
        markup.attribute("x2", gradient.end.x)
        markup.attribute("y2", gradient.end.y)
        markup.raw(">")
        for stop in gradient.stops {
            markup.raw("<stop")
            markup.attribute("offset", stop.offset)
            markup.paint("stop-color", "stop-opacity", stop.color)
            markup.raw("/>")
        }
        markup.raw("</linearGradient>\n")
        return lastID
    }
}
