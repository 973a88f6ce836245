import Basics
import Testing

@testable import Model

@Suite struct FrameSettingsTests {
    private func output(
        _ output: String, _ overrides: [(key: String, value: String)] = []
    ) throws -> Output {
        let request = try decode(#"{"output":{\#(output)},"messages":["a"]}"#, overrides)
        #expect(request.warnings.isEmpty)
        return request.output
    }

    private func faults(_ output: String) -> [FieldFault] {
        issues(#"{"output":{\#(output)},"messages":["a"]}"#)
    }

    @Test func frameIsAKindOrAnObject() throws {
        #expect(try output(#""frame":"none""#).frame == nil)
        let plain = try output(#""frame":"screen""#)
        #expect(plain.frame == ScreenFrame(.screen) && plain.canvas == nil && plain.width == 390)
        var frame = ScreenFrame(.screen)
        (frame.time, frame.battery, frame.carrier) = ("9:41", 80, "Ñet")
        #expect(
            try output(#""frame":{"time":"9:41","battery":80,"carrier":"Ñet"}"#).frame == frame)
        let query = try output(
            #""frame":"screen""#, [("frame.time", "9:41"), ("frame.battery", "80")])
        frame.carrier = nil
        #expect(query.frame == frame)
        #expect(try output("", [("frame", "device")]).frame?.kind == .device)
    }

    @Test func fixedHeightIsACanvasOfThatSize() throws {
        let screen = try output(#""frame":{"height":700},"width":320,"scale":3"#)
        #expect(screen.canvas?.width == 960 && screen.canvas?.height == 2_100)
        #expect(screen.canvas?.screen == .filling && screen.canvas?.isCard == false)
        #expect(screen.scale == 3 && screen.width == 320)
        let device = try output(#""frame":"device""#)
        let canvas = try #require(device.canvas)
        #expect(canvas.screen == .device && canvas.background == .transparent && canvas.isCard)
        #expect(device.width == 390 && abs(device.scale - 2) < 0.01)
        #expect(Double(canvas.width) >= 2 * (390 + 22) && Double(canvas.height) >= 2 * (844 + 22))
    }

    @Test func screensFillUprightCanvasesAndArePhonesOnWideOnes() throws {
        let story = try output(#""frame":"screen","canvas":"story""#)
        #expect(story.canvas?.screen == .filling && story.width == 390)
        #expect(abs(story.scale - 1_080 / 390) < 0.001)
        let wide = try output(#""frame":"screen","canvas":"landscape""#)
        #expect(wide.canvas?.screen == .upright && wide.canvas?.isCard == true)
        let room = Double(wide.canvas?.room.height ?? 0)
        #expect(abs((wide.width ?? 0) * wide.scale - room * 390 / 844) < 0.01)
        // A point is never smaller than a pixel.
        let small = try output(#""frame":"device","canvas":"og""#)
        #expect(small.scale >= 1 && (small.width ?? 0) < 390)
    }

    @Test(arguments: [
        (#""frame":"phone""#, "/output/frame"),
        (#""frame":{"battery":101}"#, "/output/frame/battery"),
        (#""frame":{"height":10}"#, "/output/frame/height"),
        (#""frame":"screen","max_height":900"#, "/output"),
        (#""frame":"screen","page":{"size":"a4"}"#, "/output"),
        (#""frame":{"height":700},"canvas":"og""#, "/output"),
        (#""frame":"screen","canvas":"og","width":900"#, "/output/width"),
    ])
    func incompatibleSettingsAreRejected(output: String, pointer: String) {
        #expect(faults(output).map(\.pointer) == [pointer])
    }

    /// "none" has the most letters of "phone", but means the opposite.
    @Test(arguments: [#""frame":"Phone""#, #""frame":{"kind":"phone"}"#])
    func phonesAreSuggestedToBeDevices(output: String) {
        #expect(faults(output).map(\.explanation.meant) == ["device"])
    }

    @Test func redactionCoversStatusBarNotesAndMark() throws {
        let request = try decode(
            #"""
            {"messages":[{"id":"m1","text":"Ana was here"}],
             "output":{"frame":{"time":"Ana o'clock","carrier":"Ana Net"}},
             "options":{"mark":"By Ana","notes":[{"message":"m1","text":"Ana again"}],
               "redact":[{"pattern":"Ana"}]}}
            """#)
        let prepared = try request.prepared()
        let words = [
            prepared.output.frame?.time, prepared.output.frame?.carrier, prepared.options.mark,
            prepared.options.excerpt.notes[1]?.first?.text,
        ]
        #expect(words.allSatisfy { $0 != nil && $0?.contains("Ana") == false })
    }
}

@Suite struct ExcerptTests {
    private static let talk = #"""
        "participants":[{"id":"ana","name":"Ana"},{"id":"ben","name":"Ben"}],"messages":[
          {"id":"m1","from":"ana","text":"The rent is due"},{"id":"m2","from":"ben","text":"Rent?"},
          {"id":"x9","from":"ana","text":"Yes"},{"from":"ben","text":"Fine"}]
        """#

    private func excerpt(
        _ options: String, _ overrides: [(key: String, value: String)] = []
    ) throws -> Excerpt {
        try decode("{\"options\":{\(options)},\(Self.talk)}", overrides).prepared().options.excerpt
    }

    private func fault(_ options: String) -> FieldFault? {
        do {
            _ = try excerpt(options)
            return nil
        } catch ConversationError.invalid(let issues) {
            return issues.first
        } catch { return nil }
    }

    @Test func messagesAreSelectedByIdNumberOrCriteria() throws {
        let excerpt = try excerpt(
            #""highlight":["m2",4],"dim":{"from":"ana","text":"rent"},"notes":[{"message":3,"text":"x"}]"#
        )
        #expect(excerpt.highlighted == [2, 4] && excerpt.dimmed == [1])
        #expect(excerpt.notes.mapValues { $0.map(\.text) } == [3: ["x"]])
        #expect(try self.excerpt("", [("highlight", "m1,3")]).highlighted == [1, 3])
    }

    @Test func filtersKeepNumbersAndReportGaps() throws {
        let excerpt = try excerpt(
            #""highlight":"x9","filter":{"from":"ana","exclude":{"text":"due"}}"#)
        #expect(excerpt.highlighted == [3])
        #expect(excerpt.omitted == [1...2, 4...4])
    }

    @Test(arguments: [
        (#""highlight":["m1","m7"]"#, "/options/highlight/1", "m1"),
        (#""dim":"nobody"# + "\"", "/options/dim", "m1"),
        (#""notes":[{"message":"x8","text":"a"}]"#, "/options/notes/0/message", "m1"),
        (#""notes":[{"message":"x98","text":"a"}]"#, "/options/notes/0/message", "x9"),
    ])
    func unknownMessagesAreReportedWithExistingIds(options: String, pointer: String, near: String) {
        let fault = fault(options)
        #expect(fault?.pointer == pointer)
        guard case .notAllowed(_, let allowed, _)? = fault?.reason else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(allowed.first == near)
    }

    @Test(arguments: [
        (#""notes":[{"message":"m1"}]"#, "/options/notes/0/text"),
        (#""notes":[{"text":"a"}]"#, "/options/notes/0/message"),
        (#""notes":[{"message":"m1","text":"a","as":"x"}]"#, "/options/notes/0/as"),
        (#""highlight":{}"#, "/options/highlight"), (#""highlight":true"#, "/options/highlight"),
        (#""gaps":"maybe""#, "/options/gaps"),
    ])
    func incompleteSelectionsAreRejected(options: String, pointer: String) {
        #expect(issues("{\"options\":{\(options)},\(Self.talk)}").map(\.pointer) == [pointer])
    }

    @Test func notesAreLimitedToAThousand() throws {
        func notes(_ count: Int) -> String {
            "\"notes\":["
                + (1...count).map { "{\"message\":\($0 % 4 + 1),\"text\":\"n\($0)\"}" }
                .joined(separator: ",") + "]"
        }
        let excerpt = try excerpt(notes(1_000))
        #expect(excerpt.notes.values.reduce(0) { $0 + $1.count } == 1_000)
        #expect(
            issues("{\"options\":{\(notes(10_000))},\(Self.talk)}").map(\.pointer)
                == ["/options/notes/1000"])
    }
}
