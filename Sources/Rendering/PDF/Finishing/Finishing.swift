/// Makes cairo's document one that an archive, a court and a screen reader accept: PDF/A-3a and 3u
/// (ISO 19005-3) and PDF/UA-1 (ISO 14289-1), with files attached.
struct Finishing {
    private let setup: PDFSetup

    init(_ setup: PDFSetup) { self.setup = setup }

    /// - Parameter parts: every part of the structure, in the order in which it was opened.
    func finish(
        _ bytes: [UInt8], parts: [SpokenPart], into sink: inout some ByteSink
    ) throws(FinishingFault) {
        try QPDFDocument.reading(bytes) { document throws(FinishingFault) in
            describe(document)
            try setColors(of: document)
            attachFiles(to: document)
            try markArtifacts(of: document)
            completeObjects(of: document)
            try StructureSpeech(parts).speak(in: document)
            try document.checkErrors()
            try document.write(into: &sink)
        }
    }

    /// Says the same in the catalog, the Info dictionary and the XMP packet.
    private func describe(_ document: borrowing QPDFDocument) {
        let root = document.root
        document.set("/Lang", of: root, to: document.string(setup.language))
        document.set("/MarkInfo", of: root, to: document.parse("<< /Marked true >>"))
        document.set(
            "/ViewerPreferences", of: root, to: document.parse("<< /DisplayDocTitle true >>"))
        let info = document.get("/Info", of: document.trailer)
        document.set("/Producer", of: info, to: document.string(setup.producer))
        let metadata = document.stream(
            XMPPacket.bytes(for: setup),
            entries: [("/Type", "/Metadata"), ("/Subtype", "/XML")])
        document.set("/Metadata", of: root, to: metadata)
    }

    private func setColors(of document: borrowing QPDFDocument) throws(FinishingFault) {
        guard let profile = ColorProfile.sRGB else { throw .colorProfile }
        let stream = document.stream(profile, entries: [("/N", "3")])
        let intent = document.parse(
            """
            << /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) \
            /Info (sRGB IEC61966-2.1) >>
            """)
        document.set("/DestOutputProfile", of: intent, to: stream)
        let intents = document.parse("[]")
        document.append(document.indirect(intent), to: intents)
        document.set("/OutputIntents", of: document.root, to: intents)
    }

    private func attachFiles(to document: borrowing QPDFDocument) {
        guard !setup.attachments.isEmpty else { return }
        let names = document.parse("[]")
        let associated = document.parse("[]")
        // A name tree is sorted by its keys' bytes (ISO 32000-1, 7.9.6).
        let sorted = setup.attachments.sorted {
            $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
        }
        for attachment in sorted {
            let file = document.indirect(self.file(attachment, in: document))
            document.append(document.string(attachment.name), to: names)
            document.append(file, to: names)
            document.append(file, to: associated)
        }
        let tree = document.parse("<< /EmbeddedFiles << >> >>")
        document.set("/Names", of: document.get("/EmbeddedFiles", of: tree), to: names)
        document.set("/Names", of: document.root, to: tree)
        document.set("/AF", of: document.root, to: associated)
    }

    private func file(
        _ attachment: PDFAttachment, in document: borrowing QPDFDocument
    ) -> QPDFDocument.Handle {
        let stream = document.stream(
            attachment.bytes,
            entries: [
                ("/Type", "/EmbeddedFile"), ("/Subtype", PDFName(attachment.mediaType).written),
            ])
        let parameters = document.parse("<< /Size \(attachment.bytes.count) >>")
        document.set("/ModDate", of: parameters, to: modificationDate(in: document))
        document.set("/Params", of: document.dictionary(of: stream), to: parameters)
        let file = document.parse("<< /Type /Filespec /AFRelationship /Source /EF << >> >>")
        document.set("/F", of: file, to: document.string(attachment.name))
        document.set("/UF", of: file, to: document.string(attachment.name))
        document.set("/Desc", of: file, to: document.string(attachment.words))
        let embedded = document.get("/EF", of: file)
        document.set("/F", of: embedded, to: stream)
        document.set("/UF", of: embedded, to: stream)
        return file
    }

    /// As cairo wrote the document's own.
    private func modificationDate(in document: borrowing QPDFDocument) -> QPDFDocument.Handle {
        document.get("/CreationDate", of: document.get("/Info", of: document.trailer))
    }

    private func markArtifacts(of document: borrowing QPDFDocument) throws(FinishingFault) {
        guard let zlib = Zlib() else { throw .memory }
        for index in 0..<document.pageCount {
            let page = document.page(index)
            let stream = document.get("/Contents", of: page)
            let marked = try document.withContent(of: stream) { ArtifactMarking.mark($0) }
            document.replace(stream, with: zlib.compress(marked), isDeflated: true)
            // Readers go from link to link in the structure's order.
            document.set("/Tabs", of: page, to: document.parse("/S"))
            document.release(stream)
            document.release(page)
        }
    }

    /// What cairo leaves out of fonts and links.
    private func completeObjects(of document: borrowing QPDFDocument) {
        for number in 1...max(1, document.objectCount) {
            let object = document.object(number)
            defer { document.release(object) }
            guard document.isDictionary(object) else { continue }
            if document.isName("/CIDFontType2", "/Subtype", of: object) {
                document.set("/CIDToGIDMap", of: object, to: document.parse("/Identity"))
            } else if document.isName("/Link", "/Subtype", of: object) {
                document.set("/F", of: object, to: document.parse("4"))
                let action = document.get("/A", of: object)
                if document.isDictionary(action) {
                    document.set("/Contents", of: object, to: document.get("/URI", of: action))
                }
            }
        }
    }
}
