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
