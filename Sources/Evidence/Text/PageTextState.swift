import Basics

/// The part of the graphics state that determines whether text is visible (ISO 32000-1, 8.4).
struct PageTextState {
    var matrix = PageMatrix()
    var clip: PageBox
    var fill = PageFill.color([0])
    var opacity = 1.0
    /// Whether a mask applies. This program masks only areas.
    var isMasked = false
    /// Whether a path other than a rectangle clips the content.
    var isClippedOddly = false
    var lineWidth = 1.0
    var isInvisible = false
    var font: GlyphMeanings?
    var size = 0.0
    var spacing = 0.0

    /// The minimum opacity of text and pictures that are seen.
    static let minOpacity = 0.25

    /// The minimum size of readable text in points.
    static let minSize = 1.0

    init(clip: PageBox) { self.clip = clip }

    /// Whether text is visible with this rendering mode and opacity.
    var showsText: Bool { !isInvisible && opacity >= Self.minOpacity && !isClippedOddly }

    /// Applies a graphics state. Returns false for one that this program does not write.
    mutating func apply(_ entries: [String: PDFValue]) -> Bool {
        for (key, value) in entries {
            switch key {
            case "ca":
                guard let share = value.double else { return false }
                opacity = share
            case "CA": guard value.double != nil else { return false }
            case "SMask":
                guard value.dictionary?["S"]?.name == "Luminosity" else { return false }
                isMasked = true
            default: return false
            }
        }
        return true
    }
}

/// What areas and letters are filled with.
enum PageFill: Equatable {
    case color([Double])
    case gradient
    /// Copies of a picture.
    case tile

    var color: [Double]? {
        if case .color(let components) = self { components } else { nil }
    }

    /// The components of a color; none for a pattern.
    var components: [Double] { color ?? [] }
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

    /// Returns the fill by a pattern, or nil for one that this program does not write.
    func pattern(_ name: String?, _ objects: PDFObjects) throws(PDFReadFault) -> PageFill? {
        switch try object(name, "Pattern", objects) {
        case .value(let value):
            return value.dictionary?["PatternType"] == .integer(2) ? .gradient : nil
        case .stream(let tile):
            let own = try objects.value(tile.entries["Resources"]).dictionary ?? [:]
            var scanner = PDFScanner(try objects.content(of: tile), budget: objects.budget)
            var operands: [PDFValue] = []
            while operands.count < 6, case .value(let value)? = scanner.token() {
                operands.append(value)
            }
            // A tile places a picture, and nothing else.
            guard PageMatrix(operands) != nil, case .word("cm")? = scanner.token(),
                case .value(.name(let name))? = scanner.token(),
                case .word("Do")? = scanner.token(), scanner.isAtEnd(),
                case .stream(let picture) = try PageTextResources(own, fonts)
                    .object(name, "XObject", objects),
                picture.entries["Subtype"]?.name == "Image"
            else { return nil }
            return .tile
        }
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
