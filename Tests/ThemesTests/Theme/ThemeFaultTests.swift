import Basics
import Foundation
import Scene
import Testing

@testable import Themes

@Suite struct ThemeFaultTests {
    static let choices: [(String, ThemeFault)] = [
        (
            #"{"bubble":{"tail":{"shape":"fang"}}}"#,
            ThemeFault(
                at: "/theme/bubble/tail/shape",
                .unknownChoice(
                    value: "fang",
                    allowed: [
                        "none", "curl", "wedge-top", "wedge-bottom", "hook", "arrow", "bezier",
                        "image",
                    ]))
        ),
        (
            #"{"bubble":{"sent":{"tail":"fang"}}}"#,
            ThemeFault(
                at: "/theme/bubble/sent/tail",
                .unknownChoice(
                    value: "fang",
                    allowed: [
                        "none", "curl", "wedge-top", "wedge-bottom", "hook", "arrow", "bezier",
                        "image",
                    ]))
        ),
        (
            #"{"mode":"dusk"}"#,
            ThemeFault(
                at: "/theme/mode", .unknownChoice(value: "dusk", allowed: ["light", "dark"]))
        ),
        (
            #"{"avatar":{"shown":"sometimes"}}"#,
            ThemeFault(
                at: "/theme/avatar/shown",
                .unknownChoice(
                    value: "sometimes", allowed: ["never", "groups", "received", "always"]))
        ),
        (
            #"{"bubble":{"width":"wide"}}"#,
            ThemeFault(
                at: "/theme/bubble/width",
                .unknownChoice(value: "wide", allowed: ["shrink", "column"]))
        ),
        (
            #"{"time":{"place":7}}"#,
            ThemeFault(at: "/theme/time/place", .wrongForm(expected: .choice, found: .number))
        ),
        (
            #"{"canvas":{"background":{"pattern":"tartan"}}}"#,
            ThemeFault(
                at: "/theme/canvas/background/pattern",
                .unknownChoice(value: "tartan", allowed: ["doodles", "dots", "grid", "stripes"]))
        ),
    ]

    static let numbers: [(String, ThemeFault)] = [
        (
            #"{"bubble":{"radius":"round"}}"#,
            ThemeFault(at: "/theme/bubble/radius", .wrongForm(expected: .corners, found: .string))
        ),
        (
            #"{"bubble":{"radius":-1}}"#,
            ThemeFault(at: "/theme/bubble/radius", .outOfRange(value: -1, allowed: 0...200))
        ),
        (
            #"{"bubble":{"radius":1e400}}"#,
            ThemeFault(at: "/theme/bubble/radius", .outOfRange(value: .infinity, allowed: 0...200))
        ),
        (
            #"{"bubble":{"radius":[1,2,3]}}"#,
            ThemeFault(at: "/theme/bubble/radius", .wrongCount(actual: 3, allowed: 4...4))
        ),
        (
            #"{"bubble":{"padding":{"left":201}}}"#,
            ThemeFault(at: "/theme/bubble/padding/left", .outOfRange(value: 201, allowed: 0...200))
        ),
        (
            #"{"bubble":{"max_width":5}}"#,
            ThemeFault(at: "/theme/bubble/max_width", .outOfRange(value: 5, allowed: 20...4000))
        ),
        (
            #"{"bubble":{"max_width":[0.5]}}"#,
            ThemeFault(at: "/theme/bubble/max_width", .wrongCount(actual: 1, allowed: 2...2))
        ),
        (
            #"{"text":{"body":{"size":0}}}"#,
            ThemeFault(at: "/theme/text/body/size", .outOfRange(value: 0, allowed: 4...200))
        ),
        (
            #"{"text":{"body":{"weight":400.5}}}"#,
            ThemeFault(
                at: "/theme/text/body/weight", .wrongForm(expected: .integer, found: .number))
        ),
        (
            #"{"text":{"day_header":{"day_weight":1000}}}"#,
            ThemeFault(
                at: "/theme/text/day_header/day_weight",
                .outOfRange(value: 1000, allowed: 100...900))
        ),
        (
            #"{"jumbo":{"sizes":[50,1]}}"#,
            ThemeFault(at: "/theme/jumbo/sizes/1", .outOfRange(value: 1, allowed: 8...200))
        ),
        (
            #"{"frames":{"sent":{"text":{"y":1e9}}}}"#,
            ThemeFault(
                at: "/theme/frames/sent/text/y", .outOfRange(value: 1e9, allowed: -1000...4000))
        ),
    ]

