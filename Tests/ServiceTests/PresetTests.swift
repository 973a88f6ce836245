import Basics
import Foundation
import Model
import Rendering
import Testing

@testable import Service
@testable import chatprint

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
