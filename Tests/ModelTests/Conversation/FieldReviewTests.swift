import Basics
import Testing

@testable import Model

@Suite struct FieldReviewTests {
    private func review(_ messages: String...) throws -> FieldReview {
        FieldReview(try messages.map { try JSONValue(parsing: Array($0.utf8)) })
    }

    @Test(arguments: [
        #""Hi""#, #"{"text":"Hi"}"#, #"{"from":"a","text":"Hi","mood":"good"}"#,
        #"{"role":"user","name":"Ana","content":"Hi"}"#,
        #"{"role":"assistant","content":null,"tool_calls":[]}"#,
        #"{"author":{"name":"Ana"},"timestamp":1700000000,"body":"Hi","user":"u1","ts":"1"}"#,
        #"{"from":"a","text":"Hi","_id":"1","_rev":"2","tenant":"3","trace":"4"}"#,
        #"{"kind":"system","text":"Ana joined","user":"ana"}"#, #"{"type":"unread"}"#,
        #"{"from":"a","text":"Hi","user":null,"created_at":null}"#,
    ])
    func messagesWithKnownSenderTimeAndTextAreNative(message: String) throws {
        let review = try review(message)
        #expect(review.messages == 1 && review.misread == 0 && !review.isForeign)
    }

    @Test(
        arguments: [
            (#"{"user":"a","text":"Hi"}"#, "user", "from"),
            (#"{"name":"a","text":"Hi"}"#, "name", "from"),
            (#"{"u":{"username":"a"},"text":"Hi"}"#, "u", "from"),
            (#"{"sender_name":"a","text":"Hi"}"#, "sender_name", "from"),
            (#"{"author_id":"a","text":"Hi"}"#, "author_id", "from"),
            (#"{"from":"a","text":"Hi","ts":"1"}"#, "ts", "at"),
            (#"{"from":"a","text":"Hi","date_unixtime":"1"}"#, "date_unixtime", "at"),
            (#"{"from":"a","text":"Hi","createdAt":"1"}"#, "createdAt", "at"),
            (#"{"from":"a","text":"Hi","create_time":"1"}"#, "create_time", "at"),
            (#"{"from":"a","at":1,"msg":"Hi"}"#, "msg", "text"),
        ] as [(String, String, String)])
    func messagesWithUnknownSenderTimeOrTextAreForeign(
        message: String, found: String, own: String
    ) throws {
        let review = try review(message)
        #expect(review.isForeign)
        #expect(review.renamed == [FieldReview.Renamed(found: found, ownName: own)])
    }

    @Test(arguments: [
        "{}", #"{"from":"a"}"#, #"{"uuid":"1","payload":{}}"#, #"{"text":"a","x":1,"y":2}"#,
    ])
    func messagesWithoutTextOrWithMostlyUnknownFieldsAreForeign(message: String) throws {
        #expect(try review(message).isForeign)
    }

    @Test func halfOfTheMessagesDecideIfAConversationIsForeign() throws {
        let (own, foreign) = (#"{"from":"a","text":"Hi"}"#, #"{"user":"a","text":"Hi","x":1}"#)
        #expect(try review(own, own, foreign).isForeign == false)
        let half = try review(own, foreign)
        #expect(half.isForeign && half.misread == 1 && half.messages == 2)
        #expect(half.others == ["x"])
    }

    @Test func onlyTheFirstHundredMessagesAreReviewed() throws {
        let own = try JSONValue(parsing: Array(#"{"from":"a","text":"Hi"}"#.utf8))
        let foreign = try JSONValue(parsing: Array(#"{"user":"a"}"#.utf8))
        let review = FieldReview(
            Array(repeating: own, count: 100) + Array(repeating: foreign, count: 200))
        #expect(review.messages == 100 && review.misread == 0)
    }
}
