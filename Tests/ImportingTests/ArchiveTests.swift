import Basics
import Foundation
import Model
import Synchronization
import Testing

@testable import Importing

@Suite struct ArchiveTests {
    private let chat = Array("1/15/21, 10:00 - Ann: one\n1/15/21, 10:01 - Bo: two\n".utf8)

    private func read(
        _ limits: Limits = Limits(), _ build: (inout ZipBuilder) -> Void
    ) throws -> Imported {
        var zip = ZipBuilder()
        build(&zip)
        let options = ImportOptions(limits: limits)
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
        #expect(try read { $0.add("_chat.txt", chat, lie: lie) }.conversation.messages.count == 2)
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
        let error = ImportError.archive(.limit(.archiveEntries, limit: 3, actual: 5, entry: ""))
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

@Suite struct TarArchiveTests {
    /// The header of an entry: the name, the size and the kind.
    private static func header(
        _ name: String, size: String, kind: Character = "0", prefix: String = ""
    ) -> [UInt8] {
        var head = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at place: Int) {
            for (index, byte) in text.utf8.enumerated() { head[place + index] = byte }
        }
        put(name, at: 0)
        put(size, at: 124)
        put(String(kind), at: 156)
        put("ustar\u{0}00", at: 257)
        put(prefix, at: 345)
        return head
    }

    private static func entry(
        _ name: String, _ content: [UInt8], kind: Character = "0", prefix: String = ""
    ) -> [UInt8] {
        let padding = [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
        let size = String(content.count, radix: 8)
        return header(name, size: size, kind: kind, prefix: prefix) + content + padding
    }

    private static let end = [UInt8](repeating: 0, count: 1_024)

    private static func entries(_ bytes: [UInt8]) throws(ImportError) -> [String: [UInt8]] {
        let archive = ByteSource(bytes)
        let found = try TarArchive.entries(in: archive, limits: Limits(), .unlimited)
        return Dictionary(
            found.map { ($0.name, archive.part($0.range).bytes($0.range.count, at: 0) ?? []) }
        ) { first, _ in first }
    }

    @Test func namesOfAllKindsAreRead() throws {
        let long = String(repeating: "long/", count: 30) + "name.txt"
        let pax = "\(long.utf8.count + 10) path=\(long)\n"
        let bytes =
            Self.entry("a.txt", Array("one".utf8))
            + Self.entry("folder/", [], kind: "5")
            + Self.entry("b.txt", Array("two".utf8), prefix: "folder")
            + Self.entry("././@LongLink", Array((long + "1\u{0}").utf8), kind: "L")
            + Self.entry("cut", Array("three".utf8))
            + Self.entry("pax", Array(pax.utf8), kind: "x") + Self.entry("cut", Array("4".utf8))
        #expect(TarArchive.isArchive(ByteSource(bytes)))
        #expect(
            try Self.entries(bytes + Self.end).mapValues { String(decoding: $0, as: UTF8.self) }
                == ["a.txt": "one", "folder/b.txt": "two", long + "1": "three", long: "4"])
    }

    @Test func largeSizesAreBinary() throws {
        var bytes = Self.entry("a.txt", Array("one".utf8))
        bytes.replaceSubrange(124..<136, with: [0x80] + [UInt8](repeating: 0, count: 10) + [3])
        #expect(try Self.entries(bytes + Self.end) == ["a.txt": Array("one".utf8)])
        for wrong: [UInt8] in [[0x81] + [UInt8](repeating: 0, count: 11), [0xFF, 0xFF]] {
            bytes.replaceSubrange(124..<124 + wrong.count, with: wrong)
            #expect(throws: ImportError.archive(.unreadable)) { try Self.entries(bytes) }
        }
    }

    @Test(arguments: ["777777777777", "-1", "9", "7777"])
    func sizesThatAreNotInTheArchiveMakeItInvalid(size: String) {
        let bytes = Self.header("a.txt", size: size) + Self.end
        #expect(throws: ImportError.archive(.unreadable)) { try Self.entries(bytes) }
    }

    /// The chats of a tar archive are those of the ZIP with the same files.
    @Test(arguments: ["phone.zip", "locked.zip"], [false, true])
    func backupsOfPhonesAreReadFromTar(name: String, inPieces: Bool) throws {
        let zipped = Array(try Data(contentsOf: Fixture.folder.appending(path: "backup/\(name)")))
        let archive = try ZipArchive(ByteSource(zipped), limits: Limits())
        var tar: [UInt8] = Self.entry("../outside.txt", [1])
        for entry in archive.entries where !entry.isFolder {
            tar += Self.entry(entry.name, try archive.bytes(of: entry, limits: Limits()))
        }
        tar += Self.end
        let bytes = tar
        var exports = [Export(zipped, name: "phone.zip")]
        exports.append(
            inPieces
                ? Export(file: "phone.tar", in: FileLookup(["phone.tar": bytes]))
                : Export(bytes, name: "phone.tar"))
        var chats: [[ChatSummary]] = []
        var read: [Imported] = []
        for var export in exports {
            var password = Array("chatprint".utf8)
            export.password = Secret(taking: &password)
            var options = ImportOptions()
            chats.append(try ShippedImport.chats(in: export, options: options))
            options.chat = "Hikers"
            options.wantsFiles = true
            read.append(try ShippedImport.read(export, options: options))
        }
        #expect(chats[0].count == 5 && chats[0] == chats[1])
        #expect(read[0].conversation == read[1].conversation)
        #expect(read[1].warnings.contains { $0.detail.contains("../outside.txt skipped") })
    }
}

/// Archives read in place, with an entry that is unpacked as a stream.
@Suite struct LargeArchiveTests {
    /// Too large to be unpacked into memory.
    private static let chat: [UInt8] = {
        let lines = (0..<80_000).map { number in
            "1/15/21, 12:00 - P\(number % 3): message \(number) of a talk that takes its room\n"
        }
        return Array(lines.joined().utf8)
    }()

