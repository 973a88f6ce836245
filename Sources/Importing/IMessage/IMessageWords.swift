import Model

/// The English sentences that imessage-exporter writes.
enum IMessageWords {
    private static let tapbacks: [(String, String)] = [
        ("Loved", "❤️"), ("Liked", "👍"), ("Disliked", "👎"), ("Laughed", "😂"), ("Laughed at", "😂"),
        ("Emphasized", "‼️"), ("Questioned", "❓"),
    ]

    /// Returns the name and emoji of a tapback: `Loved by Ana`, `☕️ by Ana`, `Sticker from Ana:
    /// path`.
    static func tapback(_ line: String) -> (name: String, emoji: String)? {
        if line.hasPrefix("Sticker from ") {
            return (String(line.dropFirst(13).prefix { $0 != ":" }), "🏷️")
        }
        if line.hasPrefix("from ") { return (String(line.dropFirst(5)), "🏷️") }
        guard let by = line.place(of: " by ") else {
            guard let from = line.place(of: " from ") else { return nil }
            return (String(line[from.upperBound...]).trimmingBlanks(), "🏷️")
        }
        let word = line[..<by.lowerBound].trimmingBlanks()
        let emoji = tapbacks.first { $0.0 == word }?.1 ?? word
        return (line[by.upperBound...].trimmingBlanks(), emoji)
    }

    /// Returns whether a line is `You unsent this message part 3 seconds after sending!` or `They
    /// unsent a message!`
    static func isUnsent(_ line: String, by sender: String) -> Bool {
        guard line.utf8.count <= 400, line.hasSuffix("!"),
            let place = line.place(of: " unsent "),
            ["You", "They", sender].contains(String(line[..<place.lowerBound]))
        else { return false }
        let rest = line[place.upperBound...].dropLast()
        return rest == "a message" || rest == "this message part"
            || rest.hasPrefix("this message part ") && rest.hasSuffix(" after sending")
    }

    private static let effects: Set<Substring> = [
        "Balloons", "Confetti", "Echo", "Fireworks", "Gentle", "Heart", "Invisible Ink", "Lasers",
        "Loud", "Shooting Star", "Slam", "Sparkles", "Spotlight",
    ]

    /// Returns the effect in `Sent with Confetti`.
    static func effect(_ line: String) -> String? {
        guard line.hasPrefix("Sent with "), effects.contains(line.dropFirst(10)) else { return nil }
        return String(line.dropFirst(10))
    }

    static let deleted = "This message was deleted from the conversation!"
    static let replied = "This message responded to an earlier message."

    static func action(_ sentence: String) -> SystemAction {
        let phrases: [(String, SystemAction)] = [
            (" added ", .memberAdded), (" removed the group photo", .photoRemoved),
            (" removed ", .memberRemoved), (" left the conversation", .memberLeft),
            (" named the conversation", .titleChanged),
            (" renamed the conversation", .titleChanged),
            (" changed the group photo", .photoChanged),
            (" changed the chat background", .themeChanged),
            (" removed the chat background", .themeChanged),
            (" changed their phone number", .numberChanged),
        ]
        return phrases.first { sentence.holds($0.0) }?.1 ?? .notice
    }

    static func payment(_ line: String) -> Payment? {
        let opening = "Apple Cash transaction: "
        guard line.hasPrefix(opening) else { return nil }
        return Payment(amount: CleanText.line(String(line.dropFirst(opening.count))))
    }

    static func service(_ name: Substring) -> Service? {
        switch name.lowercased() {
        case "imessage": .imessage
        case "sms": .sms
        case "rcs": .rcs
        default: nil
        }
    }
}
