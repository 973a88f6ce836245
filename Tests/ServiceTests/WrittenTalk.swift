/// Conversations of short messages, as JSON and in the format of each exporter.
enum WrittenTalk {
    private static let words = "the tide was out and we walked to the lighthouse before noon"

    /// As a conversation of Chatprint's own, of messages that take a while.
    static func long(_ count: Int) -> String {
        let lines = (0..<count).map { "\"line number \($0) of a talk that takes a while\"" }
        return #"{"messages":[\#(lines.joined(separator: ","))]}"#
    }

    /// Three to thirteen words each.
    static func lines(_ count: Int, _ line: (Int, String) -> String) -> [String] {
        let words = words.split(separator: " ")
        return (0..<count).map { line($0, words.prefix(3 + $0 % 11).joined(separator: " ")) }
    }

    private static func joined(_ count: Int, _ line: (Int, String) -> String) -> String {
        lines(count, line).joined(separator: ",")
    }

    static func own(_ count: Int) -> String {
        #"{"messages":[\#(joined(count) { #"{"from":"\#($0 % 2)","text":"\#($1) \#($0)"}"# })]}"#
    }

    /// By importer name.
    static let exports: [(name: String, write: @Sendable (Int) -> String)] = [
        ("whatsapp", whatsApp), ("plain", plain), ("telegram", telegram), ("discord", discord),
        ("facebook", facebook), ("sms", sms), ("slack", slack), ("openai", openAI),
        ("claude", claude), ("chatgpt", chatGPT), ("signal", signal), ("sigtop", sigtop),
        ("imessage", iMessage), ("imessage page", iMessagePage), ("rsmf", rsmf),
        ("chatlab", chatLab),
    ]

    static func whatsApp(_ count: Int) -> String {
        lines(count) {
            "31/05/2026, 09:\(10 + $0 % 50) - \($0 % 2 == 0 ? "Ann" : "Ben"): \($1)\n"
        }.joined()
    }

    private static func plain(_ count: Int) -> String {
        lines(count) { "\($0 % 2 == 0 ? "Ann" : "Ben"): \($1)\n" }.joined()
    }

    private static func telegram(_ count: Int) -> String {
        let messages = joined(count) {
            #"{"id":\#($0),"type":"message","date":"2026-05-31T09:00:00","#
                + #""date_unixtime":"\#(1_780_000_000 + $0)","from":"Ann","#
                + #""from_id":"user1","text":"\#($1)"}"#
        }
        return #"{"name":"T","type":"personal_chat","id":1,"messages":[\#(messages)]}"#
    }

    static func discord(_ count: Int) -> String {
        let messages = joined(count) {
            #"{"id":"\#($0)","type":"Default","timestamp":"2026-05-31T09:00:00Z","#
                + #""content":"\#($1)","author":{"id":"\#($0 % 3)","name":"u"}}"#
        }
        return #"{"guild":{"id":"1","name":"g"},"channel":{"id":"2","type":"DirectTextChat","#
            + #""name":"c"},"exportedAt":"2026-05-31T09:00:00Z","messages":[\#(messages)]}"#
    }

    private static func facebook(_ count: Int) -> String {
        let messages = joined(count) {
            #"{"sender_name":"Ann","timestamp_ms":\#(1_780_000_000_000 + $0),"#
                + #""content":"\#($1)","is_geoblocked_for_viewer":false}"#
        }
        return #"{"participants":[{"name":"Ann"},{"name":"Ben"}],"title":"x","#
            + #""thread_path":"inbox/x","is_still_participant":true,"messages":[\#(messages)]}"#
    }

    private static func sms(_ count: Int) -> String {
        let messages = lines(count) {
            #"<sms protocol="0" address="+123" date="\#(1_780_000_000_000 + $0)" "#
                + #"type="\#(1 + $0 % 2)" body="\#($1)" contact_name="Ann"/>"#
        }
        return #"<?xml version="1.0"?><smses count="\#(count)">\#(messages.joined())</smses>"#
    }

    private static func slack(_ count: Int) -> String {
        let messages = joined(count) {
            #"{"type":"message","user":"U\#($0 % 4)","text":"\#($1)","#
                + #""ts":"\#(1_780_000_000 + $0).000100"}"#
        }
        return "[\(messages)]"
    }

