import Resources

/// The text of one message as pages show it.
package struct ShownMessage: Sendable {
    let number: Int
    /// The letters of its parts, in their order. Pages may show something else between two parts.
    let parts: [[Unicode.Scalar]]

    /// - Parameter texts: paragraphs, lines of code, cells: whatever pages show without a break.
    package init(number: Int, texts: [String]) {
        self.number = number
        parts = texts.map(PageLetters.letters).filter { !$0.isEmpty }
    }
}

extension TextFinding {
    /// Looks for messages in the order of the conversation.
    init(
        _ messages: some Sequence<ShownMessage>, in document: DocumentText, allowance: Allowance
    ) throws(PDFReadFault) {
        unreadable = document.foreignPages
        guard unreadable.isEmpty else { return }
        var from = 0
        for message in messages {
            guard allowance.goesOn else { throw .stopped }
            // Each that is missing is looked for in all that is left.
            guard missing.count < Verification.mostFaults else { return }
            guard !message.parts.isEmpty else { continue }
            self.messages += 1
            var end = from
            let isShown = message.parts.allSatisfy { part in
                guard let place = Self.place(of: part, in: document.letters, from: end) else {
                    return false
                }
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
