import Foundation
import Testing

@Suite struct LargeExportTests {
    /// 40 messages, one a day from January 1; every third replies to the one before it.
    private static let telegram: String = {
        let messages = (1...40).map { number in
            let day = String(
                format: "%02d-%02dT10:00:00", (number - 1) / 28 + 1, (number - 1) % 28 + 1)
            let reply = number % 3 == 0 ? #","reply_to_message_id":\#(number - 1)"# : ""
            let photo = number < 20 ? #","photo":"photos/\#(number).jpg""# : ""
            return
                #"{"id":\#(number),"type":"message","date":"2026-\#(day)","from":"P\#(number % 2)","#
                + #""from_id":"user\#(number % 2)","text":"word \#(number)"\#(reply)\#(photo)}"#
        }
        return
            #"{"name":"Trip","type":"personal_chat","id":7,"messages":[\#(messages.joined(separator: ","))]}"#
    }()

    private func texts(_ answer: Answer) throws -> [String] {
        let messages = try #require(
            try answer.json["messages"] as? [[String: Any]], "\(answer.text)")
        return messages.compactMap { $0["text"] as? String }
    }

    @Test(arguments: [
        "after=2026-02-08", "before=2026-01-05&after=2026-01-02", "filter.limit=5",
        "filter.text=word%2011",
    ])
    func onlyFilteredMessagesCountAgainstTheLimit(query: String) throws {
        let service = try InProcessService(["--messages", "5"])
        let answer = try service.render(Self.telegram, to: "/import?" + query)
        #expect((1...5).contains(try texts(answer).count))
    }

    @Test(arguments: ["", "after=2026-02-01", "filter.limit=6"])
    func exceedingTheLimitNamesItsSetting(query: String) throws {
        let service = try InProcessService(["--messages", "5"])
        let answer = try service.post(Self.telegram, to: "/import?" + query)
        #expect(answer.status == 422)
        #expect(try answer.json["setting"] as? String == "messages")
        #expect(try answer.json["limit"] as? Int == 5)
    }

    /// Numbers and quoted replies are those of the whole chat.
    @Test func filteredMessagesCanBeQuotedAndCounted() throws {
        let service = try InProcessService(["--messages", "12"])
        let answer = try service.post(Self.telegram, to: "/import?after=2026-02-02")
        let all = try texts(answer)
        #expect(all.first == "word 30" && all.count == 11)
        #expect(answer.text.contains("word 29"))
        let page = try service.post(
            Self.telegram, to: "/render?format=txt&after=2026-02-02&show.numbers=true")
        #expect(page.text.contains("30"), "\(page.text)")
    }

    /// Photos of filtered messages are neither read nor reported as missing.
    @Test func mediaOfFilteredMessagesIsNotRead() throws {
        let all = try service.post(Self.telegram, to: "/import?report=true")
        #expect(all.text.contains(#""missing":19"#))
        #expect(all.text.contains("19 attachments missing from the export"))
        let part = try service.post(Self.telegram, to: "/import?report=true&after=2026-02-01")
        #expect(part.text.contains(#""missing":0"#), "\(part.text.prefix(600))")
        #expect(part.text.contains(#""outside":28"#))
        #expect(!part.text.contains("missing from the export"))
    }

    @Test func documentBytesLimitsExports() throws {
        let service = try InProcessService(["--document-bytes", "1024"])
        let answer = try service.post(Self.telegram, to: "/import?from=telegram")
        #expect(answer.status == 422)
        #expect(try answer.json["setting"] as? String == "document_bytes")
    }
}
