import Foundation
import Testing

/// Rows 66 to 95: faults in a body or a query.
@Suite struct RequestFaultTests {
    private func check(
        _ rows: [(number: Int, body: Data, status: Int, slug: String)], _ flags: [String] = [],
        to path: String = "/render"
    ) throws {
        let service = try InProcessService(flags)
        for row in rows {
            let answer = try service.post(row.body, to: path)
            let label = "row \(row.number) \(row.body.prefix(60)): \(answer.text.prefix(400))"
            #expect(answer.status == row.status, "\(label)")
            #expect(
                row.status < 400 || answer.text.contains("\"type\":\"/problems/\(row.slug)\""),
                "\(label)")
        }
    }

    private func text(_ text: String) -> Data {
        Data(#"{"messages":["\#(text)"]}"#.utf8)
    }

    private func picture(_ bytes: [UInt8]) -> Data {
        let data = Data(bytes).base64EncodedString()
        return Data(
            #"{"messages":[{"attachments":[{"kind":"image","src":{"data":"\#(data)"}}]}]}"#.utf8)
    }

    /// The tests of the reader of JSON cover each fault.
    @Test func invalidJSONBodies() throws {
        let rows: [(Int, [UInt8], String)] = [
            (66, Array(#"{"messages":["a"}"#.utf8), "json-syntax"),
            (67, Array("\u{FEFF}".utf8), "json-syntax"),
            (69, [UInt8](repeating: 0x5B, count: 100_000), "json-too-deep"),
            (72, [0x5B, 0x22, 0xFF, 0x22, 0x5D], "json-encoding"),
        ]
        try check(rows.map { ($0.0, Data($0.1), 400, $0.2) }, to: "/render?from=chatprint")
    }

    @Test func invalidConversations() throws {
        let rows: [(Int, String, Int, String)] = [
            (
                70, #"[{"text":"a","attachments":[{"kind":"file","size":1e400}]}]"#, 422,
                "invalid-conversation"
            ),
            (71, #"{"messages":["a"],"messages":["b"]}"#, 200, ""),
            (71, #"{"messages":["a"],"messages":["b"],"options":{"strict":true}}"#, 422, "strict"),
            (73, #"["\ud800"]"#, 200, ""), (74, #"["a\u0000b"]"#, 200, ""),
            (75, #"{"messages":7}"#, 422, "invalid-conversation"),
            (76, #"{"messages":[]}"#, 422, "invalid-conversation"),
            (77, #"["123456789012345678901"]"#, 422, "text-too-long"),
            (78, #"["a","b","c","d","e"]"#, 422, "too-many-messages"),
            (
                91, #"[{"attachments":[{"kind":"image","src":{"url":"http://127.0.0.1/"}}]}]"#, 200,
                ""
            ),
            (
                91,
                #"{"messages":[{"attachments":[{"kind":"image","src":{"url":"file:///etc/passwd"}}]}],"options":{"strict":true}}"#,
                422, "strict"
            ),
            (92, #"{"messages":["a"],"theme":"../../etc/passwd"}"#, 422, "unknown-theme"),
            (92, #"{"messages":["a"],"theme":"a\u0000b"}"#, 422, "unknown-theme"),
        ]
        try check(
            rows.map { ($0.0, Data($0.1.utf8), $0.2, $0.3) },
            ["--message-characters", "20", "--messages", "4"])
        try check([(94, text("a"), 422, "output-too-large")], ["--output-pixels", "10000"])
        try check(
            [(94, text(String(repeating: "a b ", count: 2_000)), 422, "output-too-large")],
            ["--pages", "1"], to: "/render.pdf")
    }

    @Test(arguments: [[0], [0, 0x5B], [0x5B, 0, 0x5D, 0], [0xFF, 0xFE, 0x5B, 0]] as [[UInt8]])
    func otherEncodingsAndNULsAreNamed(body: [UInt8]) throws {
        let answer = try InProcessService().post(body, to: "/render?from=chatprint")
        #expect(answer.status == 400 && answer.text.contains("/problems/json-encoding"))
        #expect(answer.text.contains("It may be a NUL, or the text UTF-16 or UTF-32."))
    }

    /// The length is that of the file, without the padding of base64.
    @Test(arguments: ["file", "audio", "video", "image"])
    func attachmentsThatAreTooLarge(kind: String) throws {
        let data = Data(repeating: 0x78, count: 5_000).base64EncodedString()
        let answer = try InProcessService(["--media-bytes", "1024"]).post(
            #"[{"attachments":[{"kind":"\#(kind)","name":"a","src":{"data":"\#(data)"}}]}]"#)
        #expect(answer.status == 422 && answer.text.contains("/problems/images-budget"))
        #expect(answer.text.contains("a length of 5000, but the limit is 1024"), "\(answer.text)")
        #expect(answer.text.contains(#""setting":"media_bytes""#))
    }

    @Test func textThatIsHardToDraw() throws {
        let mark = String(repeating: "\u{0301}", count: 1_000)
        try check([
            (79, text(String(repeating: "w", count: 65_536)), 200, ""),
            (80, text("\u{202E}drow\u{2066}\u{2067}\u{202D}"), 200, ""),
            (81, text(String(repeating: "e" + mark, count: 20)), 200, ""),
            (82, text("\u{E000}\u{10FFFD}\u{E0041}\u{0378}👩🏽‍🚀🏴󠁧󠁢󠁳󠁣󠁴󠁿"), 200, ""),
            (84, text("<b>&amp;</b><span foreground='red'>"), 200, ""),
        ])
    }

    /// The tests of the decoders cover each type.
    @Test func invalidPictures() throws {
        let header: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
            0, 0, 0xC3, 0x50, 0, 0, 0xC3, 0x50, 8, 2, 0, 0, 0, 0xF3, 0x35, 0xCB, 0x3C,
        ]
        let entity =
            #"<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><smses>&b;</smses>"#
        try check([
            (87, picture(Array(header.prefix(20))), 422, "image-corrupt"),
            (88, picture(header), 422, "image-too-large"), (90, Data(entity.utf8), 400, "bad-xml"),
        ])
    }

    @Test func xmlErrorsNameTheirLineOnce() throws {
        let text = Data("<?xml version='1.0'?>\n<smses>\n<sms x=></smses>".utf8)
        let alone = try service.post(text, to: "/render?from=sms")
        #expect(alone.text.contains(#""detail":"Line 3: the markup is malformed.""#))
        let named = try service.post(
            form: [], files: [("file", "a.xml", text)], to: "/render?from=sms")
        #expect(named.text.contains(#""detail":"a.xml, line 3: the markup is malformed.""#))
    }

    @Test func picturesBeyondTheTotalBudget() throws {
        let one = picture(Array(try RunningService.file("Tests/Fixtures/Pictures/rgb8.png")))
        try check([(89, one, 422, "images-budget")], ["--total-picture-pixels", "10"])
    }

    /// `MultipartTests` cover each fault.
    @Test func malformedForms() throws {
        let part = "Content-Disposition: form-data; name=\"conversation\"\r\n\r\n[\"a\"]\r\n"
        let many = (0..<10_000).map {
            "--b\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\r\n"
        }.joined()
        let file =
            "--b\r\nContent-Disposition: form-data; name=\"x\"; filename=\"../../x\"\r\n\r\nx\r\n"
        let rows: [(boundary: String, body: String, status: Int)] = [
            ("", "--b\r\n\(part)--b--\r\n", 400), ("; boundary=b", "--b\r\n\(part)", 400),
            ("; boundary=b", "\(many)--b--\r\n", 413),
            ("; boundary=b", "--b\r\n\(part)--b\r\n\(part)--b--\r\n", 400),
            ("; boundary=b", "--b\r\n\(part)\(file)--b--\r\n", 200),
        ]
        for row in rows {
            let answer = try service.post(
                row.body, to: "/render", ["Content-Type: multipart/form-data\(row.boundary)"])
            #expect(answer.status == row.status, "\(row.body.prefix(80)): \(answer.text)")
            if row.status >= 400 { #expect(answer.text.contains("/problems/bad-multipart")) }
        }
    }

    @Test func echoedValuesAreSanitized() throws {
        let body = #"{"messages":["a"],"output":{"filename":"../x\r\nSet-Cookie: a=b"}}"#
        let plain = try service.post(body)
        #expect(plain.header("set-cookie") == nil)
        #expect(plain.header("content-disposition")?.contains("/") == false)
        for id in ["a b", "x\u{7F}", String(repeating: "a", count: 65), "a;b", "<script>"] {
            let answer = try service.post(body, to: "/render", ["X-Request-Id: \(id)"])
            let given = answer.header("x-request-id") ?? ""
            #expect(given != id && given.wholeMatch(of: /[A-Za-z0-9._-]{1,64}/) != nil)
        }
        let named = try service.render(body, to: "/render?filename=a%22%3B%20b%2F..%2Fc%5C")
        let field = named.header("content-disposition") ?? ""
        #expect(!field.contains("/..") && !field.contains("\\c"))
    }
}

/// The headers are valid, the pixel data is not.
@Suite struct DamagedPictureTests {
    @Test(arguments: ["png", "pdf", "svg", "zip", "json", "theme"])
    func areRejectedBeforeTheFirstByteIsSent(format: String) throws {
        let isTheme = format == "theme"
        let path = isTheme ? "/render" : "/render." + format
        func talk(_ picture: Data) -> String {
            let source = #"{"data":"\#(picture.base64EncodedString())"}"#
            return isTheme
                ? #"{"messages":["a"],"theme":{"canvas":{"background":{"picture":\#(source)}}}}"#
                : #"{"messages":["a",{"attachments":[{"kind":"image","src":\#(source)}]}]}"#
        }
        var picture = try RunningService.file("Tests/Fixtures/Pictures/rgb8.png")
        _ = try service.render(talk(picture), to: path)
        // Damages the data of the last IDAT, so its checksum no longer matches.
        let end = try #require(picture.range(of: Data("IEND".utf8)))
        picture[end.lowerBound - 12] ^= 0x55
        let refused = try service.post(talk(picture), to: path)
        #expect(refused.status == 422 && refused.text.contains("/problems/image-corrupt"))
        let pointer = #""pointer":"/messages/1/attachments/0/src/data""#
        #expect(isTheme || refused.text.contains(pointer))
    }
}
