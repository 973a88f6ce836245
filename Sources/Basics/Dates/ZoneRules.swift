import Glibc
import Synchronization

/// The past and future changes of a time zone's offset, from a TZif file (RFC 8536).
///
/// The file may come from anyone, so every length in it is checked. A file with any error is
/// rejected as a whole.
package struct ZoneRules: Sendable, Equatable {
    /// The instants of changes in Unix seconds, in order.
    private let changes: [Int64]
    /// The offsets from UTC in seconds, positive in the east: the first before all changes, then
    /// one after each change.
    private let offsets: [Int32]
    /// The rule after the last change, or nil if that change's offset remains.
    private let rest: RepeatingRule?

    init(offset: Int32) {
        changes = []
        offsets = [offset]
        rest = nil
    }

    package static let gmt = ZoneRules(offset: 0)

    /// Returns nil if the bytes are not a TZif file, or are one of version 1, which ends in 2037.
    init?(tzif bytes: [UInt8]) {
        var reader = ZoneReader(bytes[...])
        guard let first = reader.header(), first.version >= UInt8(ascii: "2"),
            reader.skip(first.length(ofTime: 4)), let head = reader.header(),
            let block = reader.block(head)
        else { return nil }
        (changes, offsets) = block
        guard let footer = reader.footer() else { return nil }
        if footer.isEmpty {
            rest = nil
        } else {
            guard let rule = RepeatingRule(footer) else { return nil }
            rest = rule
        }
    }

    /// The offset from UTC in seconds, at an instant in Unix seconds.
    package func offset(at seconds: Int64) -> Int64 {
        let count = place(of: seconds)
        if count == changes.count, let rest { return rest.offset(at: seconds) }
        return Int64(offsets[count])
    }

    /// Nil if the offset never changes.
    package func change(after seconds: Int64) -> Int64? {
        var count = place(of: seconds)
        while count < changes.count {
            let next = changes[count]
            if offset(at: next) != offset(at: next &- 1) { return next }
            count += 1
        }
        let start = max(seconds, changes.last ?? seconds)
        return rest?.change(after: start)
    }

    private func place(of seconds: Int64) -> Int { changes.partitionPoint { $0 > seconds } }
}

/// Parses a TZif file without reading past its end.
private struct ZoneReader {
    struct Header {
        let version: UInt8
        let universalMarks, standardMarks, leapSeconds, changes, types, letters: Int

        func length(ofTime bytes: Int) -> Int {
            changes * (bytes + 1) + types * 6 + letters + leapSeconds * (bytes + 4)
                + standardMarks + universalMarks
        }
    }

    private var rest: ArraySlice<UInt8>
    /// The maximum size of a file, enough for any zone in ten thousand years.
    private static let maxFileSize = 1 << 20

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes.count > ZoneReader.maxFileSize ? [] : bytes }

    mutating func skip(_ count: Int) -> Bool {
        guard count <= rest.count else { return false }
        rest = rest.dropFirst(count)
        return true
    }

    private mutating func number(_ bytes: Int) -> Int64? {
        guard rest.count >= bytes else { return nil }
        var value: UInt64 = 0
        for byte in rest.prefix(bytes) { value = value << 8 | UInt64(byte) }
        rest = rest.dropFirst(bytes)
        return bytes == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }

    mutating func header() -> Header? {
        guard rest.starts(with: "TZif".utf8), rest.count >= 44 else { return nil }
        let version = rest[rest.startIndex + 4]
        rest = rest.dropFirst(20)
        var counts: [Int] = []
        for _ in 0..<6 {
            guard let count = number(4), (0...65_536).contains(count) else { return nil }
            counts.append(Int(count))
        }
        return Header(
            version: version, universalMarks: counts[0], standardMarks: counts[1],
            leapSeconds: counts[2], changes: counts[3], types: counts[4], letters: counts[5])
    }

    /// Reads the changes and offsets of a block. Leap seconds are skipped: timestamps of
    /// conversations do not count them.
    mutating func block(_ head: Header) -> (changes: [Int64], offsets: [Int32])? {
        guard head.types > 0, head.types <= 256, head.length(ofTime: 8) <= rest.count else {
            return nil
        }
        var changes: [Int64] = []
        for _ in 0..<head.changes {
            guard let at = number(8), changes.last.map({ $0 < at }) ?? true else { return nil }
            changes.append(at)
        }
        let kinds = Array(rest.prefix(head.changes))
        rest = rest.dropFirst(head.changes)
        var types: [Int32] = []
        for _ in 0..<head.types {
            // RFC 8536 §3.2: no offset exceeds 26 hours.
            guard let offset = number(4), abs(offset) <= 93_599 else { return nil }
            types.append(Int32(offset))
            rest = rest.dropFirst(2)
        }
        guard kinds.allSatisfy({ Int($0) < types.count }) else { return nil }
        rest = rest.dropFirst(
            head.letters + head.leapSeconds * 12 + head.standardMarks + head.universalMarks)
        return (changes, [types[0]] + kinds.map { types[Int($0)] })
    }

    mutating func footer() -> ArraySlice<UInt8>? {
        guard rest.first == 0x0A, let end = rest.dropFirst().firstIndex(of: 0x0A) else {
            return nil
        }
        return rest[(rest.startIndex + 1)..<end]
    }
}

