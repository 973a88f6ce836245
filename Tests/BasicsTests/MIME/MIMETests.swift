import Synchronization
import Testing

@testable import Basics

@Suite struct MailTests {
    private func parts(
        _ mail: String, boundary: String = "b", limits: MultipartLimits = MultipartLimits()
    ) throws -> [String] {
        let bytes = Array(mail.utf8)
        return try MultipartReader.parts(
            ofMail: bytes, in: bytes.indices, boundary: boundary, limits: limits
        ).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    @Test(arguments: [
        ("--b\n\none\n--b\n\ntwo\n--b--\n", ["\none", "\ntwo"]),
        ("words before\r\n--b\r\n\r\none\r\n--b--\r\nwords after", ["\r\none"]),
        ("--b \t\n\none\n\n--b", ["\none\n", ""]), ("--b\n\ncut o", ["\ncut o"]),
        // A boundary of which this one is a prefix, and the boundary within a line.
        ("--b\n\none\n--b2\nx\n--b2--\ny --b\n--b--", ["\none\n--b2\nx\n--b2--\ny --b"]),
        ("--b\n\none\n--b-\n--b--x\n--b--", ["\none\n--b-\n--b--x"]), ("", []), ("--b--", []),
        ("--b", [""]), ("nothing", []),
    ])
    func findsParts(mail: String, wanted: [String]) throws {
        #expect(try parts(mail) == wanted)
    }

    @Test func partsAreCountedAndBoundariesChecked() {
        var limits = MultipartLimits()
        limits.parts = 3
        #expect(throws: MultipartFault.tooManyParts(limit: 3)) {
            try parts(String(repeating: "--b\n", count: 5), limits: limits)
        }
        for boundary in ["", String(repeating: "b", count: 71), "b ", "b\n"] {
            #expect(throws: MultipartFault.boundary) { try parts("--b", boundary: boundary) }
        }
    }

    @Test(arguments: [
        ("multipart/mixed; boundary=b", "b"),
        ("multipart/mixed; x=\"a; boundary=no\"; boundary=\"a;b\"", "a;b"),
        ("Multipart/Mixed; Boundary=----=_Part_1/2", "----=_Part_1/2"),
        ("multipart/mixed; boundary=\"a\\\"b\" ;", "a\"b"), ("multipart/mixed", nil),
    ])
    func parsesContentTypesOfMail(text: String, boundary: String?) {
        let type = MediaType(mail: text)
        #expect(type?.type == "multipart" && type?.parameter("boundary") == boundary)
    }
}

@Suite struct MultipartTests {
    static func part(_ fields: String, _ content: String) -> String {
        "--b\r\nContent-Disposition: form-data; \(fields)\r\n\r\n\(content)\r\n"
    }

    private func read(
        _ body: String, limits: MultipartLimits = MultipartLimits()
    ) throws(MultipartFault) -> [(part: MultipartPart, content: String)] {
        let bytes = Array(body.utf8)
        return try MultipartReader.parts(of: bytes, boundary: "b", limits: limits)
            .map { ($0, String(decoding: bytes[$0.content], as: UTF8.self)) }
    }

    @Test func readsFieldsAndFiles() throws {
        let parts = try read(
            Self.part("name=\"conversation\"", "{}")
                + Self.part(
                    "name=a; filename=\"x.png\"\r\nContent-Type: image/png", "\u{0}\r\n--\r\n-b")
                + Self.part("name=empty", "") + "--b--\r\nepilogue")
        #expect(parts.map(\.part.name) == ["conversation", "a", "empty"])
        #expect(parts.map(\.content) == ["{}", "\u{0}\r\n--\r\n-b", ""])
        #expect(parts.map(\.part.filename) == [nil, "x.png", nil])
        #expect(parts[1].part.contentType == MediaType("image", "png"))
    }

    @Test func readsAPartWithoutContent() throws {
        let parts = try read("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n--b--")
        #expect(parts.map(\.content) == [""])
    }

    @Test func readsNoParts() throws {
        #expect(try read("--b--\r\n").isEmpty)
    }

    @Test(arguments: [
        ("../../etc/passwd", "passwd"), ("C:\\\\Users\\\\x.png", "x.png"), ("/", ""),
        ("a b.png", "a b.png"),
    ])
    func keepsOnlyTheLastPartOfAPath(sent: String, kept: String) throws {
        let parts = try read(Self.part("name=a; filename=\"\(sent)\"", "x") + "--b--")
        #expect(parts.map(\.part.filename) == [kept])
    }

