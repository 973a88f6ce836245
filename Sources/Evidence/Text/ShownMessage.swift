import Basics

/// The text of one message as shown on pages.
package struct ShownMessage: Sendable {
    let number: Int
    /// The letters of its parts in order. Pages may show something else between two parts.
    let parts: [[Unicode.Scalar]]

    /// - Parameter texts: the texts that pages show without interruption: paragraphs, lines of
    ///   code, table cells.
    package init(number: Int, texts: [String]) {
        self.number = number
        parts = texts.map(PageLetters.letters).filter { !$0.isEmpty }
    }
}

extension TextFinding {
    /// Searches for messages in the order of the conversation.
    init(
        _ messages: some Sequence<ShownMessage>, in document: DocumentText, budget: WorkBudget
    ) throws(PDFReadFault) {
        unreadable = document.foreignPages
        guard unreadable.isEmpty else { return }
        var from = 0
        for message in messages {
            guard budget.mayContinue else { throw .stopped }
            // Each missing message is searched for in all remaining text, so the number of missing
            // messages is limited.
            guard missing.count < Verification.maxFaults else { return }
            guard !message.parts.isEmpty else { continue }
            self.messages += 1
            var end = from
            let isShown = message.parts.allSatisfy { part in
                guard
                    let place = Self.place(
                        of: part, in: document.letters, from: end, budget: budget)
                else { return false }
                end = place + part.count
                return true
            }
            guard isShown else {
                missing.append(message.number)
                continue
            }
            found += 1
            from = end
        }
        guard budget.mayContinue else { throw .stopped }
    }

    /// Returns the first index of a pattern, in time linear in both texts (Knuth-Morris-Pratt).
    private static func place(
        of pattern: [Unicode.Scalar], in text: [Unicode.Scalar], from start: Int,
        budget: WorkBudget
    ) -> Int? {
        var borders = [Int](repeating: 0, count: pattern.count)
        var matched = 0
        for index in budget.checked(pattern.indices.dropFirst()) {
            while matched > 0, pattern[index] != pattern[matched] { matched = borders[matched - 1] }
            if pattern[index] == pattern[matched] { matched += 1 }
            borders[index] = matched
        }
        matched = 0
        for index in budget.checked(start..<max(start, text.count)) {
            while matched > 0, text[index] != pattern[matched] { matched = borders[matched - 1] }
            if text[index] == pattern[matched] { matched += 1 }
            if matched == pattern.count { return index + 1 - matched }
        }
        return nil
    }
}
