import Foundation
import Testing

/// Forged documents with recomputed digests: verification compares the pages themselves.
@Suite struct ForgedEvidenceTests {
    private let service: InProcessService

    init() throws { service = try InProcessService() }

    private static let talk = #"""
        {"title":"Rent","me":"ana","timezone":"UTC",
         "participants":[{"id":"ana","name":"Ana"},{"id":"ben","name":"Ben"}],
         "messages":[
          {"from":"ben","at":1780000000,"text":"שלום, when is the rent due? السَّلام عليكم"},
          {"from":"ana","at":1780000100,"format":"markdown","text":"**Now**, [here](https://pay.example)\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| c | d |"},
          {"from":"ben","at":1780000200,"text":"1️⃣ The day is Monday 🙂"}]}
        """#

    private func document(_ query: String = "") throws -> Data {
        let answer = try service.post(Self.talk, to: "/render.pdf?profile=evidence" + query)
        #expect(answer.status == 200)
        return answer.body
    }

    private func verified(_ document: Data, _ query: String = "") throws -> String {
        try service.post(document, to: "/verify" + query, ["Content-Type: application/pdf"]).text
    }

    /// Manifest claims that prevent a comparison byte by byte.
    static let claims = [
        (#""sha256": "#, #""sha-256": "#), (#""pango": ""#, #""pango": "9"#),
    ]
    /// Claims that contradict the page of facts.
    static let lies = [
        (#""zoneinfo": ""#, #""zoneinfo": "9"#),
        (#""program": "Chatprint"#, #""program": "Chatprint 9"#),
    ]

    @Test(arguments: lies)
    func manifestContradictedByPagesIsAChange(claim: (String, String)) throws {
        let verdict = try verified(ForgedDocument.made(from: document(), manifest: claim))
        #expect(verdict.contains(#""verdict":"changed""#), "\(verdict)")
        #expect(verdict.contains("page 1: shows different text"), "\(verdict)")
    }

    @Test(arguments: claims)
    func otherEnvironmentIsNotAChange(claim: (String, String)) throws {
        let verdict = try verified(ForgedDocument.made(from: document(), manifest: claim))
        #expect(verdict.contains(#""verdict":"intact""#), "\(verdict)")
        #expect(verdict.contains(#""state":"other-version""#), "\(verdict)")
    }

    @Test(arguments: claims + lies)
    func hiddenAndAddedWordsAreFound(claim: (String, String)) throws {
        let document = try document()
        let hidden = try ForgedDocument.made(from: document, manifest: claim) {
            $0.replaceAll("BT\n", with: "BT\n3 Tr\n")
        }
        let verdict = try verified(hidden)
        #expect(verdict.contains(#""verdict":"changed""#), "\(verdict)")
        #expect(verdict.contains("message #1: the pages do not show"), "\(verdict)")
        // Missing messages are found without redrawing as well.
        #expect(try verified(hidden, "?redraw=false").contains("message #1: the pages do not show"))
        let added = try ForgedDocument.made(from: document, manifest: claim) { document in
            let end = try #require(document.range(of: Data("]TJ\n".utf8), options: .backwards))
            let start = try #require(
                document.range(of: Data("[".utf8), options: .backwards, in: 0..<end.lowerBound))
            document.insert(
                contentsOf: document[start.lowerBound..<end.upperBound], at: end.upperBound)
        }
        let other = try verified(added)
        #expect(other.contains(#""verdict":"changed""#), "\(other)")
        #expect(other.contains("shows different text than this version draws"), "\(other)")
    }

    @Test(arguments: claims)
    func movedGapsInFootersAreFound(claim: (String, String)) throws {
        let forged = try ForgedDocument.made(from: document(), manifest: claim) { document in
            let footer = try #require(document.range(of: Data("/Subtype/Footer".utf8)))
            let words = try #require(
                document.range(of: Data("[<".utf8), in: footer.upperBound..<document.endIndex))
            let end = try #require(document[words.upperBound...].firstIndex(of: UInt8(ascii: ">")))
            // Before the last digit of the digest, which has four digits in the font.
            document.insert(contentsOf: Data(">-600<".utf8), at: end - 4)
        }
        let verdict = try verified(forged)
        #expect(verdict.contains(#""verdict":"changed""#), "\(verdict)")
        #expect(verdict.contains("page 1: separates words in other places"), "\(verdict)")
    }

    /// What a viewer does with the document besides showing its text.
    @Test(arguments: [
        ("/Subtype /Link", "/Subtype /Link /BS << /W 900 >>"),
        ("/URI (https://pay.example", "/URI (https://other.example"),
        ("/S /URI", "/S /Launch /F (x)"), ("/Type /Page\n", "/Type /Page /UserUnit .01\n"),
        ("/Type /Catalog\n", "/Type /Catalog /OpenAction << /S /JavaScript /JS (x) >>\n"),
        ("/Type /Outlines\n", "/Type /Outlines /AA << >>\n"), ("/Title (Rent)", "/Title (Loan)"),
        ("/ca 1", "/BM /Lighten /ca 1"),
    ])
    func otherActionsAndSettingsAreFound(forgery: (String, String)) throws {
        for claim in Self.claims {
            let forged = try ForgedDocument.made(from: document(), manifest: claim) { document in
                let place = try #require(document.range(of: Data(forgery.0.utf8)))
                document.replaceSubrange(place, with: Data(forgery.1.utf8))
            }
            let verdict = try verified(forged)
            #expect(verdict.contains(#""verdict":"changed""#), "\(forgery.1): \(verdict)")
        }
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
        #expect(verdict.contains(#""state":"identical""#), "\(verdict)")
        #expect(!verdict.contains("no longer states"), "\(verdict)")
    }

    /// Letters with swapped shapes show other words than their codes state.
    @Test(arguments: claims)
    func lettersWithOtherShapesAreFound(claim: (String, String)) throws {
        let forged = try ForgedDocument.made(from: document(), manifest: claim) { document in
            try Self.turnShapes(&document)
        }
        let verdict = try verified(forged)
        #expect(verdict.contains(#""verdict":"changed""#), "\(verdict)")
        #expect(verdict.contains("letters have the shape of other letters"), "\(verdict)")
    }

    /// Gives each letter of the first font the next one's shape.
    private static func turnShapes(_ document: inout Data) throws {
        let names = try #require(document.range(of: Data("AdobeIdentity".utf8)))
        // Subroutines, the numbers of glyphs, and the one font that they are of.
        let table = names.upperBound + 2 + 5 + 8
        let count = Int(document[table]) << 8 | Int(document[table + 1])
        let ends = (0...count).map { number in
            document[(table + 3 + 4 * number)...].prefix(4).reduce(0) { $0 << 8 | Int($1) }
        }
        let start = table + 3 + 4 * (count + 1) - 1
        var shapes = (0..<count).map { document[start + ends[$0]..<start + ends[$0 + 1]] }
        shapes = [shapes[0]] + shapes[2...] + [shapes[1]]
        var place = 1
        var turned = Data()
        for shape in shapes {
            place += shape.count
            turned += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: place >> $0) }
        }
        turned += shapes.flatMap { Array($0) }
        document.replaceSubrange(table + 7..<start + ends[count], with: turned)
    }

    /// The same program with the same fonts must render the same bytes.
    @Test func rebuiltDocumentsDifferFromTheRedrawnOne() throws {
        let forged = try ForgedDocument.made(from: document()) {
            $0.replaceAll("BT\n", with: "BT\n0 Tr\n")
        }
        let verdict = try verified(forged)
        #expect(verdict.contains(#""verdict":"changed""#) && verdict.contains(#""kind":"redrawn""#))
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

    /// Finds right-to-left, Markdown, emoji and redacted texts on the pages without redrawing.
    @Test(arguments: [
        "", "&redact.pattern=Monday&redact.reason=PRIV", "&theme=whatsapp", "&archival=4f",
    ])
    func allMessagesAreFoundOnThePages(query: String) throws {
        let verdict = try verified(document(query), "?redraw=false")
        #expect(verdict.contains(#""verdict":"intact""#), "\(verdict)")
        #expect(verdict.contains(#""text":{"messages":3,"found":3}"#), "\(verdict)")
    }
}
