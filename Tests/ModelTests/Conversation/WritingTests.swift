import Testing

@testable import Model

@Suite struct WritingTests {
    private struct Full: Error {}

    private let conversation: Conversation = {
        var conversation = Conversation()
        conversation.messages = (0..<50).map { number in
            var message = Message()
            message.body = [.paragraph(RichText("message \(number)"))]
            message.at = Moment(milliseconds: Int64(number) * 1_000_003)
            return message
        }
        return conversation
    }()

    @Test(arguments: [1, 100, 1000, 1 << 18])
    func piecesJoinToTheWhole(size: Int) {
        var pieces: [[UInt8]] = []
        conversation.writeJSON(inPieces: size) { pieces.append($0) }
        #expect(Array(pieces.joined()) == conversation.json(pretty: true))
        // Every piece exceeds the size by at most one message, and only the last piece is smaller.
        #expect(pieces.allSatisfy { $0.count < size + 200 + 300 })
        #expect(pieces.dropLast().allSatisfy { $0.count >= size })
        #expect(size > 1000 || pieces.count > 1)
    }

    @Test func writingStopsAtTheFirstError() {
        var pieces = 0
        #expect(throws: Full.self) {
            try conversation.writeJSON(inPieces: 100) { _ throws(Full) in
                pieces += 1
                if pieces == 2 { throw Full() }
            }
        }
        #expect(pieces == 2)
    }

    /// The fast path writes the same digits as the general formatter; a year beyond four digits is
    /// written as a number.
    @Test(arguments: [
        -62_167_219_200_001, -62_167_219_200_000, -62_135_596_800_000, -1, 0, 1, 999, 1000,
        86_399_999,
        86_400_000, 951_782_399_999, 951_782_400_000, 1_577_836_805_120, 253_402_300_799_999,
        253_402_300_800_000,
    ])
    func timesAreWrittenAsText(milliseconds: Int) throws {
        let moment = Moment(milliseconds: Int64(milliseconds))
        var conversation = Conversation()
        conversation.messages = [Message()]
        conversation.messages[0].at = moment
        let json = String(decoding: conversation.json(), as: UTF8.self)
        let text = String(moment.text.dropLast())
        let isWritten = TimeText(text) == .local(Int64(milliseconds))
        #expect(
            json.contains(isWritten ? "\"at\":\"\(text)\"" : "\"at\":\(milliseconds)"), "\(json)")
        #expect(isWritten == (0...9999 ~= CivilTime(milliseconds: Int64(milliseconds)).year))
    }

    @Test func timesAreWrittenInTheirZone() {
        var conversation = Conversation()
        conversation.timeZone = "Europe/Berlin"
        // Summer, winter, and both occurrences of the repeated hour.
        let times: [Int64] = [
            1_590_915_600_000, 1_577_836_800_000, 1_603_584_000_000, 1_603_587_600_000,
        ]
        conversation.messages = times.map { time in
            var message = Message()
            message.at = Moment(milliseconds: time)
            return message
        }
        let json = String(decoding: conversation.json(), as: UTF8.self)
        for at in [
            "\"2020-05-31T11:00:00\"", "\"2020-01-01T01:00:00\"", "\"2020-10-25T02:00:00\"",
            "1603587600000",
        ] {
            #expect(json.contains("\"at\":" + at), "\(json)")
        }
    }
}
