import Basics
import Foundation
import Model
import Rendering
import Testing

@testable import Service
@testable import chatprint

/// Pictures by URL, for clients that can only show a URL.
@Suite struct EmbedTests {
    private func base64(_ text: String) -> String {
        Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    @Test(arguments: ["png", "webp", "jpeg", "pdf", "svg", "json", "zip", "txt", "csv"])
    func getRendersTheSameAsPost(format: String) throws {
        let post = try service.post(
            #"{"messages":["Hi!","Hello ☀ & you"]}"#,
            to: "/render.\(format)?theme=whatsapp&mode=dark")
        let get = try service.get(
            "/render.\(format)?m=Hi!&theme=whatsapp&m=Hello+%E2%98%80+%26+you&mode=dark")
        #expect(get.status == 200 && get.body == post.body)
        let whole = base64(
            #"{"messages":["Hi!","Hello ☀ & you"],"theme":{"extends":"whatsapp","mode":"dark"}}"#)
        let path = try service.get("/render.\(format)/\(whole)")
        #expect(path.status == 200 && path.body == post.body)
        #expect(path.header("content-type") == post.header("content-type"))
    }

    @Test func parameterNamesSetTheSender() throws {
        let post = try service.post(
            #"{"me":"ana","messages":[{"from":"ben","text":"Hi"},{"from":"ana","text":"Yes"},"#
                + #"{"from":"ben","text":"Oh"}]}"#, to: "/render.png")
        let get = try service.get("/render.png?m.ben=Hi&m.ana=Yes&m.ben=Oh&me=ana")
        #expect(get.status == 200 && get.body == post.body)
    }

    @Test(arguments: [
        ("/render.png", 422, "bad-address"), ("/render.png?theme=whatsapp", 422, "bad-address"),
        ("/render.png/!!!", 400, "bad-address"), ("/render.png/aGk", 400, "json-syntax"),
        ("/render.png?m=Hi&theme=whatsap", 422, "unknown-theme"),
        ("/render.bmp?m=Hi", 404, "not-found"), ("/render.png/a/b", 404, "not-found"),
        ("/render?m=Hi", 405, "method-not-allowed"),
    ])
    func faultsOfURLsAreProblems(path: String, status: Int, slug: String) throws {
        let answer = try service.get(path)
        #expect(answer.status == status && answer.text.contains("/problems/\(slug)\""))
        #expect(answer.header("etag") == nil)
    }

    @Test func dividedPicturesOfAURLAreAcceptedAsZIP() throws {
        let zip = ["Accept: application/zip"]
        for path in ["/render.png?m=Hi", "/render.png/WyJIaSJd?m=Hi"] {
            let answer = try service.get(path + "&split_by=1", zip)
            #expect(answer.status == 200, "\(path)")
            #expect(answer.header("content-type") == "application/zip")
            #expect(try service.get(path, zip).status == 406)
        }
        let none = try service.get("/jobs/a/result", ["Accept: image/bmp"])
        let allowed = try #require(none.json["allowed"] as? [String])
        #expect(none.status == 406 && Set(allowed).count == allowed.count)
    }

    @Test func faultsAreDrawnAsPicturesOnRequest() throws {
        for path in [
            "/render.png?m=Hi&theme=whatsap", "/render.png?x=1", "/render.png/!!!",
            "/render.webp?m=Hi&scale=9",
        ] {
            let asked = path + (path.contains("?") ? "&" : "?") + "errors=picture"
            let (plain, shown) = (try service.get(path), try service.get(asked))
            #expect(shown.status == plain.status && plain.status >= 400)
            #expect(shown.header("content-type")?.hasPrefix("image/") == true, "\(path)")
            #expect(shown.header("cache-control") == "no-store")
            #expect(!shown.body.isEmpty)
        }
        let right = try service.get("/render.png?m=Hi&errors=picture")
        #expect(try right.status == 200 && right.body == service.get("/render.png?m=Hi").body)
        // A PDF is not a picture.
        let document = try service.get("/render.pdf?errors=picture")
        #expect(document.header("content-type") == "application/problem+json")
    }

    @Test func matchingETagGets304() throws {
        let service = try InProcessService()
        let path = "/render.png?m=Hi&m=Hello&theme=whatsapp"
        let first = try service.get(path)
        let tag = try #require(first.header("etag"))
        #expect(tag.hasPrefix("\"") && tag.count == 34)
        #expect(first.header("cache-control") == "public, max-age=3600")
        let values = [tag, "W/" + tag, "\"other\", " + tag, "*"]
        for value in values {
            let again = try service.get(path, ["If-None-Match: " + value])
            #expect(again.status == 304 && again.body.isEmpty && again.header("etag") == tag)
        }
        let line = #"chatprint_requests_total{route="/render",format="png",status="304"} "#
        #expect(try service.get("/metrics").text.contains(line + "\(values.count)"))
        #expect(try service.get(path, ["If-None-Match: \"other\""]).body == first.body)
        // An invalid URL has no version, and a long response begins before it is complete.
        let invalid = try service.get("/render.png?m=Hi&theme=whatsap", ["If-None-Match: *"])
        #expect(invalid.status == 422 && invalid.header("etag") == nil)
        let long = "/render.png?scale=3" + (0..<200).map { "&m=The+message+\($0)" }.joined()
        #expect(try service.get(long).header("content-length") == nil)
        let any = try service.get(long, ["If-None-Match: *"])
        #expect(any.status == 304 && any.body.isEmpty && any.header("etag") != nil)
        // The position of messages among other parameters is irrelevant; the values are not.
        #expect(try service.get("/render.png?theme=whatsapp&m=Hi&m=Hello").header("etag") == tag)
        for other in [
            "/render.png?m=Hello&m=Hi&theme=whatsapp", "/render.png?m=Hi&m=Hello",
            "/render.webp?m=Hi&m=Hello&theme=whatsapp",
            "/render.png?mode=dark&theme=whatsapp&m=Hi&m=Hello",
            "/render.png?theme=whatsapp&mode=dark&m=Hi&m=Hello",
        ] {
            #expect(try service.get(other).header("etag") != tag)
        }
        let dark = try service.get("/render.png?theme=whatsapp&mode=dark&m=Hi")
        let darkFirst = try service.get("/render.png?mode=dark&theme=whatsapp&m=Hi")
        let light = try service.get("/render.png?theme=whatsapp&m=Hi")
        #expect(dark.body == darkFirst.body && dark.body != light.body)
    }

    @Test func cacheControlFollowsTheSetting() throws {
        let own = try InProcessService(["--cache-control", "private, max-age=5"])
        #expect(try own.get("/render.png?m=a").header("cache-control") == "private, max-age=5")
        let none = try InProcessService(["--cache-control", ""])
        #expect(try none.get("/render.png?m=a").header("cache-control") == nil)
    }

    // MARK: - Signatures

    private func signed(_ address: String, _ key: String, expires: Int? = nil) throws -> String {
        try #require(SignedAddress.signed(address, key: key, expires: expires))
    }

    @Test func urlKeysRequireSignatures() throws {
        let closed = try InProcessService(["--url-keys", "first,second", "--api-keys", "secret"])
        let path = "/render.png?m=Hi!&m=L'%C3%A9t%C3%A9&theme=whatsapp"
        for key in ["first", "second"] {
            #expect(try closed.get(signed(path, key)).status == 200)
        }
        let address = try signed(path, "first")
        for wrong in [
            path, try signed(path, "third"), address + "&m=more", address + "&sig=AAAA",
            address.replacing("Hi", with: "Ho"),
            address.replacing("render.png", with: "render.svg"),
            path + "&sig=", "/render.png/WyJIaSJd",
            // A signature of the second path must not cover the first.
            "/render.png?m=Ho://x" + address, "/render.png?m=Ho://x?/.." + address,
            // What looks like a whole URL in a query is signed as well, and no other part is excluded.
            "/render.pdf?m=I+confess&x=x://h" + address, "/render.pdf?m=I+confess://h" + address,
            "/render.pdf/WyJIaSJd?x=x://h" + address,
        ] {
            let answer = try closed.get(wrong)
            #expect(answer.status == 403 && answer.text.contains("bad-signature"), "\(wrong)")
        }
        #expect(try closed.get(signed("/render.png/WyJIaSJd", "second")).status == 200)
        let linked = "/render.png?m=See+https://example.com/a?b=c&m=Yes"
        for link in [linked, "https://chat.example.org" + linked] {
            let target = try signed(signed(link, "first"), "second")
                .replacing("https://chat.example.org", with: "")
            #expect(try closed.get(target).status == 200, "\(link)")
            #expect(try closed.get(target.replacing("Yes", with: "No")).status == 403)
        }
        // A URL key gives access to nothing else, and an API key signs no URL.
        #expect(try closed.post(#"["Hi"]"#).status == 401)
        #expect(try closed.get(path, ["Authorization: Bearer secret"]).status == 403)
        #expect(try closed.get("/themes").status == 401)
        let shown = try closed.get(path + "&errors=picture")
        #expect(shown.status == 403 && shown.header("content-type") == "image/png")
    }

    @Test func signaturesExpire() throws {
        let closed = try InProcessService(["--url-keys", "first"])
        let now = Int(Date().timeIntervalSince1970)
        let path = "/render.png?m=Hi"
        #expect(try closed.get(signed(path, "first", expires: now + 600)).status == 200)
        let past = try closed.get(signed(path, "first", expires: now - 1))
        #expect(past.status == 403 && past.text.contains("expired"))
        // The expiry is signed as well.
        let moved = try signed(path, "first", expires: now - 1)
            .replacing("expires=\(now - 1)", with: "expires=\(now + 600)")
        #expect(try closed.get(moved).text.contains("bad-signature"))
        #expect(try closed.get(signed(path + "&expires=soon", "first")).text.contains("expired"))
        // Another expiry replaces the first, and the signature with it.
        let again = try signed(
            "https://chat.example.org" + signed(path, "first", expires: now - 1), "first",
            expires: now + 600)
        #expect(try closed.get(again.replacing("https://chat.example.org", with: "")).status == 200)
        #expect(again.components(separatedBy: "expires=").count == 2)
    }

    @Test func signCommandSignsURLs() throws {
        let made = try RunningService.program([
            "sign", "--url-keys", "first", "--expires", "1h",
            "https://chat.example.org/render.png?m=Hi there&m=\"été\"",
        ])
        #expect(made.code == 0, "\(made.errors)")
        let address = String(decoding: made.output, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(address.hasPrefix("https://chat.example.org/render.png?m=Hi%20there&m=%22"))
        let closed = try InProcessService(["--url-keys", "first"])
        let target = address.replacing("https://chat.example.org", with: "")
        #expect(try closed.get(target).status == 200)
        // Compares with the HMAC of another program, OpenSSL.
        let signed = String(target[..<(try #require(target.range(of: "&sig=")?.lowerBound))])
        let openssl = try RunningService.run(
            ["sh", "-c", "openssl dgst -sha256 -hmac first -binary | basenc --base64url -w0"],
            input: Data(signed.utf8))
        let code = String(decoding: openssl.output, as: UTF8.self).replacing("=", with: "")
        #expect(target.hasSuffix("&sig=" + code))
    }

    // MARK: - Headers

    @Test func warningsAreInTheHeaders() throws {
        let members = (0..<12).map { #""unheard\#($0)":1"# }.joined(separator: ",")
        let answer = try service.post(#"{"messages":["Hi"],"titel":"x \"é\"",\#(members)}"#)
        #expect(answer.status == 200 && answer.header("chatprint-warnings") == "13")
        let warnings = answer.headers("chatprint-warning")
        #expect(warnings.count == 10)
        #expect(warnings[0].hasPrefix("\"") && warnings[0].hasSuffix("\""))
        #expect(warnings[0].contains("did you mean \\\"title\\\"?"))
        #expect(warnings.allSatisfy { $0.unicodeScalars.allSatisfy { $0.isASCII } })
        #expect(answer.header("link") == "</validate>; rel=\"describedby\"")
        #expect(try service.post(#"["Hi"]"#).header("chatprint-warning") == nil)
    }

    @Test func originsAreAllowedOnlyWhereConfigured() throws {
        let open = try InProcessService(["--cors-origins", "https://a.example"])
        func post(_ origin: String) throws -> Answer {
            try open.post(#"["Hi"]"#, to: "/render", ["Origin: " + origin])
        }
        let answer = try post("https://a.example")
        #expect(answer.header("access-control-allow-origin") == "https://a.example")
        #expect(try post("https://b.example").header("access-control-allow-origin") == nil)
        let exposed = answer.header("access-control-expose-headers") ?? ""
        for name in ["Chatprint-Importer", "Chatprint-Warning,", "ETag", "Content-Disposition"] {
            #expect(exposed.contains(name), "\(name)")
        }
        #expect(try open.get("/render.png?m=a").header("vary") == "Origin")
    }

    @Test func theTimeOfExpiryIsANumberWithoutSignaturesToo() throws {
        let refused = try service.get("/render.png?m=Hi&expires=null")
        #expect(refused.status == 422 && refused.text.contains("expires"), "\(refused.text)")
        #expect(try service.get("/render.png?m=Hi&expires=1780213260").status == 200)
    }
}

@Suite struct PresetTests {
    private static let talk = #"{"messages":["Hi!","Hello"]}"#
    private static let own = #"--presets={"a5":{"summary":"Small.","page":{"size":"A5"}}}"#

    private static func presets(_ text: String) throws -> Presets? {
        Presets(try JSONValue(parsing: Array(text.utf8)))
    }

    @Test func shippedPresetsAreValidAndDocumented() throws {
        #expect(Presets.shipped.all.map(\.name) == ["court", "story", "slide", "archive"])
        let guide = String(decoding: try RunningService.file("config/REQUESTS.md"), as: UTF8.self)
        for preset in Presets.shipped.all {
            _ = try service.render(Self.talk, to: "/render?strict=true&preset=\(preset.name)")
            #expect(!preset.summary.isEmpty && guide.contains("`\(preset.name)`"))
        }
    }

    @Test func presetSetsTheFormatAndFields() throws {
        let court = try service.post(Self.talk, to: "/render?preset=court")
        let same = try service.post(
            Self.talk, to: "/render?format=pdf&profile=evidence&theme=print")
        #expect(court.header("content-type") == "application/pdf")
        #expect(court.body == same.body)
        let story = try service.post(Self.talk, to: "/render?preset=story")
        #expect(story.header("chatprint-width") == "1080")
        #expect(story.header("chatprint-height") == "1920")
    }

    @Test func otherParametersTakePrecedence() throws {
        let service = try InProcessService([Self.own])
        let changed = try service.post(Self.talk, to: "/render.pdf?preset=a5&page.size=letter")
        let letter = try service.post(Self.talk, to: "/render.pdf?page.size=letter")
        #expect(changed.body == letter.body)
        // The path and a later preset do, too.
        let picture = try service.post(Self.talk, to: "/render.png?preset=court&preset=slide")
        let same = try service.post(
            Self.talk, to: "/render.png?profile=evidence&theme=auto&canvas=landscape")
        #expect(picture.body == same.body)
    }

    @Test func anotherThemeDropsChangesOfThePresetsTheme() throws {
        let service = try InProcessService([
            #"--presets={"night":{"mode":"dark","theme":{"extends":"signal","wallpaper":"none"}}}"#
        ])
        let own = try service.post(Self.talk, to: "/render.png?preset=night&theme=sms")
        #expect(own.body == (try service.post(Self.talk, to: "/render.png?theme=sms")).body)
        let dark = try service.post(Self.talk, to: "/render.png?preset=night&theme=sms&mode=dark")
        #expect(
            dark.body == (try service.post(Self.talk, to: "/render.png?theme=sms&mode=dark")).body)
    }

    @Test func unknownPresetIsAnErrorWithASuggestion() throws {
        let answer = try service.post(Self.talk, to: "/render?preset=cort")
        #expect(try answer.status == 422 && answer.json["did_you_mean"] as? String == "court")
        #expect((try answer.json["allowed"] as? [String])?.contains("story") == true)
    }

    @Test func presetsAreListed() throws {
        let answer = try InProcessService([Self.own]).get("/presets")
        let listed = try #require(try answer.json["presets"] as? [[String: Any]])
        #expect(
            listed.map { $0["name"] as? String } == ["a5", "court", "story", "slide", "archive"])
        #expect(listed[0]["description"] as? String == "Small.")
        #expect((listed[0]["fields"] as? [String: [String: String]]) == ["page": ["size": "A5"]])
        #expect(try answer.json["only_presets"] as? Bool == false)
    }

    @Test(arguments: [
        ("scale=3", #"{"messages":["Hi!"]}"#), ("mode=dark", #"{"messages":["Hi!"]}"#),
        ("theme.wallpaper=none", #"{"messages":["Hi!"]}"#),
        ("redact.participant=Ana", #"{"messages":["Hi!"]}"#),
        ("", #"{"messages":["Hi!"],"theme":"whatsapp"}"#),
        ("", #"{"messages":["Hi!"],"output":{"scale":3}}"#),
        ("", #"{"messages":["Hi!"],"options":{"mark":"x"}}"#),
    ])
    func onlyPresetsRefusesEverythingElse(query: String, body: String) throws {
        let service = try InProcessService(["--only-presets", "true"])
        for path in ["/render", "/validate"] {
            let answer = try service.post(body, to: "\(path)?preset=slide&\(query)")
            #expect(answer.status == 422 && answer.text.contains("only_presets"), "\(answer.text)")
        }
        let address = try service.get("/render.png?m=Hi&preset=slide&\(query)")
        #expect(address.status == (query.isEmpty ? 200 : 422))
    }

    @Test func onlyPresetsAcceptsPresetsAndFactsAboutTheExport() throws {
        let service = try InProcessService(["--only-presets", "true"])
        let chat = "31/05/2026, 09:40 - Ben: Hallo\n31/05/2026, 09:41 - Ana: Hi\n"
        _ = try service.render(
            chat, to: "/render?preset=slide&me=Ana&from=whatsapp&timezone=Europe/Berlin",
            ["Content-Type: text/plain"])
        #expect((try service.post(Self.talk)).status == 200)
        #expect(try service.get("/presets").json["only_presets"] as? Bool == true)
    }

    @Test(arguments: [
        "[]", #"{"a":1}"#, #"{"a b":{}}"#, #"{"":{}}"#, #"{"a":{"summary":1}}"#,
        #"{"a":{"page":[[1]]}}"#, #"{"a":{},"a":{}}"#,
    ])
    func malformedPresetsAreRejected(text: String) throws {
        #expect(try Self.presets(text) == nil)
        var settings = Settings()
        #expect(throws: SettingsFault.self) {
            try settings.set(.presets, to: text, source: "--presets")
        }
    }

    @Test(arguments: [
        #"{"a":{"thema":"sms"}}"#, #"{"a":{"theme":"sm"}}"#, #"{"a":{"scale":9}}"#,
        #"{"a":{"preset":"court"}}"#, #"{"a":{"chat":"x"}}"#,
    ])
    func presetsThatNoRequestCouldUseStopTheStart(text: String) throws {
        let run = try RunningService.run(
            [
                "env", "CHATPRINT_PRESETS=" + text, RunningService.executable.path, "render", "-",
                "-o", "-", "--format", "txt",
            ], input: Data(Self.talk.utf8))
        #expect(run.code == 78 && run.errors.contains("the preset a"), "\(run.errors)")
    }

    @Test func commandRendersWithAPreset() throws {
        let run = try RunningService.program(
            ["render", "-", "--preset", "slide", "--format", "png", "-o", "-"], input: Self.talk)
        #expect(run.code == 0 && run.output.starts(with: [0x89, 0x50]), "\(run.errors)")
        let typo = try RunningService.program(
            ["render", "-", "--preset", "slid", "-o", "-"], input: Self.talk)
        #expect(typo.code == 2 && typo.errors.contains("did you mean \"slide\"?"), "\(typo.errors)")
        let list = try RunningService.program(["presets"])
        #expect(String(decoding: list.output, as: UTF8.self).contains("canvas=landscape"))
    }

    @Test func batchJobsHavePresets() throws {
        let folder = try TemporaryFolder()
        let jobs = #"{"id":"a","conversation":{"messages":["Hi!"]},"preset":"court"}"# + "\n"
        let run = try RunningService.program(["batch", "-o", "."], input: jobs, folder: folder.url)
        #expect(run.code == 0, "\(run.errors)")
        #expect(try Data(contentsOf: folder.file("a.pdf")).starts(with: Data("%PDF".utf8)))
    }
}
