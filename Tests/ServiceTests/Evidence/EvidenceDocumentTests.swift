import Foundation
import TestSupport
import Testing

@Suite struct EvidenceDocumentTests {
    private static let talk = #"""
        {"title":"Rent","me":"ana","timezone":"Europe/Berlin",
         "participants":[{"id":"ana","name":"Ana","handle":"+34 600"},{"id":"ben","name":"Ben"}],
         "messages":[
          {"id":"a","from":"ben","at":"2026-03-28T10:00:00","text":"When?"},
          {"id":"b","from":"ana","at":"2026-03-29T10:00:00+02:00","text":"Now","edited":{"history":[{"text":"Later"}]}},
          {"id":"c","from":"ben","at":"2026-03-30T10:00:00+02:00","attachments":[{"kind":"image","name":"../x/flat.png","src":{"data":"PICTURE"}}]},
          {"id":"d","from":"ben","attachments":[{"kind":"image","name":"lost.jpg","src":{"file":"lost.jpg"}}]}]}
        """#.replacing("PICTURE", with: TestImage.pair)

    private func document(_ query: String = "", _ talk: String = talk) throws -> Data {
        try service.render(talk, to: "/render.pdf?profile=evidence" + query).body
    }

    private func files(_ document: Data) throws -> [String] {
        try tool(["pdfdetach", "-list", "FILE"], on: document).text.split(separator: "\n")
            .dropFirst().compactMap { $0.split(separator: ": ").last.map(String.init) }
    }

    @Test func firstPageDescribesTheDocument() throws {
        let document = try document("&filter.before=2026-03-30&created=2026-05-31T09:40:00Z")
        let text = try pageText(of: document)
        for line in [
            "Bytes \(Self.talk.utf8.count)", "Read as Chatprint JSON",
            "Theme print", "Made at 2026-05-31 11:40:00 +02:00", "Time zone Europe/Berlin",
            "Times without an offset 1, clock times among them read as Europe/Berlin",
            "In the source 4", "Left out (before) 2", "In this document 2",
            "First and last number #1 – #2",
        ] {
            #expect(text.contains(line), "\(line)")
        }
        #expect(text.contains("2026-03-29 03:00:00 +02:00 (GMT+1 → GMT+2)"))
        #expect(text.contains("ana Ana\nYou"))
        // The request gave no file name.
        #expect(!text.contains("Source file"))
        #expect(try tool(["qpdf", "--check", "FILE"], on: document).code == 0)
    }

    /// Each picture is shown complete after the messages and links back to those that show it.
    @Test func picturesAreAppendedInFull() throws {
        let document = try document()
        let text = try pageText(of: document)
        let last = String(text.split(separator: "\u{C}").last { $0.contains("SHA-256") } ?? "")
        #expect(
            last.contains("Photo 1 / 1\nName ../x/flat.png\nRead as image/png, 2 × 1\nBytes 72\n"))
        #expect(last.contains("#3 · Ben · 2026-03-30 10:00:00 +02:00"))
        let json = try tool(["qpdf", "--json=2", "--json-key=qpdf", "FILE"], on: document).text
        let leads = json.matches(of: /"\/D": "u:([a-z]+-[0-9]+)"/).map { String($0.1) }
        #expect(Set(leads) == ["picture-0", "message-2"])
        for name in leads { #expect(json.contains("\"u:\(name)\",\n")) }
    }

    /// In other documents, cards, polls and quotations show their beginning.
    @Test func nothingIsCut() throws {
        func words(_ sign: String, _ count: Int) -> [String] { (1...count).map { "\(sign)\($0)" } }
        let subject = words("subject", 60).joined(separator: " ")
        let quote = words("quote", 60).joined(separator: " ")
        let card = words("card", 120).joined(separator: " ")
        let voters = words("voter", 20).map { "\"\($0)\"" }.joined(separator: ",")
        let buttons = words("button", 22).map { #"{"text":"\#($0)"}"# }.joined(separator: ",")
        let names = words("person", 9).map { "\"\($0)\"" }.joined(separator: ",")
        let document = try document(
            "",
            #"""
            {"messages":[{"from":"a","subject":"\#(subject)","text":"x","reply_to":{"text":"\#(quote)"}},
              {"from":"b","poll":{"question":"q","options":[{"text":"o","voters":[\#(voters)]}]}},
              {"from":"a","attachments":[{"kind":"card","text":"\#(card)","buttons":[\#(buttons)]}]},
              {"kind":"system","system":{"action":"member_added","actors":["a"],"targets":[\#(names)]}}]}
            """#)
        let text = try pageText(of: document)
        for (sign, count) in [
            ("subject", 60), ("quote", 60), ("card", 120), ("voter", 20), ("button", 22),
            ("person", 9),
        ] {
            #expect(words(sign, count).filter { !text.contains($0) }.isEmpty)
        }
    }

    @Test func redactionCodesAreOnBarsAndInTables() throws {
        let document = try document("&redact.pattern=Now&redact.reason=PRIV")
        let text = try pageText(of: document)
        #expect(text.contains("[redacted: PRIV]") && !text.contains("Now"))
        #expect(text.contains("– PRIV 1"))
        // The document states nothing that identifies the bytes of the picture.
        #expect(text.contains("Photo 1 / 1") && !text.contains("Bytes 72"))
    }

    @Test func archival4fClaimsPDFA4f() throws {
        let document = try document("&archival=4f")
        #expect(document.starts(with: Data("%PDF-2.0".utf8)))
        let packet = try tool(["pdfinfo", "-meta", "FILE"], on: document).text
        for claim in [
            "<pdfaid:part>4</pdfaid:part>", "<pdfaid:rev>2020</pdfaid:rev>",
            "<pdfaid:conformance>F</pdfaid:conformance>", "<pdfuaid:part>2</pdfuaid:part>",
            "<pdfuaid:rev>2024</pdfuaid:rev>",
        ] {
            #expect(packet.contains(claim), "\(claim)")
        }
        #expect(!packet.contains("pdfaExtension") && packet.contains("chatprint:chain"))
        let json = try tool(["qpdf", "--json=2", "--json-key=qpdf", "FILE"], on: document).text
        let trailer = try tool(["qpdf", "--show-object=trailer", "FILE"], on: document).text
        #expect(trailer.contains("/Root") && !trailer.contains("/Info"))
        #expect(json.contains("http://iso.org/pdf2/ssn") && json.contains("\"/SD\""))
        let refused = try service.post(Self.talk, to: "/render.pdf?archival=5")
        #expect(refused.status == 422)
        #expect(String(decoding: refused.body, as: UTF8.self).contains("\"4f\""))
    }

    @Test func filesThatTheDocumentLacksAreListed() throws {
        let lost = #"{"kind":"image","name":"lost.jpg","src":{"file":"lost.jpg"}}"#
        let talk = Self.talk.replacing(
            lost, with: lost + #",{"kind":"video","name":"walk.mp4","size":7000}"#)
        let text = try pageText(of: document("", talk))
        #expect(text.contains("Files not in this document"))
        #expect(text.contains("#4 lost.jpg not included"))
        #expect(text.contains("#4 walk.mp4 Not available\n"))
        #expect(text.contains("Attachments 3\n– Files not in this document 2\n"))
    }

    private func detached(_ name: String, from document: Data) throws -> String {
        try tool(["pdfdetach", "-savefile", name, "-o", "/dev/stdout", "FILE"], on: document).text
    }

    @Test func sourceAndMediaAreEmbeddedUnchanged() throws {
        let document = try document()
        #expect(
            try files(document) == [
                "conversation.json", "manifest.json", "media-0001-flat.png", "source-received.json",
            ])
        #expect(try detached("source-received.json", from: document) == Self.talk)
        // The embedded conversation names the files beside it and can be rendered with them.
        #expect(
            try detached("conversation.json", from: document)
                .contains(#""src":{"file":"media-0001-flat.png"}"#))
    }

    @Test func redactedDocumentsHoldNoOriginals() throws {
        let document = try document("&redact.message=a")
        #expect(try files(document) == ["conversation.json", "manifest.json"])
        let text = try pageText(of: document)
        #expect(text.contains("SHA-256 withheld, since something is redacted"))
        #expect(!text.contains("When?"))
    }

    private func expectIdentical(_ document: Data, _ label: String = "") throws {
        let text = try verified(document).text
        #expect(text.contains(#""verdict":"identical""#), "\(label): \(text)")
    }

    private func verified(_ document: Data, _ query: String = "") throws -> Answer {
        try service.verify(document, query)
    }

    @Test(arguments: [
        "", "&redact.pattern=Now&redact.reason=PRIV", "&order=desc", "&filter.from=ben",
        "&archival=4f", "&page.watermark=DRAFT&page.header={title}&page.size=letter",
        "&page.bates.prefix=ABC-&page.exhibit=A&page.legend=SECRET&show.utc=true&page.columns=1",
        "&theme=whatsapp&theme.bubble.radius=3&theme.bubble.text=%23123456",
        "&created=2026-05-31T09:40:00Z",
        "&author=Ana&subject=Rent&keywords=a,b&filename=x&locale=de-DE&grayscale=true",
        "&filter.after=2026-03-29&filter.limit=1&mode=dark",
    ])
    func unchangedDocumentsRedrawIdentically(query: String) throws {
        // Without the pictures, which a redacted document does not hold.
        let lines = Self.talk.split(separator: "\n").prefix(5).joined(separator: "\n")
        let talk = query.contains("redact") ? String(lines.dropLast()) + "]}" : Self.talk
        try expectIdentical(document(query, talk), query)
    }

    /// Redaction does not search pictures, so the document does not hold them.
    @Test func redactedDocumentsWithPicturesAreNotRedrawn() throws {
        let answer = try verified(document("&redact.message=a"))
        #expect(answer.text.contains(#""verdict":"not-drawn""#), "\(answer.text)")
        #expect(answer.text.contains("does not contain its pictures"))
    }

    @Test func avatarsAndEmojiAreEmbedded() throws {
        let talk = Self.talk.replacing(
            #""handle":"+34 600""#,
            with: #""handle":"+34 600","avatar":{"data":"\#(TestImage.pair)"}"#
        ).replacing(
            #""title":"Rent""#,
            with: #""title":"Rent","emoji":[{"name":"wave","src":{"data":"\#(TestImage.pair)"}}]"#
        ).replacing("When?", with: "When :wave:?")
        let document = try document("&theme=whatsapp&show.avatars=always", talk)
        #expect(try files(document).contains { $0.hasPrefix("media-0002") })
        try expectIdentical(document)
    }

    /// Parts number their pages and messages as in the whole conversation.
    @Test func partsRedrawIdentically() throws {
        let answer = try service.post(
            Self.talk, to: "/render.pdf?profile=evidence&split_by=day&filter.from=ben")
        let parts = try UnpackedZIP(answer.body).files.filter { $0.key.hasSuffix(".pdf") }
        #expect(parts.count == 2)
        for (part, document) in parts { try expectIdentical(document, part) }
    }

    private func rewritten(_ document: Data, _ options: [String]) throws -> Data {
        try tool(["qpdf", "FILE"] + options + ["-"], on: document).data
    }

    /// A copy by another program is not the original, even if a viewer shows the same.
    @Test func rewrittenCopiesAreChanged() throws {
        let document = try document()
        for options in [
            ["--object-streams=generate", "--linearize"], ["--qdf"], ["--stream-data=uncompress"],
        ] {
            let answer = try verified(rewritten(document, options))
            #expect(answer.text.contains(#""verdict":"changed""#), "\(answer.text)")
            #expect(answer.text.contains(#""kind":"bytes""#), "\(options): \(answer.text)")
        }
        let less = try verified(rewritten(document, ["--pages", ".", "1-2", "--"]))
        #expect(less.text.contains(#""verdict":"changed""#), "\(less.text)")
    }

    private func chain(of document: Data) throws -> String {
        let text = try verified(document).text
        return String(try #require(text.firstMatch(of: /"chain":"([0-9a-f]{64})"/)?.1))
    }

    /// The first digits of the chain are on every page.
    @Test func chainIsInEveryFooter() throws {
        let document = try document()
        let chain = try chain(of: document)
        let text = try tool(["pdftotext", "FILE", "-"], on: document).text
        let pages = text.split(separator: "\u{C}", omittingEmptySubsequences: false).dropLast()
        #expect(pages.count > 1)
        #expect(pages.allSatisfy { $0.contains("· \(chain.prefix(8))") })
        #expect(
            try tool(["pdfinfo", "-meta", "FILE"], on: document).text
                .contains("<chatprint:chain>\(chain)<"))
        let other = try service.verify(document, "?chain=00")
        #expect(other.text.contains(#""kind":"other-chain""#))
        for (query, words) in [
            ("chian=00", #""did_you_mean":"chain""#), ("x=1", #""allowed":["chain"]"#),
            ("chain=00&chain=\(chain)", "only once"),
        ] {
            let wrong = try service.verify(document, "?" + query)
            #expect(wrong.status == 422 && wrong.text.contains("/problems/invalid-parameter"))
            #expect(wrong.text.contains(words), "\(query)")
        }
    }

    @Test func otherDocumentsAreReportedAsNotEvidence() throws {
        let plain = try service.post(Self.talk, to: "/render.pdf").body
        #expect(try verified(plain).text.contains(#""verdict":"not-evidence""#))
        let words = try service.post("Hello", to: "/verify", ["Content-Type: application/pdf"])
        #expect(words.status == 422)
        #expect(words.text.contains("unreadable-document"))
    }

    @Test(arguments: ["archival=false", "engine=cairo", "page.size=endless", "theme=susi"])
    func optionsUnfitForEvidenceAreRejected(query: String) throws {
        #expect(
            try service.post(Self.talk, to: "/render.pdf?profile=evidence&" + query).status == 422)
    }

    /// At their position in the conversation. The criterion itself is not shown, since it may be
    /// confidential.
    @Test func omissionsAreMarkedAmongTheMessages() throws {
        func text(_ query: String) throws -> String { try pageText(of: document(query)) }
        let before = try text("&filter.before=2026-03-30")
        #expect(before.contains("#3–#4 omitted: before=2026-03-2"))
        let from = try text("&filter.from=ben")
        #expect(from.contains("#2 omitted: from\n"))
        let order = try #require(from.firstRange(of: "When?"))
        let gap = try #require(from.firstRange(of: "#2 omitted"))
        let next = try #require(from.firstRange(of: "ID c"))
        #expect(order.lowerBound < gap.lowerBound && gap.lowerBound < next.lowerBound)
        #expect(try text("&filter.limit=1&order=desc").contains("#1–#3 omitted: limit=1"))
        #expect(try !text("").contains("omitted"))
    }

    /// Stamps are on every page and in its label, and continue through parts.
    @Test func pagesAreStampedAndLabeled() throws {
        let query =
            "&page.bates.prefix=ABC-&page.bates.start=9&page.bates.digits=4"
            + "&page.exhibit=Exhibit%20A&page.legend=CONFIDENTIAL"
        let document = try document(query)
        let text = try pageText(of: document)
        let pages = text.split(separator: "\u{C}", omittingEmptySubsequences: false).dropLast()
        #expect(pages.count == 3)
        #expect(pages[0].contains("ABC-0009") && pages[1].contains("ABC-0010"))
        #expect(pages.allSatisfy { $0.contains("Exhibit A") && $0.contains("CONFIDENTIAL") })
        let json = try tool(["qpdf", "--json", "--json-key=pagelabels", "FILE"], on: document)
        #expect(json.text.contains(#""/P": "u:ABC-000""#))
        #expect(json.text.contains(#""/P": "u:ABC-00""#) && json.text.contains(#""/St": 10"#))
        let plain = try service.post(Self.talk, to: "/render.pdf?page.margin=0&page.legend=SECRET")
        #expect(try pageText(of: plain.body).contains("SECRET"))
    }

    /// Requests whose redaction changes what the document says about itself.
    @Test(arguments: [
        // A replaced ID equals another participant's.
        #"{"participants":[{"id":"participant-2","name":"Ada"},{"id":"cem","name":"Cem"}],"messages":[{"from":"participant-2","text":"a"},{"from":"cem","text":"b"}],"options":{"redact":[{"participant":"cem","as":"Person C"}]}}"#,
        // A quotation comes from the redacted message.
        #"{"messages":[{"id":"m","from":"ben","text":"my pin is secretword"},{"from":"a","text":"ok","reply_to":{"id":"m","text":"my pin is secretwo…"}}],"options":{"redact":[{"pattern":"secretword"}]}}"#,
        // The tables state how certain the redactions are.
        #"{"participants":[{"id":"u1","name":"Zebulon Quackenbush"},{"id":"a","name":"Ann"}],"messages":[{"from":"a","text":"hi Zebulon, or Zebulun"}],"options":{"show":{"redactions":true},"redact":[{"participant":"u1"}]}}"#,
        // A rule matches the footer.
        #"{"messages":[{"from":"ben","text":"hi"}],"options":{"redact":[{"pattern":"/"}]}}"#,
        // A quoted message is excluded.
        #"{"messages":[{"id":"m","from":"ben","text":"my code"},{"from":"a","text":"ok","reply_to":"m"}],"options":{"filter":{"exclude":{"text":"code"}}}}"#,
    ])
    func redactedDocumentsRedrawIdentically(talk: String) throws {
        try expectIdentical(document("", talk))
    }

    /// Fewer digits than a footer shows would match by chance.
    @Test func chainHeadsNeedEightDigits() throws {
        let document = try document()
        let chain = try chain(of: document)
        for (length, fits) in [(2, false), (7, false), (8, true), (64, true)] {
            let answer = try verified(document, "?chain=\(chain.prefix(length))")
            #expect(answer.text.contains(#""kind":"other-chain""#) != fits, "\(length)")
        }
    }

    /// Each bar of the document counts once, whatever the number of rules that match there.
    @Test func tablesCountTheRedactedPlacesOfTheDocument() throws {
        let talk = #"""
            {"messages":[{"from":"ben","text":"secret1"},{"from":"ann","text":"secret2 and secret3"}],
             "options":{"redact":[{"pattern":"secret\\d","reason":"PRIV"},{"pattern":"cret\\d"}],"filter":{"from":"ben"}}}
            """#
        let document = try document("", talk)
        let text = try pageText(of: document)
        #expect(text.contains("Redacted places 1\n– PRIV 1\n"), "\(text)")
        try expectIdentical(document)
    }
}

/// Forged documents with recomputed digests: only drawing the document again detects them.
@Suite struct ForgedEvidenceTests {
    private static let talk = #"""
        {"title":"Rent","me":"ana","timezone":"UTC",
         "participants":[{"id":"ana","name":"Ana"},{"id":"ben","name":"Ben"}],
         "messages":[
          {"from":"ben","at":1780000000,"text":"When is the rent due?"},
          {"from":"ana","at":1780000100,"format":"markdown","text":"**Now**, [here](https://pay.example)"}]}
        """#

    private func document(_ query: String = "") throws -> Data {
        try service.render(Self.talk, to: "/render.pdf?profile=evidence" + query).body
    }

    private func verified(_ document: Data, _ query: String = "") throws -> String {
        try service.verify(document, query).text
    }

    /// Manifest claims of another environment, in which nothing here can draw the document again.
    static let claims = [
        (#""sha256": "#, #""sha-256": "#), (#""pango": ""#, #""pango": "9"#),
        (#""zoneinfo": ""#, #""zoneinfo": "9"#),
        (#""program": "Chatprint"#, #""program": "Chatprint 9"#),
    ]

    /// The seal of such a document matches, but no verdict says that its pages are genuine.
    @Test(arguments: claims)
    func claimsOfAnotherEnvironmentAreNeverIdentical(claim: (String, String)) throws {
        let hidden = try ForgedDocument.made(from: document(), manifest: claim) {
            $0.replaceAll("BT\n", with: "BT\n3 Tr\n")
        }
        for document in [hidden, try ForgedDocument.made(from: document(), manifest: claim)] {
            let verdict = try verified(document)
            #expect(verdict.contains(#""verdict":"other-version""#), "\(verdict)")
            #expect(verdict.contains("Verify it with that version and those fonts"), "\(verdict)")
        }
    }

    /// The same program with the same fonts must draw the same bytes.
    @Test(arguments: [
        ("BT\n", "BT\n0 Tr\n"), ("/URI (https://pay.example", "/URI (https://other.example"),
        ("/Type /Page\n", "/Type /Page /UserUnit .01\n"), ("/Title (Rent)", "/Title (Loan)"),
        ("/Type /Catalog\n", "/Type /Catalog /OpenAction << /S /JavaScript /JS (x) >>\n"),
    ])
    func rebuiltDocumentsAreChanged(forgery: (String, String)) throws {
        let forged = try ForgedDocument.made(from: document()) { document in
            let place = try #require(document.range(of: Data(forgery.0.utf8)))
            document.replaceSubrange(place, with: Data(forgery.1.utf8))
        }
        let verdict = try verified(forged)
        #expect(verdict.contains(#""verdict":"changed""#), "\(verdict)")
        #expect(verdict.contains(#""kind":"redrawn""#) && !verdict.contains(#""kind":"bytes""#))
        #expect(verdict.contains(/"first_difference":[0-9]+/))
    }

    /// Programs that sign a document rewrite its metadata in another notation.
    @Test func sealIsFoundInEarlierMetadata() throws {
        let document = try document()
        let packet = "<x chatprint:seal='0'/>"
        let number = try #require(
            document.lastNumber(of: #/(\d+) 0 obj\n<<\/Length \d+ \/Type\/Metadata/#))
        let updated = try document.updated(
            [(number, "<</Length \(packet.utf8.count)>>\nstream\n\(packet)\nendstream")])
        let verdict = try verified(updated)
        // Only the missing signature is a fault.
        #expect(verdict.contains("bytes were added after the document"), "\(verdict)")
        #expect(!verdict.contains("first_difference"), "\(verdict)")
        #expect(!verdict.contains("does not state"), "\(verdict)")
    }

    @Test(arguments: [
        (#""drawing": {"#, #""drawn": {"#, "does not state how the document was drawn"),
        (
            #""total": "#, #""lacks_pictures": true, "total": "#,
            "pictures are withheld, but nothing is redacted"
        ),
        (
            #""settings": {"#, #""settings": {"timezone": "Nowhere/Else", "#,
            "the conversation cannot be read"
        ),
    ])
    func manifestThatPreventsRedrawingIsAFault(old: String, new: String, fault: String) throws {
        let verdict = try verified(ForgedDocument.made(from: document(), manifest: (old, new)))
        #expect(verdict.contains(#""verdict":"changed""#) && verdict.contains(fault), "\(verdict)")
    }
}

/// Evidence documents modified by a forger who recomputes the digest in the metadata.
enum ForgedDocument {
    /// - Parameters:
    ///   - manifest: the text to replace in the manifest, and its replacement.
    ///   - change: changes the document, whose streams are uncompressed.
    static func made(
        from document: Data, manifest: (String, String)? = nil,
        _ change: (inout Data) throws -> Void = { _ in }
    ) throws -> Data {
        var plain = try tool(["qpdf", "--qdf", "FILE", "-"], on: document).data
        if let (old, new) = manifest {
            guard let place = plain.range(of: Data(old.utf8)) else {
                throw CocoaError(.coderValueNotFound)
            }
            plain.replaceSubrange(place, with: Data(new.utf8))
        }
        try change(&plain)
        return try sealed(tool(["fix-qdf", "FILE"], on: plain).data)
    }

    private static func sealed(_ document: Data) throws -> Data {
        var document = document
        let tag = Data("<chatprint:seal>".utf8)
        guard let start = document.range(of: tag)?.upperBound else {
            throw CocoaError(.coderValueNotFound)
        }
        let place = start..<start + 77
        let zeros = String(repeating: "0", count: 12) + "-" + String(repeating: "0", count: 64)
        document.replaceSubrange(place, with: Data(zeros.utf8))
        let digest = try tool(["sha256sum", "FILE"], on: document).text.prefix(64)
        let count = String(document.count)
        let seal = String(repeating: "0", count: 12 - count.count) + count + "-" + digest
        document.replaceSubrange(place, with: Data(seal.utf8))
        return document
    }
}

extension Data {
    mutating func replaceAll(_ old: String, with new: String) {
        var from = startIndex
        while let place = range(of: Data(old.utf8), in: from..<endIndex) {
            replaceSubrange(place, with: Data(new.utf8))
            from = place.lowerBound + new.utf8.count
        }
    }
}

extension Data {
    /// - Parameter trailer: the trailer, with words in place of the root, the size, and the offset of
    ///   the previous table.
    func updated(
        _ objects: [(Int, String)], before: String = "",
        trailer: String = "<</Size SIZE/Root ROOT/Prev PREV>>"
    ) throws -> Data {
        let previous = try #require(lastNumber(of: #/startxref\n(\d+)/#))
        let root = try #require(lastNumber(of: #/\/Root (\d+) 0 R/#))
        let size = try #require(lastNumber(of: #/\/Size (\d+)/#))
        var added = self + Data(before.utf8)
        var table = "xref\n"
        for (number, value) in objects {
            let offset = String(added.count)
            table +=
                "\(number) 1\n" + String(repeating: "0", count: 10 - offset.count) + offset
                + " 00000 n \n"
            added += Data("\(number) 0 obj\n\(value)\nendobj\n".utf8)
        }
        let start = added.count
        let last = Swift.max(size, (objects.map(\.0).max() ?? 0) + 1)
        let words =
            trailer.replacing("SIZE", with: String(last)).replacing("ROOT", with: "\(root) 0 R")
            .replacing("PREV", with: String(previous))
        added += Data("\(table)trailer\n\(words)\nstartxref\n\(start)\n%%EOF\n".utf8)
        return added
    }

    /// The number in the last match of a pattern.
    func lastNumber(of pattern: Regex<(Substring, Substring)>) -> Int? {
        String(decoding: self, as: Unicode.ASCII.self).matches(of: pattern).last.flatMap {
            Int($0.output.1)
        }
    }
}

/// The numbers that the parts of an evidence document state about files.
struct EvidenceSum {
    let text: String
    let attachments: [[String: Any]]
    let media: [[String: Any]]
    let files: Set<String>

    init(_ document: Data) throws {
        text = try pageText(of: document)
        func json(_ name: String) throws -> [String: Any] {
            let file = try tool(
                ["pdfdetach", "-savefile", name, "-o", "/dev/stdout", "FILE"], on: document)
            return try #require(try JSONSerialization.jsonObject(with: file.data) as? [String: Any])
        }
        let messages = try json("conversation.json")["messages"] as? [[String: Any]] ?? []
        attachments = messages.flatMap { $0["attachments"] as? [[String: Any]] ?? [] }
        let entries = try json("manifest.json")["files"] as? [[String: Any]] ?? []
        media = entries.filter { $0["role"] as? String == "media" }
        let list = try tool(["pdfdetach", "-list", "FILE"], on: document).text
        files = Set(
            list.split(separator: "\n").dropFirst()
                .compactMap { $0.split(separator: ": ").last.map(String.init) })
    }

    func number(_ label: String) -> Int {
        guard let start = text.firstRange(of: label + " ")?.upperBound else { return 0 }
        return Int(text[start...].prefix { $0.isNumber }) ?? 0
    }

    /// The files that the conversation names and the document lacks, without cards, places and
    /// contacts, which need no file.
    var lacking: [[String: Any]] {
        attachments.filter { attachment in
            if attachment["missing"] != nil || attachment["omitted"] != nil { return true }
            let kind = attachment["kind"] as? String ?? ""
            return attachment["src"] == nil && !["contact", "location", "card"].contains(kind)
        }
    }

    func check() throws {
        #expect(number("\nAttachments") == attachments.count)
        #expect(number("– Files not in this document") == lacking.count)
        for attachment in attachments {
            let source = (attachment["src"] as? [String: Any])?["file"] as? String
            if let source { #expect(files.contains(source), "\(source)") }
        }
        #expect(Set(media.compactMap { $0["file"] as? String }).isSubset(of: files))
        // A picture's page lists the messages that the manifest states for the same content.
        let pages = text.split(separator: "\u{C}")
        for entry in media {
            let start = "SHA-256 " + (entry["sha256"] as? String ?? "")
            let name = "Name " + (entry["name"] as? String ?? "")
            guard let page = pages.first(where: { $0.contains(start) && $0.contains(name) })
            else { continue }
            for number in (entry["messages"] as? [Int] ?? []).prefix(12) {
                #expect(page.contains("#\(number) ") || page.contains("#\(number)\n"))
            }
        }
    }
}
