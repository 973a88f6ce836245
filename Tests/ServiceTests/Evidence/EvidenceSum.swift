import Foundation
import Testing

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
