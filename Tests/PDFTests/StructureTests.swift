import Scene
import Testing

@testable import PDF

@Suite struct StructureTests {
    private struct Part: Equatable {
        let kind: String
        let words: String
        let marks: Int
        let links: Int
    }

    /// All parts in reading order.
    private func parts(of document: ReadDocument) -> [Part] {
        var parts: [Part] = []
        var waiting = [document.get("/K", of: document.get("/StructTreeRoot", of: document.root))]
        while let node = waiting.popLast() {
            if document.isArray(node) {
                waiting += document.items(node).reversed()
                continue
            }
            guard document.isDictionary(node), document.has("/S", in: node) else { continue }
            let children = document.items(document.get("/K", of: node))
            let spoken = document.get(
                document.has("/Alt", in: node) ? "/Alt" : "/ActualText", of: node)
            let kinds = children.map { document.name(document.get("/Type", of: $0)) }
            parts.append(
                Part(
                    kind: document.name(document.get("/S", of: node)), words: document.text(spoken),
                    marks: children.count { document.isInteger($0) }
                        + kinds.count { $0 == "/MCR" },
                    links: kinds.count { $0 == "/OBJR" }))
            waiting.append(document.get("/K", of: node))
        }
        return parts
    }

    @Test func tellsEveryPartInOrder() throws {
        let sample = PDFSample()
        let picture = Node.fill(.rectangle(Rect(50, 700, 20, 20)), .black)
        let document = try ReadDocument(
            sample.write([sample.page("2026-05-31", pictures: [picture])]))
        let parts = parts(of: document)
        let messages = PDFSample.messages.map {
            Part(kind: "/P", words: $0.text, marks: 1, links: 0)
        }
        let wanted =
            [
                Part(kind: "/Document", words: "", marks: 0, links: 0),
                Part(kind: "/Sect", words: "", marks: 0, links: 0),
                Part(kind: "/H1", words: "Sunday, 2026-05-31", marks: 1, links: 0),
            ] + messages + [
                Part(kind: "/P", words: "https://example.com/a(b)c", marks: 1, links: 0),
                Part(kind: "/Link", words: "", marks: 1, links: 1),
                Part(kind: "/P", words: "A picture", marks: 0, links: 0),
                Part(kind: "/Figure", words: "Four colours", marks: 1, links: 0),
            ]
        #expect(parts == wanted)
    }

    @Test(arguments: [1.0, 0.5]) func aFigureTellsItsPlace(scale: Double) throws {
        let sample = PDFSample()
        let figure = Node.figure(
            alt: "Two squares",
            [
                .fill(.rectangle(Rect(100, 50, 20, 20)), .black),
                .fill(.rectangle(Rect(150, 80, 20, 20)), .black),
            ])
        let document = try ReadDocument(sample.write([sample.page(of: figure)], scale: scale))
        let part = try #require(document.dictionaries.first { document.has("/Alt", in: $0) })
        let corners = document.items(document.get("/BBox", of: document.get("/A", of: part)))
        let wanted = [100, 300, 170, 350].map { $0 * scale }
        #expect(corners.map { document.number($0) } == wanted)
    }

    @Test func daysAreBelowATitle() throws {
        let sample = PDFSample()
        let title = sample.block("A chat", y: 0, role: .title, day: nil)
        let day = sample.block("Sunday", y: 40, role: .dayHeader)
        let page = Page(size: Size(400, 400), background: [], blocks: [title, day])
        let document = try ReadDocument(sample.write([page]))
        let kinds = parts(of: document).map(\.kind)
        #expect(kinds == ["/Document", "/H1", "/Sect", "/H2"])
    }

    /// From a mark on a page to the part that it belongs to, and back (ISO 32000-1, 14.7.4.4).
    @Test func findsThePartOfEveryMark() throws {
        let sample = PDFSample()
        let document = try ReadDocument(
            sample.write([sample.page("2026-05-31"), sample.page("2026-06-01")]))
        let tree = document.get("/StructTreeRoot", of: document.root)
        let entries = document.items(
            document.get("/Nums", of: document.get("/ParentTree", of: tree)))
        for index in 0..<2 {
            let page = document.page(index)
            let key = document.number(document.get("/StructParents", of: page))
            let place = try #require(
                stride(from: 0, to: entries.count, by: 2).first {
                    document.number(entries[$0]) == key
                })
            let owners = document.items(entries[place + 1])
            #expect(owners.count > PDFSample.messages.count)
            for (mark, owner) in owners.enumerated() {
                let own = document.items(document.get("/K", of: owner)).contains {
                    document.isInteger($0) && document.number($0) == Double(mark)
                }
                #expect(own)
                #expect(
                    document.identity(document.get("/Pg", of: owner)) == document.identity(page))
            }
        }
    }

    @Test func everythingDrawnIsMarked() throws {
        let sample = PDFSample()
        let document = try ReadDocument(sample.write([sample.page("2026-05-31")]))
        let content = try document.content(of: document.get("/Contents", of: document.page(0)))
        let painting: Set<Substring> = ["f", "S", "Do", "TJ"]
        var depth = 0
        for line in String(decoding: content, as: UTF8.self).split(separator: "\n") {
            let last = line.split(separator: " ").last ?? ""
            if last.hasSuffix("BDC") || last.hasSuffix("BMC") { depth += 1 }
            if last == "EMC" { depth -= 1 }
            let paints = painting.contains(last) || last.hasSuffix("]TJ")
            #expect(!paints || depth > 0, "\(line)")
        }
        #expect(depth == 0)
    }
}
