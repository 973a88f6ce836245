import Basics
package import Graphics
package import Scene

/// Writes pictures as `image` elements with embedded bytes, each picture once.
struct SVGPictures {
    private struct Key: Hashable {
        let id: PictureID
        let isStretched: Bool
    }

    /// The maximum number of pixels of a part that must be painted: 16 MB of memory.
    private static let maxPixels = 4_194_304.0

    let lookup: any PictureLookup
    let scale: Double
    private var symbols: [Key: Int] = [:]

    init(lookup: any PictureLookup, scale: Double) {
        self.lookup = lookup
        self.scale = scale
    }

    mutating func append(_ picture: PlacedPicture, id: inout Int, to markup: inout SVGMarkup) {
        guard !picture.frame.isEmpty else { return }
        switch picture.fit {
        case .stretch where picture.tint == nil:
            use(picture, isStretched: true, id: &id, in: &markup)
        case .cover where picture.tint == nil:
            use(picture, isStretched: false, id: &id, in: &markup)
        case .stretch, .cover, .slices: appendPainted(picture, to: &markup)
        case .tile(let density): appendTiles(picture, density, id: &id, to: &markup)
        }
    }

    private mutating func use(
        _ picture: PlacedPicture, isStretched: Bool, id: inout Int, in markup: inout SVGMarkup
    ) {
        let key = Key(id: picture.id, isStretched: isStretched)
        if symbols[key] == nil {
            guard let shown = lookup.viewerPicture(picture.id) else { return }
            let (type, bytes, size) = (shown.type, shown.bytes, shown.size)
            id += 1
            symbols[key] = id
            markup.raw("<symbol id=\"d")
            markup.number(Double(id))
            markup.raw("\" viewBox=\"0 0 ")
            markup.number(Double(size.width))
            markup.raw(" ")
            markup.number(Double(size.height))
            let fit: StaticString = isStretched ? "none" : "xMidYMid slice"
            markup.raw("\" preserveAspectRatio=\"")
            markup.raw(fit)
            markup.raw("\">")
            image(type, bytes, in: Rect(0, 0, Double(size.width), Double(size.height)), to: &markup)
            markup.raw("</symbol>\n")
        }
        guard let symbol = symbols[key] else { return }
        markup.raw("<use")
        markup.frame(picture.frame)
        if picture.isMirrored { mirror(about: picture.frame.midX, &markup) }
        markup.attribute("xlink:href") { markup in
            markup.raw("#d")
            markup.number(Double(symbol))
        }
        markup.raw("/>\n")
    }

    /// Paints what SVG cannot express: caps that do not stretch, alpha filled with a color.
    private func appendPainted(_ picture: PlacedPicture, to markup: inout SVGMarkup) {
        let area = picture.frame.width * picture.frame.height
        let scale = min(scale, (SVGPictures.maxPixels / area).squareRoot())
        let plan = PicturePlan(picture, scale: scale)
        guard let bitmap = lookup.bitmap(picture.id, covering: nil) else { return }
        let drawn = plan.resampling(bitmap, visible: plan.target, scale: scale).draw(bitmap)
        image("image/png", drawn.encodedAsPNG(scale: scale), in: picture.frame, to: &markup)
    }

    private func appendTiles(
        _ picture: PlacedPicture, _ density: Double, id: inout Int, to markup: inout SVGMarkup
    ) {
        guard density > 0, var bitmap = lookup.bitmap(picture.id, covering: nil) else { return }
        if let tint = picture.tint {
            let frame = Rect(0, 0, Double(bitmap.width), Double(bitmap.height))
            let plan = PicturePlan(
                PlacedPicture(picture.id, frame: frame, fit: .stretch, tint: tint), scale: 1)
            bitmap = plan.resampling(bitmap, visible: plan.target, scale: 1).draw(bitmap)
        }
        let size = Size(Double(bitmap.width) / density, Double(bitmap.height) / density)
        id += 1
        markup.raw("<pattern id=\"d")
        markup.number(Double(id))
        markup.raw("\" patternUnits=\"userSpaceOnUse\"")
        let origin = picture.frame.origin
        markup.frame(Rect(origin.x, origin.y, size.width, size.height))
        markup.raw(">")
        image(
            "image/png", bitmap.encodedAsPNG(), in: Rect(0, 0, size.width, size.height), to: &markup
        )
        markup.raw("</pattern>\n<rect")
        markup.frame(picture.frame)
        if picture.isMirrored { mirror(about: picture.frame.midX, &markup) }
        markup.attribute("fill") { markup in
            markup.raw("url(#d")
            markup.number(Double(id))
            markup.raw(")")
        }
        markup.raw("/>\n")
    }

    private func image(
        _ type: StaticString, _ bytes: [UInt8], in frame: Rect, to markup: inout SVGMarkup
    ) {
        markup.raw("<image")
        markup.frame(frame)
        markup.raw(" preserveAspectRatio=\"none\"")
        let encoded = Base64.encode(bytes)
        markup.attribute("xlink:href") { markup in
            markup.raw("data:")
            markup.raw(type)
            markup.raw(";base64,")
            markup.raw(encoded)
        }
        markup.raw("/>\n")
    }

    private func mirror(about x: Double, _ markup: inout SVGMarkup) {
        markup.attribute("transform") { markup in
            markup.raw("matrix(-1 0 0 1 ")
            markup.number(2 * x)
            markup.raw(" 0)")
        }
    }
}

/// A picture that any viewer can display.
package struct ViewerPicture: Sendable {
    package let type: StaticString
    package let bytes: [UInt8]
    package let size: PixelSize
}

extension PictureLookup {
    /// The caller's own bytes if they are an upright JPEG or PNG, without private metadata;
    /// otherwise the decoded picture as PNG. Returns nil if the picture cannot be decoded.
    package func viewerPicture(_ id: PictureID) -> ViewerPicture? {
        guard let file = encoded(id) else { return nil }
        if !isGray, file.facts.orientation == .up, !file.facts.isCMYK {
            switch file.facts.format {
            case .png:
                return ViewerPicture(
                    type: "image/png", bytes: file.withoutDisclosure, size: file.facts.size)
            case .jpeg:
                return ViewerPicture(
                    type: "image/jpeg", bytes: file.withoutDisclosure, size: file.facts.size)
            case .webp, .gif, .heic, .avif: break
            }
        }
        guard let bitmap = bitmap(id, covering: nil) else { return nil }
        return ViewerPicture(type: "image/png", bytes: bitmap.encodedAsPNG(), size: bitmap.size)
    }
}

extension Bitmap {
    package func encodedAsPNG(scale: Double = 1) -> [UInt8] {
        let image = PNGImage(
            width: width, height: height, scale: scale, pixels: isOpaque ? .opaque : .transparent)
        let sink = ByteSink()
        var assembler = PNGAssembler(image)
        var encoder = StripeEncoder()
        let stripe = encoder.encode(pixels.span, rows: height, stride: width, of: image)
        do throws(SinkFailure) {
            try assembler.begin(to: sink)
            try assembler.append(stripe, to: sink)
            try assembler.finish(to: sink)
        } catch {
            // A sink that keeps its bytes cannot fail.
        }
        return sink.bytes
    }
}
