import Basics
import Testing

@testable import Model

@Suite struct TimeTests {
    private func time(_ json: String, zone: String = "UTC") throws -> Moment? {
        try message(#"{"text":"x","at":\#(json)}"#, #""timezone":"\#(zone)","#).at
    }

    @Test(
        arguments: [
            (#""2026-05-31T09:40:00+02:00""#, 1_780_213_200_000, 7200),
            (#""2026-05-31T09:40:00Z""#, 1_780_220_400_000, 0),
            (#""2026-05-31T09:40Z""#, 1_780_220_400_000, 0),
            (#""2026-05-31 09:40:00.25Z""#, 1_780_220_400_250, 0),
            (#""2026-05-31T09:40:00,123456-0330""#, 1_780_233_000_123, -12600),
            (#""2026-05-31T09:40:00""#, 1_780_220_400_000, nil),
            (#""2026-05-31""#, 1_780_185_600_000, nil),
            ("1780220400", 1_780_220_400_000, nil), ("1780220400000", 1_780_220_400_000, nil),
            (#""1780220400""#, 1_780_220_400_000, nil),
            (#""1780220400.123""#, 1_780_220_400_123, nil),
            ("1780220400.5", 1_780_220_400_500, nil), ("0", 0, nil), ("-1", -1000, nil),
            ("1e9", 1_000_000_000_000, nil), ("1780220400000000", 1_780_220_400_000, nil),
            (#""1601-01-01T00:00:00Z""#, -11_644_473_600_000, 0),
            (#""9999-12-31T23:59:59Z""#, 253_402_300_799_000, 0),
            (#""2000-02-29T24:00:00Z""#, 951_868_800_000, 0),
            (#""2016-12-31T23:59:60Z""#, 1_483_228_800_000, 0),
            (#""0000-01-01T00:00:00Z""#, -62_167_219_200_000, 0),
        ] as [(String, Int64, Int32?)])
    func everyTimeFormatIsParsed(json: String, milliseconds: Int64, offset: Int32?) throws {
        #expect(try time(json) == Moment(milliseconds: milliseconds, offset: offset))
    }

    @Test(arguments: [
        ("Europe/Berlin", "2026-01-15T12:00:00", 1_768_474_800_000),
        ("Europe/Berlin", "2026-07-15T12:00:00", 1_784_109_600_000),
        // 02:30 skipped by a clock change is later by the change; a repeated 02:30 is the first of
        // the two.
        ("Europe/Berlin", "2026-03-29T02:30:00", 1_774_747_800_000),
        ("Europe/Berlin", "2026-10-25T02:30:00", 1_792_888_200_000),
        ("America/New_York", "2026-11-01T01:30:00", 1_793_511_000_000),
        ("Asia/Kolkata", "2026-01-01T00:00:00", 1_767_205_800_000),
        ("Pacific/Apia", "2011-12-30T12:00:00", 1_325_282_400_000),
        ("Asia/Kathmandu", "1970-01-01T05:30:00", 0),
    ])
    func timesWithoutOffsetUseTheZone(zone: String, text: String, milliseconds: Int64) throws {
        #expect(try time("\"\(text)\"", zone: zone)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "yesterday", "2026-13-01", "2026-02-29", "2026-05-31T25:00:00Z", "2026-05-31T09:61Z",
        "2026-05-31T",
        "2026-5-1", "26-05-01", "2026-05-31T09:40:00+99:00", "2026-05-31T09:40:00Zx", "nan", "inf",
        "0x10", "2026-05-31T24:00:01Z", "12:00", "2026-05-31T09", "1e5", "٢٠٢٦-٠٥-٣١",
    ])
    func invalidTimesAreReported(text: String) {
        let found = issues(#"[{"text":"x","at":"\#(text)"}]"#)
        #expect(found == [FieldFault(at: "/0/at", .malformedTime(text))])
    }

    @Test(arguments: ["1e400", "1e30", "-1e300", "99999999999999999999"])
    func outOfRangeTimesAreReported(number: String) throws {
        let found = issues(#"[{"text":"x","at":\#(number)}]"#)
        #expect(found.map(\.pointer) == ["/0/at"])
        guard case .outOfRange(number, _, _, _) = found.first?.reason else {
            Issue.record(ConversationError.invalid(found))
            return
        }
    }

    @Test(arguments: [
        "Mars/Olympus", "", "../../etc/passwd", "Europe/Berlin\\u0000", "/etc/localtime",
    ])
    func unknownZonesAreReported(zone: String) {
        guard !zone.isEmpty else { return }
        let found = issues(#"{"timezone":"\#(zone)","messages":["a"]}"#)
        #expect(found.map(\.pointer) == ["/timezone"])
    }

    @Test func momentsRoundTripAsText() throws {
        for text in [
            "2026-05-31T09:40:00+02:00", "1601-01-01T00:00:00Z", "2026-05-31T09:40:00.250-03:30",
        ] {
            #expect(try #require(try time("\"\(text)\"")).text == text)
        }
        #expect(Moment(milliseconds: -1).text == "1969-12-31T23:59:59.999Z")
        #expect(Moment(milliseconds: 253_402_300_800_000).text == "10000-01-01T00:00:00Z")
        #expect(Moment(milliseconds: -62_167_219_200_001).text == "-0001-12-31T23:59:59.999Z")
    }

    @Test func civilDatesRoundTrip() {
        var day: Int64 = -719_528
        while day < 2_932_896 {
            let civil = CivilTime(milliseconds: day * 86_400_000 + 3_723_004)
            if !civil.isValid || civil.milliseconds != day * 86_400_000 + 3_723_004 {
                Testing.Issue.record("\(civil)")
            }
            day += 97
        }
    }
}

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
