import Basics

/// The part of the graphics state that determines whether text is visible (ISO 32000-1, 8.4).
struct PageTextState {
    var matrix = PageMatrix()
    var clip: PageBox
    var fill = [0.0]
    var isClear = false
    var lineWidth = 1.0
    var mode = 0
    var font: GlyphMeanings?
    var size = 0.0
    var spacing = 0.0

    init(clip: PageBox) { self.clip = clip }

    /// Whether text is visible with this rendering mode and opacity.
    var showsText: Bool { mode != 3 && mode != 7 && !isClear }

    mutating func apply(_ entries: [String: PDFValue]?, _ objects: PDFObjects) throws(PDFReadFault)
    {
        if let opacity = entries?["ca"]?.double { isClear = opacity < 0.1 }
    }
}

/// An open marked-content sequence (14.6).
struct PageTextMark {
    enum Kind {
        case content, artifact
        /// Optional content, which a viewer may hide.
        case hidden
    }

    let kind: Kind
    /// The replacement text of the content, or nil if the content is read as drawn.
    let text: String?
    /// The index of the first run of text within.
    var runs: Int?

    init(_ operands: [PDFValue]) {
        kind =
            switch operands.first?.name {
            case "Artifact": .artifact
            case "OC": .hidden
            default: .content
            }
        text = operands.last?.dictionary?["ActualText"]?.text
    }
}

/// The resources of a content stream: fonts, graphics states and forms.
struct PageTextResources {
    private let entries: [String: PDFValue]
    private let fonts: DocumentGlyphs

    init(_ entries: [String: PDFValue], _ fonts: DocumentGlyphs) {
        self.entries = entries
        self.fonts = fonts
    }

    func object(
        _ name: String?, _ kind: String, _ objects: PDFObjects
    ) throws(PDFReadFault) -> PDFObjects.Object {
        try objects.resolved(reference(name, kind, objects))
    }

    func entry(
        _ name: String?, _ kind: String, _ objects: PDFObjects
    ) throws(PDFReadFault) -> [String: PDFValue]? {
        guard case .value(let value) = try object(name, kind, objects) else { return nil }
        return value.dictionary
    }

    func font(_ name: String?, _ objects: PDFObjects) throws(PDFReadFault) -> GlyphMeanings? {
        try fonts.meanings(of: reference(name, "Font", objects), in: objects)
    }

    private func reference(
        _ name: String?, _ kind: String, _ objects: PDFObjects
    ) throws(PDFReadFault) -> PDFValue? {
        guard let name else { return nil }
        return try objects.value(entries[kind]).dictionary?[name]
    }
}

/// The fonts of a document, each read once for all pages.
final class DocumentGlyphs {
    private var known: [Int: GlyphMeanings?] = [:]
    private let budget: WorkBudget

    init(budget: WorkBudget) { self.budget = budget }

    func meanings(
        of font: PDFValue?, in objects: PDFObjects
    ) throws(PDFReadFault) -> GlyphMeanings? {
        guard case .reference(let number)? = font else { return nil }
        if let known = known[number] { return known }
        var made: GlyphMeanings?
        if let entries = try objects.value(font).dictionary {
            made = try GlyphMeanings(entries, in: objects, budget: budget)
        }
        known[number] = .some(made)
        return made
    }
}

extension PDFPages.Page {
    /// Returns whether all annotations are links and signature fields that draw nothing on the
    /// page.
    func hasOnlyPlainAnnotations(in objects: PDFObjects) throws(PDFReadFault) -> Bool {
        for value in try objects.value(entries["Annots"]).array ?? [] {
            guard let entries = try objects.value(value).dictionary else { return false }
            switch entries["Subtype"]?.name {
            case "Link": guard entries["AP"] == nil else { return false }
            case "Widget": guard try entries.isInvisibleField(in: objects) else { return false }
            default: return false
            }
        }
        return true
    }
}

extension [String: PDFValue] {
    /// Returns whether an annotation is a signature field without extent.
    func isInvisibleField(in objects: PDFObjects) throws(PDFReadFault) -> Bool {
        guard self["Subtype"]?.name == "Widget", self["FT"]?.name == "Sig",
            let corners = try objects.value(self["Rect"]).array?.compactMap(\.double),
            corners.count == 4
        else { return false }
        return corners[0] == corners[2] && corners[1] == corners[3]
    }
}
