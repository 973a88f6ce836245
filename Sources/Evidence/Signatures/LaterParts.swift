import Basics

/// Checks that only validation data, document timestamps and, if allowed, other invisible signatures
/// follow a part of a document. PAdES allows only the first two in a document whose signature
/// forbids changes (ISO 32000-2, 12.8.2.2.2).
///
/// Any other changed object is displayed or read somewhere. Therefore every added object must belong
/// to one of these additions, and every changed object must otherwise have the same contents as
/// before.
struct LaterParts {
    private let before: PDFObjects
    private let after: PDFObjects
    private let allowsSignatures: Bool
    private let budget: WorkBudget
    private let changed: Set<Int>
    /// The numbers of objects that may be added or changed.
    private var allowed: Set<Int>
    private var fields: [PDFValue] = []

    /// Returns a description of the first addition that is not allowed, or nil if there is none.
    ///
    /// - Parameter allowsSignatures: whether signatures may follow that are not timestamps, with the
    ///   changes of dates and metadata that programs make when signing.
    static func fault(
        behind end: Int, in document: [UInt8], allowsSignatures: Bool = false, limit: Int,
        budget: WorkBudget
    ) throws(PDFReadFault) -> String? {
        func objects(upTo end: Int) throws(PDFReadFault) -> PDFObjects {
            try PDFObjects(
                end == document.count ? document : Array(document[..<end]), limit: limit,
                budget: budget)
        }
        let whole = try objects(upTo: document.count)
        var before: PDFObjects
        do throws(PDFReadFault) {
            before = try objects(upTo: end)
        } catch {
            guard case .damaged = error else { throw error }
            return "the covered part is not a complete document"
        }
        let updates = try AddedUpdates(behind: end, of: before, in: whole, budget: budget)
        guard !updates.hasOther, let last = updates.all.last else {
            return "something that is not an object of the document"
        }
        // Each update is compared with the document before it, because a later one may replace it.
        for update in updates.all {
            let after = update.end == last.end ? whole : try objects(upTo: update.end)
            var parts = LaterParts(before, after, update, allowsSignatures, budget)
            if let fault = try parts.firstFault() { return fault }
            before = after
        }
        return nil
    }

    private init(
        _ before: PDFObjects, _ after: PDFObjects, _ update: AddedUpdates.Update,
        _ allowsSignatures: Bool, _ budget: WorkBudget
    ) {
        self.before = before
        self.after = after
        self.allowsSignatures = allowsSignatures
        self.budget = budget
        changed = update.numbers
        allowed = update.containers.filter { !before.lists($0) }
    }

    private func isNew(_ number: Int) -> Bool { !before.lists(number) }

    private mutating func firstFault() throws(PDFReadFault) -> String? {
        let (one, other) = (before.trailer, after.trailer)
        guard case .reference(let root)? = one["Root"], one["Root"] == other["Root"] else {
            return "another catalog"
        }
        allowed.insert(root)
        if let word = try informationFault(one["Info"], other["Info"]) { return word }
        if let word = try catalogFault(root) { return word }
        if let word = try pagesFault() { return word }
        for field in fields where try !isInvisibleSignature(field) {
            return allowsSignatures
                ? "a field other than that of an invisible signature"
                : "a field other than that of an invisible document timestamp"
        }
        if let other = changed.filter({ !isNew($0) && !allowed.contains($0) }).min() {
            return "a change of object \(other)"
        }
        if let other = changed.filter({ !allowed.contains($0) }).min() {
            return "object \(other), which belongs to no signature"
        }
        return try danglingFault()
    }

    /// Signing programs change only the name of the program and the date.
    private mutating func informationFault(
        _ one: PDFValue?, _ other: PDFValue?
    ) throws(PDFReadFault) -> String? {
        let word = "a change of the document information"
        guard allowsSignatures else { return one == other ? nil : word }
        try allow(one, other)
        let entries = try (
            before.value(one).dictionary ?? [:], after.value(other).dictionary ?? [:]
        )
        for key in Set(entries.0.keys).union(entries.1.keys)
        where !["Producer", "ModDate", "CreationDate"].contains(key) {
            // The same text may have another encoding.
            if entries.0[key]?.text != entries.1[key]?.text { return word }
        }
        return nil
    }

    // MARK: - Catalog

