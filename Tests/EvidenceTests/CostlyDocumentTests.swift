import Basics
import Synchronization
import Testing

@testable import Evidence

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
