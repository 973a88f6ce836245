import Scene
import Testing

@testable import Documents

@Suite struct StructureTests {
    private struct Part: Equatable {
        let kind: String
        let words: String
        let marks: Int
        let links: Int
    }

    /// In reading order.
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

    @Test func structureFollowsReadingOrder() throws {
        let sample = PDFSample()
        let picture = Node.fill(.rectangle(Rect(50, 700, 20, 20)), .black)
        let document = try ReadDocument(
            sample.write([sample.page("2026-05-31", pictures: [picture])]))
        let parts = parts(of: document)
        let messages = PDFSample.messages.map { _ in
            Part(kind: "/P", words: "", marks: 1, links: 0)
        }
        let wanted =
            [
                Part(kind: "/Document", words: "", marks: 0, links: 0),
                Part(kind: "/Sect", words: "", marks: 0, links: 0),
                Part(kind: "/H1", words: "", marks: 1, links: 0),
            ] + messages + [
                Part(kind: "/P", words: "", marks: 1, links: 0),
                Part(kind: "/Link", words: "", marks: 1, links: 1),
                Part(kind: "/P", words: "", marks: 0, links: 0),
                Part(kind: "/Figure", words: "Four colours", marks: 1, links: 0),
            ]
        #expect(parts == wanted)
    }

    /// `ActualText` would replace links and figures (ISO 32000-1, 14.9.4).
    @Test func onlySpansHaveActualText() throws {
        let sample = PDFSample()
        let document = try ReadDocument(sample.write([sample.page("2026-05-31")]))
        for part in document.dictionaries where document.has("/ActualText", in: part) {
            #expect(document.name(document.get("/S", of: part)) == "/Span")
        }
    }

    @Test func spokenTextIsInTheStructure() throws {
        let sample = PDFSample()
        let hello = Node.text(sample.shape("Hello"), at: Point(20, 20))
        let block = Block(
            role: .message, frame: Rect(0, 0, 400, 100),
            nodes: [.spoken("Ana, 9:41", at: .zero), hello])
        let page = Page(size: Size(400, 400), background: [], blocks: [block])
        let wanted = [
            Part(kind: "/Document", words: "", marks: 0, links: 0),
            Part(kind: "/P", words: "", marks: 1, links: 0),
            Part(kind: "/Span", words: "Ana, 9:41", marks: 1, links: 0),
        ]
        #expect(try parts(of: ReadDocument(sample.write([page]))) == wanted)
    }