    private mutating func catalogFault(_ root: Int) throws(PDFReadFault) -> String? {
        guard let one = try before.value(.reference(root)).dictionary,
            let other = try after.value(.reference(root)).dictionary
        else { return "another catalog" }
        let own: Set<String> =
            allowsSignatures
            ? ["DSS", "Extensions", "AcroForm", "Metadata", "Version", "Perms"]
            : ["DSS", "Extensions", "AcroForm"]
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
        if allowsSignatures {
            try allow(one["Metadata"], other["Metadata"])
            try allow(addedBy: other["Perms"])
        }
        try allowStore(one["DSS"], other["DSS"])
        return try formFault(one["AcroForm"], other["AcroForm"])
    }

    /// Allows an indirect object to be rewritten if its reference is unchanged, or to be added with
    /// all added objects that it refers to.
    private mutating func allow(_ one: PDFValue?, _ other: PDFValue?) throws(PDFReadFault) {
        guard case .reference(let number)? = other else { return }
        guard !isNew(number) else { return try allow(addedBy: other) }
        if one == other { allowed.insert(number) }
    }

    private mutating func allow(addedBy value: PDFValue?) throws(PDFReadFault) {
        var waiting = value.map { [$0] } ?? []
        while let next = waiting.popLast() {
            guard budget.mayContinue else { throw .stopped }
            switch next {
            case .reference(let number):
                guard isNew(number), allowed.insert(number).inserted else { continue }
                waiting.append(try after.value(next))
            case .array(let values): waiting += values
            case .dictionary(let entries): waiting += entries.values
            case .null, .bool, .integer, .real, .string, .name: continue
            }
        }
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
        try allow(addedBy: after.value(other))
        try allow(addedBy: after.value(store.1["VRI"]))
        for part in parts.1.values { try allow(addedBy: after.value(part)) }
        for kind in SecurityStore.Kind.allCases {
            try allow(addedBy: after.value(store.1[kind.rawValue]))
        }
    }

    private mutating func formFault(
        _ one: PDFValue?, _ other: PDFValue?
    ) throws(PDFReadFault) -> String? {
        try allow(one, other)
        let (form, later) = try (
            before.value(one).dictionary ?? [:], after.value(other).dictionary ?? [:]
        )
        let own: Set<String> =
            allowsSignatures ? ["Fields", "SigFlags", "DA", "DR"] : ["Fields"]
        for key in Set(form.keys).union(later.keys) where !own.contains(key) {
            if form[key] != later[key] { return "a change of the form (\(key.prefix(40)))" }
        }
        if allowsSignatures { try allow(addedBy: later["DR"]) }
        guard let added = try added(form["Fields"], later["Fields"]) else {
            return "a change of the form's fields"
        }
        fields = added
        return nil
    }

    /// Returns nil if an element was removed or moved.
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

    /// An invisible field has a signature of an allowed kind, or space for one.
    private mutating func isInvisibleSignature(_ field: PDFValue) throws(PDFReadFault) -> Bool {
        guard case .reference(let number) = field, isNew(number),
            let entries = try after.value(field).dictionary, entries["FT"]?.name == "Sig",
            let signature = try after.value(entries["V"]).dictionary,
            allowsSignatures || signature["SubFilter"]?.name == SignatureField.timestampKind,
            Set(entries.keys).isSubset(
                of: allowsSignatures ? Self.fieldKeys.union(Self.signerKeys) : Self.fieldKeys),
            entries.isWithoutExtent || entries["Rect"] == nil && entries["Subtype"] == nil
        else { return false }
        try allow(addedBy: field)
        return true
    }

    private static let fieldKeys: Set<String> = [
        "Type", "Subtype", "FT", "F", "Ff", "P", "Rect", "StructParent", "T", "TU", "V",
    ]
    /// The entries of other programs. Without extent, an appearance is not shown.
    private static let signerKeys: Set<String> = ["AP", "MK", "DA", "DR", "Lock", "SV"]

    // MARK: - References

    /// A reference to a missing object that is now added: the addition would be displayed there.
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
    fileprivate func refers(to numbers: Set<Int>) -> Bool {
        switch self {
        case .reference(let number): numbers.contains(number)
        case .array(let values): values.contains { $0.refers(to: numbers) }
        case .dictionary(let entries): entries.values.contains { $0.refers(to: numbers) }
        case .null, .bool, .integer, .real, .string, .name: false
        }
    }
}

