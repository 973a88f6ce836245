import Basics
import Foundation
import Model
import Testing

@testable import Importing

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
        let url = Fixture.folder.appending(path: "backup/\(name)")
        let zipped = Array(try Data(contentsOf: url))
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
            chats.append(
                try Importing.chats(in: export, phrases: ShippedImport.phrases, options: options))
            options.chat = "Hikers"
            options.wantsFiles = true
            read.append(
                try Importing.read(export, phrases: ShippedImport.phrases, options: options))
        }
        #expect(chats[0].count == 5 && chats[0] == chats[1])
        #expect(read[0].conversation == read[1].conversation)
        #expect(read[1].warnings.contains { $0.detail.contains("../outside.txt skipped") })
    }
}
