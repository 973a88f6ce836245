import Model

// Initializers for parts of a message that most exports state in full.

extension Edited {
    init(at time: Moment?, history: [Version] = []) {
        self.init()
        at = time
        self.history = history
    }
}

extension Deleted {
    init(at time: Moment?, by person: String? = nil, reason: String? = nil) {
        self.init()
        at = time
        by = person
        self.reason = reason
    }
}

extension Thread {
    init(root: String) {
        self.init()
        self.root = root
    }
}

extension Reply {
    init(
        id: String? = nil, from person: String? = nil, text: String? = nil,
        file: Attachment.Kind? = nil
    ) {
        self.init()
        self.id = id
        from = person
        self.text = text
        attachmentKind = file
    }
}

extension SystemEvent {
    init(_ action: SystemAction, by actors: [String] = [], to targets: [String] = []) {
        self.init(action: action.rawValue)
        self.actors = actors.map(CleanText.line)
        self.targets = targets.map(CleanText.line)
    }
}

extension Call {
    init(isVideo: Bool, outcome: Outcome? = nil, duration: Double? = nil) {
        self.init()
        self.isVideo = isVideo
        self.outcome = outcome
        self.duration = duration
    }
}

extension Location {
    init(name: String?, address: String? = nil) {
        self.init()
        self.name = name.map(CleanText.line)
        self.address = address.map(CleanText.clean)
    }

    /// Creates a location with coordinates such as `60.1699,24.9384`, if they are on the earth.
    init(coordinates: some StringProtocol) {
        self.init()
        let numbers = coordinates.split(separator: ",").prefix(2).map { Double($0) }
        guard numbers.count == 2, let north = numbers[0], let east = numbers[1], abs(north) <= 90,
            abs(east) <= 180
        else { return }
        latitude = north
        longitude = east
    }
}

extension Contact {
    init(name: String, phones: [String] = [], emails: [String] = []) {
        self.init()
        self.name = CleanText.line(name)
        self.phones = phones.map(CleanText.line)
        self.emails = emails.map(CleanText.line)
    }
}

extension LinkPreview {
    init(url: String, title: String?, summary: String?, site: String? = nil) {
        self.init(url: url)
        self.title = title.map(CleanText.line)
        self.summary = summary.map(CleanText.clean)
        self.site = site.map(CleanText.line)
    }
}

extension Poll {
    init(_ question: String, isClosed: Bool = false, options: [Option] = []) {
        self.init()
        self.question = CleanText.clean(question)
        self.isClosed = isClosed
        self.options = options
    }
}

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
