import Basics
import Foundation
import TestBytes
import Testing

@testable import Readers

private func fixture(_ name: String) throws -> [UInt8] {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return Array(try Data(contentsOf: tests.appending(path: "Fixtures/Serialized/\(name)")))
}

@Suite struct PropertyListTests {
    @Test(arguments: ["binary.plist", "xml.plist"])
    func allTypesAreRead(file: String) throws {
        let list = try #require(PropertyList(parsing: try fixture(file)))
        #expect(
            list
                == .dictionary([
                    "text": .text("Hallo"), "emoji": .text("Grüße 👋"), "yes": .boolean(true),
                    "no": .boolean(false), "int": .integer(1), "neg": .integer(-5),
                    "big": .integer(1 << 40), "huge": .real(0x1p63),
                    "real": .real(1.5), "date": .date(801_913_200), "data": .data([0, 1, 2]),
                    "array": .array([.integer(1), .text("a"), .array([])]),
                    "dict": .dictionary(["x": .dictionary(["y": .text("z")])]),
                    "long": .text(String(repeating: "x", count: 300)), "empty": .text(""),
                ]))
        #expect(list["dict"]?["x"]?["y"]?.text == "z")
        #expect(list["array"]?[0]?.integer == 1)
        #expect(list["array"]?[3] == nil)
    }

    @Test func archivesAreResolved() throws {
        let root = try #require(PropertyList(unarchiving: try fixture("archive.plist")))
        #expect(
            root
                == .dictionary([
                    "name": .text("Ana"),
                    "list": .array([.text("Ana"), .text("Ben"), .data([1, 2])]),
                    "when": .date(5), "url": .text("https://example.org/"),
                    "file": .dictionary([
                        "Size": .integer(17), "Path": .text("Ana"), "Missing": .null,
                    ]),
                ]))
    }

    @Test func archivesInXMLAreResolved() throws {
        let root = PropertyList(
            unarchiving: Array(
                """
                <?xml version="1.0"?><!-- by hand --><plist><dict><key>$archiver</key><string>NSKeyedArchiver</string>
                <key>$objects</key><array><string>$null</string><dict><key>a</key><dict><key>CF$UID</key><integer>2</integer>
                </dict></dict><string>x &amp; &#x1F44B;</string></array>
                <key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer></dict></dict></dict></plist>
                """.utf8))
        #expect(root == .dictionary(["a": .text("x & 👋")]))
    }

    @Test(arguments: [
        // An array, a dictionary that holds itself, and two that hold each other.
        "62706c6973743030 a100 08 000000000000010100000000000000010000000000000000000000000000000a",
        "62706c6973743030 d10100 5161 080b 000000000000010100000000000000020000000000000000000000000000000d",
        "62706c6973743030 a101 a100 080a 000000000000010100000000000000020000000000000000000000000000000c",
    ])
    func loopsAreDamage(hex: String) { #expect(PropertyList(parsing: bytes(hex)) == nil) }

    @Test func sharedObjectsCannotMultiply() {
        // 30 arrays that hold the next one twice would be a billion values.
        var file = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for index in 0..<30 {
            offsets.append(UInt8(file.count))
            file += [0xA2, UInt8(index + 1), UInt8(index + 1)]
        }
        offsets.append(UInt8(file.count))
        file.append(0x09)
        let table = UInt8(file.count)
        file += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
        file +=
            [0, 0, 0, 0, 0, 0, 0, 31] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, table]
        #expect(PropertyList(parsing: file) == nil)
        // Overlapping data, likewise.
        file = Array("bplist00".utf8) + [0xAF, 0x10, 200] + (0..<200).map { UInt8($0 + 1) }
        let start = file.count
        offsets = [0, 8]
        for index in 0..<200 {
            let place = start + index
            offsets += [UInt8(place >> 8), UInt8(place & 0xFF)]
            file.append(0x4E)
        }
        file += [UInt8](repeating: 0, count: 14)
        let end = file.count
        file += offsets + [0, 0, 0, 0, 0, 0, 2, 1] + [0, 0, 0, 0, 0, 0, 0, 201]
        file += [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, UInt8(end >> 8), UInt8(end & 0xFF)]
        #expect(PropertyList(parsing: file) == nil)
    }

    @Test(arguments: [
        "<plist><dict><key>a</key></dict></plist>", "<plist><string>a</plist>", "<plist/>",
        "<plist><integer>x</integer></plist>", "<plist><string>&b;</string></plist>",
        "<!DOCTYPE plist [<!ENTITY b \"c\">]><plist><string>&b;</string></plist>",
        "<plist><date>2026-13-01T00:00:00Z</date></plist>", "<plist><true/></plist>x",
        "<plist>" + String(repeating: "<array>", count: 100_000), "<plist><true/>", "",
    ])
    func invalidXMLIsDamage(text: String) {
        #expect(PropertyList(parsing: Array(text.utf8)) == nil)
    }

    @Test func archivesThatHoldThemselvesAreDamage() throws {
        let list = """
            <plist><dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$objects</key><array>
            <string>$null</string><dict><key>a</key><dict><key>CF$UID</key><integer>%</integer></dict></dict></array>
            <key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer></dict></dict></dict></plist>
            """
        for number in ["1", "2", "-1"] {
            let archive = PropertyList(unarchiving: Array(list.replacing("%", with: number).utf8))
            #expect(
                archive
                    == (number == "-1"
                        ? .dictionary(["a": .dictionary(["CF$UID": .integer(-1)])]) : nil))
        }
    }

    @Test(arguments: ["binary.plist", "xml.plist", "archive.plist"])
    func anyBytesAreReadOrRejected(file: String) throws {
        let bytes = try fixture(file)
        var random = SeededRandom(seed: UInt64(bytes.count))
        for _ in 0..<10_000 {
            var damaged = bytes
            random.damage(&damaged)
            _ =
                file == "archive.plist"
                ? PropertyList(unarchiving: damaged) : PropertyList(parsing: damaged)
        }
    }

    @Test func anExhaustedBudgetStopsReading() throws {
        let bytes = try fixture("binary.plist")
        #expect(PropertyList(parsing: bytes, budget: WorkBudget { _ in false }) == nil)
    }
}

