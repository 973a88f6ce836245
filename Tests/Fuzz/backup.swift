// Feeds what is read of encrypted backups before and after their decryption with fuzzer input; script/fuzz runs it. The
// first byte chooses the reader.

import Basics
import Readers

@testable import Importing

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    switch start[0] % 5 {
    case 0:
        // WhatsApp's header, the texts that it describes, and a key file.
        _ = WhatsAppKey(bytes)
        for header in [WhatsAppBackupHeader(protobuf: bytes), WhatsAppBackupHeader(fixed: bytes)] {
            guard let header else { continue }
            precondition(header.length <= bytes.count)
            let key = WhatsAppKey(Array(repeating: UInt8(ascii: "a"), count: 64))
            for text in header.texts(in: ByteSource(bytes)) {
                guard let key = key?.key(for: header) else { break }
                _ = try? text.isAuthentic(key: key, .unlimited)
            }
        }
    case 1:
        // The key bag of an iPhone.
        guard let bag = KeyBag(bytes) else { return 0 }
        precondition(bag.classes.count <= 100 && bag.header.values.allSatisfy { $0.count <= count })
        for tag in ["ITER", "DPIC", "TYPE"] { precondition((bag.number(tag) ?? 0) >= 0) }
    case 2:
        _ = SignalBackupFile.isBackup(bytes)
    case 3:
        // A row of an older backup of Signal: a statement after its length, and its values.
        var statements = SignalStatements()
        for frame in bytes.split(separator: 0xFF) {
            guard let fields = ProtobufFields(Array(frame)) else { continue }
            if let (table, _) = statements.row(fields) {
                precondition(SignalStatements.tables.contains(table))
            }
        }
    default:
        // A frame of a newer one, as the JSON that the importer of the app's own export reads.
        guard let value = SignalSchema.value(bytes, of: "Frame") else { return 0 }
        precondition(value.bytes.count <= 64 + 64 * count)
    }
    return 0
}
