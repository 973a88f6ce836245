// Feeds the readers of foreign exports whatever the fuzzer invents. The first byte picks the
// importer; 0 leaves it to recognition, which also reaches the ZIP reader.
//
//   for module in JSON Markup Conversation Importing; do
//     swiftc -sanitize=fuzzer,address -parse-as-library -O -g -wmo -package-name chatprint \
//         -swift-version 6 -enable-upcoming-feature InternalImportsByDefault \
//         -enable-upcoming-feature MemberImportVisibility -I out/fuzz -I Sources/CZip \
//         -I Sources/CMarkdown $(pkg-config --cflags libzip libcmark-gfm) -module-name $module \
//         -emit-module -emit-module-path out/fuzz/$module.swiftmodule \
//         -c $(find Sources/$module -name '*.swift') -o out/fuzz/$module.o
//   done
//   swiftc -use-ld=lld -sanitize=fuzzer,address -parse-as-library -O -g -package-name chatprint \
//       -module-name FuzzImport -I out/fuzz -I Sources/CZip -I Sources/CMarkdown \
//       Fuzz/import-chats.swift out/fuzz/*.o $(pkg-config --libs libzip libcmark-gfm) \
//       -lcmark-gfm-extensions -o out/fuzz/import-chats
//   SWIFT_BACKTRACE=enable=no out/fuzz/import-chats -max_total_time=1800 -timeout=5 \
//       -rss_limit_mb=2048 corpus Tests/Fixtures/Imports/*/
//
// FUZZ_IMPORTER=whatsapp keeps to one importer, and the first byte is then a byte like any other.

import Conversation
import Foundation
import Importing

private let chosen = ProcessInfo.processInfo.environment["FUZZ_IMPORTER"]

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var options = ImportOptions()
    if let chosen {
        options.from = chosen
    } else {
        guard let first = bytes.first else { return 0 }
        bytes.removeFirst()
        let importers = ImporterCatalogue.all
        let index = Int(first) % (importers.count + 1)
        if index > 0 { options.from = importers[index - 1].name }
    }
    options.limits.archiveBytes = 4 << 20
    options.limits.documentBytes = 4 << 20
    guard let imported = try? Importing.read(bytes, name: "fuzz", options: options) else {
        return 0
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
    return 0
}