    static let colors: [(String, ThemeFault)] = [
        (
            ##"{"bubble":{"sent":{"fill":"#12"}}}"##,
            ThemeFault(at: "/theme/bubble/sent/fill", .badColor(value: "#12"))
        ),
        (
            #"{"bubble":{"received":{"text":"red"}}}"#,
            ThemeFault(at: "/theme/bubble/received/text", .badColor(value: "red"))
        ),
        (
            #"{"bubble":{"services":{"sms":{"fill":"green"}}}}"#,
            ThemeFault(at: "/theme/bubble/services/sms/fill", .badColor(value: "green"))
        ),
        (
            ##"{"bubble":{"fill":["#fff"]}}"##,
            ThemeFault(at: "/theme/bubble/fill", .wrongCount(actual: 1, allowed: 2...16))
        ),
        (
            ##"{"bubble":{"fill":{"from":"#fff"}}}"##,
            ThemeFault(at: "/theme/bubble/fill/to", .missing)
        ),
        (
            ##"{"bubble":{"fill":{"canvas":["#fff",{"at":2,"color":"#000"}]}}}"##,
            ThemeFault(at: "/theme/bubble/fill/canvas/1/at", .outOfRange(value: 2, allowed: 0...1))
        ),
        (
            #"{"canvas":7}"#,
            ThemeFault(at: "/theme/canvas", .wrongForm(expected: .paint, found: .number))
        ),
        (
            ##"{"avatar":{"colors":[]}}"##,
            ThemeFault(at: "/theme/avatar/colors", .wrongCount(actual: 0, allowed: 1...32))
        ),
    ]

