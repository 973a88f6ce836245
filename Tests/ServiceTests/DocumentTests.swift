import Foundation
import Testing

/// Checked with qpdf and Poppler.
@Suite struct DocumentTests {
    private let talk =
        #"{"messages":[{"from":"ben","text":"Call 5551234567"},{"from":"ana","text":"Hello 😀"}],"#
        + #""options":{"redact":[{"pattern":"\\d{7,}"}]}}"#

    @Test func documentsAreArchivalByDefault() throws {
        let archival = try service.post(talk, to: "/render.pdf").body
        #expect(try tool(["qpdf", "--check", "FILE"], on: archival).code == 0)
        let packet = try tool(["pdfinfo", "-meta", "FILE"], on: archival).text
        #expect(packet.contains("<pdfaid:part>3</pdfaid:part>"))
        #expect(packet.contains("<pdfuaid:part>1</pdfuaid:part>"))
        let plain = try service.post(talk, to: "/render.pdf?archival=false").body
        #expect(try tool(["qpdf", "--check", "FILE"], on: plain).code == 0)
        #expect(try !tool(["pdfinfo", "-meta", "FILE"], on: plain).text.contains("pdfaid"))
        #expect(try service.post(talk, to: "/render.pdf?output.archival=false").body == plain)
    }

    @Test func metadataIsSetAndRedacted() throws {
        let query = "author=Ruiz%20%26%20Lind&subject=On%20Ben%20Ito&keywords=lake,%20Ben%20Ito,"
        let output = try tool(
            ["pdfinfo", "FILE"], on: service.post(talk, to: "/render.pdf?" + query).body
        ).text
        #expect(output.contains("Author:          Ruiz & Lind\n"))
        #expect(output.contains("Subject:         On Ben Ito\n"))
        #expect(output.contains("Keywords:        lake, Ben Ito\n"))
        let list = #"{"messages": ["Hi"], "output": {"keywords": ["a, b", null, "c"]}}"#
        let listed = try tool(["pdfinfo", "FILE"], on: service.post(list, to: "/render.pdf").body)
        #expect(listed.text.contains("Keywords:        a, b, c\n"))
        let hidden = try service.post(talk, to: "/render.pdf?\(query)&redact.pattern=Ben%20Ito")
            .body
        for form in [["pdfinfo", "FILE"], ["pdfinfo", "-meta", "FILE"]] {
            let text = try tool(form, on: hidden).text
            #expect(text.contains("Ruiz") && !text.contains("Ito"))
        }
    }

    /// On every page, by both engines; a watermark that names redacted content is redacted too.
    @Test(arguments: ["", "&engine=cairo"]) func watermarkIsOnEveryPage(engine: String) throws {
        let lines = Array(repeating: "\"Hi\"", count: 60).joined(separator: ",")
        func text(_ query: String) throws -> String {
            let answer = try service.render(
                "{\"messages\": [\(lines)]}", to: "/render.pdf?page.size=a5&\(query)\(engine)")
            #expect(try tool(["qpdf", "--check", "FILE"], on: answer.body).code == 0)
            return try pageText(of: answer.body)
        }
        let marked = try text("page.watermark=DRAFT&page.watermark.angle=0")
        let pages = marked.split(separator: "\u{C}").filter { $0.contains("Hi") }
        #expect(pages.count > 1)
        #expect(pages.allSatisfy { $0.contains("DRAFT") })
        #expect(try !text("page.watermark=DRAFT%20of%20Lind&redact.pattern=Lind").contains("Lind"))
        let refused = try service.post(
            talk, to: "/render.pdf?page.watermark=A&page.watermark.angle=91")
        #expect(refused.status == 422)
    }

    /// ISO 32000-1, table 46: the checksum shows readers whether an embedded file is complete.
    @Test func embeddedFilesHaveChecksums() throws {
        let document = try InProcessService().post(talk, to: "/render.pdf").body
        let listed = try tool(["qpdf", "--json", "--json-key=attachments", "FILE"], on: document)
            .text
        let script = "pdfdetach -save 1 -o /dev/stdout \"$1\" | md5sum | cut -c1-32"
        let sum = try tool(["sh", "-c", script, "sh", "FILE"], on: document).text
        #expect(sum.count == 33)
        #expect(listed.contains("\"checksum\": \"" + sum.dropLast() + "\""))
    }

    @Test func embeddedConversationIsRedacted() throws {
        let document = try service.post(talk, to: "/render.pdf").body
        let attached = try tool(
            ["pdfdetach", "-save", "1", "-o", "/dev/stdout", "FILE"], on: document)
        #expect(!attached.text.contains("5551234567"))
        let again = try service.post(attached.text, to: "/validate")
        #expect(again.status == 200)
        #expect(again.text.contains(#""messages":2"#))
        #expect(again.text.contains(#""warning_count":0"#))
    }

