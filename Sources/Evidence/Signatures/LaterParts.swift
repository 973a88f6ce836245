import Basics

/// Checks that only validation data and document timestamps follow the part covered by a signature.
/// PAdES allows nothing else in a document whose signature forbids changes (ISO 32000-2,
/// 12.8.2.2.2).
///
/// Any other changed object is displayed or read somewhere. Therefore every added or changed object
/// must be one of those allowed, and must otherwise have the same contents as before.
struct LaterParts {
    /// A description of a disallowed addition, or nil if there is none.
    private(set) var fault: String?

    private let before: PDFObjects
    private let after: PDFObjects
    private let budget: WorkBudget
    private var changed: Set<Int> = []
    /// The numbers of objects that may be changed.
    private var allowed: Set<Int> = []
    /// The added fields.
    private var fields: [PDFValue] = []

    init(
        behind end: Int, in document: [UInt8], limit: Int, budget: WorkBudget
    ) throws(PDFReadFault) {
        self.budget = budget
        after = try PDFObjects(document, limit: limit, budget: budget)
        do throws(PDFReadFault) {
            before = try PDFObjects(Array(document[..<end]), limit: limit, budget: budget)
        } catch {
            if case .damaged = error {
                before = after
                fault = "the covered part is not a complete document"
                return
            }
            throw error
        }
        let added = try AddedObjects(behind: end, in: after, budget: budget)
        changed = added.numbers
        for (number, place) in after.places where before.places[number] != place {
            changed.insert(number)
        }
        guard !added.hasOther, !changed.isEmpty else {
            fault = "something that is not an object of the document"
            return
        }
        fault = try firstFault()
    }

    private func isNew(_ number: Int) -> Bool { before.places[number] == nil }

    private mutating func firstFault() throws(PDFReadFault) -> String? {
        let (one, other) = (before.trailer, after.trailer)
        guard case .reference(let root)? = one["Root"], one["Root"] == other["Root"],
            one["Info"] == other["Info"]
        else { return "a changed catalog or document information" }
        allowed = [root]
        if let word = try catalogFault(root) { return word }
        if let word = try pagesFault() { return word }
        for field in fields where try !isTimestampField(field) {
            return "a field other than that of an invisible document timestamp"
        }
        if let other = changed.filter({ !isNew($0) && !allowed.contains($0) }).min() {
            return "a change of object \(other)"
        }
        return try danglingFault()
    }

    // MARK: - Catalog

    private mutating func catalogFault(_ root: Int) throws(PDFReadFault) -> String? {
        guard let one = try before.value(.reference(root)).dictionary,
            let other = try after.value(.reference(root)).dictionary
        else { return "another catalog" }
        let own: Set<String> = ["DSS", "Extensions", "AcroForm"]
        for key in Set(one.keys).union(other.keys).sorted() where !own.contains(key) {
            if one[key] != other[key] { return "a change of the catalog (\(key.prefix(40)))" }
        }
        let extensions = try (
            before.value(one["Extensions"]).dictionary ?? [:],
            after.value(other["Extensions"]).dictionary ?? [:]
        )
        for key in Set(extensions.0.keys).union(extensions.1.keys)
        where !["ESIC", "ADBE"].contains(key) && extensions.0[key] != extensions.1[key] {
            return "a change of the catalog (Extensions)"
        }
        try allow(one["Extensions"], other["Extensions"])
        try allowStore(one["DSS"], other["DSS"])
        return try formFault(one["AcroForm"], other["AcroForm"])
    }

    /// Allows an indirect object to be rewritten if its reference is unchanged.
    private mutating func allow(_ one: PDFValue?, _ other: PDFValue?) throws(PDFReadFault) {
        if case .reference(let number)? = one, one == other { allowed.insert(number) }
    }

    private mutating func allowStore(
        _ one: PDFValue?, _ other: PDFValue?
    ) throws(PDFReadFault) {
        try allow(one, other)
        let store = try (
            before.value(one).dictionary ?? [:], after.value(other).dictionary ?? [:]
        )
        for key in ["VRI"] + SecurityStore.Kind.allCases.map(\.rawValue) {
            try allow(store.0[key], store.1[key])
        }
        let parts = try (
            before.value(store.0["VRI"]).dictionary ?? [:],
            after.value(store.1["VRI"]).dictionary ?? [:]
        )
        for (key, part) in parts.0 { try allow(part, parts.1[key]) }
    }