/// The incremental updates after a document (ISO 32000-1, 7.5.6).
///
/// A reader that considers a table damaged searches the whole file for objects, and may then show
/// objects that no table lists. Therefore every update must have the form that all readers accept:
/// objects, a table of exactly these objects, and the offset of the table.
private struct AddedUpdates {
    struct Update {
        let end: Int
        let numbers: Set<Int>
        /// The streams that contain other objects or a table.
        let containers: Set<Int>
    }

    private(set) var all: [Update] = []
    /// Whether there is anything else, or an update of another form.
    private(set) var hasOther = false

    private let document: [UInt8]
    private let objects: PDFObjects
    private let budget: WorkBudget
    private let root: PDFValue?
    private var scanner: PDFScanner
    /// The offset of the latest table, and the number of objects that it states.
    private var previous: Int
    private var size: Int

    private static let maxObjects = 100_000
    /// A new timestamp every few years needs two updates.
    private static let maxUpdates = 32

    init(
        behind end: Int, of before: PDFObjects, in objects: PDFObjects, budget: WorkBudget
    ) throws(PDFReadFault) {
        document = objects.bytes
        self.objects = objects
        self.budget = budget
        root = before.trailer["Root"]
        previous = try before.lastTable()
        size = max(before.trailer["Size"]?.integer ?? 0, before.nextNumber)
        scanner = PDFScanner(document, at: end, budget: budget)
        try skipBlanks()
        while scanner.position < document.count, !hasOther {
            guard all.count < Self.maxUpdates, let update = try readUpdate() else {
                hasOther = true
                return
            }
            all.append(update)
            try skipBlanks()
            // Some readers search only the last kilobyte for the table's offset.
            hasOther = scanner.position == document.count && scanner.position - update.end > 2
        }
    }

    /// Skips whitespace, but no comments, which could contain anything.
    private mutating func skipBlanks() throws(PDFReadFault) {
        var place = scanner.position
        while place < document.count, PDFScanner.isBlank(document[place]) {
            place += 1
            guard place % 1_024 != 0 || budget.mayContinue else { throw .stopped }
        }
        move(to: place)
    }

    private mutating func move(to place: Int) {
        scanner = PDFScanner(document, at: place, budget: budget)
    }

    private mutating func readUpdate() throws(PDFReadFault) -> Update? {
        let start = scanner.position
        var found: [Int: PDFObjects.Place] = [:]
        var containers: Set<Int> = []
        var headers = 0
        var table: PDFObjects.Stream?
        var place = start
        while table == nil, scanner.position < document.count,
            ASCII.isDigit(document[scanner.position])
        {
            guard budget.mayContinue else { throw .stopped }
            place = scanner.position
            guard let (number, stream) = readObject(), headers < Self.maxObjects,
                found.updateValue(.offset(place), forKey: number) == nil
            else { return nil }
            headers += 1
            switch stream?.entries["Type"]?.name {
            case "ObjStm":
                guard let stream, try list(stream, number, in: &found) else { return nil }
                containers.insert(number)
            case "XRef":
                table = stream
                containers.insert(number)
            default: break
            }
            try skipBlanks()
        }
        var listed: [Int: PDFObjects.Place] = [:]
        let trailer: [String: PDFValue]
        if let table {
            try objects.readRows(of: table) { number, place in
                if listed.count <= Self.maxObjects { listed[number] = place }
            }
            trailer = table.entries
        } else {
            place = scanner.position
            guard let entries = readTable(&listed) else { return nil }
            trailer = entries
        }
        if listed[0] == .free { listed[0] = nil }
        guard listed == found, isNext(trailer, found),
            Self.headers(in: document[start..<scanner.position]) == headers
        else { return nil }
        previous = place
        guard try takeEnd(of: place) else { return nil }
        return Update(
            end: scanner.position, numbers: Set(found.keys), containers: containers)
    }

    private mutating func readObject() -> (number: Int, stream: PDFObjects.Stream?)? {
        guard let number = scanner.number(), scanner.number() == 0, scanner.take("obj"),
            let value = scanner.value()
        else { return nil }
        var stream: PDFObjects.Stream?
        if let entries = value.dictionary, scanner.take("stream") {
            scanner.skipLineEnd()
            let start = scanner.position
            guard let count = entries["Length"]?.integer, count >= 0,
                count <= document.count - start
            else { return nil }
            stream = PDFObjects.Stream(entries: entries, data: start..<start + count)
            move(to: start + count)
            guard scanner.take("endstream") else { return nil }
        }
        return scanner.take("endobj") ? (number, stream) : nil
    }