    private static func zip(
        _ bytes: [UInt8] = chat, name: String = "_chat.txt", isDeflated: Bool = false,
        lie: ZipBuilder.Lie = ZipBuilder.Lie()
    ) -> [UInt8] {
        var lie = lie
        if isDeflated {
            lie.method = 8
            lie.packed = deflated(bytes)
        }
        var zip = ZipBuilder()
        zip.add(name, bytes, lie: lie)
        zip.add("photo.jpg", [0xFF, 0xD8, 0xFF])
        return zip.finish()
    }

    /// Stored blocks (RFC 1951 §3.2.4).
    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 0xFFFF) {
            let block = bytes[start..<min(start + 0xFFFF, bytes.count)]
            let isLast: UInt8 = block.endIndex == bytes.endIndex ? 1 : 0
            let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
            packed += [isLast, low, high, ~low, ~high]
            packed += block
        }
        return packed
    }

    private func read(
        _ bytes: [UInt8], limits: Limits = Limits(),
        saw: @escaping @Sendable (Int) -> Void = { _ in },
        onProgress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
    ) throws -> Imported {
        let files = FileLookup(
            names: [], size: { $0 == "chat.zip" ? bytes.count : nil },
            read: { name, range in
                guard name == "chat.zip" else { return nil }
                let range = range.clamped(to: bytes.indices)
                saw(range.count)
                return Array(bytes[range])
            })
        let options = ImportOptions(limits: limits)
        return try Importing.read(
            Export(file: "chat.zip", in: files), phrases: ShippedImport.phrases, options: options,
            onProgress: { onProgress($1, $2) })
    }

    @Test(arguments: [false, true])
    func streamedEntriesEqualEntriesInMemory(isDeflated: Bool) throws {
        let zip = Self.zip(isDeflated: isDeflated)
        #expect(Self.chat.count > 4 << 20)
        let whole = try ShippedImport.read(zip, name: "chat.zip")
        let largest = Mutex(0)
        let streamed = try read(zip, saw: { count in largest.withLock { $0 = max($0, count) } })
        #expect(streamed.conversation.messages.count == 80_000)
        #expect(streamed.conversation == whole.conversation)
        #expect(streamed.report == whole.report)
        #expect(largest.withLock { $0 } <= 1 << 20)
    }

    @Test func progressIsReported() throws {
        let parts = Mutex<[Double]>([])
        _ = try read(
            Self.zip(),
            onProgress: { done, all in parts.withLock { $0.append(Double(done) / Double(all)) } })
        let progress = parts.withLock { $0 }
        #expect(progress.count > 4 && progress == progress.sorted() && (progress.last ?? 0) > 0.8)
    }

    /// Damage near the end of an entry is detected before any progress is reported.
    @Test(arguments: [false, true])
    func damageIsDetectedBeforeReading(isDeflated: Bool) {
        var lie = ZipBuilder.Lie()
        lie.crc = 1
        let reports = Mutex(0)
        #expect(throws: ImportError.archive(.corrupt(entry: "_chat.txt"))) {
            try read(
                Self.zip(isDeflated: isDeflated, lie: lie),
                onProgress: { _, _ in reports.withLock { $0 += 1 } })
        }
        #expect(reports.withLock { $0 } == 0)
    }

    @Test(arguments: [-1, 1])
    func wrongSizesAreDamage(difference: Int) {
        var lie = ZipBuilder.Lie()
        lie.size = UInt32(Self.chat.count + difference)
        #expect(throws: ImportError.archive(.corrupt(entry: "_chat.txt"))) {
            try read(Self.zip(isDeflated: true, lie: lie))
        }
    }

    @Test func unreadableRangesAreDamage() {
        let zip = Self.zip()
        let files = FileLookup(
            names: [], size: { _ in zip.count },
            read: { _, range in
                let range = range.clamped(to: zip.indices)
                return range.contains(3 << 20) ? nil : Array(zip[range])
            })
        #expect(throws: ImportError.archive(.corrupt(entry: "_chat.txt"))) {
            try Importing.read(
                Export(file: "chat.zip", in: files), phrases: ShippedImport.phrases
            ).report
        }
    }

    @Test func limitsApplyToStreamedEntries() {
        var limits = Limits()
        limits.archiveBytes = Self.chat.count - 1
        let error = ImportError.archive(
            .limit(
                .archiveBytes, limit: limits.archiveBytes, actual: Self.chat.count,
                entry: "_chat.txt"))
        #expect(throws: error) { try read(Self.zip(), limits: limits) }
        limits = Limits()
        limits.documentBytes = 1 << 20
        #expect(
            throws: ImportError.limit(
                .documentBytes, limit: 1 << 20, actual: Self.chat.count, at: "_chat.txt")
        ) { try read(Self.zip(), limits: limits) }
    }
}

