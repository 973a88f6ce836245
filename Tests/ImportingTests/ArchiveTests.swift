import Importing
import Model
import Testing

@Suite struct ArchiveTests {
    private let chat = Array("1/15/21, 10:00 - Ann: one\n1/15/21, 10:01 - Bo: two\n".utf8)

    private func read(
        _ limits: Limits = Limits(), _ build: (inout ZipBuilder) -> Void
    ) throws -> Imported {
        var zip = ZipBuilder()
        build(&zip)
        var options = ImportOptions()
        options.limits = limits
        return try ShippedImport.read(
            zip.finish(), name: "WhatsApp Chat - Bo.zip", options: options)
    }

    @Test func readsTheChatInAFolder() throws {
        let imported = try read { $0.add("export/_chat.txt", chat) }
        #expect(imported.conversation.messages.count == 2)
        #expect(imported.conversation.title == "Bo")
    }

    @Test(arguments: [
        "/etc/_chat.txt", "../_chat.txt", "a/../../_chat.txt", "C:_chat.txt", "a\\_chat.txt",
    ])
    func namesOutsideTheArchiveAreIgnored(name: String) {
        #expect(throws: ImportError.unrecognized([])) { try read { $0.add(name, chat) } }
    }

    @Test func ignoredNamesGetAWarning() throws {
        let imported = try read {
            $0.add("_chat.txt", chat)
            $0.add("../x.jpg", [1])
        }
        #expect(imported.warnings.contains { $0.detail.contains("leads outside the archive") })
    }

    @Test func firstOfTwoEntriesWithOneNameIsRead() throws {
        let imported = try read {
            $0.add("_chat.txt", chat)
            $0.add("_chat.txt", Array("1/15/21, 10:00 - Eve: other\n".utf8))
        }
        #expect(imported.conversation.messages.count == 2)
        #expect(imported.warnings.contains { $0.detail.contains("twice") })
    }

    private func lying(_ files: [String: [UInt8]]) -> FileLookup {
        FileLookup(
            names: files.keys.sorted(), size: { files[$0]?.count },
            read: { name, range in files[name].map { Array($0[range.clamped(to: $0.indices)]) } })
    }

    @Test func otherExportsBesideAnArchiveAreIgnored() throws {
        let telegram =
            Array(
                #"{"name":"Trip","type":"personal_chat","id":7,"messages":[{"id":1,"type":"message","#
                    .utf8)
            + Array(#""date_unixtime":"1600000000","from":"Zoë","text":"Hi"}]}"#.utf8)
        let beside = lying(["result.json": telegram, "_chat.txt": telegram, "old.zip": [0x50]])
        var zip = ZipBuilder()
        zip.add("_chat.txt", chat)
        let imported = try Importing.read(
            zip.finish(), name: "export.zip", beside: beside, phrases: ShippedImport.phrases)
        #expect(imported.importer == "whatsapp" && imported.conversation.messages.count == 2)
        #expect(!imported.warnings.contains { $0.detail.contains("twice") })
    }

    @Test func picturesBesideAnArchiveAreFoundByName() throws {
        let text = "1/15/21, 10:00 - Ann: IMG-20210115-WA0000.jpg (file attached)\n"
        let beside = lying(["IMG-20210115-WA0000.jpg": [0xFF, 0xD8, 0xFF, 0xE0]])
        var zip = ZipBuilder()
        zip.add("_chat.txt", Array(text.utf8))
        let imported = try Importing.read(
            zip.finish(), name: "export.zip", beside: beside, phrases: ShippedImport.phrases)
        #expect(imported.conversation.messages[0].attachments[0].missing == nil)
    }

    @Test func encryptedArchivesAreReported() {
        #expect(throws: ImportError.locked(file: "WhatsApp Chat - Bo.zip", .needs(.password))) {
            try read { $0.add("_chat.txt", chat, lie: .init(isEncrypted: true)) }
        }
    }

