package import Basics

/// A section of a conversation that becomes a separate output.
package struct ConversationPart: Sendable {
    /// A name such as `2026-05` or `0001-0500`. Names sort by time or by message number.
    package let name: String
    /// The times of the first and last message that have one, with the offset of the conversation's
    /// zone at that time.
    package let first: Moment?
    package let last: Moment?
    package let conversation: Conversation
    /// The indices of its messages in the whole conversation.
    package let places: [Int]
}

extension Conversation {
    /// Divides a prepared conversation into parts. Each part is a complete conversation with all
    /// participants, the messages' original numbers, and the quotes of its replies.
    ///
    /// - Parameter budget: stops the work when it is exhausted. The caller checks it again.
    package func divided(
        by division: Division, _ budget: WorkBudget = .unlimited
    ) -> [ConversationPart] {
        var clock = Clock(zone: timeZone) ?? Clock()
        var times: [Moment?] = []
        times.reserveCapacity(messages.count)
        for message in budget.checked(messages) {
            times.append(message.at.map { $0.local(to: &clock) })
        }
        guard times.count == messages.count else { return [] }
        let groups =
            switch division {
            case .count(let size): runs(of: size)
            case .day: groups(by: times, 10, budget)
            case .month: groups(by: times, 7, budget)
            case .year: groups(by: times, 4, budget)
            }
        return budget.checked(groups).map { name, places in
            let said = places.lazy.compactMap { times[$0] }
            var part = self
            part.keep(places, budget) { _ in true }
            return ConversationPart(
                name: name, first: said.min(), last: said.max(), conversation: part, places: places)
        }
    }

    private func runs(of size: Int) -> [(name: String, places: [Int])] {
        let size = max(1, size)
        let most = messages.lazy.map(\.number).max() ?? 0
        let digits = max(4, String(most).utf8.count)
        return stride(from: 0, to: messages.count, by: size).map { start in
            let places = Array(start..<start + min(size, messages.count - start))
            let ends = [places.first, places.last].compactMap { $0.map { messages[$0].number } }
            return (
                String(ends.min() ?? 0, digits: digits) + "-"
                    + String(ends.max() ?? 0, digits: digits), places
            )
        }
    }

    /// Groups messages by a prefix of their times in ISO 8601. A message without a time belongs to
    /// its predecessor's group; messages before the first time belong to that time's group.
    private func groups(
        by times: [Moment?], _ letters: Int, _ budget: WorkBudget
    ) -> [(name: String, places: [Int])] {
        guard let first = times.lazy.compactMap({ $0 }).first else {
            return [("undated", Array(messages.indices))]
        }
        var groups: [String: [Int]] = [:]
        var name = String(first.text.prefix(letters))
        for (place, time) in budget.checked(times.enumerated()) {
            if let time { name = String(time.text.prefix(letters)) }
            groups[name, default: []].append(place)
        }
        return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension Moment {
    /// The same instant, with the zone's offset at that time.
    package func local(to clock: inout Clock) -> Moment {
        let (seconds, _) = milliseconds.flooredQuotient(by: 1000)
        return Moment(
            milliseconds: milliseconds, offset: Int32(truncatingIfNeeded: clock.offset(at: seconds))
        )
    }
}