    @Test(
        arguments: [
            ("", .delimiter(offset: 0)), ("x", .delimiter(offset: 0)),
            ("--c\r\n", .delimiter(offset: 0)),
            ("--b", .unfinished), ("--bx\r\n", .delimiter(offset: 3)), ("--b\r\n", .unfinished),
            ("--b\r\nA: b\r\n\r\nx", .unfinished), ("--b\n", .unfinished),
            ("--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--b", .unfinished),
            ("--b\r\n\r\nx\r\n--b--", .unnamed(offset: 5)),
            ("--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--", .unnamed(offset: 5)),
            (
                "--b\r\nContent-Disposition: form-data; name=\"\"\r\n\r\nx\r\n--b--",
                .unnamed(offset: 5)
            ),
            (
                "--b\r\nContent-Disposition: attachment; name=a\r\n\r\nx\r\n--b--",
                .unnamed(offset: 5)
            ),
            ("--b\r\nbad header\r\n\r\nx\r\n--b--", .header(offset: 5)),
            ("--b\r\nA: b\nC: d\r\n\r\nx\r\n--b--", .header(offset: 5)),
            ("--b\r\nA: b\rc\r\n\r\nx\r\n--b--", .header(offset: 5)),
            (
                part("name=a\r\nContent-Disposition: form-data; name=b", "x") + "--b--",
                .header(offset: 45)
            ),
            (part("name=a", "x") + part("name=a", "y") + "--b--", .duplicateName("a")),
            (
                part("name=a\r\nContent-Type: multipart/mixed; boundary=c", "x") + "--b--",
                .nested(offset: 5)
            ),
            (
                "--b\r\nA: \(String(repeating: "a", count: 9000))\r\n\r\nx\r\n--b--",
                .headersTooLarge(offset: 5, limit: 8192)
            ),
        ] as [(String, MultipartFault)])
    func rejectsMalformedBodies(body: String, fault: MultipartFault) {
        #expect(throws: fault) { _ = try read(body) }
    }

    @Test(arguments: [nil, "", "a ", "a\u{1}", String(repeating: "b", count: 71)])
    func rejectsInvalidBoundaries(boundary: String?) {
        #expect(throws: MultipartFault.boundary) {
            try MultipartReader.parts(of: Array("--b--".utf8), boundary: boundary)
        }
    }

    @Test func rejectsTenThousandParts() {
        let body = (0..<10_000).map { Self.part("name=\($0)", "") }.joined() + "--b--"
        #expect(throws: MultipartFault.tooManyParts(limit: 1000)) { _ = try read(body) }
    }

    @Test func findsABoundaryAcrossSearchBlocks() throws {
        for size in [4 << 20 - 300, 4 << 20, 9 << 20] {
            for shift in 0..<4 {
                let content = [UInt8](repeating: 0x61, count: size + shift)
                let body =
                    Array("--b\r\nContent-Disposition: form-data; name=a\r\n\r\n".utf8)
                    + content + Array("\r\n--b--".utf8)
                let parts = try MultipartReader.parts(of: body, boundary: "b")
                #expect(parts.map(\.content.count) == [content.count])
            }
        }
    }

    /// The deadline is checked for each part and every few mebibytes of a part.
    @Test func stopsAtTheDeadline() throws {
        let small = (0..<200).map { Self.part("name=\($0)", "x") }.joined()
        let large = Self.part("name=large", String(repeating: "x", count: 20 << 20))
        let body = Array((small + large + "--b--").utf8)
        func read(until last: Int) throws(MultipartFault) -> Int {
            let checks = Mutex(0)
            defer { #expect(checks.withLock { $0 } <= max(0, last) + 1) }
            _ = try MultipartReader.parts(
                of: body, boundary: "b",
                budget: WorkBudget { _ in
                    checks.withLock { checks in
                        checks += 1
                        return checks <= last
                    }
                })
            return checks.withLock { $0 }
        }
        let whole = 200 + 6
        #expect(throws: MultipartFault.stopped) { try read(until: whole - 2) }
        #expect(throws: MultipartFault.stopped) { try read(until: 100) }
        #expect(throws: MultipartFault.stopped) { try read(until: 0) }
        #expect(try read(until: 300) >= whole - 1)
    }

    @Test func findsABoundaryAtAnyOffset() {
        let search = ByteSearch(Array("\r\n--abab".utf8))
        for offset in 0..<40 {
            let bytes = [UInt8](repeating: 0x61, count: offset) + search.needle
            #expect(search.first(in: bytes[...], from: 0) == offset)
            #expect(search.first(in: bytes.dropLast(), from: 0) == nil)
        }
        #expect(search.first(in: [], from: 0) == nil)
        #expect(search.first(in: [0x0D][...], from: 9) == nil)
    }
}
