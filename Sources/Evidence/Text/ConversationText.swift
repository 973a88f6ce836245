import JSON
import Resources

/// The texts of a conversation's messages, for finding them again on pages. Letters and digits alone count: pages break
/// lines, and draw punctuation and emoji in many ways.
struct ConversationText {
    struct Message {
        let number: Int
        let letters: [Unicode.Scalar]
    }

    private(set) var messages: [Message] = []

    init(_ conversation: [UInt8], numbers: [Int], allowance: Allowance) throws(MessageChain.Fault) {
        var index = 0
        try MessageChain.read(conversation, allowance) { message throws(MessageChain.Fault) in
            defer { index += 1 }
            guard let text = Self.text(of: message) else { return }
            let letters = Self.letters(of: text)
            guard !letters.isEmpty, !letters.contains(where: Self.isRightToLeft) else { return }
            guard allowance.takes(4 * letters.count) else { throw .stopped }
            messages.append(
                Message(
                    number: numbers.indices.contains(index) ? numbers[index] : index + 1,
                    letters: letters))
        }
    }

    /// Nil where the pages show something else than the text as it is, such as Markdown or what is redacted.
    private static func text(of message: JSONValue) -> String? {
        guard message["kind"] == nil || message["kind"] == "message", message["format"] == nil,
            message["deleted"] == nil, message["unread"] == nil,
            let text = message["text"]?.string, !text.contains("[redacted")
        else { return nil }
        let isPlain = (message["entities"]?.array ?? []).allSatisfy { entity in
            entity["type"]?.string.map(inline.contains) ?? false
        }
        return isPlain ? text : nil
    }

    /// Entities that leave the text where and as it is. Lists and code are drawn with more, spoilers and emoji by name
    /// with less.
    private static let inline: Set<String> = [
        "bold", "italic", "underline", "strike", "code", "mention", "hashtag", "link",
    ]

    static func letters(of text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber:
                !scalar.properties.isEmojiPresentation
            default: false
            }
        }
    }

    /// Pages hold these as they stand, from left to right.
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            true
        default: false
        }
    }
}

extension TextFinding {
    /// Looks for messages in the order of the conversation.
    init(_ messages: [ConversationText.Message], in all: [Unicode.Scalar]) {
        var from = 0
        for message in messages {
            // Each that is missing is looked for in all that is left.
            guard missing.count < Verification.mostFaults else { return }
            self.messages += 1
            guard let place = Self.place(of: message.letters, in: all, from: from) else {
                missing.append(message.number)
                continue
            }
            found += 1
            from = place + message.letters.count
        }
    }

    /// The first place, in time linear in both (Knuth, Morris and Pratt).
    private static func place(
        of pattern: [Unicode.Scalar], in text: [Unicode.Scalar], from start: Int
    ) -> Int? {
        var borders = [Int](repeating: 0, count: pattern.count)
        var matched = 0
        for index in pattern.indices.dropFirst() {
            while matched > 0, pattern[index] != pattern[matched] { matched = borders[matched - 1] }
            if pattern[index] == pattern[matched] { matched += 1 }
            borders[index] = matched
        }
        matched = 0
        for index in start..<max(start, text.count) {
            while matched > 0, text[index] != pattern[matched] { matched = borders[matched - 1] }
            if text[index] == pattern[matched] { matched += 1 }
            if matched == pattern.count { return index + 1 - matched }
        }
        return nil
    }
}
