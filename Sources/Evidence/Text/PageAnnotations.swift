import Basics

/// The annotations of a page: links, and signature fields.
struct PageAnnotations {
    /// A link's action and description, without its place.
    struct Link: Hashable {
        let action: String
        let target: [UInt8]
        let words: [UInt8]
    }

    /// The appearance of a signature field.
    struct Face {
        let form: PDFObjects.Stream
        let place: PageBox
    }

    private(set) var links: Set<Link> = []
    private(set) var faces: [Face] = []
    /// Whether an annotation may draw or do anything that this program does not write.
    private(set) var isForeign = false

    private static let linkKeys: Set<String> = [
        "Type", "Subtype", "Border", "F", "Rect", "StructParent", "Contents", "A",
    ]
    private static let fieldKeys: Set<String> = [
        "Type", "Subtype", "FT", "F", "Ff", "Rect", "T", "TU", "AP", "P", "StructParent", "V",
    ]

    init(
        of page: PDFPages.Page, in objects: PDFObjects, budget: WorkBudget
    ) throws(PDFReadFault) {
        for value in try objects.value(page.entries["Annots"]).array ?? [] {
            guard budget.reserve(256) else { throw .stopped }
            if try !read(value, objects) { isForeign = true }
        }
    }

    /// Returns false for an annotation that this program does not write.
    private mutating func read(
        _ value: PDFValue, _ objects: PDFObjects
    ) throws(PDFReadFault) -> Bool {
        let entries = try objects.value(value).dictionary ?? [:]
        switch entries["Subtype"]?.name {
        case "Link":
            guard let link = Self.link(entries) else { return false }
            links.insert(link)
        case "Widget":
            guard entries["FT"]?.name == "Sig" else { return false }
            if entries.isWithoutExtent { return true }
            guard let face = try Self.face(value, entries, objects) else { return false }
            faces.append(face)
        default: return false
        }
        return true
    }

    private static func link(_ entries: [String: PDFValue]) -> Link? {
        // Without `Border`, readers draw a line.
        let none = PDFValue.array([.integer(0), .integer(0), .integer(0)])
        guard Set(entries.keys).isSubset(of: linkKeys), entries["Border"] == none else {
            return nil
        }
        let action = entries["A"]?.dictionary ?? [:]
        guard action.count == 2, let kind = action["S"]?.name,
            case .string(let target)? = action[kind == "URI" ? "URI" : "D"],
            kind == "URI" || kind == "GoTo", case .string(let words)? = entries["Contents"]
        else { return nil }
        return Link(action: kind, target: target, words: words)
    }

    /// Returns the appearance of a field of the document's form, or nil if the field is not in the
    /// form that this program writes.
    private static func face(
        _ field: PDFValue, _ entries: [String: PDFValue], _ objects: PDFObjects
    ) throws(PDFReadFault) -> Face? {
        let root = try objects.value(objects.trailer["Root"]).dictionary ?? [:]
        let form = try objects.value(root["AcroForm"]).dictionary ?? [:]
        guard Set(entries.keys).isSubset(of: fieldKeys),
            let place = try PageBox(entries["Rect"], objects),
            case .reference = field, try objects.value(form["Fields"]).array == [field],
            let faces = entries["AP"]?.dictionary, Set(faces.keys) == ["N"],
            case .stream(let face) = try objects.resolved(faces["N"])
        else { return nil }
        return Face(form: face, place: place)
    }
}

extension PDFPages.Page {
    /// Whether nothing but the entries that this program writes decides how the page is shown.
    var hasOnlyKnownEntries: Bool {
        Set(entries.keys).isSubset(of: [
            "Type", "Parent", "MediaBox", "Contents", "Group", "Resources", "StructParents", "Tabs",
            "Annots",
        ])
    }
}
