import Scene

/// The opacities, gradients and tiles of a document, each written once.
///
/// Patterns are positioned relative to the page, not to the painted object (ISO 32000-1, 8.7.2), so
/// they contain page coordinates. Pages of different sizes have different patterns.
final class DocumentPaints {
    private struct Placed: Hashable {
        let gradient: LinearGradient
        let height: Double
        let scale: Double
    }

    private let file: PDFFile
    private var height = 0.0
    private var scale = 1.0
    private var opacities: [UInt8: PDFReference] = [:]
    private var patterns: [Placed: PDFReference] = [:]
    private var masks: [LinearGradient: PDFReference] = [:]

    init(in file: PDFFile) { self.file = file }

    /// - Parameters:
    ///   - height: the page's height in printer's points.
    ///   - scale: printer's points per point of the scene.
    func beginPage(height: Double, scale: Double) {
        self.height = height
        self.scale = scale
    }

    func opacity(_ opacity: UInt8) -> PDFReference {
        if let known = opacities[opacity] { return known }
        let made = file.add { state in
            state.raw("<</ca ")
            state.number(Double(opacity) / 255)
            state.raw("/CA ")
            state.number(Double(opacity) / 255)
            state.raw(">>")
        }
        opacities[opacity] = made
        return made
    }

    /// The gradient's colors without their opacity.
    func pattern(_ gradient: LinearGradient) -> PDFReference {
        let key = Placed(gradient: gradient, height: height, scale: scale)
        if let known = patterns[key] { return known }
        let made = file.add { pattern in
            pattern.raw("<</PatternType 2/Matrix")
            matrix(at: Point(0, 0), in: &pattern)
            pattern.raw("/Shading")
            Self.shading(gradient, in: &pattern, space: "/DeviceRGB") { $1.color($0) }
            pattern.raw(">>")
        }
        patterns[key] = made
        return made
    }

    /// A graphics state with the gradient's opacity as a soft mask; nil for an opaque gradient.
    func mask(_ gradient: LinearGradient) -> PDFReference? {
        guard gradient.stops.contains(where: { $0.color.alpha < 255 }) else { return nil }
        if let known = masks[gradient] { return known }
        let form = file.addStream(Array("/S sh\n".utf8), .recurring) { entries in
            entries.raw("/Type/XObject/Subtype/Form/BBox[-32767 -32767 32767 32767]")
            entries.raw("/Group<</S/Transparency/CS/DeviceGray>>/Resources<</Shading<</S ")
            Self.shading(gradient, in: &entries, space: "/DeviceGray") { color, entries in
                entries.number(Double(color.alpha) / 255)
            }
            entries.raw(">>>>")
        }
        let made = file.add { state in
            state.raw("<</SMask<</S/Luminosity/G ")
            state.reference(form)
            state.raw(">>>>")
        }
        masks[gradient] = made
        return made
    }

    func tile(_ picture: PDFReference, size: Size, at origin: Point) -> PDFReference {
        var content = PDFMarkup()
        content.number(size.width)
        content.raw("0 0 ")
        content.number(-size.height)
        content.raw("0 ")
        content.number(size.height)
        content.raw("cm")
        content.name(of: picture, as: .picture)
        content.raw("Do\n")
        return file.addStream(content.bytes, .recurring) { entries in
            entries.raw("/PatternType 1/PaintType 1/TilingType 1/Matrix")
            matrix(at: origin, in: &entries)
            entries.raw("/BBox[0 0 ")
            entries.point(size.width, size.height)
            entries.raw("]/XStep ")
            entries.number(size.width)
            entries.raw("/YStep ")
            entries.number(size.height)
            entries.raw("/Resources<</XObject<<")
            entries.name(of: picture, as: .picture)
            entries.reference(picture)
            entries.raw(">>>>")
        }
    }

    private func matrix(at origin: Point, in entry: inout PDFMarkup) {
        entry.raw("[")
        entry.number(scale)
        entry.raw("0 0 ")
        entry.number(-scale)
        entry.number(origin.x * scale)
        entry.number(height - origin.y * scale)
        entry.raw("]")
    }

    /// An axial shading (8.7.4.5.3).
    private static func shading(
        _ gradient: LinearGradient, in entry: inout PDFMarkup, space: StaticString,
        _ write: (Color, inout PDFMarkup) -> Void
    ) {
        entry.raw("<</ShadingType 2/ColorSpace")
        entry.raw(space)
        entry.raw("/Extend[true true]/Coords[")
        entry.point(gradient.start)
        entry.point(gradient.end)
        entry.raw("]/Function")
        let ramps = ramps(gradient.stops)
        if ramps.count > 1 { entry.raw("<</FunctionType 3/Domain[0 1]/Functions[") }
        for ramp in ramps {
            entry.raw("<</FunctionType 2/N 1/Domain[0 1]/C0[")
            write(ramp.from.color, &entry)
            entry.raw("]/C1[")
            write(ramp.to.color, &entry)
            entry.raw("]>>")
        }
        if ramps.count > 1 {
            entry.raw("]/Bounds[")
            for ramp in ramps.dropFirst() { entry.number(ramp.from.offset) }
            entry.raw("]/Encode[")
            for _ in ramps { entry.raw("0 1 ") }
            entry.raw("]>>")
        }
        entry.raw(">>")
    }

    private typealias Stop = LinearGradient.Stop

    /// From 0 to 1 without gaps: the colors of the first and the last stop continue.
    private static func ramps(_ stops: [Stop]) -> [(from: Stop, to: Stop)] {
        guard let first = stops.first, let last = stops.last else {
            return [(Stop(0, .clear), Stop(1, .clear))]
        }
        let all = [Stop(0, first.color)] + stops + [Stop(1, last.color)]
        return zip(all, all.dropFirst()).filter { $1.offset > $0.offset }.map { ($0, $1) }
    }
}
