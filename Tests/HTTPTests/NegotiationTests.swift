import Basics
import Testing

@testable import HTTP

@Suite struct NegotiationTests {
    static let types = [
        MediaType("image", "png"), MediaType("application", "pdf"), MediaType("image", "svg+xml"),
    ]

    @Test(
        arguments: [
            (nil, 0), ("*/*", 0), ("image/*", 0), ("application/pdf", 1),
            ("image/svg+xml, image/png", 0),
            ("image/svg+xml, image/png;q=0.9", 2), ("image/*;q=0.5, application/pdf;q=0.4", 0),
            ("*/*;q=0.1, image/png;q=0, application/*", 1), ("text/html", nil),
            ("image/png;q=0", nil),
            ("image/*, image/png;q=0", 2), ("IMAGE/PNG", 0), ("image/png;q=2", 0),
            ("text/html, application/xhtml+xml, */*;q=0.8", 0), ("garbage", 0), ("", 0),
            ("application/pdf;v=\"a,b\";q=1, image/png;q=0.999", 1), ("*/png", 0), ("*/*;q=0", nil),
            ("application/pdf;q=1.000,image/png;q=0.9999", 1),
            ("application/pdf;q=1.5, image/png;q=0.5", 0), ("x\\,image/svg+xml", 2),
        ] as [(String?, Int?)])
    func choosesThePreferredType(accept: String?, place: Int?) {
        var fields: HeaderFields = [:]
        if let accept { fields.append("Accept", accept) }
        #expect(AcceptedTypes(fields).best(of: Self.types) == place)
    }

    @Test(
        arguments: [
            (nil, []), ("", []), ("de", ["de"]),
            ("de-AT, de;q=0.9, en;q=0.8", ["de-AT", "de", "en"]),
            ("en;q=0.5, fr;q=0.7, *;q=0.1", ["fr", "en", "*"]), ("en;q=0, de", ["de"]),
            ("ja;q=0.5,ko;q=0.5", ["ja", "ko"]), (" zh-Hant-TW ; q=0.300 ", ["zh-Hant-TW"]),
            ("de;Q=0.2, en", ["en", "de"]), ("de;q=2, fr", ["fr"]),
            ("de;q=0.1234, x;y=1, it", ["it"]), ("../etc, de_DE, overlongtag, <b>, pl", ["pl"]),
        ] as [(String?, [String])])
    func languagesAreSortedByPreference(accept: String?, ranges: [String]) {
        var fields: HeaderFields = [:]
        if let accept { fields.append("Accept-Language", accept) }
        #expect(AcceptedLanguages(fields).ranges == ranges)
    }

    @Test func longLanguageListsAreCut() {
        let list = (0..<500).map { "aa-x\($0)" }.joined(separator: ", ")
        #expect(AcceptedLanguages(["Accept-Language": list]).ranges.count == 32)
    }

    @Test(
        arguments: [
            ("application/json", "application/json", nil),
            ("TEXT/Plain; charset=UTF-8", "text/plain", "UTF-8"),
            ("a/b;charset=\"utf-8\"", "a/b", "utf-8"), ("a/b ; x=\"\\\"\" ; charset=c", "a/b", "c"),
            ("a/b;", "a/b", nil),
        ] as [(String, String, String?)])
    func parsesMediaTypes(text: String, essence: String, charset: String?) {
        let type = MediaType(text)
        #expect(type?.essence == essence)
        #expect(type?.parameter("charset") == charset)
    }

    @Test(arguments: [
        "", "a", "a/", "/b", "a/b c", "a/b;c", "a/b;c=\"d", "a b/c", "a/b;=d", "a/b,c/d",
    ])
    func rejectsInvalidMediaTypes(text: String) {
        #expect(MediaType(text) == nil)
    }

