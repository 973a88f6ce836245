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
    ///   - budget: checked for every node. If the work must end, the rest is omitted, and the
    ///     caller throws.
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
        background: [Node], to sink: inout some ByteSink
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
        // Disables contextual alternates and ligatures as the typesetter does. Some fonts turn x
        // into × and -> into →.
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
        try write(markup, to: &sink)
    }

    package mutating func append(
        _ block: Block, to sink: inout some ByteSink
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
        try write(markup, to: &sink)
    }

    /// Writes markup unless the work must end, because the markup may be truncated.
    private func write(_ markup: SVGMarkup, to sink: inout some ByteSink) throws {
        guard nodes.fonts.budget.mayContinue else { return }
        try sink.write(markup.bytes)
    }

    package consuming func finish(to sink: inout some ByteSink) throws {
        var markup = SVGMarkup()
        try nodes.fonts.appendFaces(to: &markup)
        markup.raw("</svg>\n")
        try sink.write(markup.bytes)
    }
}
