import Model

extension Reaction {
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
