import Basics

/// The document's catalog and metadata. In an archival document this includes everything that
/// PDF/A-3a and 3u (ISO 19005-3) and PDF/UA-1 (ISO 14289-1) require, and the attached files.
struct DocumentRoot {
    private let setup: PDFSetup
    private let file: PDFFile

    /// The references of attachments that belong to parts of the document; nil for others.
    private let names: [PDFReference?]
    private let field: SignatureField?

    private let colorProfile: [UInt8]?

    init(
        _ setup: PDFSetup, attachments names: [PDFReference?], colorProfile: [UInt8]?,
        field: SignatureField?, in file: PDFFile
    ) {
        self.field = field
        self.colorProfile = colorProfile
        self.setup = setup
        self.names = names
        self.file = file
    }

    func write(
        pages: PDFReference, count pageCount: Int, structure: PDFReference,
        outline: [DocumentPainter.OutlineEntry], anchors: [String: DocumentPainter.Place]
    ) throws(PDFFault) {
        // PDF/A-4 forbids an Info dictionary that repeats the metadata (ISO 19005-4, 6.1.3).
        let info = setup.isSecond ? nil : file.add { describe(in: &$0) }
        // The metadata stream is not compressed, so that programs without a PDF reader can find it.
        let packet = XMPPacket.bytes(for: setup)
        let metadata = file.addStream(packet, .coded) { entries in
            entries.raw("/Type/Metadata/Subtype/XML")
        }
        if let place = XMPPacket.seal(in: packet, of: setup) {
            file.reserveSeal(at: place, of: packet)
        }
        let entries = outline.isEmpty ? nil : writeOutline(outline)
        let intent = setup.isArchival ? try writeColors() : nil
        let files =
            setup.isArchival ? zip(setup.attachments, names).map { ($0, write($0, as: $1)) } : []
        let root = file.add { root in
            root.raw("<</Type/Catalog/Pages ")
            root.reference(pages)
            root.language(setup.language)
            root.raw("/MarkInfo<</Marked true>>/ViewerPreferences<</DisplayDocTitle true>>")
            root.raw("/PageLabels<</Nums[")
            label(pageCount, in: &root)
            root.raw("]>>/StructTreeRoot ")
            root.reference(structure)
            root.raw("/Metadata ")
            root.reference(metadata)
            if let entries {
                root.raw(outline.count > 1 ? "/PageMode/UseOutlines/Outlines " : "/Outlines ")
                root.reference(entries)
            }
            if let intent {
                root.raw("/OutputIntents[")
                root.reference(intent)
                root.raw("]")
            }
            name(files, anchors, in: &root)
            field?.enter(into: &root)
            root.raw(">>")
        }
        // The signature comes last, so that bytes to be patched later have not been sent yet.
        field?.writeSignature()
        file.end(root: root, info: info)
    }

    /// Page labels cannot have leading zeros (ISO 32000-1, 12.4.2), so the zeros are part of the
    /// prefix, which changes with the number of digits.
    private func label(_ count: Int, in root: inout PDFMarkup) {
        var last: String?
        for page in 0..<max(count, 1) {
            let number = setup.firstPage + page
            let prefix = setup.pagePrefix?(number)
            guard page == 0 || prefix != last else { continue }
            last = prefix
            root.integer(page)
            root.raw("<</S/D/St ")
            root.integer(number)
            if let prefix, !prefix.isEmpty {
                root.raw("/P")
                root.text(prefix)
            }
            root.raw(">>")
        }
    }

    private func describe(in info: inout PDFMarkup) {
        info.raw("<</Title")
        info.text(XMPPacket.cleaned(setup.title))
        if let author = setup.author {
            info.raw("/Author")
            info.text(XMPPacket.cleaned(author))
        }
        if let subject = setup.subject {
            info.raw("/Subject")
            info.text(XMPPacket.cleaned(subject))
        }
        if let keywords = XMPPacket.keywords(setup) {
            info.raw("/Keywords")
            info.text(keywords)
        }
        info.raw("/Creator")
        info.text(XMPPacket.cleaned(setup.producer))
        info.raw("/Producer")
        info.text(XMPPacket.cleaned(setup.producer))
        if let created = setup.created {
            info.raw("/CreationDate")
            info.date(created)
            info.raw("/ModDate")
            info.date(created)
        }
        info.raw(">>")
    }

    /// Writes outline entries that lead to positions on pages (ISO 32000-1, 12.3.3).
    private func writeOutline(_ outline: [DocumentPainter.OutlineEntry]) -> PDFReference {
        let root = file.reserve()
        let entries = outline.map { _ in file.reserve() }
        for (index, item) in outline.enumerated() {
            file.add(as: entries[index]) { entry in
                entry.raw("<</Title")
                entry.text(item.name)
                entry.raw("/Parent ")
                entry.reference(root)
                if index > 0 {
                    entry.raw("/Prev ")
                    entry.reference(entries[index - 1])
                }
                if index + 1 < entries.count {
                    entry.raw("/Next ")
                    entry.reference(entries[index + 1])
                }
                if setup.isSecond {
                    entry.raw("/A<</S/GoTo")
                    lead(to: item.place, in: &entry)
                    entry.raw(">>>>")
                } else {
                    entry.raw("/Dest")
                    place(item.place.page, item.place.top, in: &entry)
                    entry.raw(">>")
                }
            }
        }
        file.add(as: root) { entry in
            entry.raw("<</Type/Outlines/Count ")
            entry.integer(entries.count)
            entry.raw("/First ")
            entry.reference(entries[0])
            entry.raw("/Last ")
            entry.reference(entries[entries.count - 1])
            entry.raw(">>")
        }
        return root
    }

