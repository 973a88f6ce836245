// Feeds the importers with fuzzer input; script/fuzz runs it.
//
// The first line of an input names the importer; any other first line leaves the choice to
// detection. If the line FILES follows, the rest is a folder written as text, with a line
// "=== path" before each file, and is packed here: a mutation of a packed folder would only break
// its checksum. The input is read a second time piece by piece, like a large file, and must give the
// same result.

import Foundation
import Importing
import Model

private let chosen = ProcessInfo.processInfo.environment["FUZZ_IMPORTER"]

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let line = input.firstIndex(of: 0x0A) ?? 0
    let name = String(decoding: input[..<line], as: UTF8.self)
    var bytes = Array(input[line...].dropFirst())
    if bytes.starts(with: "FILES\n".utf8) { bytes = packed(bytes) }
    var options = ImportOptions()
    options.from = chosen ?? (ImporterCatalog.named(name) == nil ? "auto" : name)
    options.wantsPreviews = true
    options.limits.archiveBytes = 4 << 20
    options.limits.documentBytes = 4 << 20
    let isArchive = bytes.starts(with: "PK".utf8)
    // A packed folder may expand to a thousand times its size.
    let cost = isArchive ? max(count, 100_000) : count
    var whole: Result<Imported, ImportError> = .failure(.empty)
    bounded(cost) { whole = reading(Export(bytes, name: "fuzz"), options) }
    if case .success(let imported) = whole { check(imported.conversation) }
    // Only content in memory is reported as empty. In a file as long as the part in which scripts
    // have their assignment, that part would be cut as well.
    guard whole.failure != .empty, bytes.count != 512 else { return 0 }
    let pieces = Export(file: "fuzz", in: cut(bytes))
    bounded(cost) {
        let inPieces = reading(pieces, options)
        guard inPieces.failure == whole.failure else {
            fatalError("in pieces: \(inPieces.outcome), in memory: \(whole.outcome)")
        }
        guard case .success(let one) = inPieces, case .success(let other) = whole else { return }
        precondition(one.conversation == other.conversation && one.warnings == other.warnings)
        precondition(one.report == other.report)
    }
    return 0
}

/// The first chat if there are several.
private func reading(
    _ export: Export, _ options: ImportOptions
) -> Result<Imported, ImportError> {
    do throws(ImportError) {
        return .success(
            try Importing.read(export, phrases: ShippedImport.phrases, options: options))
    } catch .severalChats(let chats) where options.chat == nil && !chats.isEmpty {
        var options = options
        options.chat = chats[0].id
        return reading(export, options)
    } catch {
        return .failure(error)
    }
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }

    fileprivate var outcome: String { failure.map { "\($0)" } ?? "read" }
}

/// A file that returns only a few bytes for each read up to its end; its content decides how many.
private func cut(_ bytes: [UInt8]) -> FileLookup {
    let length = 1 + Int(bytes.reduce(0 as UInt32) { $0 &* 31 &+ UInt32($1) } % 64)
    return FileLookup(
        names: [], isSent: true, size: { $0 == "fuzz" ? bytes.count : nil },
        read: { name, range in
            guard name == "fuzz" else { return nil }
            let start = min(range.lowerBound, bytes.count)
            // A range beyond the end gets all the rest at once.
            let isPiece = range.upperBound == bytes.count
            let end = isPiece ? start + length : range.upperBound
            return Array(bytes[start..<min(end, bytes.count)])
        })
}

private func check(_ conversation: Conversation) {
    precondition(!conversation.messages.isEmpty)
    for message in conversation.messages {
        if let from = message.from { _ = conversation.participants[from] }
        for attachment in message.attachments {
            if let media = attachment.media { _ = conversation.media[media] }
        }
        if let place = message.details.replyTo?.index { _ = conversation.messages[place] }
    }
}

private func packed(_ text: [UInt8]) -> [UInt8] {
    let mark = Array("\n=== ".utf8)
    var zip = ZipBuilder()
    var starts: [Int] = []
    for index in text.indices.dropLast(mark.count)
    where text[index] == 0x0A && text[index...].starts(with: mark) && starts.count < 50 {
        starts.append(index + mark.count)
    }
    for (number, start) in starts.enumerated() {
        let isLast = number + 1 == starts.count
        let end = isLast ? text.count : starts[number + 1] - mark.count
        let line = text[start..<end].firstIndex(of: 0x0A) ?? end
        let path = String(decoding: text[start..<line], as: UTF8.self)
        if path.utf8.count < 1000 { zip.add(path, Array(text[line..<end].dropFirst())) }
    }
    return zip.finish()
}
