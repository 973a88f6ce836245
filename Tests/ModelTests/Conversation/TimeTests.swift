import Model
import Testing

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
            ("1e9", 1_000_000_000_000, nil),
            ("1780220400000000", 1_780_220_400_000, nil),
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
        "0x10",
        "2026-05-31T24:00:01Z", "12:00", "2026-05-31T09", "1e5", "٢٠٢٦-٠٥-٣١",
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
            let moment = try #require(try time("\"\(text)\""))
            #expect(moment.text == text)
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