    private func place(_ target: PDFReference, _ top: Double, in entry: inout PDFMarkup) {
        entry.raw("[")
        entry.reference(target)
        entry.raw("/XYZ 0 ")
        entry.number(top)
        entry.raw("0]")
    }

    /// Writes the target: the page and, in PDF 2.0, the structure element there (ISO 14289-2, 8.8).
    private func lead(to place: DocumentPainter.Place, in entry: inout PDFMarkup) {
        entry.raw("/D")
        self.place(place.page, place.top, in: &entry)
        guard setup.isSecond, let part = place.part else { return }
        entry.raw("/SD")
        self.place(part, place.top, in: &entry)
    }

    private func writeColors() throws(PDFFault) -> PDFReference {
        guard let colorProfile else { throw .colorProfile }
        let stream = file.addStream(colorProfile, .deflated) { $0.raw("/N 3") }
        return file.add { intent in
            intent.raw("<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)")
            intent.raw("/Info(sRGB IEC61966-2.1)/DestOutputProfile ")
            intent.reference(stream)
            intent.raw(">>")
        }
    }

    private func write(
        _ attachment: PDFAttachment, as reserved: PDFReference?
    ) -> PDFReference {
        let bytes = attachment.completion?(file.fontSources) ?? attachment.bytes
        let deflated = attachment.deflated ?? quickly(packed: attachment)
        // Compressing a file that is already compressed would only take time.
        let coding: PDFFile.Coding =
            deflated != nil ? .deflated : attachment.isPacked ? .coded : .plain
        let facts = file.add { entry in
            entry.raw("<</Size ")
            entry.integer(bytes.count)
            if let sum = MD5.digest(of: bytes) {
                entry.raw("/CheckSum<")
                for byte in sum { entry.hexadecimal(byte) }
                entry.raw(">")
            }
            if let created = setup.created {
                entry.raw("/ModDate")
                entry.date(created)
            }
            entry.raw(">>")
        }
        let stream = file.addStream(deflated ?? bytes, coding) { entries in
            entries.raw("/Type/EmbeddedFile/Subtype")
            entries.name(attachment.mediaType)
            entries.raw("/Params ")
            entries.reference(facts)
        }
        return file.add(as: reserved) { entry in
            entry.raw("<</Type/Filespec/AFRelationship")
            entry.raw(attachment.relationship.name)
            entry.raw("/F")
            entry.text(attachment.name)
            entry.raw("/UF")
            entry.text(attachment.name)
            entry.raw("/Desc")
            entry.text(attachment.words)
            entry.raw("/EF<</F ")
            entry.reference(stream)
            entry.raw("/UF ")
            entry.reference(stream)
            entry.raw(">>>>")
        }
    }

    /// Compresses a large source quickly: it contains pictures as base64, which more effort does
    /// not make smaller. Returns nil for other attachments.
    private func quickly(packed attachment: PDFAttachment) -> [UInt8]? {
        guard attachment.isAsReceived, !attachment.isPacked,
            attachment.bytes.count > DocumentRoot.largeFile
        else { return nil }
        return Zlib.quick(attachment.bytes)
    }

    private static let largeFile = 1 << 20

    /// Writes the name trees of attachments and anchors, sorted by the names' bytes (7.9.6).
    private func name(
        _ files: [(PDFAttachment, PDFReference)], _ anchors: [String: DocumentPainter.Place],
        in root: inout PDFMarkup
    ) {
        if !files.isEmpty {
            root.raw("/AF[")
            for (_, reference) in files { root.reference(reference) }
            root.raw("]")
        }
        guard !files.isEmpty || !anchors.isEmpty else { return }
        root.raw("/Names<<")
        if !anchors.isEmpty {
            root.raw("/Dests<</Names[")
            let sorted = anchors.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for (name, place) in sorted {
                root.text(name)
                root.raw("<<")
                lead(to: place, in: &root)
                root.raw(">>")
            }
            root.raw("]>>")
        }
        if !files.isEmpty {
            root.raw("/EmbeddedFiles<</Names[")
            let sorted = files.sorted { $0.0.name.utf8.lexicographicallyPrecedes($1.0.name.utf8) }
            for (attachment, reference) in sorted {
                root.text(attachment.name)
                root.reference(reference)
            }
            root.raw("]>>")
        }
        root.raw(">>")
    }
}

extension PDFAttachment.Relationship {
    fileprivate var name: StaticString {
        switch self {
        case .source: "/Source"
        case .data: "/Data"
        case .supplement: "/Supplement"
        }
    }
}