    static let others: [(String, ThemeFault)] = [
        (#"7"#, ThemeFault(at: "/theme", .wrongForm(expected: .object, found: .number))),
        (#"[]"#, ThemeFault(at: "/theme", .wrongForm(expected: .object, found: .array))),
        (
            #"{"bubble":[]}"#,
            ThemeFault(at: "/theme/bubble", .wrongForm(expected: .object, found: .array))
        ),
        (
            #"{"bubble":{"sent":"blue"}}"#,
            ThemeFault(at: "/theme/bubble/sent", .wrongForm(expected: .object, found: .string))
        ),
        (
            #"{"dark":"yes","mode":"dark"}"#,
            ThemeFault(at: "/theme/dark", .wrongForm(expected: .object, found: .string))
        ),
        (
            #"{"dark":{"text":{"body":{"italic":1}}},"mode":"dark"}"#,
            ThemeFault(
                at: "/theme/dark/text/body/italic", .wrongForm(expected: .boolean, found: .number))
        ),
        (
            #"{"text":{"families":["Inter, Arial"]}}"#,
            ThemeFault(at: "/theme/text/families", .badFamily(value: "Inter, Arial"))
        ),
        (
            #"{"text":{"body":{"families":[]}}}"#,
            ThemeFault(at: "/theme/text/body/families", .wrongCount(actual: 0, allowed: 1...8))
        ),
        (
            #"{"extends":5}"#,
            ThemeFault(at: "/theme/extends", .wrongForm(expected: .text, found: .number))
        ),
    ]

    @Test(arguments: choices + numbers + colors + others)
    func faultsNameThePlaceAndTheProblem(text: String, fault: ThemeFault) throws {
        #expect(throws: ThemeFaults.self) { try Looks.inline(text) }
        #expect(try faults(of: text) == [fault])
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
        guard case .unknownKey(_, let allowed)? = faults.first?.reason else {
            Issue.record("another fault")
            return
        }
        #expect(!allowed.isEmpty)
    }

    @Test func anUnknownLookListsTheKnownOnes() throws {
        let known = try Looks.catalog().names
        for (text, pointer) in [
            (#""../../etc/passwd""#, "/theme"), (#"{"extends":"x"}"#, "/theme/extends"),
        ] {
            let fault = try faults(of: text).first
            #expect(fault?.pointer == pointer)
            guard case .unknownTheme(_, known)? = fault?.reason else {
                Issue.record("\(text) was accepted")
                continue
            }
        }
    }

    @Test func allFaultsAreReportedUpToALimit() throws {
        let two = try faults(of: ##"{"bubble":{"text":"a","link":"b"},"width":1}"##)
        #expect(two.map(\.pointer) == ["/theme/width", "/theme/bubble/text", "/theme/bubble/link"])
        let colors = Array(repeating: "\"x\"", count: 32).joined(separator: ",")
        #expect(try faults(of: "{\"avatar\":{\"colors\":[\(colors)]}}").count == 20)
    }

    @Test func longValuesAreCutInFaults() throws {
        let long = String(repeating: "x", count: 100_000)
        for text in ["{\"bubble\":{\"text\":\"\(long)\"}}", "{\"time\":{\"place\":\"\(long)\"}}"] {
            #expect("\(try faults(of: text))".count < 500)
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

@Suite struct ThemeWarningTests {
    @Test func commentsAreIgnored() throws {
        let text = #"{"$schema":"x","$comment":"y","bubble":{"$comment":"z"}}"#
        #expect(try Looks.catalog().resolve(Looks.json(text)).warnings.isEmpty)
    }

    @Test func emojiFontsAreIgnoredWithAWarning() throws {
        let text = #"{"text":{"body":{"families":["Noto Color Emoji","Roboto"]}}}"#
        let resolved = try Looks.catalog().resolve(Looks.json(text))
        #expect(resolved.theme.text.body.families == ["Roboto"])
        #expect(
            resolved.warnings == [
                .ignoredFamily(pointer: "/theme/text/body/families", name: "Noto Color Emoji")
            ])
    }
}

@Suite struct HostileLookTests {
    private static let junk: [JSONValue] = [
        .bool(true), .number("-1"), .number("1e999"), .number("1e308"), .number("-0"), "x", [], [:],
        [1, 2], ["from": "#fff"], ["data": "AAAA"], ["1x": [:]],
    ]

    /// Replacing any value of a theme by any kind of junk gives either a theme or faults that point
    /// to a place in the input.
    @Test(arguments: ["print", "classic-sms"])
    func junkGivesALookOrLocatedFaults(name: String) throws {
        let catalog = try Looks.catalog()
        var faulty = 0
        for path in paths(in: try Looks.theme(name).json, []) {
            for value in Self.junk {
                let json = path.reversed().reduce(value) { .object([.init($1, $0)]) }
                do {
                    _ = try catalog.resolve(json)
                } catch {
                    faulty += 1
                    #expect(error.all.allSatisfy { $0.pointer.hasPrefix("/theme/") })
                }
            }
        }
        #expect(faulty > 1_000)
    }

    private func paths(in json: JSONValue, _ path: [String]) -> [[String]] {
        guard case .object(let members) = json else { return [path] }
        return members.flatMap { [path + [$0.key]] + paths(in: $0.value, path + [$0.key]) }
    }
}

@Suite struct BubbleImageTests {
    private static let bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 1, 2, 3]
    private static let base64 = Data(bytes).base64EncodedString()

    private func image(_ text: String) throws -> (BubbleImage, Theme) {
        let uploads = ["mine.png": Self.bytes]
        let theme = try Looks.catalog().resolve(
            Looks.json("{\"bubble\":{\"image\":\(text),\"tail\":\"image\"}}"),
            upload: { uploads[$0] }
        ).theme
        return (try #require(theme.sent.image), theme)
    }

    @Test(arguments: [
        "\"data:image/png;base64,\(base64)\"", "{\"src\":\"data:;base64,\(base64)\"}",
        "{\"src\":{\"data\":\"\(base64)\"}}", "{\"src\":{\"data\":\"data:x/y;base64,\(base64)\"}}",
        #"{"src":"mine.png"}"#, #"{"src":{"file":"mine.png"}}"#, #"{"src":{"1x":"mine.png"}}"#,
    ])
    func aPictureCanBeGivenInManyForms(text: String) throws {
        let (image, theme) = try image(text)
        #expect(image.source == .slices([.init(picture: 0, scale: 1)], caps: .zero))
        #expect(theme.received.image == image)
        #expect(theme.pictures.map(\.bytes) == [Self.bytes])
    }

    @Test func capsSetTheMinimumSize() throws {
        let (image, theme) = try image(
            ##"{"src":{"2x":"mine.png"},"caps":[17,30,17,30],"tint":"#f00","tail":"left"}"##)
        #expect(
            image.source
                == .slices(
                    [.init(picture: 0, scale: 2)],
                    caps: Insets(top: 17, left: 30, bottom: 17, right: 30)))
        #expect(image.tint == Color(255, 0, 0))
        #expect(image.isMirrored)
        #expect(theme.sent.minSize == Size(60, 35))
    }

    @Test func aTintAloneKeepsTheInheritedPicture() throws {
        let base = try Looks.theme("tinted")
        let theme = try Looks.inline(
            ##"{"extends":"tinted","bubble":{"image":{"tint":"#ff2d55"}}}"##)
        #expect(theme.sent.image?.source == base.sent.image?.source)
        #expect(theme.sent.image?.tint == Color(255, 45, 85))
        #expect(theme.pictures == base.pictures)
    }

    @Test func anotherPictureReplacesTheInheritedOnes() throws {
        let theme = try Looks.inline(
            "{\"extends\":\"tinted\",\"bubble\":{\"image\":{\"src\":{\"data\":\"\(Self.base64)\"}}}}"
        )
        #expect(theme.pictures.map(\.bytes) == [Self.bytes])
        #expect(theme.sent.image?.tint != nil)
    }

    @Test func theWholePictureCanStretch() throws {
        let (image, theme) = try image(#"{"src":"mine.png","stretch":"whole"}"#)
        #expect(image.source == .whole([.init(picture: 0, scale: 1)]))
        #expect(try Looks.catalog().resolve(theme.json).theme == theme)
    }

    static let faults: [(String, ThemeFault)] = [
        (#"{}"#, ThemeFault(at: "/theme/bubble/image/src", .missing)),
        (
            #"{"src":"https://example.com/x.png"}"#,
            ThemeFault(at: "/theme/bubble/image/src", .pictureAddress)
        ),
        (
            #"{"src":{"url":"file:///etc/passwd"}}"#,
            ThemeFault(at: "/theme/bubble/image/src/url", .pictureAddress)
        ),
        (
            #"{"src":"../../../etc/passwd"}"#,
            ThemeFault(at: "/theme/bubble/image/src", .unknownPicture(name: "../../../etc/passwd"))
        ),
        (
            #"{"src":{"3x":{"file":"gone.png"}}}"#,
            ThemeFault(at: "/theme/bubble/image/src/3x/file", .unknownPicture(name: "gone.png"))
        ),
        (#"{"src":{"data":"AA=A"}}"#, ThemeFault(at: "/theme/bubble/image/src/data", .badBase64)),
        (
            #"{"src":{"data":"AAAA\nAAAA"}}"#,
            ThemeFault(at: "/theme/bubble/image/src/data", .badBase64)
        ),
        (#"{"src":"data:image/png,AAAA"}"#, ThemeFault(at: "/theme/bubble/image/src", .badBase64)),
        (#"{"src":{"data":""}}"#, ThemeFault(at: "/theme/bubble/image/src/data", .badBase64)),
        (
            #"{"src":7}"#,
            ThemeFault(
                at: "/theme/bubble/image/src", .wrongForm(expected: .picture, found: .number))
        ),
        (
            #"{"fragments":["mine.png"]}"#,
            ThemeFault(at: "/theme/bubble/image/fragments", .wrongCount(actual: 1, allowed: 9...9))
        ),
    ]

    @Test(arguments: faults)
    func invalidPicturesAreReported(text: String, fault: ThemeFault) throws {
        do {
            _ = try image(text)
            Issue.record("\(text) was accepted")
        } catch let faults as ThemeFaults {
            #expect(faults.first == fault)
        }
    }

    @Test func anImageTailNeedsAPicture() throws {
        #expect(throws: ThemeFaults.self) { try Looks.inline(#"{"bubble":{"tail":"image"}}"#) }
    }

    @Test func aHugePictureIsRejectedBeforeDecoding() throws {
        let text = String(repeating: "A", count: 12 << 20)
        let json: JSONValue = ["bubble": ["image": ["src": ["data": .string(text)]]]]
        let catalog = try Looks.catalog()
        do {
            _ = try catalog.resolve(json)
            Issue.record("the picture was accepted")
        } catch {
            guard case .pictureTooLarge = error.first.reason else {
                Issue.record("\(error.first)")
                return
            }
        }
    }
}