/// The yearly rule for a zone's daylight saving time: `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX's TZ,
/// with the extensions of RFC 8536 §3.3.1).
struct RepeatingRule: Sendable, Equatable {
    /// The standard offset from UTC in seconds, positive in the east.
    private let standard: Int64
    private let summer: Summer?

    private struct Summer: Sendable, Equatable {
        let offset: Int64
        let begins: YearDay
        let ends: YearDay
    }

    init?(_ text: ArraySlice<UInt8>) {
        var reader = RuleReader(text)
        guard reader.name(), let west = reader.time(maxHours: 24) else { return nil }
        standard = -west
        guard !reader.isAtEnd else {
            summer = nil
            return
        }
        guard reader.name() else { return nil }
        var offset = -west + 3_600
        if !reader.skip(",") {
            guard let west = reader.time(maxHours: 24), reader.skip(",") else { return nil }
            offset = -west
        }
        guard let begins = reader.day(), reader.skip(","), let ends = reader.day(), reader.isAtEnd
        else { return nil }
        summer = Summer(offset: offset, begins: begins, ends: ends)
    }

    func offset(at seconds: Int64) -> Int64 {
        guard let summer else { return standard }
        let last = changes(around: seconds).last { $0.at <= seconds }
        return last?.offset ?? summer.offset
    }

    func change(after seconds: Int64) -> Int64? {
        guard summer != nil else { return nil }
        // Changes at the same instant cancel each other out: daylight saving time all year round.
        return changes(around: seconds).first {
            $0.at > seconds && offset(at: $0.at) != offset(at: $0.at - 1)
        }?.at
    }

    /// Of the year and its neighbors, in order. Of two at the same instant, the later one applies.
    private func changes(around seconds: Int64) -> [(at: Int64, offset: Int64)] {
        guard let summer else { return [] }
        let days = seconds.flooredQuotient(by: 86_400).quotient
        // The range of years is bounded; beyond it nothing changes.
        let year = CivilDate(daysSinceEpoch: Int(min(max(days, -4_000_000), 4_000_000))).year
        var changes: [(at: Int64, offset: Int64)] = []
        for year in year - 1...year + 2 {
            changes.append((summer.ends.instant(in: year) - summer.offset, standard))
            changes.append((summer.begins.instant(in: year) - standard, summer.offset))
        }
        return changes.sorted { $0.at < $1.at }
    }
}

/// A time on a day of every year.
private struct YearDay: Sendable, Equatable {
    enum Day: Sendable, Equatable {
        /// A weekday, where 0 is Sunday, in a week of the month, where 5 is the last.
        case weekday(month: Int, week: Int, day: Int)
        /// A day from 1 to 365, without the leap day.
        case julian(Int)
        /// A day from 0, including the leap day.
        case day(Int)
    }

