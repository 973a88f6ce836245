// Feeds the readers of foreign exports whatever the fuzzer invents; script/fuzz runs it.
//
// The first line of an input names the importer; any other word leaves it to recognition. An input
// that goes on with the line FILES is a folder as text, a line "=== path" before each file, and is
// packed here: what the fuzzer changes in a packed one would fail its checksum.

import Conversation
import Foundation
import Importing

private let chosen = ProcessInfo.processInfo.environment["FUZZ_IMPORTER"]

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let line = input.firstIndex(of: 0x0A) ?? 0
    let name = String(decoding: input[..<line], as: UTF8.self)
    var bytes = Array(input[line...].dropFirst())
    if bytes.starts(with: "FILES\n".utf8) { bytes = packed(bytes) }
    var options = ImportOptions()
    options.from = chosen ?? (ImporterCatalogue.named(name) == nil ? "auto" : name)
    options.limits.archiveBytes = 4 << 20
    options.limits.documentBytes = 4 << 20
    // A packed folder may hold a thousand times its bytes.
    bounded(bytes.starts(with: "PK".utf8) ? max(count, 100_000) : count) { read(bytes, options) }
    return 0
}

private func read(_ bytes: [UInt8], _ options: ImportOptions) {
    guard let imported = try? ShippedImport.read(bytes, name: "fuzz", options: options) else {
        return
    }
    let conversation = imported.conversation
    precondition(!conversation.messages.isEmpty)
    for message in conversation.messages {
        if let from = message.from { _ = conversation.participants[from] }
        for attachment in message.attachments {
            if let media = attachment.media { _ = conversation.media[media] }
        }
        if let place = message.details.replyTo?.index { _ = conversation.messages[place] }
    }
}

/// The ZIP of a folder that is written as text.
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
