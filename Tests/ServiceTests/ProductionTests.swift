import Foundation
import TestSupport
import Testing

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