    let day: Day
    /// In seconds after midnight.
    let time: Int64

    /// In the zone's local time.
    func instant(in year: Int) -> Int64 { Int64(days(in: year)) * 86_400 + time }

    private func days(in year: Int) -> Int {
        let first = CivilDate(year: year, month: 1, day: 1).daysSinceEpoch
        switch day {
        case .day(let number): return first + number
        case .julian(let number):
            return first + number - 1 + (CivilDate.isLeap(year) && number > 59 ? 1 : 0)
        case .weekday(let month, let week, let day):
            let start = CivilDate(year: year, month: month, day: 1).daysSinceEpoch
            let end =
                month == 12
                ? CivilDate(year: year + 1, month: 1, day: 1).daysSinceEpoch
                : CivilDate(year: year, month: month + 1, day: 1).daysSinceEpoch
            let weekday = CivilDate.weekday(daysSinceEpoch: start)
            let found = start + (day - weekday + 7) % 7 + (week - 1) * 7
            return found < end ? found : found - 7
        }
    }
}

private struct RuleReader {
    private var rest: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) { rest = text }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ sign: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(truncatingIfNeeded: sign.value) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Letters, or letters, digits and signs between angle brackets. The name has no meaning here.
    mutating func name() -> Bool {
        if skip("<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
            rest = rest[(end + 1)...]
            return true
        }
        let letters = rest.prefix(while: ASCII.isLetter)
        rest = rest.dropFirst(letters.count)
        return letters.count >= 3
    }

    private mutating func number(atMost most: Int) -> Int? {
        let digits = rest.prefix(while: ASCII.isDigit)
        guard (1...3).contains(digits.count) else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        rest = rest.dropFirst(digits.count)
        return number <= most ? number : nil
    }

    /// Parses a time such as `-3`, `5:30` or `02:00:00`, and returns seconds.
    mutating func time(maxHours: Int) -> Int64? {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        guard let hours = number(atMost: maxHours) else { return nil }
        var seconds = hours * 3_600
        for unit in [60, 1] where skip(":") {
            guard let part = number(atMost: 59) else { return nil }
            seconds += part * unit
        }
        return Int64(isNegative ? -seconds : seconds)
    }

    mutating func day() -> YearDay? {
        let day: YearDay.Day
        if skip("M") {
            guard let month = number(atMost: 12), month > 0, skip("."),
                let week = number(atMost: 5), week > 0, skip("."), let weekday = number(atMost: 6)
            else { return nil }
            day = .weekday(month: month, week: week, day: weekday)
        } else if skip("J") {
            guard let number = number(atMost: 365), number > 0 else { return nil }
            day = .julian(number)
        } else {
            guard let number = number(atMost: 365) else { return nil }
            day = .day(number)
        }
        guard skip("/") else { return YearDay(day: day, time: 7_200) }
        guard let time = time(maxHours: 167) else { return nil }
        return YearDay(day: day, time: time)
    }
}

