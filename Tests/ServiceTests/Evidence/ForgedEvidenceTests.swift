import Foundation
import Testing

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
