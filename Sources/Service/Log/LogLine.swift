import Basics
import FoundationEssentials
import Rendering

/// A log line, as JSON or text. Values are escaped, so that a line stays one line.
struct LogLine {
    let time: Date
    let level: Log.Level
    let event: String
    let facts: [(String, LogValue)]

    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("ts", stamp)
            writer.member("level", level.name)
            writer.member("event", event)
            for (name, value) in facts {
                switch value {
                case .text(let text): writer.member(name, LogLine.sanitized(text))
                case .number(let number): writer.member(name, number)
                case .flag(let isOn): writer.member(name, isOn)
                }
            }
        }
        return writer.drain() + [0x0A]
    }

    var text: [UInt8] {
        // Bytes, because a string checks its own at each of sixty additions.
        var line = Array("\(stamp) \(level.name) \(event)".utf8)
        for (name, value) in facts {
            let text =
                switch value {
                case .text(let text): LogLine.quoted(LogLine.sanitized(text))
                case .number(let number): number.plain
                case .flag(let isOn): isOn ? "true" : "false"
                }
            line.append(ASCII.space)
            line += name.utf8
            line.append(ASCII.equals)
            line += text.utf8
        }
        line.append(ASCII.lineFeed)
        return line
    }

    private var stamp: String {
        time.formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: .gmt))
    }

    /// The first 256 Unicode scalars, with control characters and terminal escapes replaced.
    private static func sanitized(_ text: String) -> String {
        let isPlain = text.utf8.count <= 256 && text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
        guard !isPlain else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(256).map { scalar in
                    let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
                    let isLineEnd = scalar.value == 0x2028 || scalar.value == 0x2029
                    return isControl || isLineEnd ? "\u{FFFD}" : scalar
                }))
    }

    /// The text, in quotation marks if it contains a mark that separates values. Bytes are compared
    /// because the general search took a third of the front process's work for a small request.
    private static func quoted(_ text: String) -> String {
        let (blank, mark, apostrophe) = (UInt8(ascii: " "), UInt8(ascii: "\""), UInt8(ascii: "'"))
        let isSplit = text.utf8.contains { $0 == blank || $0 == mark || $0 == UInt8(ascii: "=") }
        guard isSplit || text.isEmpty else { return text }
        let inner = text.utf8.map { $0 == mark ? apostrophe : $0 }
        return "\"" + String(decoding: inner, as: UTF8.self) + "\""
    }
}