@Suite struct TypedStreamTests {
    @Test func textAndAttributesAreRead() throws {
        let stream = try #require(TypedStream(try fixture("mention.typedstream")))
        #expect(stream.text == "Hi Bo 👋")
        let part: [String: PropertyList] = ["__kIMMessagePartAttributeName": .integer(0)]
        let mention = part.merging(["__kIMMentionConfirmedMention": .text("+15550100")]) { $1 }
        #expect(
            stream.runs == [
                TypedStream.Run(range: 0..<3, attributes: part),
                TypedStream.Run(range: 3..<5, attributes: mention),
                TypedStream.Run(range: 5..<8, attributes: part),
            ])
    }

    @Test func lengthsOverOneByteAreRead() throws {
        // Naive readers cut a text here at 44 bytes.
        let bytes = try fixture("mention.typedstream")
        let long = String(repeating: "abcdefghij", count: 30)
        let start = try #require(bytes.firstIndex(of: 0x2B)) + 1
        let text = [0x81, 0x2C, 0x01] + Array(long.utf8)
        let stream = TypedStream(bytes[..<start] + text + bytes[(start + 11)...])
        #expect(stream?.text == long)
        // The rest of the text has no attributes.
        #expect(stream?.runs.last?.range == 5..<8)
    }

    @Test func damagedStreamsKeepTheirText() throws {
        let bytes = Array(try fixture("mention.typedstream").prefix(160))
        #expect(TypedStream(bytes) == nil)
        #expect(TypedStream.salvagedText(bytes) == "Hi Bo 👋")
        #expect(TypedStream.salvagedText(Array(bytes.prefix(130))) == nil)
    }

    @Test func anyBytesAreReadOrRejected() throws {
        let bytes = try fixture("mention.typedstream")
        var random = SeededRandom(seed: 11)
        for _ in 0..<10_000 {
            var damaged = bytes
            random.damage(&damaged)
            if let stream = TypedStream(damaged) {
                #expect(stream.runs.allSatisfy { $0.range.upperBound <= stream.text.utf16.count })
            }
            _ = TypedStream.salvagedText(damaged)
        }
    }
}

@Suite struct ProtobufFieldsTests {
    @Test func fieldsAreRead() throws {
        let fields = try #require(ProtobufFields(try fixture("message.protobuf")))
        #expect(fields.fields.map(\.number) == [1, 2, 3, 4, 5, 2])
        #expect(fields.integer(1) == 150)
        #expect(fields.text(2) == "hi")
        #expect(fields.message(3)?.integer(1) == -1)
        #expect(fields.message(3)?.text(2) == "👋")
        #expect(fields[4] == .fixed64((1.0 as Double).bitPattern))
        #expect(fields[5] == .fixed32((1.0 as Float).bitPattern))
        #expect(Array(fields.all(2)).count == 2)
        #expect(fields.messages(3).count == 1)
        #expect(fields.text(3) == nil)
    }

    @Test(arguments: [
        "08", "0880", "08ffffffffffffffffffff01", "08ffffffffffffffffff02", "1205616263",
        "12ffffffffffffffff7f", "0b0c", "0c", "00", "0800 2100", "2d00", "f8ffffffff0100", "07",
    ])
    func damageIsRejected(hex: String) { #expect(ProtobufFields(bytes(hex)) == nil) }

    @Test func messagesNestToADepthOf32() throws {
        var nested: [UInt8] = []
        for _ in 0..<40 { nested = [0x0A, UInt8(nested.count)] + nested }
        var fields = ProtobufFields(nested)
        var depth = 0
        while let next = fields {
            depth += 1
            fields = next.message(1)
        }
        #expect(depth == 32)
    }

    @Test func anyBytesAreReadOrRejected() throws {
        let bytes = try fixture("message.protobuf")
        var random = SeededRandom(seed: 5)
        for _ in 0..<10_000 {
            var damaged = bytes
            random.damage(&damaged)
            _ = ProtobufFields(damaged)?.message(3)?.text(2)
        }
    }
}

private func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.utf8.filter { $0 != 0x20 }.compactMap(Hexadecimal.value)
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
