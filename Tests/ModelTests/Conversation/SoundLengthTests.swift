import Basics
import Testing

@testable import Model

@Suite struct SoundLengthTests {
    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(value >> (8 * $0) & 255) }
    }

    private static func big(_ value: Int, _ count: Int) -> [UInt8] {
        little(value, count).reversed()
    }

    private static func wave(_ seconds: Int) -> [UInt8] {
        let data = [UInt8](repeating: 0, count: 8_000 * seconds)
        return Array("RIFF".utf8) + little(36 + data.count, 4) + Array("WAVEfmt ".utf8)
            + little(16, 4) + little(1, 2) + little(1, 2) + little(8_000, 4) + little(8_000, 4)
            + little(1, 2) + little(8, 2) + Array("data".utf8) + little(data.count, 4) + data
    }

    private static func page(_ samples: Int, _ packet: [UInt8]) -> [UInt8] {
        Array("OggS".utf8) + [0, 0] + little(samples, 8) + little(1, 4) + little(0, 4)
            + little(0, 4) + [1, UInt8(packet.count)] + packet
    }

    private static func opus(_ seconds: Int) -> [UInt8] {
        page(0, Array("OpusHead".utf8) + [1, 1] + little(312, 2) + little(48_000, 4) + [0, 0, 0])
            + page(48_000 * seconds + 312, [1, 2, 3])
    }

    private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        big(content.count + 8, 4) + Array(name.utf8) + content
    }

    private static func movie(_ seconds: Int) -> [UInt8] {
        let header = big(0, 12) + big(600, 4) + big(600 * seconds, 4) + big(0, 80)
        return box("ftyp", Array("M4A ".utf8)) + box("free", [1, 2, 3])
            + box("moov", box("mvhd", header))
    }

    /// 128 kbit/s at 44,100 Hz: 417 bytes a frame.
    private static func frame(_ filler: [UInt8] = []) -> [UInt8] {
        [0xFF, 0xFB, 0x90, 0x00] + filler + [UInt8](repeating: 0, count: 413 - filler.count)
    }

    private static func constant(_ frames: Int) -> [UInt8] {
        (0..<frames).flatMap { _ in frame() }
    }

    private static func counted(_ frames: Int) -> [UInt8] {
        Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 5] + [0, 0, 0, 0, 0]
            + frame(
                [UInt8](repeating: 0, count: 32) + Array("Xing".utf8) + big(1, 4) + big(frames, 4))
    }

    @Test func durationIsReadFromTheFile() throws {
        #expect(SoundLength.seconds(of: ByteSource(Self.wave(3))) == 3)
        #expect(SoundLength.seconds(of: ByteSource(Self.opus(14))) == 14)
        #expect(SoundLength.seconds(of: ByteSource(Self.movie(201))) == 201)
        let constant = try #require(SoundLength.seconds(of: ByteSource(Self.constant(100))))
        #expect(abs(constant - 2.606) < 0.01)
        let counted = try #require(SoundLength.seconds(of: ByteSource(Self.counted(1_000))))
        #expect(abs(counted - 26.122) < 0.001)
    }

    @Test func variableBitRateWithoutAFrameCountHasNoDuration() {
        var bytes = Self.constant(100)
        bytes[417 * 5 + 2] = 0xA0
        #expect(SoundLength.seconds(of: ByteSource(bytes)) == nil)
    }

    @Test func damagedFilesHaveNoWrongDuration() {
        for whole in [Self.wave(1), Self.opus(2), Self.movie(3), Self.counted(9)] {
            for count in stride(from: 0, to: min(whole.count, 120), by: 1) {
                _ = SoundLength.seconds(of: ByteSource(Array(whole.prefix(count))))
            }
            for place in 0..<min(whole.count, 120) {
                var bytes = whole
                bytes[place] = 0xFF
                let seconds = SoundLength.seconds(of: ByteSource(bytes))
                #expect(seconds.map { $0 > 0 && $0 < 31_536_000 } ?? true)
            }
        }
        #expect(SoundLength.seconds(of: ByteSource([])) == nil)
    }

    @Test func statedDurationWins() throws {
        let files = ["a.wav": Self.wave(3)]
        func duration(_ more: String) throws -> Double? {
            let request = try decode(
                #"[{"attachments":[{"kind":"voice","src":{"file":"a.wav"}\#(more)}]}]"#,
                files: files)
            return request.conversation.messages[0].attachments[0].duration
        }
        #expect(try duration("") == 3)
        #expect(try duration(#","duration":7"#) == 7)
    }
}
