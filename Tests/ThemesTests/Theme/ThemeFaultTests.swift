import Basics
import Testing
import Themes

@Suite struct ThemeFaultTests {
    static let choices: [(String, ThemeFault)] = [
        (
            #"{"bubble":{"tail":{"shape":"fang"}}}"#,
            .unknownChoice(
                pointer: "/theme/bubble/tail/shape", value: "fang",
                allowed: [
                    "none", "curl", "wedge-top", "wedge-bottom", "hook", "arrow", "bezier", "image",
                ])
        ),
        (
            #"{"bubble":{"sent":{"tail":"fang"}}}"#,
            .unknownChoice(
                pointer: "/theme/bubble/sent/tail", value: "fang",
                allowed: [
                    "none", "curl", "wedge-top", "wedge-bottom", "hook", "arrow", "bezier", "image",
                ])
        ),
        (
            #"{"mode":"dusk"}"#,
            .unknownChoice(
                pointer: "/theme/mode", value: "dusk", allowed: ["light", "dark"])
        ),
        (
            #"{"avatar":{"shown":"sometimes"}}"#,
            .unknownChoice(
                pointer: "/theme/avatar/shown", value: "sometimes",
                allowed: ["never", "groups", "received", "always"])
        ),
        (
            #"{"bubble":{"width":"wide"}}"#,
            .unknownChoice(
                pointer: "/theme/bubble/width", value: "wide", allowed: ["shrink", "column"])
        ),
        (
            #"{"time":{"place":7}}"#,
            .wrongForm(pointer: "/theme/time/place", expected: .choice, found: .number)
        ),
        (
            #"{"canvas":{"background":{"pattern":"tartan"}}}"#,
            .unknownChoice(
                pointer: "/theme/canvas/background/pattern", value: "tartan",
                allowed: ["doodles", "dots", "grid", "stripes"])
        ),
    ]

    static let numbers: [(String, ThemeFault)] = [
        (
            #"{"bubble":{"radius":"round"}}"#,
            .wrongForm(pointer: "/theme/bubble/radius", expected: .corners, found: .string)
        ),
        (
            #"{"bubble":{"radius":-1}}"#,
            .outOfRange(pointer: "/theme/bubble/radius", value: -1, allowed: 0...200)
        ),
        (
            #"{"bubble":{"radius":1e400}}"#,
            .outOfRange(pointer: "/theme/bubble/radius", value: .infinity, allowed: 0...200)
        ),
        (
            #"{"bubble":{"radius":[1,2,3]}}"#,
            .wrongCount(pointer: "/theme/bubble/radius", actual: 3, allowed: 4...4)
        ),
        (
            #"{"bubble":{"padding":{"left":201}}}"#,
            .outOfRange(pointer: "/theme/bubble/padding/left", value: 201, allowed: 0...200)
        ),
        (
            #"{"bubble":{"max_width":5}}"#,
            .outOfRange(pointer: "/theme/bubble/max_width", value: 5, allowed: 20...4000)
        ),
        (
            #"{"bubble":{"max_width":[0.5]}}"#,
            .wrongCount(pointer: "/theme/bubble/max_width", actual: 1, allowed: 2...2)
        ),
        (
            #"{"text":{"body":{"size":0}}}"#,
            .outOfRange(pointer: "/theme/text/body/size", value: 0, allowed: 4...200)
        ),
        (
            #"{"text":{"body":{"weight":400.5}}}"#,
            .wrongForm(pointer: "/theme/text/body/weight", expected: .integer, found: .number)
        ),
        (
            #"{"text":{"day_header":{"day_weight":1000}}}"#,
            .outOfRange(
                pointer: "/theme/text/day_header/day_weight", value: 1000, allowed: 100...900)
        ),
        (
            #"{"jumbo":{"sizes":[50,1]}}"#,
            .outOfRange(pointer: "/theme/jumbo/sizes/1", value: 1, allowed: 8...200)
        ),
        (
            #"{"frames":{"sent":{"text":{"y":1e9}}}}"#,
            .outOfRange(pointer: "/theme/frames/sent/text/y", value: 1e9, allowed: -1000...4000)
        ),
    ]

    static let colors: [(String, ThemeFault)] = [
        (
            ##"{"bubble":{"sent":{"fill":"#12"}}}"##,
            .badColor(pointer: "/theme/bubble/sent/fill", value: "#12")
        ),
        (
            #"{"bubble":{"received":{"text":"red"}}}"#,
            .badColor(pointer: "/theme/bubble/received/text", value: "red")
        ),
        (
            #"{"bubble":{"services":{"sms":{"fill":"green"}}}}"#,
            .badColor(pointer: "/theme/bubble/services/sms/fill", value: "green")
        ),
        (
            ##"{"bubble":{"fill":["#fff"]}}"##,
            .wrongCount(pointer: "/theme/bubble/fill", actual: 1, allowed: 2...16)
        ),
        (
            ##"{"bubble":{"fill":{"from":"#fff"}}}"##, .missing(pointer: "/theme/bubble/fill/to")
        ),
        (
            ##"{"bubble":{"fill":{"canvas":["#fff",{"at":2,"color":"#000"}]}}}"##,
            .outOfRange(pointer: "/theme/bubble/fill/canvas/1/at", value: 2, allowed: 0...1)
        ),
        (
            #"{"canvas":7}"#,
            .wrongForm(pointer: "/theme/canvas", expected: .paint, found: .number)
        ),
        (
            ##"{"avatar":{"colors":[]}}"##,
            .wrongCount(pointer: "/theme/avatar/colors", actual: 0, allowed: 1...32)
        ),
    ]

