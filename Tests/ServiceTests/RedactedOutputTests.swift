import Foundation
import TestSupport
import Testing

/// Outputs must reveal nothing about redacted content: neither the content nor its length.
@Suite struct RedactedOutputTests {
    /// The hidden values of one of two conversations that differ only in redacted content.
    private struct Secret {
        let id: String
        let name: String
        let handle: String
        let words: String
        let number: String
        let picture: String
        let size: Int
        let address: String
        let color: String
    }

    private static let short = Secret(
        id: "p7", name: "李明", handle: "@lm", words: "Ja", number: "1234567",
        picture: TestImage.pair,
        size: 3, address: "https://x.org/%E6%9D%8E%E6%98%8E", color: "#ff0000")
    private static let long = Secret(
        id: "participant-with-a-long-id", name: "Alexander Maximilian Zu Weiß",
        handle: "+49 151 998877", words: String(repeating: "A long secret. ", count: 40),
        number: "123456789012345", picture: TestImage.fifteen, size: 4_000_000,
        address: "https://alexander-maximilian.example.com/alexander%20maximilian%20zu%20weiss",
        color: "#00ff00")

    private static func talk(_ secret: Secret) -> String {
        let picture = #""src":{"data":"\#(TestImage.pair)"}"#
        return #"""
            {"title":"Ana & \#(secret.name)","me":"ana","kind":"group","participants":[{"id":"ana","name":"Ana"},
              {"id":"\#(secret.id)","name":"\#(secret.name)","handle":"\#(secret.handle)","color":"\#(secret.color)",
               "avatar":"data:image/png;base64,\#(secret.picture)","role":"\#(secret.words)"},{"id":"cem","name":"Cem"}],
             "messages":[
              {"id":"\#(secret.name)-1","from":"\#(secret.id)","at":"2026-05-31T09:40:00Z","text":"\#(secret.words)","lang":"de"},
              {"id":"m2","from":"ana","at":"2026-06-01T09:41:00Z","text":"Hi \#(secret.name), \#(secret.handle)? Call \#(secret.number) or see \#(secret.address) now",
               "reply_to":"\#(secret.name)-1","reactions":[{"emoji":"👍","by":["\#(secret.id)"]}]},
              {"from":"\#(secret.id)","at":"2026-06-01T09:42:00Z","attachments":[{"kind":"image","src":{"data":"\#(secret.picture)"},
                "caption":"\#(secret.words)","alt":"\#(secret.words)","name":"\#(secret.words).png"},
                {"kind":"voice","duration":\#(secret.size),"waveform":[1,\#(secret.size)],"transcript":"\#(secret.words)"},
                {"kind":"file","name":"\#(secret.words).pdf","size":\#(secret.size)}]},
              {"from":"\#(secret.id)","at":"2026-06-01T09:43:00Z","poll":{"question":"\#(secret.words)","options":["\#(secret.words)","b"]},
               "effect":"\#(secret.words)","unknown \#(secret.words)":1,"edited":{"history":[{"text":"\#(secret.words)"}]}},
              {"from":"ana","at":"2026-06-01T09:44:00Z","attachments":[{"kind":"image",\#(picture),"caption":"With \#(secret.name)","alt":"\#(secret.name)","name":"\#(secret.name).png"}],
               "link":{"url":"\#(secret.address)","title":"\#(secret.name)"},"translation":{"lang":"de","text":"Mit \#(secret.name)"},
               "edited":{"history":[{"text":"no \#(secret.name)"}]}},
              {"from":"cem","at":"2026-06-01T09:45:00Z","text":"x","forwarded":{"from":"\#(secret.name)"},"reply_to":{"from":"\#(secret.handle)","text":"\#(secret.words)"}},
              {"from":"cem","at":"2026-06-01T09:46:00Z","location":{"lat":\#(secret.size % 60),"lon":2,"name":"\#(secret.name)'s flat"}},
              {"kind":"system","at":"2026-06-01T09:47:00Z","system":{"action":"member_added","actors":["ana"],"targets":["\#(secret.id)"]}},
              {"from":"cem","at":"2026-06-01T09:48:00Z","poll":{"question":"Who?","options":[{"text":"\#(secret.name)","voters":["\#(secret.id)","ana"]}]}},
              {"from":"ana","at":"2026-06-01T09:49:00Z","text":"**\#(secret.number)** `\#(secret.name)`","format":"markdown"}],
             "output":{"filename":"chat with \#(secret.name)","page":{"header":"{title} \#(secret.name)"}},
             "options":{"show":{"header":true,"names":"always","edits":true,"reaction_names":true},
              "redact":[{"participant":"\#(secret.id)"},{"pattern":"\\d{7,}"}]}}
            """#
    }

    private static let outputs = [
        "/render.png", "/render.pdf", "/render.pdf?archival=false", "/render.svg", "/render.zip",
        "/render.json", "/render.pdf?split_by=month", "/render.svg?theme=whatsapp&mode=dark",
        "/render.json?split_by=1", "/render.svg?theme=susi", "/render.pdf?theme=print",
        "/render.pdf?profile=evidence", "/render.pdf?profile=evidence&split_by=day", "/validate",
        "/import", "/render.rsmf", "/render.production",
        "/render.bag", "/render.bag?profile=evidence&split_by=day",
    ]

    @Test func outputsDoNotDependOnRedactedContent() throws {
        for path in Self.outputs {
            let one = try service.render(Self.talk(Self.short), to: path)
            let other = try service.render(Self.talk(Self.long), to: path)
            #expect(one.body == other.body, "\(path)")
            #expect(
                one.header("content-disposition") == other.header("content-disposition"), "\(path)")
            #expect(
                one.header("chatprint-warnings") == other.header("chatprint-warnings"), "\(path)")
        }
    }

    @Test func outputsContainNoAliasOfARedactedPerson() throws {
        for secret in [Self.short, Self.long] {
            let aliases = [secret.name, secret.handle, secret.number, secret.words, secret.address]
                .filter { $0.count > 3 || !$0.allSatisfy(\.isASCII) }
            for path in Self.outputs
            where path.contains("pdf") || path.contains("svg") || path.contains("json")
                || path == "/import"
            {
                let answer = try service.post(Self.talk(secret), to: path)
                for text in try texts(of: answer.body, path).map({ $0.lowercased() }) {
                    for alias in aliases {
                        #expect(!text.contains(alias.lowercased()), "\(path) \(alias)")
                    }
                }
            }
        }
    }

    /// For a PDF: the uncompressed document, its text and its attachments.
    private func texts(of body: Data, _ path: String) throws -> [String] {
        let plain = String(decoding: body, as: UTF8.self)
        guard path.contains("pdf"), !path.contains("split_by") else { return [plain] }
        let tools = [
            ["qpdf", "--qdf", "--object-streams=disable", "FILE", "-"],
            ["pdftotext", "FILE", "-"], ["pdfinfo", "-struct-text", "FILE"],
            ["pdfdetach", "-save", "1", "-o", "/dev/stdout", "FILE"],
        ]
        return try [plain] + tools.map { try tool($0, on: body).text }
    }

    /// Includes documents, and the base64 parts and archives of mails.
    private func texts(inside archive: UnpackedZIP) throws -> [String] {
        try archive.files.flatMap { name, data in
            let plain = String(decoding: data, as: UTF8.self)
            if name.hasSuffix(".pdf") { return try [name] + texts(of: data, "pdf") }
            guard name.hasSuffix(".rsmf") else { return [name, plain] }
            let parts = plain.components(separatedBy: "\r\n\r\n").compactMap { part in
                Data(
                    base64Encoded: part.components(separatedBy: "\r\n--")[0]
                        .replacing("\r\n", with: ""))
            }
            let zips = parts.filter { $0.starts(with: Data("PK".utf8)) }
            #expect(zips.count == 1)
            return try [name, plain] + parts.map { String(decoding: $0, as: UTF8.self) }
                + zips.flatMap { try texts(inside: UnpackedZIP($0)) }
        }
    }

    private func texts(inOrOf answer: Answer, _ path: String) throws -> [String] {
        answer.header("content-type") == "application/zip"
            ? try texts(inside: UnpackedZIP(answer.body)) : try texts(of: answer.body, path)
    }

    /// The forms that a person's name has in a chat; "Zeb" remains.
    private static let forms = #"""
        {"title":"Zebulon","me":"ana","participants":[{"id":"ana","name":"Ana"},
          {"id":"z","name":"Zebulon Quackenbush","handle":"@zebq"}],
         "emoji":[{"name":"zebulon","src":{"data":"\#(TestImage.pair)"}}],
         "messages":[{"id":"zebulon-1","from":"z","at":"2026-05-31T09:40:00Z","text":"I am Zebulon"},
          {"from":"ana","at":"2026-05-31T09:41:00Z","format":"markdown","text":"Zeb? **Zebulon**, [cv](https://y.example/?q=Zebulon+Quackenbush) https://y.example/%5Aebulon%20Quackenbush zebulon_quackenbush &#90;ebulon Z. Q. `quackenbush` :zebulon: @quackenbush7 [m](mailto:zebulon.quackenbush@y.example)",
           "reactions":[{"emoji":":zebulon:","by":["z"]}],"link":{"url":"https://zebulon-quackenbush.example/","title":"Quackenbush"}},
          {"from":"ana","at":"2026-05-31T09:42:00Z","attachments":[{"kind":"image","src":{"data":"\#(TestImage.pair)"},"name":"cv-zebulon.png","alt":"Quackenbush","caption":"by Zebulon"},
            {"kind":"file","name":"quackenbush.pdf"},{"kind":"contact"}],"contact":{"name":"Quackenbush","emails":["zebulon@y.example"]}}],
         "output":{"filename":"zebulon","author":"Quackenbush","page":{"header":"Zebulon"},
           "custodian":"Zebulon Quackenbush","bag":{"contact_name":"Quackenbush"},
           "production":{"volume":"ZEBULON"}},
         "options":{"redact":[{"participant":"z"}]}}
        """#

    @Test(arguments: [
        "/render.png", "/render.pdf", "/render.pdf?archival=4f", "/render.pdf?profile=evidence",
        "/render.pdf?engine=cairo", "/render.svg", "/render.svg?fonts=system", "/render.html",
        "/render.json", "/render.zip", "/render.txt", "/render.md", "/render.csv", "/render.mbox",
        "/render.rsmf", "/render.bag", "/render.production", "/import", "/validate",
    ])
    func outputsContainNoFormOfARedactedName(path: String) throws {
        let answer = try service.render(Self.forms, to: path)
        var texts = try texts(inOrOf: answer, path)
        texts += answer.headers.map { $0.key + ": " + $0.value }
        for text in texts {
            for secret in ["zebulon", "quackenbush", "%5aebulon", "#90;ebulon", "Z. Q."] {
                #expect(!text.lowercased().contains(secret.lowercased()), "\(secret)")
            }
        }
        // Readers of an output do not learn which words resemble the name.
        if path == "/render.json" { #expect(!answer.text.contains("similar")) }
        if path == "/validate" {
            #expect(answer.text.contains("1 word similar to the name kept: Zeb (1, /messages/1)"))
        }
    }

    /// Every form of the held-out list, in every text format and in the text of a PDF. The five forms
    /// that the rule keeps are listed by `NameFormTests`.
    @Test(arguments: [
        "/render.txt", "/render.md", "/render.csv", "/render.mbox", "/render.rsmf", "/render.html",
        "/render.svg?fonts=system", "/render.pdf", "/import",
    ])
    func outputsContainNoInflectedFormOfARedactedName(path: String) throws {
        let list = String(
            decoding: try RunningService.file("Tests/Fixtures/Redaction/forms.txt"), as: UTF8.self)
        let people = list.split(separator: "\n").map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let kept = ["mäkisen", "veikolle", "игорю", "radce", "zdenka"]
        let participants = people.enumerated().map { #"{"id":"zz-\#($0)","name":"\#($1[1])"}"# }
        let rules = people.indices.map { #"{"participant":"zz-\#($0)"}"# }
        let talk =
            #"{"participants":[{"id":"a","name":"Qq"},\#(participants.joined(separator: ","))],"#
            + #""messages":[\#(people.map { #"{"from":"a","at":"2026-05-31T09:40:00Z","text":"\#($0[2])"}"# }.joined(separator: ","))],"#
            + #""options":{"redact":[\#(rules.joined(separator: ","))]}}"#
        let texts = try texts(inOrOf: service.render(talk, to: path), path)
        // Markdown escapes the brackets of the mark.
        #expect(texts.contains { $0.contains("redacted") })
        let forms = people.flatMap { $0[2].split(separator: " ").map(String.init) }
        for form in forms where !kept.contains(form) {
            #expect(!texts.contains { $0.contains(form) }, "\(form)")
        }
    }

    @Test func factsStateRedactionConfidenceOnRequest() throws {
        let path = "/render.pdf?profile=evidence"
        func facts(_ path: String) throws -> String {
            try texts(of: InProcessService().post(Self.forms, to: path).body, path)[2]
        }
        #expect(!(try facts(path).contains("Similar words left")))
        let asked = try facts(path + "&show.redactions=true")
        #expect(asked.contains("Redacted by a part of a name"))
        #expect(asked.contains("Similar words left"))
    }

    @Test func eachRedactedSpanIsReadAsOneMark() throws {
        let body = try service.post(
            #"{"messages":[{"from":"a","text":"so 1234567 and 12345678901 are"}],"options":{"redact":[{"pattern":"\\d{7,}"}]}}"#,
            to: "/render.pdf"
        ).body
        let texts = try texts(of: body, "/render.pdf")
        #expect(texts[2].contains("so [redacted] and [redacted]"))
        #expect(!texts.joined().contains("█"))
    }
}
