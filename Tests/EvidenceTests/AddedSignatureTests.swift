import Basics
import Synchronization
import Testing

@testable import Evidence

/// Only an invisible signature may follow a document.
@Suite struct AddedSignatureTests {
    private static let catalog = "/Type/Catalog/Pages 2 0 R/Metadata 8 0 R"
    private static let page = "/Type/Page/MediaBox[0 0 9 9]/Contents 4 0 R"
    private static let field = "<</Subtype/Widget/FT/Sig/Rect[0 0 0 0]/V 10 0 R>>"
    private static let signature = "<</Type/Sig/SubFilter/ETSI.CAdES.detached>>"

    private static func stream(_ data: String, _ entries: String = "") -> String {
        "<<\(entries)/Length \(data.utf8.count)>>stream\n\(data)\nendstream"
    }

    private static let document = SimplePDF(objects: [
        "<<\(catalog)>>", "<</Type/Pages/Kids[3 0 R]>>", "<<\(page)/Annots[5 0 R]>>",
        stream("1 w"), "<</Subtype/Link/Rect[0 0 9 9]>>", "<</Title(Rent)>>",
        "<</Subtype/Link/Rect[1 1 9 9]>>", stream("<x/>"),
    ]).bytes

    private static func signing(
        annotations: String = "5 0 R 9 0 R", catalog: String = catalog, field: String = field,
        form: String = "/SigFlags 3/Fields[9 0 R]"
    ) -> [(Int, String)] {
        [
            (1, "<<\(catalog)/AcroForm<<\(form)>>>>"),
            (3, "<<\(page)/Annots[\(annotations)]>>"), (9, field), (10, signature),
        ]
    }

    private func fault(
        _ objects: [(Int, String)], isStrict: Bool = false,
        trailer: ((Int, Int) -> String)? = nil, change: (inout [UInt8]) -> Void = { _ in }
    ) throws -> String? {
        var file =
            if let trailer {
                SimplePDF.update(objects, of: Self.document, trailer: trailer)
            } else {
                SimplePDF.update(objects, of: Self.document)
            }
        change(&file)
        return try fault(file, isStrict: isStrict)
    }

    private func fault(_ file: [UInt8], isStrict: Bool = false) throws -> String? {
        try LaterParts.fault(
            behind: Self.document.count, in: file, allowsSignatures: !isStrict, limit: 1 << 20,
            budget: .unlimited)
    }

    @Test func invisibleSignatureFieldsAreAllowed() throws {
        #expect(try fault(Self.signing()) == nil)
        #expect(try fault(Self.signing(annotations: "5 0 R")) == nil)
        let faces = "<</Subtype/Widget/FT/Sig/Rect[0 0 0 0]/AP<</N 11 0 R>>/V 10 0 R>>"
        #expect(try fault(Self.signing(field: faces) + [(11, Self.stream(""))]) == nil)
        #expect(try fault(Self.signing(), isStrict: true) != nil)
    }

    /// Programs that sign a document rewrite its metadata and dates.
    @Test func metadataAndValidationDataMayFollow() throws {
        let store = Self.catalog + "/DSS 11 0 R"
        let objects =
            Self.signing(catalog: store) + [
                (8, Self.stream("<y/>")), (11, "<</Certs 12 0 R/VRI<</A<</Cert[13 0 R]>>>>>>"),
                (12, "[13 0 R]"), (13, Self.stream("data")),
            ]
        #expect(try fault(objects) == nil)
        #expect(try fault(objects + [(14, Self.stream("more"))]) != nil)
    }

    /// A later update may replace the store, so that nothing refers to the first one.
    @Test func severalUpdatesMayFollow() throws {
        let first = SimplePDF.update(
            Self.signing(catalog: Self.catalog + "/DSS 11 0 R") + [(11, "<</Certs[]>>")],
            of: Self.document)
        let form = "/AcroForm<</SigFlags 3/Fields[9 0 R]>>"
        let second = SimplePDF.update(
            [(1, "<<\(Self.catalog)/DSS 12 0 R\(form)>>"), (12, "<</CRLs[]>>")], of: first)
        #expect(try fault(second) == nil)
        #expect(try fault(SimplePDF.update([(12, "<</CRLs[]>>")], of: first)) != nil)
        #expect(try fault(SimplePDF.update([(4, Self.stream("2 w"))], of: first)) != nil)
    }

