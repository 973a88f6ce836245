import Model
import Testing

@testable import TextDocuments

@Suite struct TableDocumentTests {
    /// Strictly by RFC 4180.
    private func rows(_ bytes: [UInt8]) throws -> [[String]] {
        try #require(bytes.starts(with: [0xEF, 0xBB, 0xBF]))
        var rows: [[String]] = [[]]
        var cell: [UInt8] = []
        var isQuoted = false
        var index = 3
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if isQuoted {
                if byte != 0x22 {
                    cell.append(byte)
                } else if index < bytes.count, bytes[index] == 0x22 {
                    cell.append(byte)
                    index += 1
                } else {
                    isQuoted = false
                }
            } else if byte == 0x22 {
                try #require(cell.isEmpty)
                isQuoted = true
            } else if byte == 0x2C || byte == 0x0D {
                rows[rows.count - 1].append(String(decoding: cell, as: UTF8.self))
                cell = []
                if byte == 0x0D {
                    try #require(bytes[index] == 0x0A)
                    index += 1
                    rows.append([])
                }
            } else {
                cell.append(byte)
            }
        }
        try #require(rows.removeLast().isEmpty && cell.isEmpty)
        return rows
    }

    private func table(_ json: String) throws -> [[String: String]] {
        let rows = try rows(WrittenTalk.bytes(json, .csv))
        #expect(rows[0] == TableWriter.columns)
        return try rows.dropFirst().map { row in
            try #require(row.count == rows[0].count)
            return Dictionary(uniqueKeysWithValues: zip(rows[0], row)).filter { !$0.value.isEmpty }
        }
    }

    @Test func oneRowForEachMessage() throws {
        let table = try table(WrittenTalk.everything)
        #expect(table.count == 7)
        #expect(
            table[0] == [
                "number": "1", "id": "m1", "time": "2026-05-31T09:40:00+02:00",
                "stated_offset": "+02:00", "sender": "Ben", "sender_id": "ben",
                "handle": "'+49 170 1", "kind": "message", "text": "First line\nFrom me",
                "read_at": "2026-05-31T09:41:00+02:00", "reactions": "👍: Ana Ruiz",
            ])
        #expect(table[1]["stated_offset"] == nil && table[1]["time"] == "2026-05-31T09:42:00+02:00")
        #expect(table[1]["reply_to"] == "m1" && table[1]["reply_to_number"] == "1")
        #expect(table[1]["former_texts"] == "old\nwords" && table[2]["deleted_by"] == "Ben")
        #expect(table[3]["attachments"] == "File: a, \"b\".pdf · 1.2 MB (Not available)")
        #expect(table[4]["cards"]?.hasPrefix("Poll: When?\n• Now") == true)
        #expect(table[5]["kind"] == "call" && table[6]["text"] == "Ben added Ana Ruiz")
    }

    @Test func relationsEditsAndNotesHaveColumns() throws {
        let table = try table(
            #"""
            {"messages": [{"from": "a", "text": "head", "thread": {"replies": 2}},
              {"from": "b", "text": "x", "thread": {"root": 0}, "edited": true,
               "reply_to": {"from": "Zed", "attachment_kind": "image"},
               "forwarded": {"at": "2026-05-01T09:00:00Z"},
               "translation": {"language": "de", "text": "y"}}],
             "options": {"notes": [{"message": 2, "text": "see §4"}]}}
            """#)
        #expect(table[0]["replies"] == "2")
        #expect(table[1]["edited"] == "yes" && table[1]["edited_at"] == nil)
        #expect(table[1]["quoted_sender"] == "Zed" && table[1]["quoted"] == "Photo")
        #expect(table[1]["forwarded_at"] == "2026-05-01T09:00:00Z")
        #expect(table[1]["translation_language"] == "de" && table[1]["notes"] == "see §4")
    }

    @Test(arguments: [
        "=1+1", "+1", "-1", "@x", " =1", "\t=1", "＝1", "'=1", "''+1", "\n=1", "\u{200B}=1",
    ])
    func noCellIsRunAsAFormula(text: String) throws {
        let json = String(decoding: try JSONText.of(text), as: UTF8.self)
        let table = try table(
            #"{"messages": [{"from": \#(json), "id": \#(json), "text": \#(json), "#
                + #""subject": \#(json)}]}"#)
        let said = try #require(table.first?["text"])
        #expect(said.hasPrefix("'") && said.dropFirst().drop { $0 == "'" }.first != nil)
        for name in ["sender", "id", "subject"] { #expect(table[0][name]?.hasPrefix("'") == true) }
    }

    @Test(arguments: ["it's", "'quoted'", "a=b", "1+1", "", "x,y;z\"q\"\n'"])
    func otherTextsAreUnchanged(text: String) throws {
        let json = String(decoding: try JSONText.of(text), as: UTF8.self)
        let table = try table(
            #"{"messages": [{"from": "a", "text": \#(json), "attachments": [{"kind": "file"}]}]}"#)
        #expect(table[0]["text"] ?? "" == text)
    }
}
