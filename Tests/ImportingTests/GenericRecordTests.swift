import Basics
import Model
import Testing

@testable import Importing

@Suite struct GenericRecordTests {
    private func record(_ text: String) throws -> GenericRecord {
        GenericRecord(try JSONValue(parsing: Array(text.utf8)))
    }

    @Test(
        arguments: [
            (#"{"sender":"Ana"}"#, "Ana", "sender", nil),
            (#"{"author":{"name":"Ana","id":7}}"#, "Ana", "author.name", "7"),
            (#"{"u":{"username":"ana"}}"#, "ana", "u.username", nil),
            (
                #"{"user":{"first_name":"Ana","last_name":"Ruiz"}}"#, "Ana Ruiz",
                "user.first_name + last_name", nil
            ),
            (#"{"user":"U1","user_name":"Ana"}"#, "Ana", "user_name", nil),
            (#"{"user_id":"U1","userName":"Ana"}"#, "Ana", "userName", "U1"),
            (#"{"role":"admin","Sender Name":"Ana"}"#, "Ana", "Sender Name", nil),
            (#"{"from":12,"text":"x"}"#, "12", "from", nil),
            (#"{"sender":null,"name":"Ana"}"#, "Ana", "name", nil),
            (#"{"sender":["Ana"]}"#, nil, nil, nil),
        ] as [(String, String?, String?, String?)])
    func senderIsTheMostSpecificName(
        text: String, name: String?, path: String?, id: String?
    ) throws {
        let record = try record(text)
        #expect(record.sender?.value == name && record.sender?.path == path)
        #expect(record.senderID?.value == id)
    }

    @Test(arguments: [
        "1700000000", #""1700000000""#, "1700000000000", "1700000000000000",
        #""2023-11-14T22:13:20Z""#, #"{"$date":"2023-11-14T23:13:20+01:00"}"#,
        #"{"$date":{"$numberLong":"1700000000000"}}"#, #"{"_seconds":1700000000,"_nanoseconds":0}"#,
    ])
    func timesAreReadInAllForms(value: String) throws {
        let record = try record(#"{"created_at":\#(value)}"#)
        guard case .instant(let moment)? = record.time?.value else {
            Issue.record("The record has no time.")
            return
        }
        #expect(moment.milliseconds == 1_700_000_000_000)
        #expect(record.time?.path == "created_at")
    }

    @Test(arguments: ["17", #""2024""#, "true", #""yesterday""#, "[1700000000]", "-1700000000"])
    func countsAndWordsAreNotTimes(value: String) throws {
        #expect(try record(#"{"time":\#(value)}"#).time == nil)
    }

    @Test func dateAndTimeFieldsAreCombined() throws {
        let whole = try record(#"{"date":"2023-11-14","time":"22:13:20"}"#)
        #expect(whole.time?.value == .local(1_700_000_000_000))
        #expect(try record(#"{"date":"2023-11-14","time":"night"}"#).time?.path == "date")
    }

    @Test(
        arguments: [
            (#"{"text":"Hi"}"#, "Hi", "text"),
            (#"{"message":{"content":"Hi"}}"#, "Hi", "message.content"),
            (#"{"content":[{"text":"a"},{"text":"b"}]}"#, "a\nb", "content[].text"),
            (#"{"body":["a ",{"type":"bold","text":"b"}]}"#, "a b", "body[].text"),
            (#"{"parts":["a","b"]}"#, "a\nb", "parts[]"), (#"{"text":"","msg":"Hi"}"#, "Hi", "msg"),
            (#"{"text":{"n":1}}"#, nil, nil), (#"{"value":5}"#, nil, nil),
        ] as [(String, String?, String?)])
    func textIsAStringOrParts(text: String, value: String?, path: String?) throws {
        let record = try record(text)
        #expect(record.text?.value == value && record.text?.path == path)
    }

    @Test func nestingIsLimited() throws {
        let deep =
            String(repeating: #"{"text":"#, count: 40) + #""x""#
            + String(repeating: "}", count: 40)
        #expect(try record(deep).text == nil)
    }
}