    private mutating func formFault(
        _ one: PDFValue?, _ other: PDFValue?
    ) throws(PDFReadFault) -> String? {
        try allow(one, other)
        let (form, later) = try (
            before.value(one).dictionary ?? [:], after.value(other).dictionary ?? [:]
        )
        for key in Set(form.keys).union(later.keys) where key != "Fields" {
            if form[key] != later[key] { return "a change of the form (\(key.prefix(40)))" }
        }
        guard let added = try added(form["Fields"], later["Fields"]) else {
            return "a change of the form's fields"
        }
        fields = added
        return nil
    }

    /// Returns the elements added to a list, or nil if an element was removed or moved.
    private mutating func added(
        _ one: PDFValue?, _ other: PDFValue?
    ) throws(PDFReadFault) -> [PDFValue]? {
        try allow(one, other)
        let own = try before.value(one).array ?? []
        let later = try after.value(other).array ?? []
        guard own.count <= later.count, own.elementsEqual(later.prefix(own.count)) else {
            return nil
        }
        return Array(later.dropFirst(own.count))
    }

    // MARK: - Pages

    private mutating func pagesFault() throws(PDFReadFault) -> String? {
        for (index, page) in try PDFPages(of: before, budget: budget).all.enumerated() {
            guard let number = page.number else { continue }
            guard budget.mayContinue else { throw .stopped }
            let list: Int? =
                if case .reference(let number)? = page.entries["Annots"] { number } else { nil }
            guard changed.contains(number) || list.map(changed.contains) ?? false else { continue }
            guard let one = try before.value(.reference(number)).dictionary,
                let other = try after.value(.reference(number)).dictionary
            else { return "another page \(index + 1)" }
            for key in Set(one.keys).union(other.keys) where key != "Annots" {
                // Adding `Tabs` is allowed: readers then visit annotations in structure order,
                // which is the recommended order anyway.
                if key == "Tabs", one[key] == nil { continue }
                if one[key] != other[key] { return "a change of page \(index + 1)" }
            }
            allowed.insert(number)
            guard let added = try added(one["Annots"], other["Annots"]),
                added.allSatisfy(fields.contains)
            else { return "a change of page \(index + 1), annotations" }
        }
        return nil
    }

    /// Returns whether an added field is invisible and contains a timestamp or the space reserved
    /// for one.
    private func isTimestampField(_ field: PDFValue) throws(PDFReadFault) -> Bool {
        guard case .reference(let number) = field, isNew(number),
            let entries = try after.value(field).dictionary, entries["FT"]?.name == "Sig",
            Set(entries.keys).isSubset(of: Self.fieldKeys),
            let stamp = try after.value(entries["V"]).dictionary,
            stamp["SubFilter"]?.name == SignatureField.timestampKind
        else { return false }
        guard let corners = try after.value(entries["Rect"]).array else {
            return entries["Subtype"] == nil
        }
        return corners.count == 4 && corners[0] == corners[2] && corners[1] == corners[3]
    }

    private static let fieldKeys: Set<String> = [
        "Type", "Subtype", "FT", "F", "Ff", "P", "Rect", "StructParent", "T", "TU", "V",
    ]

    // MARK: - References

    /// Returns a fault if the document had a reference to a missing object that is now added: the
    /// addition would be displayed there.
    private func danglingFault() throws(PDFReadFault) -> String? {
        let added = changed.filter(isNew)
        for number in before.places.keys {
            guard budget.mayContinue else { throw .stopped }
            if try before.value(.reference(number)).refers(to: added) {
                return "an object that the document referred to before"
            }
        }
        return nil
    }
}

extension PDFValue {
    /// Returns whether the value contains a reference to one of the objects.
    fileprivate func refers(to numbers: Set<Int>) -> Bool {
        switch self {
        case .reference(let number): numbers.contains(number)
        case .array(let values): values.contains { $0.refers(to: numbers) }
        case .dictionary(let entries): entries.values.contains { $0.refers(to: numbers) }
        case .null, .bool, .integer, .real, .string, .name: false
        }
    }
}
