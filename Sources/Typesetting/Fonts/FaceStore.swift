import CPango
import Scene

/// Finds and keeps the fonts of one typesetter.
@safe final class FaceStore {
    let table: FontTable
    private let census: FontCensus
    private var faces: [FaceKey: Face] = [:]
    /// By Pango's pointer.
    private var fonts: [UInt: ResolvedFont] = [:]
    private var latest: ResolvedFont?

    /// What a caller can name is bounded by the fonts of the machine, times nine weights and two
    /// slants; these bounds keep even that small.
    private static let mostFaces = 256
    private static let mostFonts = 2_048

    init(table: FontTable, census: FontCensus) {
        self.table = table
        self.census = census
    }

    func key(families: [String], weight: Int, isItalic: Bool) -> FaceKey {
        FaceKey(families: families, weight: weight, isItalic: isItalic, among: census)
    }

    func face(_ key: FaceKey, in context: borrowing FontContext) -> Face {
        if let face = faces[key] { return face }
        let description = FontContext.description(of: key)
        guard
            let font = unsafe pango_font_map_load_font(
                context.map, context.pango, description.pointer)
        else { preconditionFailure("the machine has no fonts at all") }
        defer { unsafe g_object_unref(font) }
        let face = unsafe Face(description: description, font: resolve(font))
        if faces.count >= Self.mostFaces { faces.removeAll(keepingCapacity: true) }
        faces[key] = face
        return face
    }

    func resolve(_ font: UnsafeMutablePointer<PangoFont>) -> ResolvedFont {
        if let latest, unsafe latest.pango == font { return latest }
        let place = UInt(bitPattern: font)
        if let known = fonts[place] {
            latest = known
            return known
        }
        // The entries hold references, so that a pointer never comes back as another font.
        if fonts.count >= Self.mostFonts { fonts.removeAll(keepingCapacity: true) }
        let resolved = unsafe ResolvedFont(font, table: table)
        fonts[place] = resolved
        latest = resolved
        return resolved
    }
}