    @Test func documentsStateOnlyAGivenCreationDate() throws {
        let dated = #"{"messages":["Hi"],"output":{"page":{"footer":"made {date}"}}}"#
        let silent = try service.post(dated, to: "/render.pdf").body
        let facts = try tool(["pdfinfo", "FILE"], on: silent).text
        #expect(!facts.contains("CreationDate") && !facts.contains("ModDate"))
        #expect(
            try !tool(["pdfinfo", "-meta", "FILE"], on: silent).text.contains("xmp:CreateDate"))
        #expect(try tool(["pdftotext", "FILE", "-"], on: silent).text.contains("made not stated"))
        let pdf = try service.post(
            dated, to: "/render.pdf?created=2026-05-31T23:40:00.5%2B02:00"
        ).body
        let info = try tool(["pdfinfo", "-isodates", "FILE"], on: pdf).text
        #expect(info.contains("CreationDate:    2026-05-31T23:40:00+02"))
        #expect(try tool(["pdftotext", "FILE", "-"], on: pdf).text.contains("made 2026-05-31"))
        #expect(try service.post(dated, to: "/render.pdf?created=soon").status == 422)
    }

    @Test func endlessPagesSplitAtTheLargestPageSize() throws {
        let few = #"{"messages":["Hi","Hello","How are you?"]}"#
        let one = try service.post(few, to: "/render.pdf?page.size=endless").body
        #expect(try tool(["pdfinfo", "FILE"], on: one).text.contains(/Pages: +1\n/))
        let many =
            "{\"messages\":[" + Array(repeating: "\"Hi\"", count: 900).joined(separator: ",") + "]}"
        let long = try service.post(many, to: "/render.pdf?page.size=endless").body
        let sizes = try tool(["pdfinfo", "-l", "9", "FILE"], on: long).text
            .matches(of: /size: +\d+ x ([\d.]+)/).compactMap { Double($0.1) }
        #expect(sizes.count > 1 && sizes.allSatisfy { $0 <= 14_400 })
    }

    /// A right-to-left table has its first column on the right.
    @Test func columnsFollowTheReadingDirection() throws {
        func lefts(_ cells: [String]) throws -> [Double] {
            let table = "| \(cells[0]) | \(cells[1]) |\\n|---|---|\\n| 31 | 77 |"
            let document = try service.post(
                #"{"messages":[{"text":"\#(table)","format":"markdown"}]}"#, to: "/render.pdf"
            ).body
            let words = try tool(["pdftotext", "-bbox", "FILE", "-"], on: document).text
            return try ["31", "77"].map { word in
                let place = try Regex("xMin=\"([0-9.]+)\"[^>]*>\(word)<")
                let left = words.firstMatch(of: place)?.output[1].substring
                return try #require(left.flatMap { Double($0) })
            }
        }
        let latin = try lefts(["Name", "Age"])
        #expect(latin[0] < latin[1])
        let arabic = try lefts(["الاسم", "العمر"])
        #expect(arabic[0] > arabic[1])
    }

    @Test func timesAfterAPauseAreNotHeadings() throws {
        let talk =
            #"{"theme":"imessage","messages":[{"text":"Hi","at":"2026-05-31T09:00:00Z"},"#
            + #"{"text":"Ho","at":"2026-05-31T15:00:00Z"}]}"#
        let document = try service.post(talk, to: "/render.pdf").body
        let structure = try tool(["pdfinfo", "-struct", "FILE"], on: document).text
        // Only the day is a heading: there is no title.
        #expect(structure.matches(of: /H1|H2/).count == 1)
    }

    @Test func invalidLanguageTagsAreReported() throws {
        let talk = #"{"messages":[{"text":"Hi","lang":"not a tag"},{"text":"Ho","lang":"de_DE"}]}"#
        let document = try service.post(talk, to: "/render.pdf").body
        let json = try tool(["qpdf", "--json=2", "--json-key=qpdf", "FILE"], on: document).text
        #expect(!json.contains("u:not a tag") && json.contains("u:de-DE"))
        let strict = try service.post(talk, to: "/render.pdf?strict=true")
        #expect(strict.status == 422)
        #expect(String(decoding: strict.body, as: UTF8.self).contains("/messages/0/lang"))
    }

    @Test func pageTextAndColumnsAreParameters() throws {
        let talk =
            "{\"messages\":[" + Array(repeating: "\"Hi\"", count: 90).joined(separator: ",") + "]}"
        func pages(_ query: String) throws -> Int {
            let document = try service.post(talk, to: "/render.pdf?strict=true&" + query).body
            let facts = try tool(["pdfinfo", "FILE"], on: document).text
            return facts.firstMatch(of: /Pages: +(\d+)/).flatMap { Int($0.1) } ?? 0
        }
        #expect(try pages("page.columns=2") < pages("page.text=20"))
    }

    @Test func documentsStateWhatWasFiltered() throws {
        let talk =
            #"{"theme":"imessage","title":"Trip","messages":[{"text":"Hi","from":"Ben"},"#
            + #"{"text":"Ho","from":"Cem"},{"text":"He","from":"Ben"}]}"#
        let document = try service.post(talk, to: "/render.pdf?filter.from=Ben").body
        let text = try tool(["pdftotext", "FILE", "-"], on: document).text
        #expect(text.contains("1 message left out: from"))
        #expect(text.contains("Trip") && text.contains("Cem"))
    }
}
