import Basics

/// The outlines of a document's glyphs, with the texts that its fonts state for them.
struct GlyphShapes {
    struct Glyph: Hashable {
        let outline: ArraySlice<UInt8>
        let text: String
    }

    /// Each glyph with the first page whose resources, or those of a form on it, name its font.
    private var pages: [Glyph: Int] = [:]
    /// The numbers of pages with a font in another form than this program writes.
    private(set) var foreignPages: [Int] = []

    private static let maxGlyphs = 1_000_000

    init(of objects: PDFObjects, budget: WorkBudget) throws(PDFReadFault) {
        var seen: Set<Int> = []
        for (index, page) in try PDFPages(of: objects, budget: budget).all.enumerated() {
            // Each resource is read once, on the first page that refers to it.
            func isNew(_ value: PDFValue) -> Bool {
                guard case .reference(let number) = value else { return true }
                return seen.insert(number).inserted
            }
            var waiting = [page.entries["Resources"] ?? .null]
            for face in try PageAnnotations(of: page, in: objects, budget: budget).faces {
                waiting.append(face.form.entries["Resources"] ?? .null)
            }
            while let next = waiting.popLast() {
                guard budget.mayContinue else { throw .stopped }
                let resources = try objects.value(next).dictionary ?? [:]
                for value in (try objects.value(resources["XObject"]).dictionary ?? [:]).values
                where isNew(value) {
                    let form = try objects.value(value).dictionary ?? [:]
                    if let own = form["Resources"] { waiting.append(own) }
                }
                for value in (try objects.value(resources["Font"]).dictionary ?? [:]).values
                where isNew(value) {
                    guard try !add(value, page: index + 1, objects, budget) else { continue }
                    if foreignPages.last != index + 1 { foreignPages.append(index + 1) }
                }
            }
        }
    }

    /// Adds the glyphs of a font. Returns false if the font is not in the form that this program
    /// writes.
    private mutating func add(
        _ value: PDFValue, page: Int, _ objects: PDFObjects, _ budget: WorkBudget
    ) throws(PDFReadFault) -> Bool {
        guard let font = try objects.value(value).dictionary,
            let meanings = try GlyphMeanings(font, in: objects, budget: budget),
            let inner = try objects.value(
                objects.value(font["DescendantFonts"]).array?.first
            ).dictionary,
            inner["Subtype"]?.name == "CIDFontType0", inner["CIDToGIDMap"] == nil,
            let descriptor = try objects.value(inner["FontDescriptor"]).dictionary,
            case .stream(let program) = try objects.resolved(descriptor["FontFile3"]),
            let outlines = GlyphOutlines(try objects.content(of: program))
        else { return false }
        for (code, text) in meanings.all where outlines.programs.indices.contains(code) {
            guard pages.count < Self.maxGlyphs, budget.reserve(64) else { throw .stopped }
            let glyph = Glyph(outline: outlines.programs[code], text: text)
            pages[glyph] = min(page, pages[glyph] ?? page)
        }
        return true
    }

    /// Compares the glyphs with those of another document of the same conversation.
    func compared(with other: GlyphShapes) -> GlyphFinding {
        var meanings: [ArraySlice<UInt8>: Set<String>] = [:]
        var known: Set<String> = []
        for glyph in other.pages.keys {
            meanings[glyph.outline, default: []].insert(glyph.text)
            known.insert(glyph.text)
        }
        var finding = GlyphFinding()
        var pages = Set(foreignPages)
        for (glyph, page) in self.pages {
            finding.glyphs += 1
            guard let texts = meanings[glyph.outline], !texts.contains(glyph.text) else {
                if meanings[glyph.outline] != nil { finding.known += 1 }
                continue
            }
            // Another version may combine letters of a complex script differently.
            guard known.contains(glyph.text), ([glyph.text] + texts).allSatisfy(Self.isLetter)
            else { continue }
            pages.insert(page)
        }
        finding.swapped = Array(pages.sorted().prefix(Verification.maxFaults))
        return finding
    }

    private static func isLetter(_ text: String) -> Bool {
        text.unicodeScalars.count == 1 && !PageLetters.signs(of: text).isEmpty
    }
}

/// The result of comparing the outlines of a document's glyphs with those of the redrawn document.
struct GlyphFinding {
    var glyphs = 0
    /// The number of glyphs whose outline belongs to the same letter in the redrawn document.
    var known = 0
    /// The first pages on which a letter has the outline of another letter.
    var swapped: [Int] = []
}
