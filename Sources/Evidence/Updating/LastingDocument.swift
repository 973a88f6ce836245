package import Basics

/// Extends the validity of a document's signatures (PAdES B-LT and B-LTA) by an incremental update
/// with validation data, and with space for a document timestamp.
package struct LastingDocument {
    package enum Fault: Error, Sendable, Equatable {
        case unreadable(PDFReadFault)
        case unsigned
        /// An invalid signature, with the reason.
        case broken(field: String, String)
        /// A signature without a timestamp, for which later data proves nothing.
        case noTimestamp(field: String)
        case validation(ValidationFault)
    }

    private let document: [UInt8]
    private let fields: [SignatureField]
    private let limit: Int
    private let budget: WorkBudget

    /// All signatures of the document must be valid.
    ///
    /// - Parameter limit: the maximum number of decompressed bytes to read.
    package init(
        _ document: [UInt8], limit: Int, budget: WorkBudget = .unlimited
    ) throws(Fault) {
        self.document = document
        self.limit = limit
        self.budget = budget
        fields = try Self.reading { () throws(PDFReadFault) in
            try SignatureField.all(of: document, limit: limit, budget: budget)
        }
        let findings = try Self.reading { () throws(PDFReadFault) in
            try SignatureCheck.findings(in: document, limit: limit, budget: budget)
        }
        guard !fields.isEmpty else { throw .unsigned }
        if let broken = findings.first(where: { !$0.fits }) {
            throw .broken(field: broken.field, broken.faults.joined(separator: "; "))
        }
    }

    private static func reading<Value>(
        _ body: () throws(PDFReadFault) -> Value
    ) throws(Fault) -> Value {
        do throws(PDFReadFault) {
            return try body()
        } catch {
            throw .unreadable(error)
        }
    }

    private static func validating<Value>(
        _ body: () throws(ValidationFault) -> Value
    ) throws(Fault) -> Value {
        do throws(ValidationFault) {
            return try body()
        } catch {
            throw .validation(error)
        }
    }

    /// The data for a signature, by the digest of the signature.
    private struct Part {
        let name: String
        let values: [SecurityStore.Kind: [[UInt8]]]
    }

    /// Returns the document itself if nothing is missing.
    ///
    /// - Parameters:
    ///   - now: the current time in Unix seconds.
    ///   - isStampedNext: whether a document timestamp follows, which proves when the signatures
    ///     existed.
    package func adding(
        _ data: ValidationData, now: Int, isStampedNext: Bool
    ) throws(Fault) -> [UInt8] {
        let (document, limit, budget) = (document, limit, budget)
        let store = try Self.reading { () throws(PDFReadFault) in
            try SecurityStore(
                of: PDFObjects(document, limit: limit, budget: budget),
                budget: budget)
        }
        var all = data
        if let store {
            try Self.validating { () throws(ValidationFault) in
                try all.add(
                    certificates: store.bytes(.certificates), lists: store.bytes(.lists),
                    responses: store.bytes(.responses))
            }
        }
        var parts: [Part] = []
        for index in fields.indices {
            if let part = try part(
                of: index, by: all, now: now, isStampedNext: isStampedNext)
            {
                parts.append(part)
            }
        }
        guard !parts.isEmpty else { return document }
        return try Self.reading { () throws(PDFReadFault) in try written(parts, store) }
    }

    /// Returns nil if the document already contains everything.
    private func part(
        of index: Int, by data: ValidationData, now: Int, isStampedNext: Bool
    ) throws(Fault) -> Part? {
        let field = fields[index]
        guard let moments = SignatureMoments(of: index, in: fields, document),
            let name = SecurityStore.names(of: field.content).first
        else { throw .broken(field: field.name, "it cannot be read") }
        guard moments.hasTimestamp || !moments.covers.isEmpty || isStampedNext else {
            throw .noTimestamp(field: field.name)
        }
        var stores = SignatureCheck.Stores(document, limit: limit, budget: budget)
        if moments.lasts(in: fields, by: &stores) { return nil }
        let paths = try Self.validating { () throws(ValidationFault) in
            try moments.paths(by: data, now: now)
        }
        var values: [SecurityStore.Kind: [[UInt8]]] = [:]
        for path in paths {
            values[.certificates, default: []] += path.certificates.map(\.bytes)
            values[.lists, default: []] += path.lists
            values[.responses, default: []] += path.responses
        }
        return Part(name: name, values: values)
    }

    private func written(
        _ parts: [Part], _ store: SecurityStore?
    ) throws(PDFReadFault) -> [UInt8] {
        var update = try DocumentUpdate(of: document, limit: limit, budget: budget)
        var catalog = try update.catalog()
        var values = store?.values ?? [:]
        var named = store?.parts ?? [:]
        for part in parts {
            var entries: [String: PDFValue] = [:]
            for kind in SecurityStore.Kind.allCases {
                var references: [PDFValue] = []
                for bytes in part.values[kind] ?? [] {
                    let known = values[kind, default: []].first { $0.bytes == bytes }?.reference
                    let reference = known ?? update.addStream(bytes)
                    if known == nil { values[kind, default: []].append((reference, bytes)) }
                    if !references.contains(reference) { references.append(reference) }
                }
                if !references.isEmpty { entries[kind.partName] = .array(references) }
            }
            named[part.name] = entries
        }
        var entries: [String: PDFValue] = [
            "Type": .name("DSS"), "VRI": .dictionary(named.mapValues { .dictionary($0) }),
        ]
        for (kind, list) in values { entries[kind.rawValue] = .array(list.map(\.reference)) }
        catalog["DSS"] = try update.add(.dictionary(entries))
        try declare(in: &catalog, update.objects)
        try update.set(update.root, to: .dictionary(catalog))
        return try update.finish()
    }

    /// Declares the extension for validation data, which PDF 1.x documents require (5.6).
    private func declare(
        in catalog: inout [String: PDFValue], _ objects: PDFObjects
    ) throws(PDFReadFault) {
        guard document.starts(with: "%PDF-1.".utf8) else { return }
        var extensions = try objects.value(catalog["Extensions"]).dictionary ?? [:]
        extensions["ESIC"] =
            extensions["ESIC"]
            ?? .dictionary(["BaseVersion": .name("1.7"), "ExtensionLevel": .integer(1)])
        catalog["Extensions"] = .dictionary(extensions)
    }

    /// `SignatureRoom` fills the space.
    ///
    /// The timestamp's field has no extent and is in the corner of a page, so neither viewers nor
    /// screen readers show it.
    ///
    /// - Parameter room: the size of the space in bytes.
    package func addingTimestampRoom(bytes room: Int) throws(Fault) -> [UInt8] {
        try Self.reading { () throws(PDFReadFault) in
            var update = try DocumentUpdate(of: document, limit: limit, budget: budget)
            var catalog = try update.catalog()
            let page = try self.page(update.objects)
            let stamp = update.addRoom(
                bytes: room,
                entries: "/Type/DocTimeStamp/Filter/Adobe.PPKLite/SubFilter/ETSI.RFC3161")
            let zero = PDFValue.integer(0)
            let widget = try update.add(
                .dictionary([
                    "Type": .name("Annot"), "Subtype": .name("Widget"), "FT": .name("Sig"),
                    "F": .integer(132), "Rect": .array([zero, zero, zero, zero]),
                    "T": .string(Array("Timestamp \(fields.count)".utf8)),
                    "TU": .string(Array("Time stamp of the document".utf8)),
                    "P": .reference(page.number), "V": stamp,
                ]))
            var entries = page.entries
            entries["Annots"] = .array(
                (try update.objects.value(entries["Annots"]).array ?? []) + [widget])
            if entries["Tabs"] == nil { entries["Tabs"] = .name("S") }
            try update.set(page.number, to: .dictionary(entries))
            var form = try update.objects.value(catalog["AcroForm"]).dictionary ?? [:]
            form["Fields"] = .array(
                (try update.objects.value(form["Fields"]).array ?? []) + [widget])
            catalog["AcroForm"] = .dictionary(form)
            try declare(in: &catalog, update.objects)
            try update.set(update.root, to: .dictionary(catalog))
            return try update.finish()
        }
    }

    /// Returns the page of the last signature, or otherwise the first page.
    private func page(
        _ objects: PDFObjects
    ) throws(PDFReadFault) -> (number: Int, entries: [String: PDFValue]) {
        let pages = try PDFPages(of: objects, budget: budget).all.compactMap(\.number)
        let own: Int? =
            if case .reference(let number)? = fields.last?.page, pages.contains(number) {
                number
            } else {
                pages.first
            }
        guard let own, let entries = try objects.value(.reference(own)).dictionary else {
            throw .damaged("it has no pages")
        }
        return (own, entries)
    }
}
