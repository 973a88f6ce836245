import Basics

/// What a viewer shows and does besides the pages: the document's title and information, its
/// outline, and the settings in its catalog.
struct DocumentFrame {
    private let catalog: [String: PDFValue]
    private let information: [String: String]
    private let title: String?
    private let outline: [String]
    /// Whether the outline has entries or actions that this program does not write.
    private let isForeign: Bool

    private static let maxOutlineEntries = 1_000_000
    private static let outlineKeys: Set<String> = [
        "Title", "Parent", "Prev", "Next", "Dest", "A", "Type", "Count", "First", "Last",
    ]
    /// The entries that contain objects, which are compared elsewhere or depend on pages.
    private static let structural: Set<String> = [
        "Pages", "StructTreeRoot", "Metadata", "Outlines", "OutputIntents", "PageLabels", "AF",
        "Perms",
    ]

    init(of objects: PDFObjects, budget: WorkBudget) throws(PDFReadFault) {
        var catalog = try objects.value(objects.trailer["Root"]).dictionary ?? [:]
        for key in ["Names", "AcroForm"] where catalog[key] != nil {
            // A tree of scripts, or a form in XML, would be another key.
            let keys = try objects.value(catalog[key]).dictionary?.keys.sorted() ?? ["?"]
            catalog[key] = .array(keys.map { .name($0) })
        }
        if case .stream(let packet) = try objects.resolved(catalog["Metadata"]) {
            let text = String(decoding: try objects.content(of: packet), as: UTF8.self)
            title = text.firstRange(of: "<dc:title>").flatMap { start in
                text[start.upperBound...].firstRange(of: "</dc:title>").map {
                    String(text[start.upperBound..<$0.lowerBound])
                }
            }
        } else {
            title = nil
        }
        information = (try objects.value(objects.trailer["Info"]).dictionary ?? [:])
            .mapValues { $0.text ?? "?" }
        var (outline, isForeign) = ([String](), false)
        let list = try objects.value(catalog["Outlines"]).dictionary ?? [:]
        var next = list["First"]
        while let value = next {
            guard budget.reserve(64), outline.count < Self.maxOutlineEntries,
                let entries = try objects.value(value).dictionary
            else { throw budget.mayContinue ? .damaged("its outline is invalid") : .stopped }
            let action = entries["A"]?.dictionary
            if !Set(entries.keys).isSubset(of: Self.outlineKeys) || entries["First"] != nil
                || entries["A"] != nil && action?["S"]?.name != "GoTo" || action?["Next"] != nil
            {
                isForeign = true
            }
            outline.append(entries["Title"]?.text ?? "")
            next = entries["Next"]
        }
        if !Set(list.keys).isSubset(of: Self.outlineKeys) { isForeign = true }
        self.catalog = catalog
        self.outline = outline
        self.isForeign = isForeign
    }

    /// Returns the parts that differ from those of another document of the same conversation.
    func parts(differingFrom other: DocumentFrame) -> [DocumentPart] {
        var parts: [DocumentPart] = []
        for (key, value) in catalog.sorted(by: { $0.key < $1.key }) {
            let isStructural = Self.structural.contains(key)
            guard let counterpart = other.catalog[key], isStructural || counterpart == value else {
                parts.append(.catalog(key))
                continue
            }
        }
        if outline != other.outline || isForeign { parts.append(.outline) }
        if title != other.title { parts.append(.metadata) }
        if information != other.information { parts.append(.information) }
        return parts
    }
}
