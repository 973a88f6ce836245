import Basics
import Foundation
import Importing
import Model
import Testing

/// The error of a closure that reads an export.
func importFault(_ read: () throws -> some Any) -> ImportError? {
    do {
        _ = try read()
    } catch let error as ImportError {
        return error
    } catch {
        Issue.record(error)
    }
    return nil
}

@Suite struct FixtureTests {
    /// With CHATPRINT_RECORD=1, expectations are rewritten and the run fails, so that no run passes
    /// while recording.
    static let isRecording = ProcessInfo.processInfo.environment["CHATPRINT_RECORD"] == "1"

    @Test(arguments: Fixture.all)
    func readsTheExportAsExpected(fixture: Fixture) throws {
        let actual: String
        do {
            let imported = try ShippedImport.read(
                try fixture.bytes, name: try fixture.name, options: try fixture.options,
                password: try fixture.password)
            actual = ConversationText.of(imported)
        } catch let error as ImportError {
            actual = "error: \(error)\n"
        }
        if Self.isRecording, try fixture.expected != actual {
            let head = try String(contentsOf: fixture.expectation, encoding: .utf8)
                .components(separatedBy: "\n").first { $0.hasPrefix("?") }
            let text = (head.map { $0 + "\n" } ?? "") + actual
            try text.write(to: fixture.expectation, atomically: true, encoding: .utf8)
        }
        #expect(try fixture.expected == actual)
        #expect(!Self.isRecording, "Expectations were recorded. Review them, then run again.")
    }
}

/// An export in `Tests/Fixtures/Imports` and its expected result: `name.expected` beside
/// `name.txt`, or beside a folder `name.zip` that is packed when the test runs. The first line of
/// the expectation may hold options: `? me=Ana timezone=Europe/Berlin`.
struct Fixture: CustomTestStringConvertible, Sendable {
    let expectation: URL
    /// The files and folders with the same stem that are not the expectation.
    private let candidates: [URL]

    var testDescription: String {
        expectation.pathComponents.suffix(2).joined(separator: "/")
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/Imports")

    static let all: [Fixture] = {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let urls = (files?.allObjects ?? []).compactMap { $0 as? URL }
        let isExpectation = { (url: URL) in url.pathExtension == "expected" }
        let exports = Dictionary(grouping: urls.filter { !isExpectation($0) }) {
            $0.deletingPathExtension().path
        }
        return urls.filter(isExpectation).sorted { $0.path < $1.path }.map {
            Fixture(expectation: $0, candidates: exports[$0.deletingPathExtension().path] ?? [])
        }
    }()

    private var lines: [String] {
        get throws {
            try String(contentsOf: expectation, encoding: .utf8).components(separatedBy: "\n")
        }
    }

    var expected: String {
        get throws {
            let lines = try lines
            let rest = lines.first?.hasPrefix("?") == true ? Array(lines.dropFirst()) : lines
            return rest.joined(separator: "\n")
        }
    }

    var export: URL {
        get throws {
            guard candidates.count == 1 else { throw CocoaError(.fileNoSuchFile) }
            return candidates[0]
        }
    }

    var bytes: [UInt8] {
        get throws { try isFolder ? ZipBuilder.archive(of: files) : files[0].bytes }
    }

    var isFolder: Bool { get throws { try export.isFolder } }

    /// The file, or all files of the folder, by path.
    var files: [(path: String, bytes: [UInt8])] {
        get throws {
            let url = try export
            guard url.isFolder else {
                return [(url.lastPathComponent, Array(try Data(contentsOf: url)))]
            }
            return try FileManager.default.subpathsOfDirectory(atPath: url.path).sorted()
                .map { ($0, url.appending(path: $0)) }.filter { !$0.1.isFolder }
                .map { ($0.0, Array(try Data(contentsOf: $0.1))) }
        }
    }

    var options: ImportOptions {
        get throws {
            var options = ImportOptions()
            guard let line = try lines.first, line.hasPrefix("?") else { return options }
            for pair in line.dropFirst().split(separator: " ") {
                let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
                let value = (parts.last ?? "").replacing("_", with: " ")
                switch parts.first {
                case "from": options.from = value
                case "me": options.me = value
                case "timezone": options.timeZone = parts.last
                case "chat": options.chat = value
                case "date_order": options.dateOrder = DateOrder(rawValue: value)
                case "year": options.year = Int(value)
                case "after": options.after = Int64(value).map { Moment(milliseconds: $0 * 1000) }
                case "password": continue
                case "before": options.before = Int64(value).map { Moment(milliseconds: $0 * 1000) }
                default: throw CocoaError(.fileReadCorruptFile)
                }
            }
            return options
        }
    }

    /// What opens an encrypted export.
    var password: Secret? {
        get throws {
            let words = try lines.first?.split(separator: " ") ?? []
            guard let word = words.first(where: { $0.hasPrefix("password=") }) else { return nil }
            var bytes = Array(word.dropFirst(9).utf8)
            return Secret(taking: &bytes)
        }
    }

    var name: String { get throws { try export.lastPathComponent } }
}

extension URL {
    fileprivate var isFolder: Bool {
        (try? resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true
    }
}

/// Invariants of every imported conversation, whatever the input.
enum Invariants {
    static func check(_ conversation: Conversation) {
        let people = conversation.participants.indices
        let media = conversation.media.indices
        #expect(!conversation.messages.isEmpty)
        #expect(conversation.me.map(people.contains) ?? true)
        #expect(conversation.participants.allSatisfy { $0.avatar.map(media.contains) ?? true })
        var faults = 0
        for message in conversation.messages {
            if let from = message.from, !people.contains(from) { faults += 1 }
            for attachment in message.attachments {
                if let index = attachment.media, !media.contains(index) { faults += 1 }
            }
            if !message.body.allSatisfy(isSound) { faults += 1 }
            guard message.hasDetails else { continue }
            let details = message.details
            if let place = details.replyTo?.index, !conversation.messages.indices.contains(place) {
                faults += 1
            }
            if let picture = details.link?.picture, !media.contains(picture) { faults += 1 }
            for reaction in details.reactions {
                if reaction.count < 0 { faults += 1 }
                if let picture = reaction.picture, !media.contains(picture) { faults += 1 }
            }
        }
        #expect(faults == 0)
    }

    private static func isSound(_ block: TextBlock) -> Bool {
        switch block {
        case .paragraph(let text), .heading(_, let text): isSound(text)
        case .quote(let inner): inner.allSatisfy(isSound)
        case .list(_, let items): items.allSatisfy { $0.blocks.allSatisfy(isSound) }
        case .table(_, let header, let rows):
            header.allSatisfy(isSound) && rows.allSatisfy { $0.allSatisfy(isSound) }
        case .code, .rule: true
        }
    }

    /// Whether the entities are within their text, on whole characters, and nest.
    private static func isSound(_ text: RichText) -> Bool {
        let bytes = Array(text.text.utf8)
        var open: [Int] = []
        for entity in text.entities {
            let range = entity.range
            guard range.upperBound <= bytes.count, !range.isEmpty else { return false }
            for edge in [range.lowerBound, range.upperBound] where edge < bytes.count {
                guard bytes[edge] & 0xC0 != 0x80 else { return false }
            }
            while let end = open.last, end <= range.lowerBound { open.removeLast() }
            guard range.upperBound <= open.last ?? bytes.count else { return false }
            open.append(range.upperBound)
        }
        return true
    }
}