    @Test(arguments: [
        ("chat.png", "attachment; filename=\"chat.png\""),
        ("Zoë.pdf", "attachment; filename=\"Zo_.pdf\"; filename*=UTF-8''Zo%C3%AB.pdf"),
        ("😀.png", "attachment; filename=\"_.png\"; filename*=UTF-8''%F0%9F%98%80.png"),
        ("../../etc/passwd", "attachment; filename=\"_.._etc_passwd\""),
        ("a\r\nX: b", "attachment; filename=\"a__X_ b\""),
        ("a\"b\\c", "attachment; filename=\"a_b_c\""),
        ("50%.png", "attachment; filename=\"50_.png\"; filename*=UTF-8''50%25.png"),
        ("a\u{202E}gpj.exe", "attachment; filename=\"a_gpj.exe\""),
        ("", "attachment; filename=\"file\""),
        (".hidden", "attachment; filename=\"hidden\""), ("...", "attachment; filename=\"file\""),
        ("\u{0}", "attachment; filename=\"_\""),
    ])
    func sanitizesFileNames(name: String, field: String) {
        #expect(ContentDisposition.field(.attachment, filename: name) == field)
    }

    @Test func cutsLongFileNamesBetweenCharacters() {
        let field = ContentDisposition.field(.inline, filename: String(repeating: "é", count: 999))
        #expect(field.hasSuffix(String(repeating: "%C3%A9", count: 75)))
        #expect(field.hasPrefix("inline; filename=\"\(String(repeating: "_", count: 75))\""))
        let picture = ContentDisposition.field(
            .inline, filename: String(repeating: "a", count: 999), ending: ".png")
        #expect(picture == "inline; filename=\"\(String(repeating: "a", count: 146)).png\"")
    }

    @Test(
        arguments: [
            (["abc-DEF_1.2"], "abc-DEF_1.2"), (["a b"], nil), ([""], nil), (["a", "b"], nil),
            ([], nil),
            (["a\u{1b}[0m"], nil), ([String(repeating: "a", count: 65)], nil), (["é"], nil),
        ] as [([String], String?)])
    func acceptsOnlySafeRequestIDs(given: [String], taken: String?) {
        var fields: HeaderFields = [:]
        for value in given { fields.append("X-Request-Id", value) }
        #expect(RequestID.given(in: fields) == taken)
    }

    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let span = "b7ad6b7169203331"

    @Test(arguments: [
        "00-\(trace)-\(span)-01", "00-\(trace)-\(span)-ff", "01-\(trace)-\(span)-01",
        "cc-\(trace)-\(span)-01-what-the-future-brings", "fe-\(trace)-\(span)-00-",
    ])
    func validTraceParentsAreParsed(value: String) throws {
        let parent = try #require(TraceParent(["Traceparent": value]))
        #expect(parent.traceID == Self.trace && parent.parentID == Self.span)
    }

    @Test(arguments: [
        [], [""], ["00"], ["00-\(trace)-\(span)"], ["00-\(trace)-\(span)-1"],
        ["00-\(trace)-\(span)-01-"], ["00-\(trace)-\(span)-01-more"],
        ["01-\(trace)-\(span)-01more"], ["ff-\(trace)-\(span)-01"], ["0-\(trace)-\(span)-01"],
        ["00-\(trace.uppercased())-\(span)-01"], ["00-\(trace)-\(span.uppercased())-01"],
        ["0A-\(trace)-\(span)-01"], ["00-\(trace)-\(span)-0A"], ["00-\(trace)-\(span)-0g"],
        ["00-\(String(repeating: "0", count: 32))-\(span)-01"],
        ["00-\(trace)-0000000000000000-01"], ["00_\(trace)-\(span)-01"],
        ["00-\(trace.dropLast())é-\(span)-01"],
        ["00-\(trace)-\(span)-01", "00-\(trace)-\(span)-01"],
    ])
    func invalidTraceParentsAreIgnored(values: [String]) {
        var fields: HeaderFields = [:]
        for value in values { fields.append("traceparent", value) }
        #expect(TraceParent(fields) == nil)
    }
}
