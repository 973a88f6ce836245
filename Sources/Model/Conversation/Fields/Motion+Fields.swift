import Basics

extension Motion: FieldObject {
    static let fields: Fields<Motion> = [
        Field(
            "pace", \.pace, .pace,
            "The time between messages: `real` follows their times, with long pauses shortened; `reading` follows their length; a number is the milliseconds for each message."
        ),
        Field(
            "typing", \.showsTyping, .flag,
            "Whether dots announce each received message."),
        Field(
            "hold", \.hold, .integer(Motion.holds), "Milliseconds for which the end is shown."),
        Field(
            "loop", \.loop, .integer(0...65_535),
            "Number of times that the clip is played; 0 for endless repetition."),
        Field(
            "fps", \.rate, .integer(1...60),
            "Pictures per second. A `gif` has at most 50."),
        Field(
            "duration", optional: \.duration, .number(Motion.durations),
            "Length of the whole clip in seconds. Default: derived from the pace."),
    ]
}

extension FieldSyntax where Value == Motion {
    static var motion: FieldSyntax {
        FieldSyntax(.object(Motion.declarations, shorthand: "pace")) { fields, _ in
            var motion = Motion()
            guard fields.peek() == .object else {
                guard let pace = fields.pace() else { return nil }
                motion.pace = pace
                return motion
            }
            return fields.object(into: &motion) ? motion : nil
        }
    }
}

extension FieldSyntax where Value == Motion.Pace {
    /// A keyword, or a number of milliseconds.
    static var pace: FieldSyntax {
        FieldSyntax(
            .either([.words(["real", "reading"]), .integer(Motion.paces)]),
            write: { pace in
                switch pace {
                case .real: "real"
                case .reading: "reading"
                case .milliseconds(let count): .number(String(count))
                }
            },
            read: { fields, _ in fields.pace() })
    }
}

extension FieldSyntax where Value == Double {
    /// A number of seconds, or a number with `s` or `ms`.
    static var seconds: FieldSyntax {
        let shape = FieldShape.other([
            "anyOf": [
                ["type": ["number", "null"], "minimum": 0, "maximum": 3_600],
                ["type": "string", "pattern": "^[0-9]+(\\.[0-9]+)?(s|ms)?$"],
            ]
        ])
        return FieldSyntax(shape) { fields, _ in fields.seconds(Motion.moments) }
    }
}

extension FieldReader {
    fileprivate mutating func pace() -> Motion.Pace? {
        guard peek() == .string else { return int(Motion.paces).map { .milliseconds($0) } }
        guard let word = string([.string, .number]) else { return nil }
        switch word.lowercased() {
        case "real": return .real
        case "reading": return .reading
        case let number:
            if let count = Int(number) {
                guard Motion.paces.contains(count) else {
                    return reject(word, outside: Motion.paces)
                }
                return .milliseconds(count)
            }
            return reject(word, allowed: ["real", "reading", "a number of milliseconds"])
        }
    }

    fileprivate mutating func seconds(_ range: ClosedRange<Double>) -> Double? {
        guard peek() == .string else { return double(range) }
        guard let text = string([.string, .number]) else { return nil }
        let isMilliseconds = text.hasSuffix("ms")
        let digits =
            isMilliseconds ? text.dropLast(2) : text.hasSuffix("s") ? text.dropLast() : text[...]
        let isPlain =
            digits.utf8.count <= 16
            && digits.utf8.allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }
        guard isPlain, let number = Double(digits) else {
            return reject(text, allowed: ["seconds (3.2 or 3.2s)", "milliseconds (3200ms)"])
        }
        let seconds = isMilliseconds ? number / 1_000 : number
        guard range.contains(seconds) else { return reject(text, outside: range) }
        return seconds
    }
}
