import Basics

/// The line above a copied message: its sender and time, in the form of an app.
struct CopiedHeader {
    enum Form: Equatable {
        /// `Ana, [20.08.2026 09:13]` in Telegram; `Ana [9:13 AM]` in old versions of Slack, and
        /// `[9:14]` above the sender's next message.
        case closing
        /// `[20.08.2026 09:13] Ana` in Teams.
        case opening
        /// `Ana — 20/08/2026 09:13` or `Ana — Today at 9:13 AM` in Discord.
        case dash
        /// `  9:13 AM` below a line with the name in Slack, and `9:14` above the sender's next
        /// message.
        case clock
        /// `Ana 2026/8/20 09:13` in WeChat.
        case bare
    }

    enum Stamp {
        case full(LocalizedStamp)
        /// A time of day, which may follow words such as `Yesterday at`.
        case clock
    }

    var form: Form
    var stamp: Stamp
    /// Empty if the name is on a line above, or if the sender is that of the previous message.
    var name: Range<Int>
    /// Whether the sender is that of the previous message.
    var isNext = false

    static let maxNameLength = 80

    /// Today and yesterday.
    private static let days: Set<Substring> = [
        "today", "yesterday", "heute", "gestern", "aujourd’hui", "aujourd'hui", "hier", "hoy",
        "ayer", "hoje", "ontem", "oggi", "ieri", "vandaag", "gisteren", "dziś", "dzisiaj",
        "wczoraj", "сегодня", "вчера", "сьогодні", "вчора", "bugün", "dün", "今日", "昨日", "今天",
        "昨天",
    ]

    /// Parses headers of one text.
    struct Reader {
        private let bytes: [UInt8]
        private var stamps: LocalizedStampReader
        private let weekdays: LocalizedStampWords

        init(_ bytes: [UInt8], _ phrases: WhatsAppPhrases) {
            self.bytes = bytes
            stamps = LocalizedStampReader(phrases)
            weekdays = phrases.stampWords
            stamps.take(bytes)
        }

        mutating func header(_ line: Range<Int>) -> CopiedHeader? {
            var range = Marks.trim(bytes, line)
            if range.upperBound > range.lowerBound, bytes[range.upperBound - 1] == 0x3A {
                range = Marks.trim(bytes, range.lowerBound..<(range.upperBound - 1))
            }
            guard range.count >= 4, range.count <= maxNameLength + LocalizedStampReader.maxLength,
                bytes[range].contains(where: ASCII.isDigit)
            else { return nil }
            return closing(range) ?? opening(range) ?? dash(range) ?? clock(range, in: line)
                ?? bare(range)
        }

        private mutating func closing(_ range: Range<Int>) -> CopiedHeader? {
            guard bytes[range.upperBound - 1] == UInt8(ascii: "]"),
                let open = bytes[range].lastIndex(of: UInt8(ascii: "[")),
                let stamp = stamp((open + 1)..<(range.upperBound - 1))
            else { return nil }
            var name = Marks.trim(bytes, range.lowerBound..<open)
            if !name.isEmpty, bytes[name.upperBound - 1] == UInt8(ascii: ",") {
                name = Marks.trim(bytes, name.lowerBound..<(name.upperBound - 1))
            }
            return header(.closing, stamp, name, isNext: name.isEmpty)
        }

        private mutating func opening(_ range: Range<Int>) -> CopiedHeader? {
            guard bytes[range.lowerBound] == UInt8(ascii: "["),
                let close = bytes[range].firstIndex(of: UInt8(ascii: "]")),
                let stamp = stamp((range.lowerBound + 1)..<close)
            else { return nil }
            let name = Marks.trim(bytes, (close + 1)..<range.upperBound)
            guard isName(name) else { return nil }
            return header(.opening, stamp, name)
        }

        private mutating func dash(_ range: Range<Int>) -> CopiedHeader? {
            let text = bytes[range]
            let dashes: [UInt8] = [0xE2, 0x80, 0x94, 0x20]
            let places = text.indices.dropLast(3).filter { text[$0] == 0xE2 }
            guard let dash = places.last(where: { text[$0...].starts(with: dashes) }),
                dash == range.lowerBound || text[dash - 1] == 0x20,
                let stamp = stamp((dash + 4)..<range.upperBound)
            else { return nil }
            return header(.dash, stamp, Marks.trim(bytes, range.lowerBound..<dash))
        }

        private func clock(_ range: Range<Int>, in line: Range<Int>) -> CopiedHeader? {
            if range == line, isClock(range) {
                // Only the time below a name states the half of the day.
                return header(
                    .clock, .clock, range.lowerBound..<range.lowerBound, isNext: !isHalf(range))
            }
            // The name or the icon of a person's status may precede the blanks.
            let start = (line.lowerBound..<(range.upperBound - 2)).last { index in
                isBlank(index) && isBlank(index + 1) && ASCII.isDigit(bytes[index + 2])
            }
            guard let start, isClock((start + 2)..<range.upperBound) else { return nil }
            var name = Marks.trim(bytes, line.lowerBound..<start)
            if !name.isEmpty, bytes[name.lowerBound] == 0x3A {
                name = name.lowerBound..<name.lowerBound
            }
            guard name.isEmpty || isName(name) else { return nil }
            return header(.clock, .clock, name)
        }

        private mutating func bare(_ range: Range<Int>) -> CopiedHeader? {
            let starts = range.dropFirst().filter { ASCII.isDigit(bytes[$0]) && isBlank($0 - 1) }
            for start in starts.prefix(3) {
                guard let stamp = stamps.read(start..<range.upperBound) else { continue }
                let name = Marks.trim(bytes, range.lowerBound..<start)
                return isName(name) ? header(.bare, .full(stamp), name) : nil
            }
            return nil
        }

        private func header(
            _ form: Form, _ stamp: Stamp, _ name: Range<Int>, isNext: Bool = false
        ) -> CopiedHeader? {
            // `Ana: we meet at [12:30]` is a line of other formats.
            guard name.count <= maxNameLength, !bytes[name].contains(0x3A) else { return nil }
            return CopiedHeader(form: form, stamp: stamp, name: name, isNext: isNext)
        }

        private func isName(_ range: Range<Int>) -> Bool {
            PlainLines.isName(String(decoding: bytes[range], as: UTF8.self))
        }

        private func isBlank(_ index: Int) -> Bool {
            bytes[index] == 0x20 || bytes[index] == 0x09
        }

        private mutating func stamp(_ range: Range<Int>) -> Stamp? {
            let range = Marks.trim(bytes, range)
            if let stamp = stamps.read(range) { return .full(stamp) }
            guard let digit = bytes[range].firstIndex(where: ASCII.isDigit),
                isClock(digit..<range.upperBound)
            else { return nil }
            let words = String(decoding: bytes[range.lowerBound..<digit], as: UTF8.self)
            guard let day = words.lowercased().split(separator: " ").first else { return .clock }
            return CopiedHeader.days.contains(day) || weekdays[String(day)] == .filler
                ? .clock : nil
        }

        private func isClock(_ range: Range<Int>) -> Bool {
            PlainLines.clock(in: bytes, range) == range.upperBound
        }

        private func isHalf(_ range: Range<Int>) -> Bool {
            bytes[range].contains { $0 | 0x20 == UInt8(ascii: "m") }
        }
    }
}