/// A single file, a folder and a ZIP give the same conversation, whatever their names and whatever
/// macOS adds.
@Suite struct PackagingTests {
    private typealias Files = [(path: String, bytes: [UInt8])]

    private static let deep = "Backup/2024 chats/"

    /// By the kind of change.
    private func packages(of fixture: Fixture) throws -> [(way: String, export: Export)] {
        let files = try fixture.files
        let name = try fixture.name
        let stem = String(name.prefix { $0 != "." })
        let moved = files.map { (path: Self.deep + $0.path, bytes: $0.bytes) }
        var packages: [(String, Export)] = [
            ("packed", packed(files, stem)), ("packed in a folder", packed(moved, stem)),
            ("packed by macOS", packed(files + shadows(of: files), stem)),
            ("packed in a folder by macOS", packed(moved + shadows(of: moved), stem)),
            ("folder", unpacked(files, stem)), ("folder in a folder", unpacked(moved, stem)),
            ("folder of macOS", unpacked(files + shadows(of: files), stem)),
            ("packed under another name", packed(files, "Download (3)")),
            ("folder under another name", unpacked(files, "Download (3)")),
        ]
        guard try !fixture.isFolder else { return packages }
        let renamed = "Download (3)." + (name.split(separator: ".").last ?? "")
        let other: Files = [(renamed, files[0].bytes)]
        packages += [
            ("renamed", Export(files[0].bytes, name: renamed)),
            ("renamed and packed", packed(other, stem)),
            ("renamed in a folder", unpacked(other, stem)),
        ]
        return packages
    }

    private func packed(_ files: Files, _ stem: String) -> Export {
        Export(ZipBuilder.archive(of: files), name: stem + ".zip")
    }

