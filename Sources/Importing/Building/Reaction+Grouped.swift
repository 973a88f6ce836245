import Model

extension Reaction {
    /// - Parameter stated: the number on a page, or nil if the page shows none.
    init(emoji: String, stated count: String?, by people: [String] = []) {
        let number = count.flatMap { Int($0) } ?? people.count
        self.init(emoji: CleanText.line(emoji), count: max(1, min(number, 1_000_000_000)))
        by = people.map(CleanText.line)
    }

    /// Groups pairs of name and emoji into one reaction per emoji, in order of appearance.
    static func grouped(_ pairs: [(name: String, emoji: String)]) -> [Reaction] {
        var reactions: [Reaction] = []
        var places: [String: Int] = [:]
        for (name, emoji) in pairs where !emoji.isEmpty {
            let emoji = CleanText.line(emoji)
            let by = name.isEmpty ? [] : [CleanText.line(name)]
            if let place = places[emoji] {
                reactions[place].count += 1
                reactions[place].by += by
            } else {
                places[emoji] = reactions.count
                var reaction = Reaction(emoji: emoji)
                reaction.by = by
                reactions.append(reaction)
            }
        }
        return reactions
    }
}