    @Test(arguments: [
        "<</Subtype/Widget/FT/Sig/Rect[0 0 9 9]/V 10 0 R>>",
        "<</Subtype/Widget/FT/Tx/Rect[0 0 0 0]/V 10 0 R>>",
        "<</Subtype/Square/Rect[0 0 0 0]/V 10 0 R>>",
        "<</Subtype/Widget/FT/Sig/Rect[0 0 0]/V 10 0 R>>",
        "<</Subtype/Widget/FT/Sig/V 10 0 R>>", "[10 0 R]",
        "<</Subtype/Widget/FT/Sig/Rect[9 9 0 0 0 0]/V 10 0 R>>",
        "<</Subtype/Widget/FT/Sig/Rect[7 0 R 7 0 R 0 0 0 0]/V 10 0 R>>",
        // Readers differ in which of two rectangles they use.
        "<</Subtype/Widget/FT/Sig/Rect[0 0 9 9]/Rect[0 0 0 0]/V 10 0 R>>",
        "<</Subtype/Widget/FT/Sig/Rect[null null null null]/V 10 0 R>>",
        "<</Subtype/Widget/FT/Sig/Rect[0 0 0 0]/V 10 0 R/AA<<>>>>",
        "<</Subtype/Widget/FT/Sig/Rect[0 0 0 0]/V 10 0 R/Kids[5 0 R]>>",
    ])
    func otherAnnotationsAreChanges(field: String) throws {
        #expect(try fault(Self.signing(field: field)) != nil)
    }

