import Model

// Initializers for parts of a message that most exports state in full.

extension SystemEvent {
    init(_ action: SystemAction, by actors: [String] = [], to targets: [String] = []) {
        self.init(action: action.rawValue)
        self.actors = actors.map(CleanText.line)
        self.targets = targets.map(CleanText.line)
    }
}

extension Call {
    init(
        isVideo: Bool, isMine: Bool? = nil, outcome: Outcome? = nil, duration: Double? = nil
    ) {
        self.init()
        self.isVideo = isVideo
        direction = isMine.map { $0 ? .out : .in }
        self.outcome = outcome
        self.duration = duration
    }
}

extension Location {
    /// Creates a location with coordinates in degrees, if they are on the earth.
    init(_ north: Double?, _ east: Double?, name: String? = nil, address: String? = nil) {
        self.init()
        self.name = name.map(CleanText.line)
        self.address = address.map(CleanText.clean)
        guard let north, let east, abs(north) <= 90, abs(east) <= 180 else { return }
        (latitude, longitude) = (north, east)
    }

    /// Creates a location with coordinates such as `60.1699,24.9384`.
    init(coordinates: some StringProtocol) {
        let numbers = coordinates.split(separator: ",").prefix(2).map { Double($0) }
        self.init(numbers.count == 2 ? numbers[0] : nil, numbers.last ?? nil)
    }

    init(name: String?, address: String? = nil) {
        self.init(nil, nil, name: name, address: address)
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

    /// States the number of voters, unless an option has more votes: not all of them are named.
    mutating func countVoters(_ count: Int) {
        if count > 0, options.allSatisfy({ ($0.votes ?? 0) <= count }) { totalVoters = count }
    }
}

extension Poll.Option {
    init(_ text: String, votes: Int?, voters: [String] = [], isChosen: Bool = false) {
        self.init(text: CleanText.line(text))
        self.votes = votes
        self.voters = voters.map(CleanText.line)
        self.isChosen = isChosen
    }
}

extension Payment {
    init(_ amount: String, currency: String?, note: String? = nil) {
        self.init(amount: CleanText.line(amount))
        self.currency = currency.map(CleanText.line)
        self.note = note.map(CleanText.line)
    }
}

extension Reaction {
    /// - Parameter stated: the number on a page, or nil if the page shows none.
    init(emoji: String, stated count: String?, by people: [String] = []) {
        let number = count.flatMap { Int($0) } ?? people.count
        self.init(
            emoji: CleanText.line(emoji), count: max(1, min(number, 1_000_000_000)),
            by: people.map(CleanText.line))
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
                reactions.append(Reaction(emoji: emoji, by: by))
            }
        }
        return reactions
    }
}