    private func list(
        _ stream: PDFObjects.Stream, _ number: Int, in found: inout [Int: PDFObjects.Place]
    ) throws(PDFReadFault) -> Bool {
        var packed = PDFScanner(try objects.content(of: stream), budget: budget)
        guard let count = stream.entries["N"]?.integer, (0...Self.maxObjects).contains(count) else {
            return false
        }
        for index in 0..<count {
            guard let own = packed.number(), packed.number() != nil,
                found.updateValue(.packed(stream: number, index: index), forKey: own) == nil
            else { return false }
        }
        return true
    }

    /// Reads a table with entries of exactly 20 bytes (7.5.4), and its trailer.
    private mutating func readTable(
        _ listed: inout [Int: PDFObjects.Place]
    ) -> [String: PDFValue]? {
        let start = scanner.position
        guard scanner.take("xref") else { return nil }
        while !scanner.take("trailer") {
            guard let first = scanner.number(), let count = scanner.number(),
                count <= Self.maxObjects - listed.count
            else { return nil }
            let head = scanner.position
            scanner.skipBlanks()
            guard scanner.position - head <= 2 else { return nil }
            for number in 0..<count {
                let row = document[scanner.position...].prefix(20)
                move(to: row.endIndex)
                guard row.count == 20, let place = Self.place(Array(row)),
                    listed.updateValue(place, forKey: first + number) == nil
                else { return nil }
            }
        }
        // A table cannot contain comments.
        guard !document[start..<scanner.position].contains(0x25) else { return nil }
        return scanner.value()?.dictionary
    }

    private static func place(_ row: [UInt8]) -> PDFObjects.Place? {
        let digits = row[..<10] + row[11..<16]
        guard digits.allSatisfy(ASCII.isDigit), row[10] == 0x20, row[16] == 0x20,
            [[0x20, 0x0A], [0x20, 0x0D], [0x0D, 0x0A]].contains(row[18...])
        else { return nil }
        if row[17] == UInt8(ascii: "f") { return .free }
        guard row[17] == UInt8(ascii: "n"), row[11..<16].allSatisfy({ $0 == 0x30 }) else {
            return nil
        }
        return .offset(row[..<10].reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }

    private mutating func isNext(
        _ trailer: [String: PDFValue], _ found: [Int: PDFObjects.Place]
    ) -> Bool {
        guard let stated = trailer["Size"]?.integer, found.keys.allSatisfy({ $0 < stated }),
            (size...size + found.count).contains(stated), trailer["Root"] == root,
            trailer["Prev"] == .integer(previous),
            Set(trailer.keys).isSubset(of: Self.trailerKeys)
        else { return false }
        size = stated
        return true
    }

    private static let trailerKeys: Set<String> = [
        "Root", "Size", "Prev", "Info", "ID", "Type", "W", "Index", "Length", "Filter",
        "DecodeParms",
    ]

    /// Skips the table's offset and the end of the file.
    private mutating func takeEnd(of place: Int) throws(PDFReadFault) -> Bool {
        try skipBlanks()
        let start = scanner.position
        guard scanner.take("startxref"), scanner.number() == place,
            !document[start..<scanner.position].contains(0x25)
        else { return false }
        try skipBlanks()
        let end = Array("%%EOF".utf8)
        guard document[scanner.position...].starts(with: end) else { return false }
        move(to: scanner.position + end.count)
        return true
    }

    /// Returns the number of places where a reader that searches the file would find an object:
    /// `obj` after a number or at the beginning of a line.
    private static func headers(in bytes: ArraySlice<UInt8>) -> Int {
        let word = Array("obj".utf8)
        var count = 0
        for place in bytes.indices.dropFirst()
        where bytes[place] == word[0] && bytes[place...].starts(with: word) {
            let blanks = bytes[..<place].reversed().prefix { PDFScanner.isBlank($0) }
            let isInLine = !blanks.contains { $0 == 0x0A || $0 == 0x0D }
            let before = bytes[..<place].dropLast(blanks.count).last ?? 0
            if ASCII.isDigit(before) || !blanks.isEmpty && !isInLine { count += 1 }
        }
        return count
    }
}
