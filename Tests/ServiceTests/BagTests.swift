import Basics
import Foundation
import HTTP
import Isolation
import Model
import Rendering
import TestSupport
import Testing

@testable import Service

/// BagIt archives from the service, unpacked by Info-ZIP.
@Suite struct BagTests {
    private static let talk = #"""
        {"title": "Hikers", "timezone": "Europe/Berlin", "participants": [{"id": "ana", "name": "Ana"}, {"id": "ben", "name": "Ben"}],
         "messages": [{"id": "a", "from": "ana", "at": "2026-05-31T23:00:00+02:00", "text": "At the lake"},
          {"id": "b", "from": "ben", "at": "2026-06-01T09:00:00+02:00", "attachments": [
           {"kind": "image", "name": "../../50% off\n.png", "src": {"data": "PICTURE"}}]}]}
        """#.replacing("PICTURE", with: TestImage.pair)

    private func bag(_ query: String, _ talk: String = talk) throws -> UnpackedZIP {
        let answer = try service.render(talk, to: "/render.bag?" + query)
        #expect(answer.header("content-type") == "application/zip")
        return try UnpackedZIP(answer.body)
    }

    /// Every manifest line names an existing file with that digest, and every file is listed.
    private func expectWhole(_ bag: UnpackedZIP, _ folder: String) throws {
        var named: Set<String> = []
        for (manifest, isOf) in [("manifest-sha256.txt", true), ("tagmanifest-sha256.txt", false)] {
            let lines = bag.text(folder + "/" + manifest).split(separator: "\n")
            #expect(!lines.isEmpty)
            for line in lines {
                let path = String(line.dropFirst(66)).replacing("%25", with: "%")
                let file = try #require(bag.files[folder + "/" + path], "\(path)")
                #expect(try Hexadecimal.text(of: SHA256.digest(of: Array(file))) == line.prefix(64))
                #expect(line.dropFirst(64).prefix(2) == "  " && path.hasPrefix("data/") == isOf)
                named.insert(folder + "/" + path)
            }
        }
        named.insert(folder + "/tagmanifest-sha256.txt")
        #expect(named == Set(bag.names))
        let payload = bag.files.filter { $0.key.hasPrefix(folder + "/data/") }
        let octets = payload.values.reduce(0) { $0 + $1.count }
        #expect(
            bag.text(folder + "/bag-info.txt").contains(
                "Payload-Oxum: \(octets).\(payload.count)\n"))
        #expect(
            bag.text(folder + "/bagit.txt")
                == "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")
    }

    @Test func bagHoldsDocumentMediaAndSource() throws {
        let bag = try bag(
            "filename=hut&created=2026-06-02T00:30:00%2B02:00&output.bag.contact_name=Ana")
        #expect(
            bag.names == [
                "hut/bag-info.txt", "hut/bagit.txt", "hut/data/conversation.json",
                "hut/data/documents/hut.pdf", "hut/data/media/media-0001-50_ off .png",
                "hut/data/source/received.json", "hut/manifest-sha256.txt",
                "hut/tagmanifest-sha256.txt",
            ])
        try expectWhole(bag, "hut")
        #expect(bag.files["hut/data/source/received.json"] == Data(Self.talk.utf8))
        #expect(
            bag.files["hut/data/media/media-0001-50_ off .png"]
                == Data(base64Encoded: TestImage.pair))
        let info = bag.text("hut/bag-info.txt")
        #expect(info.contains("Contact-Name: Ana\n") && info.contains("Bagging-Date: 2026-06-02\n"))
        #expect(
            bag.text("hut/data/conversation.json").contains(#""media/media-0001-50_ off .png""#))
        #expect(bag.text("hut/data/documents/hut.pdf").hasPrefix("%PDF"))
    }

    @Test func bagStatesOnlyGivenFacts() throws {
        let info = try bag("").text("chat/bag-info.txt").split(separator: "\n")
        #expect(info.map { $0.prefix { $0 != ":" } } == ["Bag-Software-Agent", "Payload-Oxum"])
        let answers = try (0..<2).map { _ in try service.post(Self.talk, to: "/render.bag").body }
        #expect(answers[0] == answers[1])
    }

    @Test func partsAreSeparateDocuments() throws {
        let bag = try bag("split_by=day&profile=evidence")
        let documents = bag.names.filter { $0.contains("/documents/") }
        #expect(
            documents == [
                "chat/data/documents/2026-05-31.pdf", "chat/data/documents/2026-06-01.pdf",
            ])
        try expectWhole(bag, "chat")
    }

    @Test func redactedBagsHoldNoOriginals() throws {
        let answer = try service.post(Self.talk, to: "/render.bag?redact.participant=ana")
        let bag = try UnpackedZIP(answer.body)
        #expect(
            bag.names.filter { $0.contains("/data/") } == [
                "chat/data/conversation.json", "chat/data/documents/chat.pdf",
            ])
        #expect(answer.header("chatprint-warning")?.contains("neither the source") == true)
        try expectWhole(bag, "chat")
        #expect(
            try service.post(Self.talk, to: "/render.bag?redact.participant=ana&strict=true").status
                == 422)
    }

    /// A line break in a value does not add a second field.
    @Test func fieldsOfBagInfoStayOnOneLine() throws {
        let talk =
            Self.talk.dropLast()
            + #","output":{"bag":{"contact_name":"Ana\r\nExternal-Identifier: 1"}}}"#
        let lines = try bag("", String(talk)).text("chat/bag-info.txt").split(
            whereSeparator: \.isNewline)
        #expect(lines.count == 3 && lines[0].hasPrefix("Contact-Name: Ana"))
    }
}

@Suite struct PackingTests {
    private static func request(_ body: [UInt8]) -> WorkRequest {
        WorkRequest(
            requestID: "id", .render, as: .png, accepted: .pdf,
            query: [QueryItem("a", "ü"), QueryItem("b", "")], type: "text/plain; charset=utf-8",
            coding: .gzip, body: body)
    }

    private static func frame(_ request: WorkRequest) -> Frame {
        var facts = PackedWriter()
        facts.text(request.requestID)
        facts.raw(request.packedHead)
        return Frame(.request, 1, facts: facts.bytes, body: request.body[...])
    }

    @Test func requestsRoundTrip() throws {
        let request = try #require(WorkRequest(Self.frame(Self.request([1, 2, 3]))))
        #expect(request.requestID == "id" && request.work == .render)
        #expect(request.format == .png && request.accepted == .pdf)
        #expect(request.query.map(\.name) == ["a", "b"] && request.query[0].value == "ü")
        #expect(request.type == "text/plain; charset=utf-8" && request.coding == .gzip)
        #expect(request.body == [1, 2, 3])
        let plain = try #require(
            WorkRequest(Self.frame(WorkRequest(requestID: "id", .verify, type: nil, body: []))))
        #expect(plain.work == .verify && plain.format == nil && plain.accepted == nil)
        #expect(plain.type == nil && plain.coding == .identity)
    }

    @Test func truncatedRequestsAreNil() {
        let frame = Self.frame(Self.request([]))
        for count in 0..<frame.facts.count {
            let short = Frame(.request, 1, facts: Array(frame.facts.prefix(count)))
            #expect(WorkRequest(short) == nil, "\(count) bytes")
        }
    }

    /// A compromised process must not add a header field to a response.
    @Test func packedFieldsStayOneField() throws {
        var writer = PackedWriter()
        writer.integer(200)
        writer.list([("X-One", "a\r\nX-Two: b"), ("X Three\r\n", "c"), ("", "d")]) {
            $0.slice(Array($1.0.utf8)[...])
            $0.slice(Array($1.1.utf8)[...])
        }
        var reader = PackedReader(writer.bytes)
        #expect(try #require(ResponseHead(&reader)).fields == ["X-One": "a  X-Two: b"])
    }

    private static func isRead(_ change: (inout WorkNotes) -> Void) -> Bool {
        var notes = WorkNotes()
        notes.format = "png"
        notes.messages = 7
        notes.stages = ["read": 0.5, "layout": 1]
        notes.warningKinds = ["missing-media": 2]
        notes.problem = "render-timeout"
        notes.setting = "render_seconds"
        notes.pointer = "/messages/0/at"
        change(&notes)
        var writer = PackedWriter()
        notes.write(to: &writer)
        var (reader, copy) = (PackedReader(writer.bytes), WorkNotes())
        guard copy.read(&reader) else { return false }
        return copy.messages == notes.messages && copy.stages == notes.stages
            && copy.warningKinds == notes.warningKinds && copy.problem == notes.problem
            && copy.setting == notes.setting && copy.pointer == notes.pointer
            && copy.format == notes.format
    }

    /// Names that the front process would add to its metrics, and numbers that would overflow its
    /// sums.
    @Test func invalidNotesAreRejected() {
        #expect(Self.isRead { _ in })
        #expect(!Self.isRead { $0.problem = "no-such-problem" })
        #expect(!Self.isRead { $0.setting = "no_such_setting" })
        #expect(!Self.isRead { $0.format = "exe" })
        #expect(!Self.isRead { $0.messages = .max })
        #expect(!Self.isRead { $0.warnings = -1 })
        #expect(!Self.isRead { $0.warningKinds["\"} 1\n"] = 1 })
        #expect(!Self.isRead { $0.warningKinds["filter"] = .max })
        #expect(!Self.isRead { $0.stages["other"] = 1 })
        #expect(!Self.isRead { $0.stages["read"] = .infinity })
    }

    /// The same kind many times, each with the largest count.
    @Test func repeatedWarningKindsAreRejected() {
        var writer = PackedWriter()
        for _ in 0..<2 { writer.optional(nil) }
        writer.text("")
        for _ in 0..<2 { writer.integer(0) }
        writer.list(0..<100) { writer, _ in
            writer.text("filter")
            writer.integer(1 << 32)
        }
        writer.seconds(nil)
        writer.list([] as [Int]) { _, _ in }
        writer.integer(0)
        var (reader, notes) = (PackedReader(writer.bytes), WorkNotes())
        let isRead = notes.read(&reader)
        #expect(!isRead)
    }
}

/// Checked with an independent parser of load files, Tests/Documents/production.py.
@Suite struct ProductionTests {
    /// Three days; the second has two files and several pages.
    private static func talk(_ more: String = "") -> String {
        let lines = (0..<90).map {
            #"{"from": "ana", "at": "2026-06-01T10:\#(10 + $0 % 50):00Z", "text": "Line \#($0)"},"#
        }
        let files = #"""
            {"from": "ben", "at": "2026-06-01T12:00:00Z", "attachments": [
             {"kind": "image", "name": "lake.png", "src": {"data": "\#(TestImage.pair)"}},
             {"kind": "file", "name": "../Plan, A.PDF", "src": {"data": "JVBERi0xLjQK"}},
             {"kind": "file", "name": "note.txt", "src": {"data": "SGVsbG8="}}]},
            """#
        return #"""
            {"title": "Hikers", "timezone": "Europe/Berlin", "participants": [{"id": "ana", "name": "Ana\nRuiz"}, {"id": "ben", "name": "það"}],
             "messages": [{"from": "ana", "at": "2026-05-31T09:00:00Z", "text": "At the lake"},\#(lines.joined())\#(files)
              {"from": "ben", "at": "2026-06-02T09:00:00Z", "text": "Home"}]\#(more)}
            """#
    }

    private func made(_ query: String, _ talk: String = talk()) throws -> Data {
        let answer = try service.render(talk, to: "/render.production?" + query)
        #expect(answer.header("content-type") == "application/zip")
        let checker = ["python3", "Tests/Documents/production.py", "-"]
        let result = try RunningService.run(checker, input: answer.body)
        #expect(
            result.code == 0, "\(String(decoding: result.output, as: UTF8.self)) \(result.errors)")
        return answer.body
    }

    /// By column name.
    private func rows(_ zip: UnpackedZIP) -> [[String: String]] {
        let lines = zip.text("DATA/VOL001.dat").split(separator: "\r\n").map { line in
            line.split(separator: "\u{14}", omittingEmptySubsequences: false).map {
                String($0.filter { $0 != "\u{FEFF}" }.dropFirst().dropLast())
            }
        }
        return lines.dropFirst().map {
            Dictionary(Swift.zip(lines[0], $0)) { first, _ in first }
        }
    }

    @Test func batesNumbersContinueThroughDocumentsAndFiles() throws {
        let zip = try UnpackedZIP(
            made("split_by=day&page.bates.prefix=ABC&page.bates.start=7&custodian=Ana"))
        let rows = rows(zip)
        #expect(rows.count == 6)
        let pages = zip.names.filter { $0.hasPrefix("IMAGES/") }
        #expect(pages.count > 3)
        // The stamp on a page equals its file name; pages of attached files have no stamp.
        let stamps = try pages.map { try pageText(of: #require(zip.files[$0])) }
        for (page, words) in Swift.zip(pages, stamps) {
            #expect(words.contains(page.dropFirst(7).dropLast(4)), "\(page)")
        }
        #expect(rows[0]["BEGBATES"] == "ABC000007" && rows[0]["BEGATTACH"]?.isEmpty == true)
        #expect(rows[1]["BEGATTACH"] == "ABC000008" && rows[4]["ENDATTACH"] == rows[4]["ENDBATES"])
        #expect(
            rows.map { $0["FILENAME"] } == [
                "2026-05-31", "2026-06-01", "lake.png", "../Plan, A.PDF", "note.txt", "2026-06-02",
            ])
        let natives = zip.names.filter { $0.hasPrefix("NATIVES/") }
        #expect(natives.map { $0.suffix(4) } == [".png", ".pdf", ".txt"])
        #expect(zip.files[natives[2]] == Data("Hello".utf8))
        #expect(rows[1]["MSGCOUNT"] == "91" && rows[1]["CUSTODIAN"] == "Ana")
        #expect(rows[2]["DATESENT"] == "2026-06-01" && rows[2]["TIMESENT"] == "14:00:00")
        #expect(zip.text("TEXT/ABC000007.txt").contains("At the lake"))
        #expect(!zip.text("TEXT/ABC000007.txt").contains("Home"))
    }

    /// Pictures of people, emoji and previews are no documents of the conversation.
    @Test func onlyAttachmentsAreNumbered() throws {
        let picture = #"{"data": "\#(TestImage.pair)"}"#
        let talk = #"""
            {"participants": [{"id": "ana", "name": "Ana", "avatar": \#(picture)}],
             "emoji": [{"name": "parrot", "src": \#(picture)}],
             "messages": [{"from": "ana", "text": "Look :parrot:", "format": "slack",
              "location": {"lat": 52.5, "lon": 13.4, "picture": \#(picture)}},
              {"from": "ana", "attachments": [{"kind": "image", "name": "lake.png", "src": \#(picture)}]}]}
            """#
        let zip = try UnpackedZIP(made("", talk))
        #expect(zip.names.filter { $0.hasPrefix("NATIVES/") } == ["NATIVES/000002.png"])
        #expect(rows(zip).map { $0["FILENAME"] } == ["chat", "lake.png"])
    }

    @Test func equalRequestsGiveEqualBytes() throws {
        #expect(try made("") == made(""))
        #expect(try rows(UnpackedZIP(made("")))[0]["BEGBATES"] == "000001")
    }

    /// A delimiter of the load file inside a name is replaced and reported, and does not break a
    /// row.
    @Test func delimitersInNamesAreReplacedAndReported() throws {
        let answer = try service.post(Self.talk(), to: "/render.production?split_by=day")
        #expect(answer.header("chatprint-warning")?.contains("delimiters of the load file") == true)
        #expect(try rows(UnpackedZIP(answer.body))[0]["TO"] == "Ana Ruiz;  að")
        let more =
            #", "output": {"production": {"separator": "|", "quote": "\"", "newline": "~", "volume": "SET-2", "fields": ["BEGBATES", "textpath"]}}"#
        let other = try service.render(Self.talk(more), to: "/render.production?strict=true")
        let table = try UnpackedZIP(other.body).text("DATA/SET-2.dat")
        #expect(table.contains("\"BEGBATES\"|\"TEXTPATH\"\r\n\"000001\"|\"TEXT\\000001.txt\"\r\n"))
    }

    @Test(arguments: [
        (#"{"volume": "../x"}"#, "/output/production/volume"),
        (#"{"quote": "%%"}"#, "/output/production/quote"),
        (#"{"separator": "þ"}"#, "/output/production/separator"),
        (#"{"newline": "\n"}"#, "/output/production/newline"),
        (#"{"fields": ["BOX"]}"#, "/output/production/fields/0"),
    ])
    func invalidLoadFileSettingsAreRejected(setup: String, pointer: String) throws {
        let talk = Self.talk(#", "output": {"production": \#(setup)}"#)
        let answer = try service.post(talk, to: "/render.production")
        #expect(answer.status == 422 && answer.text.contains(pointer), "\(answer.text.prefix(300))")
    }

    @Test(arguments: [
        "page.bates.prefix=..%2Fx", "page.bates.prefix=a,b", "engine=cairo", "canvas=og",
    ])
    func optionsUnfitForProductionsAreRejected(query: String) throws {
        let answer = try service.post(Self.talk(), to: "/render.production?" + query)
        #expect(answer.status == 422, "\(answer.text.prefix(300))")
    }

    @Test func redactedContentIsNotProduced() throws {
        let answer = try service.post(Self.talk(), to: "/render.production?redact.participant=ben")
        let zip = try UnpackedZIP(answer.body)
        #expect(!zip.names.contains { $0.hasPrefix("NATIVES/") })
        // Files of other participants are left out as well, since redaction does not search files.
        let other = try service.post(Self.talk(), to: "/render.production?redact.pattern=Line")
        #expect(try !UnpackedZIP(other.body).names.contains { $0.hasPrefix("NATIVES/") })
        #expect(other.header("chatprint-warning")?.contains("files are not included") == true)
        for (name, bytes) in zip.files {
            let words = name.hasSuffix(".pdf") ? try pageText(of: bytes) : zip.text(name)
            for word in ["Home", "það", "lake.png", "Plan"] {
                #expect(!words.contains(word), "\(name)")
            }
        }
    }
}