    /// Forward and back. A single page has no target.
    @Test func jumpsLeadToAnchorsOnOtherPages() throws {
        let sample = PDFSample()
        func page(_ here: String, to there: String) -> Page {
            let nodes: [Node] = [
                .anchor(here, at: Point(10, 40)), .text(sample.shape(here), at: Point(20, 40)),
                .jump(Rect(20, 40, 50, 20), to: there, words: "To " + there),
            ]
            let block = Block(role: .message, frame: Rect(0, 0, 400, 100), nodes: nodes)
            return Page(size: Size(400, 400), background: [], blocks: [block])
        }
        let pages = [page("one", to: "two"), page("two", to: "one")]
        let document = try ReadDocument(sample.write(pages))
        let names = document.get("/Dests", of: document.get("/Names", of: document.root))
        let list = document.items(document.get("/Names", of: names))
        #expect(
            list.indices.filter { $0 % 2 == 0 }.map { document.text(list[$0]) } == ["one", "two"])
        for (number, name) in ["two", "one"].enumerated() {
            let links = document.items(document.get("/Annots", of: document.page(number)))
            let link = try #require(links.first)
            #expect(links.count == 1)
            #expect(document.text(document.get("/Contents", of: link)) == "To " + name)
            #expect(document.text(document.get("/D", of: document.get("/A", of: link))) == name)
            let place = document.items(document.get("/D", of: list[number == 0 ? 3 : 1]))
            #expect(document.identity(place[0]) == document.identity(document.page(1 - number)))
            #expect(document.number(place[3]) == 360)
        }
        var setup = PDFSample.setup()
        setup.isAlone = true
        let alone = try ReadDocument(sample.write([pages[0]], setup))
        #expect(!alone.has("/Annots", in: alone.page(0)))
    }

    @Test func messagesAcrossPagesAreOneElement() throws {
        let sample = PDFSample()
        func page(_ words: String, isContinued: Bool, continues: Bool) -> Page {
            let header = Block(
                role: .header, frame: .zero, nodes: [.text(sample.shape("1 / 3"), at: .zero)])
            let block = Block(
                role: .message, frame: Rect(0, 0, 400, 100), text: words, day: "2026-05-31",
                nodes: [.text(sample.shape(words), at: Point(20, 20))], isContinued: isContinued,
                continues: continues)
            return Page(size: Size(400, 400), background: [], blocks: [header, block])
        }
        let pages = [
            page("one", isContinued: false, continues: true),
            page("two", isContinued: true, continues: true),
            page("three", isContinued: true, continues: false),
            page("another", isContinued: false, continues: false),
        ]
        let parts = try parts(of: ReadDocument(sample.write(pages)))
        #expect(parts.filter { $0.kind == "/P" }.map(\.marks) == [3, 1])
    }

    /// Cells side by side continue side by side; an element that ends with the page does not
    /// continue.
    @Test func listsAndTablesAcrossPagesAreOneElementEach() throws {
        let sample = PDFSample()
        func text(_ words: String) -> Node { .text(sample.shape(words), at: Point(20, 20)) }
        func part(_ kind: Node.Part.Kind, _ extent: ClosedRange<Double>, _ nodes: [Node]) -> Node {
            .part(Node.Part(kind, extent: extent), nodes)
        }
        func page(isContinued: Bool, continues: Bool, _ nodes: [Node]) -> Page {
            let block = Block(
                role: .message, frame: Rect(0, 100, 400, 200), day: "2026-05-31", nodes: nodes,
                isContinued: isContinued, continues: continues)
            return Page(size: Size(400, 400), background: [], blocks: [block])
        }
        let list = Node.Part.Kind.list(isNumbered: false)
        let (all, first, last) = (0.0...900.0, 100.0...150.0, 250.0...300.0)
        func item(_ extent: ClosedRange<Double>, _ words: String) -> Node {
            part(.item, extent, [part(.body, extent, [text(words)])])
        }
        let pages = [
            page(
                isContinued: false, continues: true,
                [part(list, first, [item(first, "a")]), part(list, all, [item(all, "b")])]),
            page(
                isContinued: true, continues: true,
                [
                    part(list, 0...150, [item(0...150, "b"), item(first, "c")]),
                    part(
                        .table, 250...900,
                        [
                            part(
                                .row, last, [part(.cell, last, []), part(.cell, last, [text("d")])]),
                            part(
                                .row, 280...900,
                                [
                                    part(.cell, 280...900, [text("e")]),
                                    part(.cell, 280...900, [text("f")]),
                                ]),
                        ]),
                ]),
            page(
                isContinued: true, continues: false,
                [
                    part(
                        .table, 0...300,
                        [
                            part(
                                .row, 0...150,
                                [
                                    part(.cell, 0...150, []), part(.cell, 0...150, [text("f")]),
                                ]),
                            part(
                                .row, last, [part(.cell, last, [text("g")]), part(.cell, last, [])]),
                        ])
                ]),
        ]
        let parts = try parts(of: ReadDocument(sample.write(pages)))
        let kinds = parts.map { $0.kind.dropFirst() + ($0.marks > 0 ? "\($0.marks)" : "") }
        #expect(
            kinds == [
                "Document", "Sect", "P", "L", "LI", "LBody1", "L", "LI", "LBody2", "LI", "LBody1",
                "Table", "TR", "TD", "TD1", "TR", "TD1", "TD2", "TR", "TD1", "TD",
            ])
    }

    /// In PDF 2.0, the text of a quotation is in paragraphs, of which the last one on a page continues
    /// unless a list follows.
    @Test func quotedParagraphsAcrossPagesAreOneElementEach() throws {
        let sample = PDFSample()
        func text(_ words: String) -> Node { .text(sample.shape(words), at: Point(20, 20)) }
        func page(isContinued: Bool, continues: Bool, _ nodes: [Node]) -> Page {
            let quotation = Node.Part(
                .quotation, extent: (isContinued ? 0 : 120)...(continues ? 900 : 280))
            let block = Block(
                role: .message, frame: Rect(0, 100, 400, 200), day: "2026-05-31",
                nodes: [.part(quotation, nodes)], isContinued: isContinued, continues: continues)
            return Page(size: Size(400, 400), background: [], blocks: [block])
        }
        let list = Node.part(
            Node.Part(.list(isNumbered: false), extent: 110...150),
            [.part(Node.Part(.item), [.part(Node.Part(.body), [text("c")])])])
        let pages = [
            page(isContinued: false, continues: true, [text("a")]),
            page(isContinued: true, continues: true, [text("a"), text("b")]),
            page(isContinued: true, continues: true, [list, text("d")]),
            page(isContinued: true, continues: false, [text("d")]),
        ]
        var setup = PDFSample.setup(archival: true)
        setup.standard = .pdfA4
        let parts = try parts(of: ReadDocument(sample.write(pages, setup)))
        let kinds = parts.map { $0.kind.dropFirst() + ($0.marks > 0 ? "\($0.marks)" : "") }
        #expect(
            kinds == [
                "Document", "Sect", "Div", "BlockQuote", "P2", "L", "LI", "LBody1", "P2",
            ])
    }

    @Test func partsOfMessagesHaveTheirStructureType() throws {
        let sample = PDFSample()
        func text(_ words: String) -> Node { .text(sample.shape(words), at: Point(20, 20)) }
        let nodes: [Node] = [
            .part(.quotation, [text("a")]),
            .part(
                .list(isNumbered: true),
                [.part(.item, [.part(.label, [text("1.")]), .part(.body, [text("b")])])]),
            .part(
                .table,
                [
                    .part(.row, [.part(.headCell, [text("c")]), .part(.headCell, [])]),
                    .part(.row, [.part(.cell, [text("d")]), .part(.cell, [])]),
                ]),
            .part(.code, [text("e")]), .part(.heading, [text("f")]),
        ]
        let day = sample.block("Sunday", y: 0, role: .dayHeader)
        let block = Block(
            role: .message, frame: Rect(0, 0, 400, 100), day: "2026-05-31", nodes: nodes)
        let page = Page(size: Size(400, 400), background: [], blocks: [day, block])
        let document = try ReadDocument(sample.write([page]))
        let kinds = parts(of: document).map(\.kind)
        #expect(
            kinds == [
                "/Document", "/Sect", "/H1", "/P", "/BlockQuote", "/L", "/LI", "/Lbl", "/LBody",
                "/Table", "/TR", "/TH", "/TH", "/TR", "/TD", "/TD", "/Code", "/H2",
            ])
        let attributes = document.dictionaries.filter { document.has("/A", in: $0) }
            .map { document.get("/A", of: $0) }
        #expect(attributes.contains { document.has("/ListNumbering", in: $0) })
        #expect(attributes.count { document.has("/Scope", in: $0) } == 2)
    }

    /// One link with one area for each line.
    @Test func longURLsAreOneLink() throws {
        let sample = PDFSample()
        let url = "https://example.com/" + String(repeating: "path/", count: 20)
        let shaped = sample.shape(url, width: 200, link: url)
        #expect(shaped.lines.count > 2)
        let page = sample.page(of: .text(shaped, at: Point(10, 10)))
        let links = try parts(of: ReadDocument(sample.write([page]))).filter { $0.kind == "/Link" }
        #expect(links.count == 1)
        #expect(links.first?.links == shaped.lines.count)
    }

    @Test func eachArtifactHasItsType() throws {
        let sample = PDFSample()
        let words = Node.text(sample.shape("1 / 3"), at: .zero)
        let blocks = [Block.Role.header, .footer, .artifact].map { role in
            Block(role: role, frame: Rect(0, 0, 40, 20), nodes: [words])
        }
        let page = Page(
            size: Size(400, 300), background: [.fill(.rectangle(Rect(0, 0, 400, 300)), .white)],
            blocks: blocks)
        let document = try ReadDocument(sample.write([page], scale: 0.5))
        let content = try document.content(of: document.get("/Contents", of: document.page(0)))
        let marks = String(decoding: content, as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("/Artifact") }
        #expect(
            marks == [
                "/Artifact<</Type/Background/BBox[0 0 200 150 ]>>BDC",
                "/Artifact<</Type/Pagination/Subtype/Header/Attached[/Top]>>BDC",
                "/Artifact<</Type/Pagination/Subtype/Footer/Attached[/Bottom]>>BDC",
                "/Artifact<</Type/Pagination>>BDC",
            ])
    }

    @Test(arguments: [
        ("안녕하세요 세계", nil, "ko"), ("שלום עולם", nil, "he"), ("привет", nil, "und-Cyrl"),
        ("привет", "bg", "bg"), ("Straße", nil, nil), ("日本語です", nil, "ja"), ("你好", nil, "zh"),
        ("hello", "x y", nil),
    ])
    func languageFollowsTheScript(text: String, stated: String?, wanted: String?) throws {
        let sample = PDFSample()
        let block = sample.block(text, y: 20, language: stated)
        let page = Page(size: Size(400, 400), background: [], blocks: [block])
        let document = try ReadDocument(sample.write([page]))
        let part = try #require(
            document.dictionaries.first {
                document.name(document.get("/S", of: $0)) == "/P"
            })
        let language = document.has("/Lang", in: part) ? document.get("/Lang", of: part) : nil
        #expect(language.map { document.text($0) } == wanted)
    }

    @Test func wordsInAnotherScriptHaveItsLanguage() throws {
        let sample = PDFSample()
        let block = sample.block("Say 안녕 now", y: 20)
        let page = Page(size: Size(400, 400), background: [], blocks: [block])
        let document = try ReadDocument(sample.write([page]))
        let content = try document.content(of: document.get("/Contents", of: document.page(0)))
        #expect(String(decoding: content, as: UTF8.self).contains("/Span<</Lang(ko)>>BDC"))
    }

    /// ISO 19005-3, 6.2.11.7.3.
    @Test func privateCharactersHaveActualText() throws {
        let sample = PDFSample()
        let page = sample.page(of: .text(sample.shape("a\u{E001}b"), at: Point(10, 10)))
        let document = try ReadDocument(sample.write([page]))
        let content = try document.content(of: document.get("/Contents", of: document.page(0)))
        let exact = Array("/Span<</ActualText(".utf8) + [0xFE, 0xFF, 0xE0, 0x01]
        #expect(content.indices.contains { content[$0...].starts(with: exact) })
    }

    @Test(arguments: [1.0, 0.5]) func figuresHaveABoundingBox(scale: Double) throws {
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
        #expect(corners.map { document.number($0) } == [100, 300, 170, 350].map { $0 * scale })
    }

    @Test func titlesWithoutWordsAreNoHeadings() throws {
        let sample = PDFSample()
        let bar = Block(
            role: .title, frame: Rect(0, 0, 400, 40), text: "",
            nodes: [.fill(.rectangle(Rect(0, 0, 400, 40)), .black)])
        let day = sample.block("Sunday", y: 60, role: .dayHeader)
        let page = Page(size: Size(400, 400), background: [], blocks: [bar, day])
        let kinds = try parts(of: ReadDocument(sample.write([page]))).map(\.kind)
        #expect(kinds == ["/Document", "/Sect", "/H1"])
    }

    @Test func dayHeadingsAreBelowTheTitle() throws {
        let sample = PDFSample()
        let title = sample.block("A chat", y: 0, role: .title, day: nil)
        let day = sample.block("Sunday", y: 40, role: .dayHeader)
        let page = Page(size: Size(400, 400), background: [], blocks: [title, day])
        let kinds = try parts(of: ReadDocument(sample.write([page]))).map(\.kind)
        #expect(kinds == ["/Document", "/H1", "/Sect", "/H2"])
    }

    /// From marked content on a page to its element, and back (ISO 32000-1, 14.7.4.4).
    @Test func parentTreeFindsEveryElement() throws {
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

@Suite struct PDFMarkupTests {
    private func written(_ write: (inout PDFMarkup) -> Void) -> String {
        var markup = PDFMarkup()
        write(&markup)
        return String(decoding: markup.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (0, "0 "), (1, "1 "), (-12.5, "-12.5 "), (0.25, ".25 "), (-0.125, "-.125 "),
        (1.0004, "1 "), (-0.0001, "0 "), (99.9996, "100 "), (0.007, ".007 "), (10.05, "10.05 "),
        (.nan, "0 "), (.infinity, "0 "), (-1e30, "0 "), (123_456_789, "123456789 "),
        (999.999, "999.999 "), (-1_234.567, "-1234.567 "), (98_765.05, "98765.05 "),
    ])
    func writesNumbers(value: Double, text: String) {
        #expect(written { $0.number(value) } == text)
    }

    @Test(arguments: [(0, "0 "), (-7, "-7 "), (1_234_567_890, "1234567890 ")])
    func writesWholeNumbers(value: Int, text: String) {
        #expect(written { $0.integer(value) } == text)
    }

    @Test(arguments: [
        ("application/json", "/application#2fjson "), ("a b#(é)", "/a#20b#23#28#c3#a9#29 "),
    ])
    func writesNames(text: String, name: String) {
        #expect(written { $0.name(text) } == name)
    }

    @Test(arguments: [
        ("Hi", "(Hi)"), ("a(b)\\c", "(a\\(b\\)\\\\c)"), ("two\nlines", "(two\nlines)"),
    ])
    func writesASCIITextUnchanged(text: String, string: String) {
        #expect(written { $0.text(text) } == string)
    }

    /// The byte of a carriage return, parenthesis or backslash may be half of any character.
    @Test func writesOtherTextAsUTF16() {
        var markup = PDFMarkup()
        markup.text("é\u{280D}\u{5C28}")
        let wanted: [UInt8] = [
            0x28, 0xFE, 0xFF, 0x00, 0xE9, 0x5C, 0x28, 0x5C, 0x72, 0x5C, 0x5C, 0x5C, 0x28, 0x29,
        ]
        #expect(markup.bytes == wanted)
    }

    @Test(arguments: [
        ("2026-05-31T09:40:00Z", "(D:20260531094000Z)"),
        ("2026-05-31T09:40:00+02:00", "(D:20260531094000+02'00)"),
        ("2026-05-31T09:40:00.123-05:30", "(D:20260531094000-05'30)"),
        ("2026-05-31", "(D:20260531)"),
    ])
    func writesDates(moment: String, date: String) {
        #expect(written { $0.date(moment) } == date)
    }
}
