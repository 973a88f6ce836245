import Basics
import Testing

@testable import Evidence

@Suite struct VerifierTests {
    private static let conversation =
        #"{"title":"T","messages":[{"id":"a","text":"Hi"},{"id":"b","text":"Ho","n":1.50}]}"#

    private func manifest(_ conversation: String = conversation) throws -> Manifest {
        let picture = Manifest.File(
            .media, file: "media-0001-x.png", content: try Manifest.File.Content(of: [1, 2, 3]),
            messages: [1])
        return try Manifest(
            program: "Test", created: nil, conversation: Array(conversation.utf8),
            files: [picture], numbers: [1, 2])
    }

    private func document(
        _ manifest: Manifest, conversation: String = conversation, seal: Bool = true
    ) throws -> [UInt8] {
        try document(
            manifest.json(environment: [:], drawing: [:]), conversation: conversation, seal: seal)
    }

    /// A document that states its own length and digest, as Chatprint writes it.
    private func document(
        _ manifest: [UInt8], conversation: String = conversation, seal: Bool = true
    ) throws -> [UInt8] {
        let files: [(String, [UInt8])] = [
            ("conversation.json", Array(conversation.utf8)), ("manifest.json", manifest),
            ("media-0001-x.png", [1, 2, 3]),
        ]
        let statement = "<chatprint:seal>\(FileSeal.placeholder)</chatprint:seal>"
        var bytes = SimplePDF(files: files, metadata: seal ? statement : "<x/>").bytes
        guard let place = bytes.firstRange(of: Array(FileSeal.placeholder.utf8)) else {
            return bytes
        }
        let digest = Hexadecimal.text(of: try SHA256.digest(of: bytes))
        let count = String(bytes.count)
        let text = String(repeating: "0", count: 12 - count.count) + count + "-" + digest
        bytes.replaceSubrange(place, with: Array(text.utf8))
        return bytes
    }

    private func faults(_ document: [UInt8]) throws -> [Verification.Fault.Kind] {
        try Verifier.verify(document, limit: 1 << 20).faults.map(\.kind)
    }

    /// Only drawing the document again makes it identical.
    @Test func sealedDocumentsHaveNoFaults() throws {
        let manifest = try manifest()
        let result = try Verifier.verify(document(manifest), limit: 1 << 20)
        #expect(result.faults.isEmpty && result.verdict == .notDrawn)
        #expect(result.messages == 2 && result.chain == manifest.chain.head)
        #expect(result.files.map(\.state) == [.inside, .inside])
    }

