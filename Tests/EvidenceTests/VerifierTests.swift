import Basics
import Testing

@testable import Evidence

/// Verification recomputes a document's claims and reports damaged or hostile documents.
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

    /// The manifest as an earlier version wrote it, which does not cover the pages.
    private func earlier(_ manifest: Manifest) -> [UInt8] {
        let json = manifest.json(environment: [:], drawing: [:], shown: [:])
        return Array(
            String(decoding: json, as: UTF8.self)
                .replacing(Manifest.version, with: Manifest.earlierVersion).utf8)
    }

    private func document(
        _ manifest: Manifest, conversation: String = conversation, picture: [UInt8]? = [1, 2, 3],
        chain: String? = nil, extra: [(String, [UInt8])] = []
    ) -> [UInt8] {
        let packet =
            "<x><chatprint:chain>\(chain ?? manifest.chain.head)</chatprint:chain></x>"
        var files: [(String, [UInt8])] = [
            ("conversation.json", Array(conversation.utf8)), ("manifest.json", earlier(manifest)),
        ]
        if let picture { files.append(("media-0001-x.png", picture)) }
        return SimplePDF(files: files + extra, metadata: packet).bytes
    }

    private func faults(_ document: [UInt8]) throws -> [Verification.Fault.Kind] {
        try Verifier.verify(document, limit: 1 << 20).faults.map(\.kind)
    }

    @Test func unchangedDocumentsVerify() throws {
        let manifest = try manifest()
        let result = try Verifier.verify(document(manifest), limit: 1 << 20)
        #expect(result.fits && result.verdict == .pagesNotCovered)
        #expect(result.messages == 2 && result.chain == manifest.chain.head)
        #expect(result.files.map(\.state) == [.fits, .fits])
    }

    /// SHA-256 of the canonical text, computed with `sha256sum`.
    @Test func chainMatchesItsSpecification() throws {
        let chain = try MessageChain(of: Array(Self.conversation.utf8), files: [])
        #expect(
            chain.links[0].digest
                == "dde73a18fdcb8d4d39817e9a785d085fb02d5ed533a1be31aad8de9bf0fa95cf")
        #expect(chain.start == "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945")
    }

    @Test func changedMessagesAreReported() throws {
        let changed = Self.conversation.replacing("Ho", with: "Oh")
        let kinds = try faults(document(try manifest(), conversation: changed))
        #expect(kinds == [.changedFile, .changedMessage, .chain, .metadata])
        let words = try Verifier.verify(
            document(try manifest(), conversation: changed), limit: 1 << 20
        ).faults.map(\.words)
        #expect(words.contains("message #2 does not match the manifest"))
    }

    @Test func changedRemovedAndAddedFilesAreReported() throws {
        let manifest = try manifest()
        #expect(try faults(document(manifest, picture: [1, 2, 4])) == [.changedFile])
        #expect(try faults(document(manifest, picture: nil)) == [.missingFile])
        #expect(try faults(document(manifest, extra: [("virus.exe", [0])])) == [.unknownFile])
    }

    @Test func duplicatesAreReported() throws {
        let manifest = try manifest()
        let other = ("x", [UInt8]()), again = ("media-0001-x.png", [UInt8](1...3))
        let result = try Verifier.verify(
            document(manifest, extra: [other, again]), limit: 1 << 20)
        #expect(
            result.faults.map(\.words) == [
                "x is in the document but not in its manifest",
                "media-0001-x.png is in the document twice",
            ])
        let twice = try Manifest(
            program: "Test", created: nil, conversation: Array(Self.conversation.utf8),
            files: [manifest.files[1], manifest.files[1]], numbers: [1, 2])
        let faults = try Verifier.verify(document(twice), limit: 1 << 20).faults
        #expect(faults.map(\.words).contains("media-0001-x.png is in the manifest twice"))
    }

    @Test func removedMessagesAreReported() throws {
        let less = #"{"title":"T","messages":[{"id":"a","text":"Hi"}]}"#
        let kinds = try faults(document(try manifest(), conversation: less))
        #expect(kinds.contains(.messageCount) && kinds.contains(.chain))
    }

    @Test func metadataMustStateTheSameChain() throws {
        let kinds = try faults(
            document(try manifest(), chain: String(repeating: "0", count: 64)))
        #expect(kinds == [.metadata])
    }

    /// A forger who recomputes everything gets another chain head.
    @Test func separatelyReceivedHeadDetectsForgery() throws {
        let other = try manifest(Self.conversation.replacing("Ho", with: "Oh"))
        let anew = document(
            other, conversation: Self.conversation.replacing("Ho", with: "Oh"))
        #expect(try Verifier.verify(anew, limit: 1 << 20).fits)
        let head = try manifest().chain.head
        let kinds = try Verifier.verify(anew, limit: 1 << 20, chain: head).faults.map(\.kind)
        #expect(kinds == [.otherChain])
    }

    @Test func truncatedDocumentsAreDamaged() throws {
        let whole = document(try manifest())
        // The last line is not significant.
        for end in stride(from: 0, to: whole.count - 8, by: 7) {
            #expect(throws: Verifier.Failure.self) {
                try Verifier.verify(Array(whole[..<end]), limit: 1 << 20)
            }
        }
    }

    /// No changed byte makes the verifier hang or exceed its limits.
    @Test func changedBytesNeverTrap() throws {
        let whole = document(try manifest())
        for place in whole.indices {
            var other = whole
            other[place] ^= UInt8(truncatingIfNeeded: place % 255 + 1)
            _ = try? Verifier.verify(other, limit: 1 << 16)
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
        let conversation = Array(Self.conversation.utf8)
        return try Verifier.verify(
            SimplePDF(
                files: [
                    ("conversation.json", conversation), ("manifest.json", Array(manifest.utf8)),
                ],
                metadata: "<x/>"
            ).bytes, limit: 1 << 22)
    }

    /// An unknown manifest version may cover less.
    @Test(arguments: ["chatprint-evidence-3", "chatprint-evidence-", "Chatprint-evidence-2", ""])
    func unknownManifestVersionsAreFaults(form: String) throws {
        let result = try verification(#"{"manifest":"\#(form)","files":[],"messages":[]}"#)
        #expect(result.faults.map(\.kind) == [.manifest] && result.verdict == .changed)
    }

    /// The version that states a digest requires the digest in the metadata as well.
    @Test func manifestWithoutItsSealIsAFault() throws {
        let result = try verification(
            #"{"manifest":"chatprint-evidence-2","files":[],"messages":[]}"#)
        #expect(result.faults.map(\.kind).contains(.bytes) && result.verdict == .changed)
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
        #"{"manifest":"chatprint-evidence-1","manifest":"chatprint-evidence-2","files":[]}"#,
    ]

    @Test(arguments: hostile)
    func hostileManifestsAreFaults(manifest: String) throws {
        let result = try verification(manifest)
        #expect(result.verdict == .changed && !result.faults.isEmpty && result.faults.count <= 50)
    }

    /// Nothing is known about a font that the manifest does not list.
    @Test(arguments: [
        (#"[{"name":"A","program":"P","unicode":"U"}]"#, true),
        (#"[{"name":"B","program":"P","unicode":"U"}]"#, false),
        (#"[{"name":"A","unicode":"U"}]"#, false), (#"[{"name":"A","program":"P"}]"#, false),
        ("[]", false), ("null", false),
    ])
    func fontsWithoutADigestAreDifferences(fonts: String, isKnown: Bool) throws {
        func digest(_ text: String) throws -> String {
            try Manifest.File.Content(of: Array(text.utf8)).digest
        }
        let listed = try fonts.replacing(#""P""#, with: #""\#(digest("program"))""#)
            .replacing(#""U""#, with: #""\#(digest("unicode"))""#)
        let shown = try JSONValue(
            parsing: Array(#"{"pages":["\#(digest("1 w"))"],"fonts":\#(listed)}"#.utf8))
        let document = SimplePDF(objects: [
            "<</Pages 2 0 R>>", "<</Kids[3 0 R]>>",
            "<</Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
            "<</Length 3>>stream\n1 w\nendstream", "<</ToUnicode 6 0 R/DescendantFonts[7 0 R]>>",
            "<</Length 7>>stream\nunicode\nendstream",
            "<</BaseFont/A/FontDescriptor<</FontFile3 8 0 R>>>>",
            "<</Length 7>>stream\nprogram\nendstream",
        ])
        let check = try ShownCheck(
            document.bytes, shown, limit: 1 << 20, budget: .unlimited)
        #expect(check.differences == (isKnown ? [] : [.page(1, .fonts)]))
    }

    /// Wrong lengths in the document's own tables.
    @Test(arguments: [
        ("0 1", "0 99999999"), ("/Size", "/Size -1/Size"), ("/Length 3", "/Length 99999999999"),
    ])
    func wrongLengthsAreNotTrusted(pair: (String, String)) throws {
        let text = String(decoding: document(try manifest()), as: UTF8.self)
        guard text.contains(pair.0) else { return }
        let lying = Array(text.replacing(pair.0, with: pair.1, maxReplacements: 1).utf8)
        let result = try? Verifier.verify(lying, limit: 1 << 20)
        #expect(result?.verdict != .intact && result?.verdict != .identical)
    }
}