    static let others: [(String, ThemeFault)] = [
        (#"7"#, .wrongForm(pointer: "/theme", expected: .object, found: .number)),
        (#"[]"#, .wrongForm(pointer: "/theme", expected: .object, found: .array)),
        (
            #"{"bubble":[]}"#,
            .wrongForm(pointer: "/theme/bubble", expected: .object, found: .array)
        ),
        (
            #"{"bubble":{"sent":"blue"}}"#,
            .wrongForm(pointer: "/theme/bubble/sent", expected: .object, found: .string)
        ),
        (
            #"{"dark":"yes","mode":"dark"}"#,
            .wrongForm(pointer: "/theme/dark", expected: .object, found: .string)
        ),
        (
            #"{"dark":{"text":{"body":{"italic":1}}},"mode":"dark"}"#,
            .wrongForm(
                pointer: "/theme/dark/text/body/italic", expected: .boolean, found: .number)
        ),
        (
            #"{"text":{"families":["Inter, Arial"]}}"#,
            .badFamily(pointer: "/theme/text/families", value: "Inter, Arial")
        ),
        (
            #"{"text":{"body":{"families":[]}}}"#,
            .wrongCount(pointer: "/theme/text/body/families", actual: 0, allowed: 1...8)
        ),
        (
            #"{"extends":5}"#,
            .wrongForm(pointer: "/theme/extends", expected: .text, found: .number)
        ),
    ]

    @Test(arguments: choices + numbers + colors + others)
    func faultsNameThePlaceAndTheProblem(text: String, fault: ThemeFault) throws {
        #expect(throws: ThemeFaults.self) { try Looks.inline(text) }
        let faults = try faults(of: text)
        #expect(faults == [fault])
    }

    @Test(arguments: [
        (#"{"colour":"x"}"#, "/theme/colour"),
        (#"{"bubble":{"Fill":"x"}}"#, "/theme/bubble/Fill"),
        (#"{"bubble":{"sent":{"a/b~c":1}}}"#, "/theme/bubble/sent/a~1b~0c"),
        (#"{"bubble":{"services":{"icq":{}}}}"#, "/theme/bubble/services/icq"),
        (#"{"bubble":{"services":{"sms":{"x":1}}}}"#, "/theme/bubble/services/sms/x"),
        (#"{"bubble":{"padding":{"start":1}}}"#, "/theme/bubble/padding/start"),
        (#"{"text":{"body":{"color":"x"}}}"#, "/theme/text/body/color"),
        (#"{"light":{"mode":"dark"}}"#, "/theme/light/mode"),
        // Sections that this rendering does not use.
        (#"{"mode":"light","dark":{"bubble":{"Fill":1}}}"#, "/theme/dark/bubble/Fill"),
        (#"{"app":{"dark":{"colour":1}}}"#, "/theme/app/dark/colour"),
        (
            ##"{"canvas":{"background":{"from":"#fff","to":"#000","x":1}}}"##,
            "/theme/canvas/background/x"
        ),
    ])
    func unknownKeysAreRejectedAtAnyDepth(text: String, pointer: String) throws {
        let faults = try faults(of: text)
        #expect(faults.map(\.pointer) == [pointer])
        guard case .unknownKey(_, _, let allowed)? = faults.first else {
            Issue.record("another fault")
            return
        }
        #expect(!allowed.isEmpty)
    }

    @Test func anUnknownLookListsTheKnownOnes() throws {
        let known = try Looks.catalogue().names
        for (text, pointer) in [
            (#""../../etc/passwd""#, "/theme"), (#"{"extends":"x"}"#, "/theme/extends"),
        ] {
            guard case .unknownTheme(pointer, _, known)? = try faults(of: text).first else {
                Issue.record("\(text) was accepted")
                continue
            }
        }
    }

    @Test func allFaultsAreReportedUpToALimit() throws {
        let two = try faults(of: ##"{"bubble":{"text":"a","link":"b"},"width":1}"##)
        #expect(
            two.map(\.pointer) == ["/theme/width", "/theme/bubble/text", "/theme/bubble/link"])
        let colors = Array(repeating: "\"x\"", count: 32).joined(separator: ",")
        let many = try faults(of: "{\"avatar\":{\"colors\":[\(colors)]}}")
        #expect(many.count == 20)
    }

    @Test func longValuesAreCutInFaults() throws {
        let long = String(repeating: "x", count: 100_000)
        for text in ["{\"bubble\":{\"text\":\"\(long)\"}}", "{\"time\":{\"place\":\"\(long)\"}}"] {
            let said = "\(try faults(of: text))"
            #expect(said.count < 500)
        }
    }

    private func faults(of text: String) throws -> [ThemeFault] {
        do {
            _ = try Looks.inline(text)
            return []
        } catch let faults as ThemeFaults {
            return faults.all
        }
    }
}