    /// SHA-256 of the canonical text, computed with `sha256sum`.
    @Test func chainMatchesItsSpecification() throws {
        let chain = try MessageChain(of: Array(Self.conversation.utf8), files: [])
        #expect(
            chain.links[0].digest
                == "dde73a18fdcb8d4d39817e9a785d085fb02d5ed533a1be31aad8de9bf0fa95cf")
        #expect(chain.start == "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945")
    }

    @Test func everyChangedByteIsAFault() throws {
        let whole = try document(manifest())
        for place in whole.indices {
            var other = whole
            other[place] ^= UInt8(truncatingIfNeeded: place % 255 + 1)
            // A byte of its structure can make it unreadable, or hide the manifest.
            guard let result = try? Verifier.verify(other, limit: 1 << 16) else { continue }
            #expect(result.verdict == .changed || result.verdict == .notEvidence, "\(place)")
        }
    }

    @Test func messagesOfAnotherChainAreAFault() throws {
        let changed = Self.conversation.replacing("Ho", with: "Oh")
        #expect(try faults(document(manifest(), conversation: changed)) == [.chain])
    }

    /// A forger who recomputes everything gets another chain head.
    @Test func separatelyReceivedHeadDetectsForgery() throws {
        let words = Self.conversation.replacing("Ho", with: "Oh")
        let anew = try document(manifest(words), conversation: words)
        #expect(try faults(anew).isEmpty)
        let head = try manifest().chain.head
        let kinds = try Verifier.verify(anew, limit: 1 << 20, chain: head).faults.map(\.kind)
        #expect(kinds == [.otherChain])
    }

    @Test func truncatedDocumentsAreDamaged() throws {
        let whole = try document(manifest())
        // The last line is not significant for finding the objects.
        for end in stride(from: 0, to: whole.count - 8, by: 7) {
            #expect(throws: Verifier.Failure.self) {
                try Verifier.verify(Array(whole[..<end]), limit: 1 << 20)
            }
        }
    }

    @Test(arguments: [
        "", "%PDF-1.7", "%PDF-1.7\nstartxref\n0\n%%EOF", "%PDF-1.7\nstartxref\n99999999999999999\n",
        "%PDF-1.7\nxref\n0 1\n0000000000 65535 f\ntrailer<</Root 1 0 R/Prev 9>>\nstartxref\n9\n",
        "%PDF-1.7\nxref\n0 900000000000000000\ntrailer<<>>startxref\n9\n",
        "%PDF-1.7\nxref\ntrailer<</Root 1 0 R/Encrypt 2 0 R>>startxref\n9\n",
        "%PDF-1.7\nxref\ntrailer" + String(repeating: "[", count: 100_000) + "startxref\n9\n",
        "%PDF-1.7\n1 0 obj<</W[8 8 8]/Size 9000000000/Length 1>>stream\nx\nendstream startxref\n9\n",
    ]) func hostileDocumentsAreRejected(text: String) {
        #expect(throws: Verifier.Failure.self) {
            try Verifier.verify(Array(text.utf8), limit: 1 << 20)
        }
    }

    private func verification(_ manifest: String) throws -> Verification {
        try Verifier.verify(document(Array(manifest.utf8)), limit: 1 << 22)
    }

    @Test func documentWithoutItsSealIsChanged() throws {
        let result = try Verifier.verify(document(manifest(), seal: false), limit: 1 << 20)
        #expect(result.faults.map(\.kind) == [.bytes] && result.verdict == .changed)
    }

    private static let hostile: [String] = [
        "", "{", "[]", "null", "\u{0}", #"{"manifest":"chatprint-evidence-1"}"#,
        #"{"manifest":1,"files":{}}"#,
        #"{"manifest":"chatprint-evidence-1","files":"x","messages":7,"chain":[]}"#,
        #"{"manifest":"chatprint-evidence-1","files":[1,null,[[]],{"file":7}]}"#,
        #"{"manifest":"chatprint-evidence-1","files":[{"role":"conversation","file":"conversation.json","bytes":1e999}]}"#,
        #"{"manifest":"chatprint-evidence-1","files":[{"role":"conversation","file":"conversation.json","bytes":-9223372036854775809}]}"#,
        #"{"manifest":"chatprint-evidence-1","files":[{"role":"conversation","file":"missing.json","bytes":1}]}"#,
        #"{"manifest":"chatprint-evidence-1","files":[\#(String(repeating: #"{"file":"x"},"#, count: 20_000)){}]}"#,
        #"{"manifest":"chatprint-evidence-1","files":"# + String(repeating: "[", count: 100_000),
        #"{"manifest":"chatprint-evidence-1","files":[],"messages":[\#(String(repeating: "0,", count: 100_000))0]}"#,
        #"{"manifest":"chatprint-evidence-1","manifest":"chatprint-evidence-3","files":[]}"#,
    ]

    @Test(arguments: hostile)
    func hostileManifestsAreFaults(manifest: String) throws {
        let result = try verification(manifest)
        #expect(result.verdict == .changed && !result.faults.isEmpty && result.faults.count <= 50)
    }

    @Test(arguments: [
        ("0 1", "0 99999999"), ("/Size", "/Size -1/Size"), ("/Length 3", "/Length 99999999999"),
    ])
    func wrongLengthsAreNotTrusted(pair: (String, String)) throws {
        let text = String(decoding: try document(manifest()), as: UTF8.self)
        guard text.contains(pair.0) else { return }
        let lying = Array(text.replacing(pair.0, with: pair.1, maxReplacements: 1).utf8)
        let result = try? Verifier.verify(lying, limit: 1 << 20)
        #expect(result?.verdict != .identical && result?.faults.isEmpty != true)
    }
}

/// RFC 8785.
@Suite struct CanonicalJSONTests {
    private func canonical(_ text: String) throws -> String {
        String(decoding: try JSONValue(parsing: Array(text.utf8)).canonical, as: UTF8.self)
    }

