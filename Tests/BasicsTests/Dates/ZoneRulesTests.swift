import Foundation
import Testing

@testable import Basics

@Suite struct ZoneRulesTests {
    private static let names: [String] = TimeZone.knownTimeZoneIdentifiers.sorted()

    /// Zones with their own data before 1970; for others, some lists use a neighbor's.
    private static let old: Set<String> = {
        let table =
            (try? String(contentsOfFile: "/usr/share/zoneinfo/zone1970.tab", encoding: .utf8)) ?? ""
        return Set(
            table.split(separator: "\n").filter { !$0.hasPrefix("#") }
                .compactMap { $0.split(separator: "\t").dropFirst(2).first.map(String.init) })
    }()

    /// From 1900 to 2100, with the seconds around each change.
    @Test func everyZoneMatchesTheSystem() throws {
        #expect(Self.names.count > 400 && Self.old.count > 300)
        var compared = 0
        // Lists of different years predict different changes.
        let isSame = TimeZoneFiles.version == TimeZone.timeZoneDataVersion
        let end = Date(timeIntervalSince1970: isSame ? 4_102_444_800 : 1_577_836_800)
        for name in Self.names {
            let theirs = try #require(TimeZone(identifier: name))
            let ours = try #require(TimeZoneFiles.rules(of: name), "\(name)")
            var moment = Date(timeIntervalSince1970: Self.old.contains(name) ? -2_208_988_800 : 0)
            while let next = theirs.nextDaylightSavingTimeTransition(after: moment), next < end {
                let seconds = Int64(next.timeIntervalSince1970)
                for near in [seconds - 1, seconds, seconds + 1] {
                    let date = Date(timeIntervalSince1970: Double(near))
                    #expect(
                        ours.offset(at: near) == Int64(theirs.secondsFromGMT(for: date)),
                        "\(name) at \(near)")
                }
                compared += 1
                moment = next
            }
        }
        #expect(compared > 30_000)
    }

    @Test func changesMatchTheSystem() throws {
        for name in [
            "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca",
            "Asia/Tehran",
        ] {
            let theirs = try #require(TimeZone(identifier: name))
            let ours = try #require(TimeZoneFiles.rules(of: name))
            var seconds: Int64 = 0
            while let next = ours.change(after: seconds), next < 4_000_000_000 {
                let (before, after) = (ours.offset(at: next - 1), ours.offset(at: next))
                #expect(before != after && next > seconds)
                let date = Date(timeIntervalSince1970: Double(next))
                #expect(Int64(theirs.secondsFromGMT(for: date - 1)) == before, "\(name) at \(next)")
                #expect(Int64(theirs.secondsFromGMT(for: date)) == after, "\(name) at \(next)")
                seconds = next
            }
        }
    }

    /// `J` does not count the leap day, so J60 is always March 1. Without `J`, days are counted
    /// from 0 and include the leap day.
    @Test(arguments: [
        (2023, "J59", 2, 28), (2024, "J59", 2, 28), (2023, "J60", 3, 1), (2024, "J60", 3, 1),
        (2100, "J60", 3, 1), (2000, "J60", 3, 1), (2023, "59", 3, 1), (2024, "59", 2, 29),
        (2023, "J365", 12, 31), (2024, "J365", 12, 31),
    ])
    func daysOfTheYearFollowPOSIX(year: Int, day: String, month: Int, date: Int) throws {
        let rule = try #require(RepeatingRule(Array("AAA0BBB,\(day)/0,J182/0".utf8)[...]))
        let change = Int64(CivilDate(year: year, month: month, day: date).daysSinceEpoch) * 86_400
        #expect(rule.change(after: change - 1) == change)
        #expect(rule.offset(at: change - 1) == 0 && rule.offset(at: change) == 3_600)
    }

    @Test(arguments: [
        ("UTC", 0), ("GMT", 0), ("GMT+2", 7_200), ("UTC-0330", -12_600), ("GMT+18", 64_800),
        ("Etc/GMT+2", -7_200), ("EST", -18_000), ("IST", 19_800), ("Asia/Calcutta", 19_800),
    ])
    func otherZoneNamesAreKnown(name: String, offset: Int) throws {
        let moment = Date(timeIntervalSince1970: 1_750_000_000)
        #expect(TimeZoneFiles.rules(of: name)?.offset(at: 1_750_000_000) == Int64(offset))
        #expect(TimeZone(identifier: name)?.secondsFromGMT(for: moment) == offset)
    }

    @Test(arguments: [
        "", "Europe", "europe/berlin", "EUROPE/BERLIN", "Europe/Berlin/", "/etc/passwd",
        "../etc/passwd",
        "Europe/../Europe/Berlin", "Europe//Berlin", "posix/Europe/Berlin", "right/UTC",
        "localtime",
        "posixrules", "tzdata.zi", "leapseconds", "Europe/Berlin\u{0}", "Europe/Ber lin",
        "Mars/Olympus",
        "GMT+19", "GMT+530", "GMT+", "GMT+1860", "UTC+2:00", "Z", "+02:00",
        String(repeating: "A", count: 65),
    ])
    func invalidZonesAreNil(name: String) { #expect(TimeZoneFiles.rules(of: name) == nil) }

    @Test func versionIsKnown() throws {
        #expect(try #require(TimeZoneFiles.version).wholeMatch(of: #/20\d\d[a-z].*/#) != nil)
    }

    // MARK: - Untrusted files

    /// A file with two types, one change and a footer.
    private static func file(
        changes: [Int64] = [1_000], kinds: [UInt8] = [1], offsets: [Int32] = [0, 3_600],
        footer: String = "CET-1", version: UInt8 = UInt8(ascii: "2"), leaps: Int = 0
    ) -> [UInt8] {
        func number(_ value: Int64, _ bytes: Int) -> [UInt8] {
            (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        func head(_ counts: [Int]) -> [UInt8] {
            Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
                + counts.flatMap { number(Int64($0), 4) }
        }
        let first = head([0, 0, 0, 0, 1, 1]) + [0, 0, 0, 0, 0, 0, 0]
        let second =
            head([0, 0, leaps, changes.count, offsets.count, 4]) + changes.flatMap { number($0, 8) }
            + kinds + offsets.flatMap { number(Int64($0), 4) + [0, 0] } + Array("ABC\u{0}".utf8)
            + [UInt8](repeating: 0, count: leaps * 12)
        return first + second + Array("\n\(footer)\n".utf8)
    }

    @Test func filesAreParsed() throws {
        let rules = try #require(ZoneRules(tzif: Self.file(leaps: 3)))
        #expect(rules.offset(at: 999) == 0 && rules.offset(at: 1_000) == 3_600)
        #expect(rules.change(after: 0) == 1_000 && rules.change(after: 1_000) == nil)
        #expect(rules.offset(at: .min) == 0 && rules.offset(at: .max) == 3_600)
    }

    @Test func footerAppliesIndefinitely() throws {
        let rules = try #require(ZoneRules(tzif: Self.file(footer: "CET-1CEST,M3.5.0,M10.5.0/3")))
        // 2100-06-30 and 2100-12-31.
        #expect(
            rules.offset(at: 4_118_083_200) == 7_200 && rules.offset(at: 4_133_894_400) == 3_600)
        #expect(rules.offset(at: .max) == 3_600 || rules.offset(at: .max) == 7_200)
        #expect(rules.change(after: .max) == nil)
    }

    @Test(arguments: [
        ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", 1_774_655_999 as Int64, -10_800 as Int64),
        ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", 1_774_746_000, -7_200),
        ("IST-2IDT,M3.4.4/26,M10.5.0", 1_774_569_599, 7_200),
        ("IST-2IDT,M3.4.4/26,M10.5.0", 1_774_569_600, 10_800),
        ("XXX3EDT4,0/0,J365/23", 1_774_569_600, -14_400),
        ("AAA-10:30:15", 0, 37_815),
        // Day J60 is March 1 in leap years as well; J59 is never the leap day.
        ("EST5EDT,J60/0,J300/0", 1_835_438_400, -18_000),
        ("EST5EDT,J60/0,J300/0", 1_835_524_800, -14_400),
        ("EST5EDT,J59/0,J300/0", 1_835_352_000, -14_400),
        ("EST5EDT,J60/0,J300/0", 1_803_816_000, -18_000),
    ])
    func footersAreParsed(footer: String, at seconds: Int64, offset: Int64) throws {
        let rules = try #require(ZoneRules(tzif: Self.file(changes: [], kinds: [], footer: footer)))
        #expect(rules.offset(at: seconds) == offset)
    }

    @Test(arguments: [
        "C", "CET", "CET-", "CET-25", "CET-1CEST", "CET-1CEST,", "CET-1CEST,M3.5.0",
        "CET-1CEST,M13.5.0,M10.5.0",
        "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J5",
        "CET-1CEST,400,5",
        "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1 ", "<CET-1", "CET-1CEST,M3.5.0,M10.5.0,", "CET-1:60",
    ])
    func malformedFootersAreRejected(footer: String) {
        #expect(ZoneRules(tzif: Self.file(footer: footer)) == nil)
    }

    @Test func malformedFilesAreRejected() {
        let whole = Self.file()
        #expect(ZoneRules(tzif: whole) != nil)
        for count in 0..<whole.count {
            #expect(ZoneRules(tzif: Array(whole[..<count])) == nil, "\(count)")
        }
        #expect(ZoneRules(tzif: Self.file(version: 0)) == nil)
        #expect(ZoneRules(tzif: Self.file(changes: [2, 1], kinds: [0, 1])) == nil)
        #expect(ZoneRules(tzif: Self.file(kinds: [2])) == nil)
        #expect(ZoneRules(tzif: Self.file(offsets: [0, 100_000])) == nil)
        #expect(ZoneRules(tzif: Self.file(changes: [], kinds: [], offsets: [])) == nil)
        #expect(ZoneRules(tzif: whole + [UInt8](repeating: 0, count: 1 << 20)) == nil)
    }

    @Test func mutatedFilesAreHandledSafely() throws {
        let whole = Self.file(footer: "CET-1CEST,M3.5.0,M10.5.0/3")
        for index in whole.indices {
            for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
                var file = whole
                file[index] = value
                guard let rules = ZoneRules(tzif: file) else { continue }
                for seconds in [Int64.min, -1, 0, 1_000, 4_000_000_000, .max] {
                    #expect(abs(rules.offset(at: seconds)) <= 100_000)
                    if let next = rules.change(after: seconds) { #expect(next > seconds) }
                }
            }
        }
    }
}
