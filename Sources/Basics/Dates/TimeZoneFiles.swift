import Glibc
import Synchronization

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

    /// Returns a zone by its IANA name, or nil if there is no such zone or its file is invalid.
    package static func rules(of name: String) -> ZoneRules? {
        guard isName(name) else { return nil }
        if let known = kept.withLock({ $0[name] }) { return known }
        if let rules = fixed(name) { return rules }
        guard let rules = read(abbreviations[name] ?? name, in: folder) else { return nil }
        kept.withLock { $0[name] = rules }
        return rules
    }

    /// The version of the rules, such as `2026a`, or nil if unknown.
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

    /// Returns whether a name is valid. The name becomes a file's path and must not lead out of the
    /// folder.
    private static func isName(_ name: String) -> Bool {
        let steps = name.split(separator: "/", omittingEmptySubsequences: false)
        return (1...64).contains(name.utf8.count) && steps.allSatisfy { !$0.isEmpty }
            && !others.contains(String(steps[0]))
            && name.utf8.allSatisfy { byte in
                byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
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
            (1...4).contains(digits.count), digits.allSatisfy({ $0 &- 0x30 < 10 })
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

    /// Returns the first bytes of a regular file, or nil if there is none.
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