    /// The RFC's appendix B, and other results of ECMAScript.
    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("-0.0", "0"), ("1.0", "1"), ("4.50", "4.5"), ("2e-3", "0.002"),
        ("1E30", "1e+30"), ("333333333.33333329", "333333333.3333333"),
        ("0.000000000000000000000000001", "1e-27"), ("1e-7", "1e-7"), ("0.000001", "0.000001"),
        ("1e21", "1e+21"), ("123456789012345680000", "123456789012345680000"),
        ("9007199254740993", "9007199254740992"), ("-1.5e-9", "-1.5e-9"), ("1e3", "1000"),
        ("999999999999999900000", "999999999999999900000"), ("52.520008", "52.520008"),
        ("-122.5", "-122.5"), ("0.1", "0.1"), ("100", "100"),
    ]) func numbersAreWrittenLikeECMAScript(_ pair: (String, String)) throws {
        #expect(try canonical(pair.0) == pair.1)
    }

    @Test func membersAreSortedByUTF16() throws {
        // U+1F600 is a surrogate pair, which sorts before U+FB33.
        #expect(
            try canonical(#"{ "\ufb33": 1, "\ud83d\ude00": 2, "b": [ true, null ], "a": {} }"#)
                == "{\"a\":{},\"b\":[true,null],\"\u{1F600}\":2,\"\u{FB33}\":1}")
    }

    @Test func stringsEscapeOnlyRequiredCharacters() throws {
        #expect(
            try canonical(#""\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/\b""#)
                == #""€$\u000f\nA'B\"\\\\\"/\b""#)
    }
}

/// A minimal PDF with embedded files, as another program might write it.
struct SimplePDF {
    private(set) var bytes: [UInt8] = Array("%PDF-1.7\n".utf8)
    private var offsets: [Int] = []

    init(files: [(String, [UInt8])], metadata: String) {
        add("<</Type/Catalog/Metadata 2 0 R/Names<</EmbeddedFiles 3 0 R>>>>")
        add(stream: Array(metadata.utf8))
        let names = files.enumerated().map { "(\($0.element.0))\(2 * $0.offset + 4) 0 R" }
        add("<</Names[\(names.joined())]>>")
        for (index, file) in files.enumerated() {
            add("<</F(\(file.0))/UF(\(file.0))/EF<</F \(2 * index + 5) 0 R>>>>")
            add(stream: file.1)
        }
        end()
    }

    /// The first object is the catalog.
    init(objects: [String]) {
        for object in objects { add(object) }
        end()
    }

    /// An incremental update with objects by number, and a table of them.
    static func update(
        _ objects: [(Int, String)], of document: [UInt8],
        trailer: (_ size: Int, _ previous: Int) -> String = {
            "<</Root 1 0 R/Size \($0)/Prev \($1)>>"
        }
    ) -> [UInt8] {
        var bytes = document
        let text = String(decoding: document, as: UTF8.self)
        let previous = text.matches(of: /startxref\n(\d+)/).last.flatMap { Int($0.1) } ?? 0
        let size = text.matches(of: /\/Size (\d+)/).compactMap { Int($0.1) }.max() ?? 0
        var table = "xref\n"
        for (number, object) in objects {
            let offset = String(bytes.count)
            let zeros = String(repeating: "0", count: 10 - offset.count)
            table += "\(number) 1\n\(zeros)\(offset) 00000 n \n"
            bytes += "\(number) 0 obj\n\(object)\nendobj\n".utf8
        }
        let last = max(size, (objects.map(\.0).max() ?? 0) + 1)
        let start = bytes.count
        bytes += "\(table)trailer\n\(trailer(last, previous))\n".utf8
        return bytes + "startxref\n\(start)\n%%EOF\n".utf8
    }

    private mutating func end() {
        let table = bytes.count
        append("xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n")
        for offset in offsets {
            let digits = String(offset)
            append(String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n")
        }
        append("trailer\n<</Root 1 0 R/Size \(offsets.count + 1)>>\nstartxref\n\(table)\n%%EOF\n")
    }

    private mutating func append(_ text: String) { bytes += text.utf8 }

    private mutating func add(_ object: String) {
        offsets.append(bytes.count)
        append("\(offsets.count) 0 obj\n\(object)\nendobj\n")
    }

    private mutating func add(stream: [UInt8]) {
        offsets.append(bytes.count)
        append("\(offsets.count) 0 obj\n<</Length \(stream.count)>>\nstream\n")
        bytes += stream
        append("\nendstream\nendobj\n")
    }
}
