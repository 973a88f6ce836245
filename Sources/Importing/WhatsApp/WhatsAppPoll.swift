import Model

/// Polls: a word in capitals with a colon, the question, then `OPTION: text (3 votes)` lines.
///
/// Polls are recognized by their form, because both words and `votes` are translated.
enum WhatsAppPoll {
    static func read(_ text: String) -> Poll? {
        guard text.utf8.contains(UInt8(ascii: "(")) else { return nil }
        let lines = text.split(separator: "\n").map { $0.trimmingBlanks() }.filter { !$0.isEmpty }
        guard lines.count >= 3, let head = lines.first, isCapitals(head), head.hasSuffix(":") else {
            return nil
        }
        var poll = Poll()
        var question: [String] = []
        for line in lines.dropFirst() {
            if let option = option(line) {
                poll.options.append(option)
            } else if poll.options.isEmpty {
                question.append(line)
            } else {
                // The second line of a long answer ends with the votes. Such polls are not
                // recognized.
                return nil
            }
        }
        guard !poll.options.isEmpty, !question.isEmpty else { return nil }
        poll.question = question.joined(separator: "\n")
        return poll
    }

    private static func option(_ line: String) -> Poll.Option? {
        guard let colon = line.place(of: ": "), isCapitals(String(line[..<colon.lowerBound])),
            let (text, votes) = WhatsAppFileLine.parts(String(line[colon.upperBound...]))
        else { return nil }
        let words = votes.split(separator: " ")
        guard words.count == 2, let count = words.compactMap({ Int($0) }).first,
            (0...1_000_000_000).contains(count)
        else {
            return nil
        }
        var option = Poll.Option(text: text.trimmingBlanks())
        option.votes = count
        return option
    }

    private static func isCapitals(_ word: String) -> Bool {
        let letters = word.hasSuffix(":") ? word.dropLast() : word[...]
        guard !letters.isEmpty, letters.utf8.count <= 40 else { return false }
        return letters.uppercased() == letters && !letters.utf8.contains(UInt8(ascii: ":"))
    }
}