    @Test func nestedArchivesAreRejected() {
        var inner = ZipBuilder()
        inner.add("_chat.txt", chat)
        let bytes = inner.finish()
        #expect(throws: ImportError.archive(.nested(entry: "inner.zip"))) {
            try read { $0.add("inner.zip", bytes) }
        }
    }

    @Test(arguments: [40, 50, 52, 1_000_000], [false, true])
    func wrongSizesAreDamage(size: UInt32, isDeflated: Bool) {
        var lie = ZipBuilder.Lie(size: size)
        if isDeflated {
            lie.method = 8
            lie.packed = deflated(chat)
        }
        #expect(throws: ImportError.archive(.corrupt(entry: "_chat.txt"))) {
            try read { $0.add("_chat.txt", chat, lie: lie) }
        }
    }

    @Test func deflatedEntriesAreRead() throws {
        let lie = ZipBuilder.Lie(method: 8, packed: deflated(chat))
        let imported = try read { $0.add("_chat.txt", chat, lie: lie) }
        #expect(imported.conversation.messages.count == 2)
    }

    /// One stored block (RFC 1951 §3.2.4).
    private func deflated(_ bytes: [UInt8]) -> [UInt8] {
        let length = UInt8(bytes.count)
        return [0x01, length, 0, ~length, 0xFF] + bytes
    }

    @Test func wrongChecksumsAreDamage() {
        #expect(throws: ImportError.archive(.corrupt(entry: "_chat.txt"))) {
            try read { $0.add("_chat.txt", chat, lie: .init(crc: 1)) }
        }
    }

    @Test func unknownMethodsAreReported() {
        #expect(throws: ImportError.self) {
            try read { $0.add("_chat.txt", chat, lie: .init(method: 77)) }
        }
    }

    @Test func damagedPicturesDoNotFailTheImport() throws {
        let text = "1/15/21, 10:00 - Ann: IMG-20210115-WA0000.jpg (file attached)\n"
        let imported = try read {
            $0.add("_chat.txt", Array(text.utf8))
            $0.add("IMG-20210115-WA0000.jpg", [0xFF, 0xD8, 0xFF, 0xE0], lie: .init(crc: 1))
        }
        #expect(imported.conversation.messages[0].attachments[0].missing == "damaged in the export")
    }

    @Test func numberOfEntriesIsLimited() {
        var limits = Limits()
        limits.archiveEntries = 3
        let error = ImportError.archive(
            .limit(.archiveEntries, limit: 3, actual: 5, entry: ""))
        #expect(throws: error) {
            try read(limits) { zip in for index in 0..<5 { zip.add("\(index).txt", [1]) } }
        }
    }

    @Test func compressionRatioIsCheckedBeforeUnpacking() {
        // The directory states a much larger size than the entry has.
        let lie = ZipBuilder.Lie(size: 200 << 20, method: 8, packed: deflated(chat))
        let ratio = (200 << 20) / (chat.count + 5)
        let error = ImportError.archive(
            .limit(.archiveRatio, limit: 250, actual: ratio, entry: "_chat.txt"))
        #expect(throws: error) { try read { $0.add("_chat.txt", chat, lie: lie) } }
    }

    @Test func documentSizeIsLimited() {
        var limits = Limits()
        limits.documentBytes = 50
        let error = ImportError.limit(
            .documentBytes, limit: 50, actual: chat.count, at: "_chat.txt")
        #expect(throws: error) { try read(limits) { $0.add("_chat.txt", chat) } }
    }

    @Test func totalUnpackedSizeIsLimited() {
        var limits = Limits()
        limits.archiveBytes = 200
        let text = (0..<4).map {
            "1/15/21, 10:0\($0) - Ann: IMG-20210115-WA000\($0).jpg (file attached)"
        }
        #expect(throws: ImportError.self) {
            try read(limits) { zip in
                zip.add("_chat.txt", Array(text[0].utf8))
                zip.add("IMG-20210115-WA0000.jpg", [UInt8](repeating: 0xFF, count: 190))
            }
        }
    }

    @Test func truncatedArchivesAreErrors() {
        var zip = ZipBuilder()
        zip.add("_chat.txt", chat)
        let bytes = zip.finish()
        for length in 0..<bytes.count {
            #expect(throws: ImportError.self) {
                try ShippedImport.read(Array(bytes.prefix(length)))
            }
        }
    }
}
