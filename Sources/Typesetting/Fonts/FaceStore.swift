import CPango
import Fonts
import Scene

@safe final class FaceStore {
    private struct FaceQuery: Equatable {
        let families: [String]
        let weight: Int
        let isItalic: Bool
        let extra: String?
    }

    /// Callers can only request the installed fonts in a few weights and two slants. These limits
    /// bound even that.
    private static let maxFaces = 256
    private static let maxFonts = 2_048

    private let table: FontTable
    private let installed: InstalledFonts
    private var faces: [FaceKey: Face] = [:]
    private var latestFace: (asked: FaceQuery, face: Face)?
    private var fonts: [UInt: ResolvedFont] = [:]
    private var latestFont: ResolvedFont?
    private var serial: UInt32 = 0

    init(table: FontTable, installed: InstalledFonts) {
        self.table = table
        self.installed = installed
    }

    /// - Parameter extra: a family to try after the requested ones.
    func face(
        families: [String], weight: Int, isItalic: Bool, extra: String?,
        in context: borrowing FontContext
    ) throws(FontFailure) -> Face {
        let asked = FaceQuery(families: families, weight: weight, isItalic: isItalic, extra: extra)
        if let latestFace, latestFace.asked == asked { return latestFace.face }
        let key = FaceKey(
            families: families + (extra.map { [$0] } ?? []), weight: weight, isItalic: isItalic,
            among: installed)
        let face: Face
        if let known = faces[key] { face = known } else { face = try open(key, in: context) }
        latestFace = (asked, face)
        return face
    }

    func face(
        of span: StyledText.Span, _ style: TextStyle, language: Language, base: Face,
        in context: borrowing FontContext
    ) throws(FontFailure) -> Face {
        guard span.weight != nil || span.isItalic != nil || span.families != nil else {
            return base
        }
        return try face(
            families: span.families ?? style.families, weight: span.weight ?? style.weight,
            isItalic: span.isItalic ?? style.isItalic, extra: language.family, in: context)
    }

    private func open(
        _ key: FaceKey, in context: borrowing FontContext
    ) throws(FontFailure) -> Face {
        let description = FontContext.description(of: key)
        guard
            let font = unsafe pango_font_map_load_font(
                context.map, context.pango, description.pointer)
        else { throw .unreadable(path: key.families.joined(separator: ","), code: 0) }
        defer { unsafe g_object_unref(font) }
        let face = unsafe Face(description: description, font: try resolve(font))
        if faces.count >= Self.maxFaces { faces.removeAll(keepingCapacity: true) }
        faces[key] = face
        return face
    }

    func resolve(
        _ font: UnsafeMutablePointer<PangoFont>
    ) throws(FontFailure) -> ResolvedFont {
        if let latestFont, unsafe latestFont.pango == font { return latestFont }
        let place = UInt(bitPattern: font)
        if let known = fonts[place] {
            latestFont = known
            return known
        }
        // The entries keep their fonts alive, so that a pointer is never reused for another font.
        if fonts.count >= Self.maxFonts { fonts.removeAll(keepingCapacity: true) }
        serial &+= 1
        let resolved = unsafe try ResolvedFont(font, serial: serial, table: table)
        fonts[place] = resolved
        latestFont = resolved
        return resolved
    }
}

/// The part of a style that chooses a font: everything but the size.
struct FaceKey: Hashable {
    let families: [String]
    let weight: Int
    let isItalic: Bool

    /// Keeps only installed families and common weights, so that a caller's inventions can neither
    /// fill caches nor reach fontconfig's patterns.
    init(families: [String], weight: Int, isItalic: Bool, among installed: InstalledFonts) {
        let known = families.prefix(16).filter {
            InstalledFonts.generic.contains($0) || installed.has($0)
        }
        // Digits and spaces would use it, so it is only ever a fallback.
        let usable = known.filter { $0 != "Noto Color Emoji" && !$0.contains(",") }
        self.families = usable.isEmpty ? ["sans-serif"] : usable
        self.weight = (min(max(weight, 100), 900) + 25) / 50 * 50
        self.isItalic = isItalic
    }
}

/// Pango's context for the fonts, configured so that positions do not depend on any device.
///
/// Everything is shaped at one size, at which a Pango unit is 1/65,536 em, and then scaled
/// arithmetically. Widths are therefore linear in size, and a caller who requests a thousand odd
/// sizes does not fill Pango's caches.
@safe struct FontContext: ~Copyable {
    /// The number of Pango units per em.
    static let unitsPerEm = 65_536
    private static let emSize = Int32(unitsPerEm)

    let map: UnsafeMutablePointer<PangoFontMap>
    let pango: OpaquePointer

    init() {
        guard
            let map = unsafe pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT),
            let pango = unsafe pango_font_map_create_context(map)
        else { preconditionFailure("Pango was built without FreeType") }
        unsafe self.map = unsafe map
        unsafe self.pango = unsafe pango
        // A unit is then one point at any resolution.
        unsafe pango_cairo_font_map_set_resolution(OpaquePointer(map), 72)
        // With hinted or rounded metrics, 51 of 520 texts broke lines differently at 1×, 2× and 3×.
        let options = unsafe cairo_font_options_create()
        defer { unsafe cairo_font_options_destroy(options) }
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        unsafe pango_cairo_context_set_font_options(pango, options)
        unsafe pango_context_set_round_glyph_positions(pango, 0)
    }

    deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(pango))
        unsafe g_object_unref(map)
    }

    static func description(of face: FaceKey) -> FontDescription {
        let description = FontDescription()
        unsafe pango_font_description_set_family(
            description.pointer, face.families.joined(separator: ","))
        unsafe pango_font_description_set_weight(
            description.pointer, PangoWeight(UInt32(face.weight)))
        unsafe pango_font_description_set_style(
            description.pointer, face.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        unsafe pango_font_description_set_absolute_size(description.pointer, Double(emSize))
        return description
    }
}

@safe struct FontDescription: ~Copyable {
    let pointer: OpaquePointer

    init() { unsafe pointer = unsafe pango_font_description_new() }

    deinit { unsafe pango_font_description_free(pointer) }
}
