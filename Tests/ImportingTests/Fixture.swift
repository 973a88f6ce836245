import Basics
import Foundation
import Importing
import Model
import Testing

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