/// The system's time zones, from `TZDIR` or `/usr/share/zoneinfo`. Each is read once.
package enum TimeZoneFiles {
    private static let folder: String = {
        let named = unsafe getenv("TZDIR").map { unsafe String(cString: $0) } ?? ""
        return named.hasPrefix("/") ? named : "/usr/share/zoneinfo"
    }()

    /// The zones read so far. There are at most as many as files, some six hundred of one or two
    /// kilobytes each. A zone is never read again, so that a zone that existed when a conversation
    /// was decoded still exists when it is laid out.
    private static let kept = Mutex<[String: ZoneRules]>([:])

    package static func rules(of name: String) -> ZoneRules? {
        guard isName(name) else { return nil }
        if let known = kept.withLock({ $0[name] }) { return known }
        if let rules = fixed(name) { return rules }
        guard let rules = read(abbreviations[name] ?? name, in: folder) else { return nil }
        kept.withLock { $0[name] = rules }
        return rules
    }

    /// Such as `2026a`.
    package static let version: String? = {
        // The first file contains only the version, the others have it in their first line.
        for (file, mark) in [("+VERSION", ""), ("tzdata.zi", "# version "), ("version", "")] {
            guard let bytes = contents(folder + "/" + file, atMost: 64) else { continue }
            let line = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
            guard line.hasPrefix(mark) else { continue }
            let version = line.dropFirst(mark.utf8.count)
            // A version such as "2026a" or "2026a-rearguard".
            if (5...32).contains(version.utf8.count),
                version.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
            {
                return String(version)
            }
        }
        return nil
    }()

    /// Names of three letters that come from Java and that ICU and its users still accept.
    private static let abbreviations = [
        "ACT": "Australia/Darwin", "AET": "Australia/Sydney",
        "AGT": "America/Argentina/Buenos_Aires", "ART": "Africa/Cairo", "AST": "America/Anchorage",
        "BET": "America/Sao_Paulo", "BST": "Asia/Dhaka", "CAT": "Africa/Harare",
        "CNT": "America/St_Johns", "CST": "America/Chicago", "CTT": "Asia/Shanghai",
        "EAT": "Africa/Addis_Ababa", "ECT": "Europe/Paris", "IET": "America/Indiana/Indianapolis",
        "IST": "Asia/Kolkata", "JST": "Asia/Tokyo", "MIT": "Pacific/Apia", "NET": "Asia/Yerevan",
        "NST": "Pacific/Auckland", "PLT": "Asia/Karachi", "PNT": "America/Phoenix",
        "PRT": "America/Puerto_Rico", "PST": "America/Los_Angeles", "SST": "Pacific/Guadalcanal",
        "VST": "Asia/Ho_Chi_Minh",
    ]

    /// Other entries of the same folder: copies of the zones, and the machine's own zone.
    private static let others: Set = ["posix", "right", "localtime", "posixrules"]

    /// The name becomes a file's path and must not lead out of the folder.
    private static func isName(_ name: String) -> Bool {
        let steps = name.split(separator: "/", omittingEmptySubsequences: false)
        return (1...64).contains(name.utf8.count) && steps.allSatisfy { !$0.isEmpty }
            && !others.contains(String(steps[0]))
            && name.utf8.allSatisfy { byte in
                ASCII.isAlphanumeric(byte)
                    || [UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-")]
                        .contains(byte)
            }
    }

    /// Returns `UTC` and `GMT`, which need no files, and zones such as `GMT+2` and `UTC-0530`,
    /// which have none.
    private static func fixed(_ name: String) -> ZoneRules? {
        guard name.hasPrefix("GMT") || name.hasPrefix("UTC") else { return nil }
        let rest = Array(name.utf8.dropFirst(3))
        guard let sign = rest.first else { return ZoneRules(offset: 0) }
        let digits = rest.dropFirst()
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            (1...4).contains(digits.count), digits.allSatisfy(ASCII.isDigit)
        else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int32($1 - 0x30) }
        let (hours, minutes) = digits.count > 2 ? (number / 100, number % 100) : (number, 0)
        guard hours < 18 || hours == 18 && minutes == 0, minutes < 60, digits.count != 3 else {
            return nil
        }
        let seconds = hours * 3_600 + minutes * 60
        return ZoneRules(offset: sign == UInt8(ascii: "-") ? -seconds : seconds)
    }

    private static func read(_ name: String, in folder: String) -> ZoneRules? {
        contents(folder + "/" + name, atMost: 1 << 20).flatMap { ZoneRules(tzif: $0) }
    }

    private static func contents(_ path: String, atMost most: Int) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var facts = stat()
        guard unsafe fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: min(most, 1 << 16))
        while bytes.count < most {
            let room = min(piece.count, most - bytes.count)
            let count = unsafe Glibc.read(file, &piece, room)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return bytes
    }
}
