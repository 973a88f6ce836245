import Basics
import Foundation
import Model
import TestBytes
import Testing

@testable import Importing

/// Long repetitions of one piece: anything quadratic in them would not finish.
@Suite struct HostileTests {
    private static let length = 6_000

    private static let patterns = [
        "\n", "1/1/21, 10:00 - A: b\n", "[", "{\"a\":", "<", "<div>", "<a ", "<!--", "&", "&#1;",
        "[1/1/21, 1:00:00] ",
        "\u{200E}", "\u{2068}@", "\u{2068}@a\u{2069} ", "<@U1|", "|", "*_~`", "> ", "A: b\n",
        "May 17, 2022  5:29:42 PM\n", "    May 17, 2022  5:29:42 PM\n", "From: a\nType: b\n\n",
        "\\x1F", "\\", "=", "--b\r\n", "From a\nFrom: b\n\n", "=?utf-8?Q?a?=",
        "Reacted to \"a\" with b\n", " folded\r\n", "1:1.1/1-1,", "a", "(",
        "POLL:\nq\nOPTION: a (1 vote)\n",
    ]

    /// Beginnings that make an importer accept a repetition.
    private static let openings: [String: (head: String, tail: String)] = [
        "whatsapp": ("1/1/21, 10:00 - A: ", ""),
        "telegram": (#"{"id":1,"type":"x","messages":[{"from_id":"u","text":""#, #""}]}"#),
        "signal": ("Conversation: a\n\nFrom: a\nType: incoming\nSent: x\n\n", ""),
        "slack": (#"[{"type":"message","ts":"1.0","user":"U","text":""#, #""}]"#),
        "discord": (
            #"{"guild":{},"channel":{},"messages":[{"author":{"id":"1"},"content":""#, #""}]}"#
        ),
        "imessage": (
            "<div class=\"message\"><div class=\"sent\"><p class=\"timestamp\">", "</p></div></div>"
        ),
        "facebook": (#"{"participants":[],"messages":[{"sender_name":"a","content":""#, #""}]}"#),
        "sms": ("<smses><sms address=\"1\" date=\"1\" type=\"1\" body=\"", "\"/></smses>"),
        "chatlab": (#"{"chatlab":{},"messages":[{"sender":"a","content":""#, #""}]}"#),
        "rsmf": ("MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n", ""),
        "chatgpt": (
            #"[{"id":"a","mapping":{"n":{"message":{"author":{"role":"user"},"content":{"parts":[""#,
            #""]}}}}}]"#
        ),
        "claude": (#"[{"uuid":"a","chat_messages":[{"sender":"assistant","text":""#, #""}]}]"#),
        "claudecode": (
            #"{"type":"summary","sessionId":"s"}"# + "\n"
                + #"{"type":"user","sessionId":"s","message":{"content":""#, #""}}"#
        ),
        "codex": (
            #"{"type":"session_meta","payload":{}}"# + "\n"
                + #"{"type":"response_item","payload":{"role":"assistant","content":[{"text":""#,
            #""}]}}"#
        ),
        "geminicli": (
            #"{"sessionId":"s","startTime":"","messages":[{"type":"gemini","content":""#, #""}]}"#
        ),
        "kakaotalk": (
            "B 님과 카카오톡 대화\n저장한 날짜 : 2026년 4월 25일 오후 4:40\n\n"
                + "2026년 4월 24일 오후 11:58, B : ", ""
        ),
        "line": ("[LINE] Chat history with A\n\n2015/12/25 Fri\n07:33\tA\t", ""),
        "skype": (
            #"{"userId":"8:a","conversations":[{"id":"8:b","MessageList":[{"id":"1","from":"8:a","#
                + #""messagetype":"RichText","content":""#, #""}]}]}"#
        ),
        "googlechat": (
            #"{"messages":[{"creator":{"name":"a"},"topic_id":"t","text":""#,
            #"","annotations":[{"start_index":1,"length":9,"format_metadata":{"format_type":"BOLD"}}]}]}"#
        ),
        "hangouts": (
            #"{"conversations":[{"conversation":{},"events":[{"event_type":"REGULAR_CHAT_MESSAGE","#
                + #""chat_message":{"message_content":{"segment":[{"text":""#, #""}]}}}]}]}"#
        ),
        "googlevoice": (
            "<div class=\"hChatLog\"><div class=\"message\"><cite class=\"sender\">a</cite><q>",
            "</q></div></div>"
        ),
        "openwebui": (
            #"[{"id":"a","chat":{"history":{"currentId":"m","messages":{"m":{"role":"assistant","#
                + #""content":"<details type='reasoning'>"#, #""}}}}}]"#
        ),
        "librechat": (
            #"{"conversationId":"a","messages":[{"messageId":"b","isCreatedByUser":false,"text":""#,
            #""}]}"#
        ),
        "deepseek": (
            #"[{"id":"a","inserted_at":"","mapping":{"n":{"message":{"fragments":[{"type":"RESPONSE","#
                + #""content":""#, #""}]}}}}]"#
        ),
        "grok": (
            #"{"conversations":[{"conversation":{},"responses":[{"response":{"sender":"human","#
                + #""message":""#, #""}}]}]}"#
        ),
        "sharegpt": (#"[{"conversations":[{"from":"gpt","value":""#, #""}]}]"#),
        "langchain": (#"[{"type":"ai","data":{"content":""#, #""}}]"#),
        "modelapi": (#"{"contents":[{"role":"model","parts":[{"text":""#, #""}]}]}"#),
        "gemini": (
            #"[{"header":"Gemini Apps","title":"Prompted x","time":"","safeHtmlItem":[{"html":""#,
            #""}]}]"#
        ),
        "wechat": (
            #"{"session":{"wxid":"a"},"messages":[{"isSend":1,"senderUsername":"a","content":""#,
            #""}]}"#
        ),
        "qq": ("消息分组:a\n消息对象:B\n\n2019-07-16 18:15:05 B(12345)\n", ""),
        "teams": (
            #"{"value":[{"messageType":"message","createdDateTime":"","body":{"contentType":"html","#
                + #""content":""#, #""}}]}"#
        ),
        "matrix": (
            #"{"messages":[{"type":"m.room.message","origin_server_ts":1,"sender":"@a:b","content":{"#
                + #""msgtype":"m.text","format":"org.matrix.custom.html","formatted_body":""#,
            #""}}]}"#
        ),
        "snapchat": (
            #"{"a":[{"From":"a","Media Type":"TEXT","Created":"","IsSender":true,"Content":""#,
            #""}]}"#
        ),
        "irc": ("--- Log opened Mon May 01 10:00:00 2023\n10:00 <a> b\n10:01 <a> ", ""),
        "rocketchat": (#"[{"rid":"r","u":{"username":"a"},"msg":""#, #""}]"#),
        "mattermost": (
            #"{"type":"team","team":{}}"# + "\n"
                + #"{"type":"post","post":{"team":"t","channel":"c","user":"a","message":""#,
            #""}}"#
        ),
        "zulip": (#"{"messages":[{"sender_full_name":"a","timestamp":1,"content":""#, #""}]}"#),
        "twitter": (
            #"window.YTD.direct_messages.part0 = [{"dmConversation":{"conversationId":"1-2","messages":["#
                + #"{"messageCreate":{"senderId":"1","text":""#, #""}}]}}]"#
        ),
        "linkedin": ("CONVERSATION ID,FROM,DATE,CONTENT\n1,a,x,\"", "\""),
        "pidgin": (
            "<h3>Conversation with a at 2024-05-01 10:00:00 on b (irc)</h3>\n"
                + "<font color=\"#16569E\"><font size=\"2\">(10:00:01)</font> <b>b:</b></font> ",
            "<br/>\n"
        ),
        "adium": (
            "<chat xmlns=\"http://purl.org/net/ulf/ns/0.4-02\" account=\"a\"><message sender=\"b\"><div>",
            "</div></message></chat>"
        ),
        "zoom": ("10:15:23 From A to Everyone:\n\tb\n10:15:24 From A to Everyone:\n\t", ""),
        "csv": ("sender,time,text\na,2024-01-01,\"", "\""),
        "copied": ("A, [20.08.2026 09:13]\n[\nA, [20.08.2026 09:13]\n", "["),
        "viber": ("13/05/2021,10:15:23,A,+1,b\n13/05/2021,10:15:24,A,+1,\"", "\""),
        "mbox": (
            "From a@a.example x\nFrom: a@a.example\nContent-Type: multipart/mixed; boundary=b\n\n",
            ""
        ),
        "tiktok": (
            #"{"Direct Message":{"Direct Messages":{"ChatHistory":{"Chat History with b:":[{"From":"a","#
                + #""Content":""#, #""}]}}}}"#
        ),
        "tinder": (
            #"{"Messages":[{"match_id":"m","messages":[{"from":"You","message":""#, #""}]}]}"#
        ),
        "discorddata": (#"[{"ID":1,"Timestamp":"","Contents":""#, #""}]"#),
        "openai": (#"[{"role":"assistant","content":""#, #""}]"#),
        "text": ("A: x\nB: y\nA: ", ""),
        "json": (
            #"{"data":{"items":[{"author":{"username":"a"},"created_at":"1700000000","parts":["a",{"text":""#,
            #""}]}]}}"#
        ),
        "chatprint": (#"{"messages":[{"from":"a","text":""#, #""}]}"#),
    ]

    @Test(arguments: ImporterCatalog.all.map(\.name))
    func longRepetitionsFinish(importer: String) {
        let options = ImportOptions(from: importer)
        for pattern in Self.patterns {
            let run = String(repeating: pattern, count: Self.length / pattern.utf8.count)
            let (head, tail) = Self.openings[importer] ?? ("", "")
            let inString = run.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                .replacing("\n", with: "\\n").replacing("\r", with: "\\r")
            for text in [run, head + run, head + inString + tail] {
                guard let imported = try? ShippedImport.read(Array(text.utf8), options: options)
                else {
                    continue
                }
                Invariants.check(imported.conversation)
            }
        }
    }

    /// HTML pages of programs that also export JSON, by file name.
    private static let pages = [
        (
            "messages.html",
            "<div class=\"history\"><div class=\"message default\" id=\"message1\"><div class=\"body\">"
                + "<div class=\"from_name\">A</div><div class=\"text\">"
        ),
        (
            "page.html",
            "<div class=\"chatlog\"><div class=\"chatlog__message-group\"><div data-message-id=\"1\">"
                + "<span class=\"chatlog__author\">A</span><div class=\"chatlog__content\">"
        ),
        (
            "message_1.html",
            "<div class=\"_a6-g\"><div class=\"_a6-h\">A</div><div class=\"_a6-o\">Jan 1, 2024 1:00 am</div>"
                + "<div class=\"_a6-p\">"
        ),
    ]

    private static let markup = [
        "<div>", "</div>", "<div class=\"message\">", "<b>", "<blockquote>", "<a href=\"x\">",
        "<a href=\"javascript:alert(1)\">x</a>", "<script>", "<script>a</script>", "<style>",
        "<!--", "<!",
        "<a b='", "&", "&#x;", "&amp", "<br>", " ", "<img src=\"../../x\">", "<ul><li>", "<pre>",
        "<div class=\"reactions\">", "<span class=\"spoiler\">", "<div class=\"media_wrap\">",
        "<div class=\"forwarded body\">", "<div class=\"chatlog__embed\">", "\u{0}", "<\u{0}",
    ]

    @Test(arguments: pages)
    func hostilePagesFinish(name: String, head: String) {
        for piece in Self.markup + Self.patterns {
            let run = String(repeating: piece, count: 20_000 / piece.utf8.count)
            for text in [head + run, head + run + "</div></div></div>", head + "x</div>" + run] {
                guard let imported = try? ShippedImport.read(Array(text.utf8), name: name) else {
                    continue
                }
                Invariants.check(imported.conversation)
            }
        }
    }

    /// Messages whose files have the same name but for the extension do not each search all files.
    @Test(.timeLimit(.minutes(1)))
    func manyFilesOfMatrixAreFound() {
        let numbers = 0..<30_000
        var files = FileIndex(beside: .none)
        for number in numbers { files.add("images/a-\(number).png", .entry(number)) }
        let context = RecordContext(clock: Clock(), files: files)
        var media = MatrixMedia()
        let found = numbers.count { number in
            let content = JSONValue.object([
                JSONValue.Member("msgtype", .string("m.image")),
                JSONValue.Member("body", .string("a.x\(number)")),
            ])
            media.note(content, "m.room.message")
            return media.path(of: content, "m.image", context) != nil
        }
        #expect(found == 0)
    }

    @Test func nestingIsBounded() {
        for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("<div class=\"message\">", "</div>")] {
            let text =
                String(repeating: open, count: 5_000) + String(repeating: close, count: 5_000)
            _ = try? ShippedImport.read(Array(text.utf8))
        }
    }

    @Test func errorsNameTheirLimit() {
        let chat =
            "1/15/21, 10:00 - Ann: one\n1/15/21, 10:01 - Bo: IMG-20210115-WA0000.jpg (file attached)\n"
        func error(_ set: (inout Limits) -> Void) -> ImportError? {
            var options = ImportOptions()
            set(&options.limits)
            return importFault { try ShippedImport.read(Array(chat.utf8), options: options) }
        }
        #expect(
            error { $0.messages = 1 }
                == .limit(.messages, limit: 1, actual: 2, at: "/messages"))
        #expect(error { $0.participants = 1 } == .limit(.participants, limit: 1, actual: 2, at: ""))
        #expect(
            error { $0.messageCharacters = 2 }
                == .limit(.messageCharacters, limit: 2, actual: 3, at: "/messages/0/text"))
        #expect(
            error { $0.attachments = 0 }
                == .limit(.attachments, limit: 0, actual: 1, at: "/messages/1/attachments"))
        #expect(
            error { $0.documentBytes = 10 }
                == .limit(.documentBytes, limit: 10, actual: chat.utf8.count, at: ""))
    }
}

/// Damaged exports are read or rejected: each fixture is damaged with a seeded generator.
@Suite struct MutationTests {
    private static let damages = 8

    @Test(arguments: Fixture.all)
    func damagedExportsAreReadOrRejected(fixture: Fixture) throws {
        let bytes = try fixture.bytes
        var options = try fixture.options
        options.limits.archiveBytes = 16 << 20
        var random = SeededRandom(seed: UInt64(bytes.count) &* 0x9E37_79B9)
        for _ in 0..<Self.damages {
            var damaged = bytes
            for _ in 0...random.below(4) { Self.damage(&damaged, &random) }
            guard
                let imported = try? ShippedImport.read(
                    damaged, name: try fixture.name, options: options,
                    password: try fixture.password)
            else { continue }
            Invariants.check(imported.conversation)
        }
    }

    /// Explicitly selected importers must handle any input.
    @Test(arguments: ImporterCatalog.all.map(\.name))
    func anyBytesAreReadOrRejected(importer: String) {
        var random = SeededRandom(seed: 7)
        let options = ImportOptions(from: importer)
        for fixture in Fixture.all {
            guard var bytes = try? fixture.bytes else { continue }
            if random.below(2) == 0 { Self.damage(&bytes, &random) }
            guard let imported = try? ShippedImport.read(bytes, options: options) else { continue }
            Invariants.check(imported.conversation)
        }
    }

    @Test(arguments: Fixture.all)
    func truncatedExportsAreReadOrRejected(fixture: Fixture) throws {
        let bytes = try fixture.bytes
        let options = try fixture.options
        for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 48)) {
            let cut = Array(bytes.prefix(length))
            guard let imported = try? ShippedImport.read(cut, options: options) else { continue }
            Invariants.check(imported.conversation)
        }
    }

    private static let pieces: [[UInt8]] =
        [
            "\n", "\r\n", ": ", "[", "]", "{", "}", "<", ">", "(", ")", "\"", "\\", "\\u0000",
            "\\ud800",
            "null", "-1", "1e999", "99999999999999999999", "\u{200E}", "\u{FFFC}", "\u{202E}",
            "\u{2068}@",
            "&#0;", "&#xD83D;", "<!DOCTYPE x>", "</div>", "PK\u{3}\u{4}", "true", "[]", "{}",
            "\"\"", "é", "😀",
        ].map { Array($0.utf8) } + [[0xFF], [0x00], [0xC3], [0xF0, 0x9F]]

    private static func damage(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
        guard !bytes.isEmpty else { return }
        let place = random.below(bytes.count)
        let length = min(random.below(64) + 1, bytes.count - place)
        switch random.below(6) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.removeSubrange(place..<place + length)
        case 2:
            bytes.insert(contentsOf: bytes[place..<place + length], at: random.below(bytes.count))
        case 3: bytes.insert(contentsOf: pieces[random.below(pieces.count)], at: place)
        case 4:
            bytes.replaceSubrange(
                place..<place + min(length, 4), with: pieces[random.below(pieces.count)])
        default: bytes.swapAt(place, random.below(bytes.count))
        }
    }
}