    private static func openAI(_ count: Int) -> String {
        let messages = joined(count) {
            #"{"role":"\#($0 % 2 == 0 ? "user" : "assistant")","content":"\#($1)"}"#
        }
        return "[\(messages)]"
    }

    private static func claude(_ count: Int) -> String {
        let messages = joined(count) {
            #"{"uuid":"\#($0)","text":"\#($1)","content":[{"type":"text","text":"\#($1)"}],"#
                + #""sender":"\#($0 % 2 == 0 ? "human" : "assistant")","#
                + #""created_at":"2026-05-31T09:00:00Z","attachments":[],"files":[]}"#
        }
        return #"[{"uuid":"1","name":"x","chat_messages":[\#(messages)]}]"#
    }

    private static func chatGPT(_ count: Int) -> String {
        let nodes = joined(count) { number, text in
            let parent = number == 0 ? "null" : #""n\#(number - 1)""#
            let child = number + 1 == count ? "" : #""n\#(number + 1)""#
            return #""n\#(number)":{"id":"n\#(number)","parent":\#(parent),"children":[\#(child)],"#
                + #""message":{"id":"n\#(number)","create_time":\#(1_700_000_000 + number),"#
                + #""author":{"role":"\#(number % 2 == 0 ? "user" : "assistant")"},"#
                + #""content":{"content_type":"text","parts":["\#(text)"]}}}"#
        }
        return #"[{"title":"t","current_node":"n\#(count - 1)","create_time":1700000000,"#
            + #""mapping":{\#(nodes)}}]"#
    }

    private static func signal(_ count: Int) -> String {
        let messages = joined(count) {
            #"{"id":"m\#($0)","conversationId":"c1","type":"incoming","source":"+15550100","#
                + #""sourceServiceId":"6f1a0000-1111","sent_at":\#(1_700_000_000_000 + $0),"#
                + #""received_at":12,"received_at_ms":1700000001000,"body":"\#($1)"}"#
        }
        return "[\(messages)]"
    }

    private static func sigtop(_ count: Int) -> String {
        let messages = lines(count) {
            "From: Ben Ito (+15550100)\nType: incoming\n"
                + "Sent: Mon, 2 Jan 2023 15:04:\(10 + $0 % 50) -0700\n\n\($1)\n\n"
        }
        return "Conversation: Trip\n\n" + messages.joined()
    }

    private static func iMessage(_ count: Int) -> String {
        lines(count) {
            "May 17, 2022  5:29:\(10 + $0 % 50) PM\n\($0 % 2 == 0 ? "Ben Ito" : "Me")\n\($1)\n\n"
        }.joined()
    }

    private static func iMessagePage(_ count: Int) -> String {
        let messages = lines(count) {
            #"<div class="message"><div class="received"><p><span class="timestamp">"#
                + #"Oct 17, 2021 10:31:\#(10 + $0 % 50) PM</span> <span class="sender">C</span></p>"#
                + #"<hr><div class="message_part"><span class="bubble">\#($1)</span></div></div>"#
                + "</div>\n"
        }
        return "<html>\n<meta charset=\"UTF-8\">\n" + messages.joined() + "</html>\n"
    }

    private static func rsmf(_ count: Int) -> String {
        let events = joined(count) {
            #"{"id":"e\#($0)","type":"message","participant":"p\#($0 % 2)","conversation":"c1","#
                + #""timestamp":"2024-03-01T10:00:00Z","body":"\#($1)"}"#
        }
        return #"{"version":"2.0.0","participants":[{"id":"p0","display":"Ann"},"#
            + #"{"id":"p1","display":"Ben"}],"conversations":[{"id":"c1","platform":"slack","#
            + #""type":"channel","participants":["p0","p1"]}],"events":[\#(events)]}"#
    }

    private static func chatLab(_ count: Int) -> String {
        let messages = joined(count) {
            #"{"sender":"+\#($0 % 9)","accountName":"B","timestamp":\#(1_700_000_000 + $0),"#
                + #""type":0,"content":"\#($1)","platformMessageId":"a\#($0)"}"#
        }
        return #"{"chatlab":{"version":"0.0.2","exportedAt":1},"meta":{"name":"Trip","#
            + #""platform":"imessage","type":"group","ownerId":"me"},"#
            + #""members":[{"platformId":"me","accountName":"Ana"}],"messages":[\#(messages)]}"#
    }
}
