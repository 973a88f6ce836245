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
