import CPango
import Fonts
import Scene

/// Finds and caches the fonts of one typesetter.
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
    /// Fonts by Pango's pointer.
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

    /// Returns the face of a span, which is the text's own unless the span changes the font.
    func face(
        of span: StyledText.Span, _ style: TextStyle, _ language: Language, _ base: Face,
        _ context: borrowing FontContext
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