    @Test(arguments: ["9 0 R 5 0 R", "7 0 R 9 0 R", "9 0 R", ""])
    func existingAnnotationsMustStay(annotations: String) throws {
        #expect(
            try fault(Self.signing(annotations: annotations))
                == "a change of page 1, annotations")
    }

    @Test func changedContentIsReported() throws {
        let signing = Self.signing()
        #expect(try fault(signing + [(4, Self.stream("2 w"))]) == "a change of object 4")
        for more in ["/OpenAction<<>>", "/Names<<>>", "/Lang(xx)"] {
            #expect(try fault(Self.signing(catalog: Self.catalog + more)) != nil, "\(more)")
        }
        #expect(try fault(Self.signing(form: "/Fields[9 0 R]/XFA(x)")) != nil)
        func trailer(_ number: Int) -> (Int, Int) -> String {
            { "<</Root 1 0 R/Size \($0)/Prev \($1)/Info \(number) 0 R>>" }
        }
        let title = signing + [(11, "<</Producer(x)>>"), (12, "<</Title(Loan)>>")]
        #expect(try fault(title.dropLast(), trailer: trailer(11)) == nil)
        #expect(
            try fault(title.filter { $0.0 != 11 }, trailer: trailer(12))
                == "a change of the document information")
    }

    /// Nothing but validation data and timestamps may follow a signature.
    @Test func changedDictionariesAreChanges() throws {
        let signed = SimplePDF.update(
            Self.signing(catalog: Self.catalog + "/Perms<</DocMDP 10 0 R>>"), of: Self.document)
        func fault(_ objects: [(Int, String)]) throws -> String? {
            try LaterParts.fault(
                behind: signed.count, in: SimplePDF.update(objects, of: signed),
                allowsSignatures: false, limit: 1 << 20, budget: .unlimited)
        }
        let permissions = Self.catalog + "/Perms<</DocMDP 10 0 R>>"
        func catalog(_ entries: String, _ flags: Int = 3) -> (Int, String) {
            (1, "<<\(entries)/AcroForm<</SigFlags \(flags)/Fields[9 0 R]>>>>")
        }
        #expect(try fault([catalog(permissions + "/DSS 11 0 R"), (11, "<</CRLs[]>>")]) == nil)
        for change in [
            catalog(permissions, 1), catalog(permissions + "/Lang(xx)"),
            catalog(permissions + "/OpenAction[3 0 R/Fit]"),
            catalog(permissions.replacing("/DocMDP", with: "/DocMDX")),
            (3, "<<\(Self.page)/Annots[5 0 R 9 0 R]/Rotate 180>>"),
            (3, "<<\(Self.page)/Annots[12 0 R 5 0 R 9 0 R]>>"),
        ] {
            let note = (12, "<</Subtype/FreeText/Rect[0 0 9 9]/Contents(x)>>")
            #expect(try fault([change] + (change.1.contains("12 0") ? [note] : [])) != nil)
        }
    }

    /// A reader that searches a damaged file for objects would find a document in the stream.
    @Test func objectsOfNoSignatureAreChanges() throws {
        let hidden = Self.stream("\nendstream\nendobj\n12 0 obj<</Type/Catalog>>endobj\n")
        #expect(try fault(Self.signing() + [(11, Self.stream("x"))]) != nil)
        #expect(try fault([(9, hidden)]) != nil)
        // The same text in a stream that belongs to a signature.
        let face = "<</Subtype/Widget/FT/Sig/Rect[0 0 0 0]/AP<</N 11 0 R>>/V 10 0 R>>"
        #expect(try fault(Self.signing(field: face) + [(11, Self.stream("x"))]) == nil)
        #expect(try fault(Self.signing(field: face) + [(11, hidden)]) != nil)
    }

    /// Readers search such a file for objects.
    @Test(arguments: [
        "<</Root 1 0 R/Size 11/Prev PREV/XRefStm 9>>", "<</Root 1 0 R/Prev PREV>>",
        "<</Root 1 0 R/Size 1/Prev PREV>>", "<</Root 1 0 R/Size 10/Prev PREV>>",
        "<</Root 1 0 R/Size 99999/Prev PREV>>", "<</Root 1 0 R/Size 11/Prev 9>>",
        "<</Root 2 0 R/Size 11/Prev PREV>>", "<</Root 1 0 R/Size 11/Prev PREV/X 1>>",
    ])
    func trailersThatReadersRejectAreChanges(trailer: String) throws {
        func words(_ size: Int, _ previous: Int) -> String {
            trailer.replacing("PREV", with: String(previous))
        }
        // A fault, or damage.
        let found = Result { try fault(Self.signing(), trailer: words) }
        if case .success(let fault) = found { #expect(fault != nil, "\(trailer)") }
    }

    @Test func trailerWithoutCatalogIsDamage() throws {
        let trailer = { (_: Int, previous: Int) in "<</Prev \(previous)>>" }
        #expect(try fault(Self.signing(), trailer: trailer) != nil)
        #expect(throws: PDFReadFault.encrypted) {
            try fault(
                Self.signing(),
                trailer: { "<</Root 1 0 R/Size \($0)/Prev \($1)/Encrypt<<>>>>" })
        }
    }

    @Test(arguments: [
        ("00000 n \n", "00001 n \n"), ("00000 n \n", "00000 n\n"), ("trailer", "%x\ntrailer"),
        ("\n10 0 obj", "\n10 1 obj"), ("xref\n1 1\n", "xref\n1 1 \n\n"),
        ("\n10 0 obj", "\n% more\n10 0 obj"), ("\n9 0 obj", "\nmore 9 0 obj"),
        ("startxref", "%x\nstartxref"), ("%%EOF\n", "%%EOF\n%%EOF\n"),
        ("%%EOF\n", "%%EOF\n\n\n\n"), ("CAdES.detached", "CAdES.detached/X 3 1 R"),
    ])
    func updatesOfAnotherFormAreChanges(old: String, new: String) throws {
        var file = SimplePDF.update(Self.signing(), of: Self.document)
        let place = try #require(file[Self.document.count...].firstRange(of: Array(old.utf8)))
        // Objects move, so their offsets are corrected as far as the table's own one.
        let size = file.count
        file.replaceSubrange(place, with: Array(new.utf8))
        let start = String(decoding: file, as: UTF8.self).matches(of: /startxref\n(\d+)/).last
        if let start, let offset = Int(start.1), place.lowerBound < offset {
            let moved = Array("startxref\n\(offset + file.count - size)\n".utf8)
            let words = Array("startxref\n\(offset)\n".utf8)
            if let place = file[Self.document.count...].firstRange(of: words) {
                file.replaceSubrange(place, with: moved)
            }
        }
        let found = Result { try fault(file) }
        if case .success(let fault) = found { #expect(fault != nil, "\(new)") }
    }
}