    private func unpacked(_ files: Files, _ name: String) -> Export {
        let bytes = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.bytes) })
        let lookup = FileLookup(
            names: bytes.keys.sorted(), size: { bytes[$0]?.count },
            read: { name, range in bytes[name].map { Array($0[range.clamped(to: $0.indices)]) } })
        return Export(folder: lookup, name: name)
    }

    /// The files that Finder adds: for each file a copy with a header, and its own notes.
    private func shadows(of files: Files) -> Files {
        let copies = files.flatMap { file -> Files in
            let parts = file.path.split(separator: "/")
            let folder = parts.dropLast().map { $0 + "/" }.joined()
            let copy = "._" + (parts.last ?? "")
            return [("__MACOSX/" + folder + copy, file.bytes), (folder + copy, file.bytes)]
        }
        return copies + [(".DS_Store", [0, 0, 0, 1]), ("__MACOSX/._.DS_Store", [0, 5, 22, 7])]
    }

    private func outcome(_ export: Export, _ options: ImportOptions) -> String {
        do throws(ImportError) {
            return ConversationText.of(try ShippedImport.read(export, options: options))
        } catch {
            // The path of the faulty file differs.
            return "error: " + String(describing: error).prefix { $0 != "(" }
        }
    }

    /// The facts that an export states only by its file name.
    private enum NamedFact { case format, title, group, person(String), me, days }

    /// The exports that state facts only by their file name: another name may change these facts
    /// and nothing else.
    private static let named: [String: [NamedFact]] = [
        "adium/ana (2024-05-01T10.00.00+0200).expected": [.title],
        "adium/cleo (2005-05-01).expected": [.title, .days],
        "discord/Bakers - Text Channels - general [1234567890].expected": [.title, .group],
        "discord/old.expected": [.title], "irc/#harbour_20230501.expected": [.title, .days],
        "irc/2024-05-01.expected": [.days],
        "kakaotalk/KakaoTalk_Chat_Hikers_2024-12-09-14-40-11.expected": [.title],
        "line/[LINE] Ben Ito.expected": [.format],
        "pidgin/2024-05-01.100000+0200CEST.expected": [.days],
        "signal/Cleo Ray (a1b2c3).expected": [.title, .person("Cleo Ray")],
        "twitter/direct-messages.expected": [.format], "viber/Ben Okafor.expected": [.title],
        "whatsapp/WhatsApp Chat with Ben Ito.expected": [.title, .me],
        "zoom/GMT20240501-101523_RecordingnewChat.expected": [.days],
    ]

    private func without(_ fact: NamedFact, _ text: String) -> String {
        switch fact {
        case .format: "error: unrecognized"
        case .title:
            text.replacing(/^(= [^"\n]*?) *("[^"]*"[^\n]*)?\n/) { $0.1 + "\n" }
        case .group: text.replacing(/^= (\w+) \w+/) { "= " + $0.1 }
        case .person(let name): text.replacing(name, with: "Download")
        case .me:
            text.replacing("\nme ", with: "\n   ").replacing(/! guessed-sides.*\n/, with: "")
        case .days:
            text.replacing(/\n(\d+-\d+-\d+ [\d:.+]+|-)\ /, with: "\n")
                .replacing(/! bad-time.*\n/, with: "").replacing(/! import.*day.*\n/, with: "")
        }
    }

    @Test(arguments: Fixture.all)
    func everyPackageGivesTheSameConversation(fixture: Fixture) throws {
        // A backup is a package itself.
        guard !fixture.testDescription.hasPrefix("backup/") else { return }
        let options = try fixture.options
        let facts = Self.named[fixture.testDescription] ?? []
        let alone = outcome(Export(try fixture.bytes, name: try fixture.name), options)
        var isNameUsed = false
        for package in try packages(of: fixture) {
            var (actual, expected) = (outcome(package.export, options), alone)
            if actual != expected, package.way.hasPrefix("renamed") {
                isNameUsed = true
                for fact in facts {
                    (actual, expected) = (without(fact, actual), without(fact, expected))
                }
            }
            guard actual != expected else { continue }
            let lines = zip(actual.split(separator: "\n"), expected.split(separator: "\n"))
            let difference = lines.first { $0 != $1 }.map { "\($0) / \($1)" }
            Issue.record("\(package.way): \(difference ?? "more lines")")
        }
        #expect(isNameUsed == !facts.isEmpty)
    }
}
