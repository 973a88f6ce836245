import Foundation
import Testing

@testable import Basics

@Suite struct ZIPWriterTests {
    @Test func archivesCanBeReadBack() throws {
        let page = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 / 50) }
        let sink = ByteSink()
        var writer = ZIPWriter()
        try writer.add("page-001.png", page, .stored, to: sink)
        try writer.add("größe.json", page, .deflated, to: sink)
        try writer.add("empty", [], .deflated, to: sink)
        try writer.finish(to: sink)
        let files = try ZIPReading(sink.bytes).files
        #expect(files.map(\.name) == ["page-001.png", "größe.json", "empty"])
        #expect(files[0].bytes == page)
        #expect(files[1].bytes.count < 3_000)
        #expect(files.map(\.method) == [0, 8, 8])
        // Info-ZIP and Python read the archive as well: checked manually with `unzip -t`.
        #expect(files[0].crc == files[1].crc)
    }

    @Test(arguments: [
        ("../../etc/passwd", "_.._.._etc_passwd"), ("C:\\x", "C__x"), ("/a", "_a"), ("", "_"),
        ("a\u{0}\n.png", "a__.png"), ("chat-001.png", "chat-001.png"), ("aux.c.png", "_aux.c.png"),
        ("COM7", "_COM7"), ("auxiliary", "auxiliary"), ("Dr.", "Dr_"), ("a ", "a_"), (".", "_"),
    ])
    func sanitizesPathsInNames(name: String, written: String) throws {
        let sink = ByteSink()
        var writer = ZIPWriter()
        try writer.add(name, [], .stored, to: sink)
        try writer.finish(to: sink)
        #expect(try ZIPReading(sink.bytes).files.map(\.name) == [written])
    }

    /// File names are limited to 255 bytes; the part that distinguishes two names is at the end.
    @Test(arguments: ["a", "ä", "日", "😀"])
    func longNamesKeepTheirEnding(letter: String) throws {
        let sink = ByteSink()
        var writer = ZIPWriter()
        for number in 1...2 {
            let name = String(repeating: letter, count: 200) + "-00\(number).png"
            try writer.add(name, [], .stored, to: sink)
        }
        try writer.finish(to: sink)
        let names = try ZIPReading(sink.bytes).files.map(\.name)
        #expect(names.map { String($0.suffix(8)) } == ["-001.png", "-002.png"])
        #expect(names.allSatisfy { $0.utf8.count <= 240 && $0.hasPrefix(letter + letter) })
    }

    @Test func compressionStopsBetweenSteps() throws {
        struct Stop: Error {}
        // Hardly compressible, so that it takes several steps.
        var state: UInt32 = 1
        let page = (0..<400_000).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(truncatingIfNeeded: state >> 24)
        }
        var steps = 0
        let (whole, stopped) = (ByteSink(), ByteSink())
        var writer = ZIPWriter()
        try writer.add("page", page, .deflated, to: whole) { steps += 1 }
        #expect(steps > 5)
        #expect(throws: Stop.self) {
            var left = 3
            var writer = ZIPWriter()
            try writer.add("page", page, .deflated, to: stopped) {
                left -= 1
                if left == 0 { throw Stop() }
            }
        }
        #expect(stopped.bytes.isEmpty)
    }

    @Test func outputIsDeterministic() throws {
        func write() throws -> [UInt8] {
            let sink = ByteSink()
            var writer = ZIPWriter()
            try writer.add("a", [1, 2, 3], .deflated, to: sink)
            try writer.finish(to: sink)
            return sink.bytes
        }
        #expect(try write() == write())
    }

    @Test func supportsMoreThan65535Files() throws {
        let sink = ByteSink()
        var writer = ZIPWriter()
        for number in 0..<65_600 { try writer.add("\(number)", [], .stored, to: sink) }
        try writer.finish(to: sink)
        #expect(try ZIPReading(sink.bytes).files.count == 65_600)
    }

    @Test func supportsOffsetsBeyondFourGigabytes() throws {
        let sink = ByteSink()
        let start: UInt64 = 5_000_000_000
        var writer = ZIPWriter(offset: start)
        try writer.add("far", Array("away".utf8), .stored, to: sink)
        try writer.finish(to: sink)
        let files = try ZIPReading(sink.bytes, offset: start).files
        #expect(files.map(\.bytes) == [Array("away".utf8)])
    }
}

/// Uses the archive's own pointers, including Zip64.
private struct ZIPReading {
    struct File {
        let name: String
        let method: Int
        let crc: Int
        let bytes: [UInt8]
    }

    enum Fault: Error { case signature(at: Int) }

    private(set) var files: [File] = []

    init(_ bytes: [UInt8], offset: UInt64 = 0) throws {
        func number(_ place: Int, _ count: Int) -> Int {
            var value = 0
            for index in 1...count { value = value << 8 | Int(bytes[place + count - index]) }
            return value
        }
        func expect(_ signature: Int, at place: Int) throws {
            guard number(place, 4) == signature else { throw Fault.signature(at: place) }
        }
        let end = bytes.count - 22
        try expect(0x0605_4B50, at: end)
        var count = number(end + 10, 2)
        var place = number(end + 16, 4)
        if count == 0xFFFF || place == 0xFFFF_FFFF {
            try expect(0x0706_4B50, at: end - 20)
            let zip64 = number(end - 12, 8) - Int(offset)
            try expect(0x0606_4B50, at: zip64)
            count = number(zip64 + 32, 8)
            place = number(zip64 + 48, 8)
        }
        place -= Int(offset)
        for _ in 0..<count {
            try expect(0x0201_4B50, at: place)
            let nameLength = number(place + 28, 2)
            var local = number(place + 42, 4)
            if local == 0xFFFF_FFFF { local = number(place + 46 + nameLength + 4, 8) }
            local -= Int(offset)
            try expect(0x0403_4B50, at: local)
            let data = local + 30 + number(local + 26, 2) + number(local + 28, 2)
            files.append(
                File(
                    name: String(
                        decoding: bytes[place + 46..<place + 46 + nameLength], as: UTF8.self),
                    method: number(place + 10, 2), crc: number(place + 16, 4),
                    bytes: Array(bytes[data..<data + number(place + 20, 4)])))
            place += 46 + nameLength + number(place + 30, 2)
        }
    }
}