@Suite struct CostlyDocumentTests {
    private static let catalog = "<</Type/Catalog/Names<</EmbeddedFiles 2 0 R>>>>"

    private func failure(
        _ document: [UInt8], limit: Int = 1 << 20, memory: Int = .max
    ) -> Verifier.Failure? {
        let taken = Mutex(0)
        let budget = WorkBudget { bytes in
            taken.withLock { taken in
                // A refusal is permanent.
                taken = taken <= memory - max(0, bytes) ? taken + bytes : .max
                return taken < .max
            }
        }
        do throws(Verifier.Failure) {
            _ = try Verifier.verify(document, limit: limit, budget: budget)
            return nil
        } catch {
            return error
        }
    }

    /// A document with a thousand files that share one stream of `count` bytes.
    private func shared(_ count: Int) -> [UInt8] {
        let files = (0..<1_000).map { "<</UF(\($0))/EF<</F 3 0 R>>>>" }
        let names = files.indices.map { "(\($0))\($0 + 4) 0 R" }.joined()
        let content = String(repeating: "x", count: count)
        return SimplePDF(
            objects: [
                Self.catalog, "<</Names[\(names)]>>",
                "<</Length \(count)>>stream\n\(content)\nendstream",
            ] + files
        ).bytes
    }

    @Test func uncompressedStreamsCountAgainstLimits() {
        #expect(failure(shared(2_000), limit: 1 << 20) == .unreadable(.tooLarge(limit: 1 << 20)))
        #expect(failure(shared(1_000), limit: 1 << 20) == nil)
        #expect(failure(shared(1_000), memory: 1 << 20) == .stopped)
    }

    @Test func sharedStreamsAreRejected() {
        let lying = PDFReadFault.damaged("its objects overlap")
        #expect(failure(shared(10_000), limit: 1 << 30) == .unreadable(lying))
    }

    @Test func sharedObjectsAreRejected() {
        let names = String(repeating: "(x)3 0 R", count: 1_000)
        let blanks = String(repeating: " ", count: 10_000)
        let document = SimplePDF(objects: [
            Self.catalog, "<</Names[\(names)]>>", "<</UF(x)\(blanks)/EF<</F 4 0 R>>>>",
            "<</Length 1>>stream\nx\nendstream",
        ])
        #expect(failure(document.bytes) == .unreadable(PDFReadFault.damaged("its objects overlap")))
    }

    /// Two bytes of a list become a value of many bytes.
    @Test func valuesReserveMemoryBeforeAllocation() {
        let list = String(repeating: "1 ", count: 100_000)
        let document = SimplePDF(objects: [Self.catalog, "[\(list)]"])
        #expect(failure(document.bytes, memory: 1 << 20) == .stopped)
        #expect(failure(document.bytes, memory: 1 << 24) == nil)
    }

    /// A document whose objects a cross-reference stream lists, after `before`.
    private func listing(
        _ rows: [UInt8], _ entries: String, before: [UInt8] = Array("%PDF-1.7\n".utf8)
    ) -> [UInt8] {
        let head = "9 0 obj\n<<\(entries)/Length \(rows.count)>>stream\n"
        let end = "\nendstream\nendobj\nstartxref\n\(before.count)\n%%EOF\n"
        return before + Array(head.utf8) + rows + Array(end.utf8)
    }

