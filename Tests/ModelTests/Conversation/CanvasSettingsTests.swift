import Model
import Testing

@Suite struct CanvasSettingsTests {
    private func output(
        _ canvas: String, _ more: String = "", _ overrides: [(key: String, value: String)] = []
    ) throws -> Output {
        let request = try decode(
            #"{"output":{"canvas":\#(canvas)\#(more)},"messages":["a"]}"#, overrides)
        #expect(request.warnings.isEmpty)
        return request.output
    }

    private func faults(
        _ canvas: String, _ more: String = "", _ overrides: [(key: String, value: String)] = []
    ) -> [FieldFault] {
        issues(#"{"output":{"canvas":\#(canvas)\#(more)},"messages":["a"]}"#, overrides)
    }

    @Test(arguments: [
        (#""story""#, 1080, 1920), (#""SQUARE""#, 1080, 1080), (#""640x480""#, 640, 480),
        (#"{"size": "og"}"#, 1200, 630), (#"{"size": "640X480"}"#, 640, 480),
        (#"{"width": 300, "height": 400, "size": null}"#, 300, 400),
    ])
    func sizesAreNamesOrPixels(canvas: String, width: Int, height: Int) throws {
        let canvas = try #require(try output(canvas).canvas)
        #expect(canvas.width == width && canvas.height == height && !canvas.isCard)
        #expect(canvas.padding == Edges(0) && canvas.cornerRadius == 0)
    }

    @Test func uprightCanvasesHaveAPhoneWidthAndWideOnesMore() throws {
        for name in ["story", "square", "portrait", "2160x3840"] {
            let output = try output(#""\#(name)""#)
            #expect(abs((output.width ?? 0) - 400) < 0.001, "\(name)")
        }
        let (og, landscape) = (try output(#""og""#), try output(#""landscape""#))
        #expect(abs((og.width ?? 0) - 552.05) < 0.01)
        #expect(abs((landscape.width ?? 0) - 533.33) < 0.01)
        for output in [og, landscape] {
            let across = (output.width ?? 0) * output.scale
            #expect(abs(across - Double(output.canvas?.width ?? 0)) < 0.001)
        }
        // A point is never smaller than a pixel.
        #expect(try output(#""200x300""#).scale == 1)
        // The remaining width is not too narrow for words.
        let narrow = try output(#"{"size": "story", "padding": "0 300"}"#)
        #expect(narrow.width == 240 && narrow.scale == 2)
    }

    @Test func widthAndScaleDetermineEachOther() throws {
        let wide = try output(#""story""#, #","width":540"#)
        #expect(wide.width == 540 && wide.scale == 2)
        let scaled = try output(#""story""#, #","scale":4"#)
        #expect(scaled.width == 270 && scaled.scale == 4)
        let both = try output(#""landscape""#, #","scale":2,"width":430"#)
        #expect(both.width == 430 && both.scale == 2)
        let padded = try output(#"{"size":"story","padding":90}"#, #","width":450"#)
        #expect(padded.width == 450 && padded.scale == 2)
    }

    @Test func cardsHaveDefaults() throws {
        for card in [
            #""shadow":true"#, #""corner_radius":7"#, ##""background":"#fff""##,
            #""background":"transparent""#,
        ] {
            let canvas = try #require(try output(#"{"size":"story",\#(card)}"#).canvas)
            #expect(canvas.isCard && canvas.hasShadow && canvas.padding.top == 60)
            #expect(canvas.cornerRadius == (card.contains("radius") ? 7 : 40))
        }
        for none in [#""shadow":false"#, #""corner_radius":0"#, #""background":"theme""#] {
            #expect(try output(#"{"size":"story",\#(none)}"#).canvas?.isCard == false)
        }
    }

    @Test(arguments: [
        ("250 60 340", [250, 60, 340, 60]), ("5", [5, 5, 5, 5]), ("1 2", [1, 2, 1, 2]),
        ("1,2,3,4", [1, 2, 3, 4]),
    ])
    func paddingAppliesPerEdge(text: String, sides: [Int]) throws {
        let list = text.split { " ,".contains($0) }.joined(separator: ",")
        for output in [
            try output(#"{"size":"story","padding":"\#(text)"}"#),
            try output(#"{"size":"story","padding":[\#(list)]}"#),
            try output(#""story""#, "", [("canvas.padding", text)]),
        ] {
            let padding = try #require(output.canvas?.padding)
            #expect([padding.top, padding.right, padding.bottom, padding.left] == sides)
        }
    }

    @Test func queryOverridesTheBody() throws {
        let named = try output(
            #"{"width":300,"height":400,"padding":7}"#, "", [("canvas", "og")])
        #expect(named.canvas?.width == 1200 && named.canvas?.padding.top == 7)
        let sized = try output(
            #""story""#, "", [("canvas.width", "700"), ("canvas.height", "800")])
        #expect(sized.canvas?.width == 700 && sized.canvas?.height == 800)
        let taller = try output(#"{"width":300,"height":400}"#, "", [("canvas.height", "500")])
        #expect(taller.canvas?.width == 300 && taller.canvas?.height == 500)
        let alone = try decode(
            #"["a"]"#,
            [("canvas", "square"), ("canvas.shadow", "1"), ("canvas.background", "#123456")])
        #expect(alone.output.canvas?.background == .color(0x123456))
        #expect(alone.output.canvas?.height == 1080 && alone.output.canvas?.ownShadow == true)
    }

    @Test(arguments: [
        (#""stroy""#, "", "/output/canvas"), (#""""#, "", "/output/canvas"),
        (#""0x0""#, "", "/output/canvas"), (#""-5x600""#, "", "/output/canvas"),
        (#""1e9x600""#, "", "/output/canvas"), (#""NaNxNaN""#, "", "/output/canvas"),
        (#""600x""#, "", "/output/canvas"), (#""600x600x600""#, "", "/output/canvas"),
        (#""99999999999999999999x600""#, "", "/output/canvas"),
        (#""8193x600""#, "", "/output/canvas"), ("3", "", "/output/canvas"),
        ("true", "", "/output/canvas"), ("[]", "", "/output/canvas"),
        ("{}", "", "/output/canvas"), (#"{"width":600}"#, "", "/output/canvas"),
        (#"{"size":"og","width":600}"#, "", "/output/canvas"),
        (#"{"size":"og","width":600,"height":600}"#, "", "/output/canvas"),
        (#"{"width":0,"height":600}"#, "", "/output/canvas/width"),
        (#"{"width":-600,"height":600}"#, "", "/output/canvas/width"),
        (#"{"width":1e9,"height":600}"#, "", "/output/canvas/width"),
        (#"{"width":600.5,"height":600}"#, "", "/output/canvas/width"),
        (#"{"width":"NaN","height":600}"#, "", "/output/canvas/width"),
        (#"{"size":"og","padding":-1}"#, "", "/output/canvas/padding"),
        (#"{"size":"og","padding":1e9}"#, "", "/output/canvas/padding"),
        (#"{"size":"og","padding":300}"#, "", "/output/canvas/padding"),
        (#"{"size":"og","padding":[0,600,0,600]}"#, "", "/output/canvas/padding"),
        (#"{"size":"og","padding":[]}"#, "", "/output/canvas/padding"),
        (#"{"size":"og","padding":[1,2,3,4,5]}"#, "", "/output/canvas/padding"),
        (#"{"size":"og","padding":"NaN"}"#, "", "/output/canvas/padding"),
        (#"{"size":"og","padding":"5mm"}"#, "", "/output/canvas/padding"),
        (#"{"size":"og","corner_radius":-1}"#, "", "/output/canvas/corner_radius"),
        (#"{"size":"og","corner_radius":1e9}"#, "", "/output/canvas/corner_radius"),
        (#"{"size":"og","shadow":"much"}"#, "", "/output/canvas/shadow"),
        (#"{"size":"og","background":"blu"}"#, "", "/output/canvas/background"),
        (#""og""#, #","max_height":500"#, "/output"), (#""og""#, #","page":{}"#, "/output"),
        (#""og""#, #","width":1201"#, "/output/width"),
        (#""og""#, #","width":700,"scale":2"#, "/output/width"),
        (#""200x200""#, #","scale":2"#, "/output/scale"),
    ])
    func invalidCanvasesAreRejectedWithAPointer(
        canvas: String, more: String, pointer: String
    ) {
        #expect(faults(canvas, more).map(\.pointer) == [pointer], "\(canvas)")
    }

    @Test func errorsNameTheParameter() {
        let wrong = issues(#"["a"]"#, [("canvas", "stroy")])
        #expect(wrong.map(\.parameter) == ["canvas"])
        let padding = issues(#"["a"]"#, [("canvas", "og"), ("canvas.padding", "400")])
        #expect(padding.map(\.parameter) == ["canvas.padding"])
        let both = issues(#"["a"]"#, [("canvas", "og"), ("canvas.width", "400")])
        #expect(both.map(\.pointer) == ["/output/canvas"])
        let turned = issues(#"["a"]"#, [("canvas.width", "400"), ("canvas", "og")])
        #expect(turned.map(\.pointer) == ["/output/canvas"])
    }

    @Test func unknownFieldsGetAWarning() throws {
        let request = try decode(
            #"{"output":{"canvas":{"size":"og","shadwo":true}},"messages":["a"]}"#)
        #expect(request.warnings.map(\.meant) == ["shadow"])
    }
}