    @Test func freeNumbersTakeNoMemory() {
        let document = listing(
            [UInt8](repeating: 0, count: 200_000), "/Root 1 0 R/W[1 0 0]/Size 200000")
        // All are read, and object 1 is not among them.
        #expect(failure(document, memory: 1 << 19) == .unreadable(.damaged("it has no catalog")))
    }

    @Test func tablesHaveNoMoreEntriesThanTheFileHasBytes() throws {
        // 20,000 zeros.
        let packed = "eNrtwTEBAAAAwqD1T20ND6AAAAAAAAAAAAAAAAAAAAAAAAAAeDBOIAAB"
        let rows = try #require(Base64.decodeStrictly(packed[...].utf8))
        let document = listing(rows, "/Filter/FlateDecode/Root 1 0 R/W[1 0 0]/Size 20000")
        let fault = PDFReadFault.damaged(
            "its object table has more entries than the file has bytes")
        #expect(failure(document) == .unreadable(fault))
    }

    /// A number that the latest table lists as free is free, whatever older tables say.
    @Test func freeNumbersHideOlderObjects() throws {
        let older = SimplePDF(objects: [Self.catalog, "<</Names[]>>", "(old)"]).bytes
        let place = try #require(
            String(decoding: older, as: UTF8.self).matches(of: /startxref\n(\d+)/).last?.1)
        let rows: [UInt8] = [0, 0, 0]
        let document = listing(
            rows, "/Root 1 0 R/W[1 0 0]/Index[3 3]/Size 6/Prev \(place)", before: older)
        let objects = try PDFObjects(document, limit: 1 << 20, budget: .unlimited)
        #expect(try objects.value(.reference(3)) == .null)
        #expect(try objects.value(.reference(2)).dictionary != nil)
        #expect(objects.lists(3) && objects.lists(5) && !objects.lists(6))
        #expect(objects.nextNumber == 6 && objects.places[3] == nil)
    }

    /// A lack of memory is not a fault of the document.
    @Test func manifestBeyondMemoryIsNotDamage() {
        let manifest = "[" + String(repeating: "1,", count: 50_000) + "1]"
        let document = SimplePDF(files: [("manifest.json", Array(manifest.utf8))], metadata: "")
        #expect(failure(document.bytes, memory: 1 << 20) == .stopped)
        #expect(failure(document.bytes) == nil)
    }

    /// A document with a catalog and a list of files in one object stream, found through a
    /// cross-reference stream.
    private func packed(places: [UInt8] = [0, 1]) -> [UInt8] {
        let objects = [Self.catalog, "<</Names[(x)3 0 R]>>"]
        let head = "1 0 2 \(objects[0].utf8.count) "
        let content = head + objects.joined()
        var bytes = Array("%PDF-1.7\n".utf8)
        var offsets: [Int] = []
        func add(_ entries: String, _ data: [UInt8]) {
            offsets.append(bytes.count)
            bytes += Array(
                "\(offsets.count + 2) 0 obj<<\(entries)/Length \(data.count)>>stream\n".utf8)
            bytes += data + Array("\nendstream endobj\n".utf8)
        }
        func row(_ kind: UInt8, _ second: Int, _ third: UInt8) -> [UInt8] {
            [kind, UInt8(second / 256), UInt8(second % 256), third]
        }
        add("/N 2/First \(head.utf8.count)", Array(content.utf8))
        add(
            "/Root 1 0 R/W[1 2 1]/Index[1 4]",
            row(2, 3, places[0]) + row(2, 3, places[1]) + row(1, offsets[0], 0)
                + row(1, bytes.count, 0))
        return bytes + Array("startxref\n\(offsets[1])\n%%EOF\n".utf8)
    }

    @Test func objectStreamsAreReadByTheirTable() {
        let fileIsTheStream = PDFReadFault.damaged("an embedded file has no name or no content")
        #expect(failure(packed()) == .unreadable(fileIsTheStream))
        for places: [UInt8] in [[1, 0], [0, 2], [0, 200]] {
            guard case .unreadable(.damaged(let words))? = failure(packed(places: places)) else {
                Issue.record("\(places) was read")
                continue
            }
            #expect(words.contains("is not at the offset in its object table"))
        }
    }
}
