import Model

// Initializers for parts of a message that most exports state in full.

extension Edited {
    init(at time: Moment?) {
        self.init()
        at = time
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
    init(id: String?, from person: String? = nil, text: String? = nil) {
        self.init()
        self.id = id
        from = person
        self.text = text
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
}

extension Contact {
    init(name: String) {
        self.init()
        self.name = CleanText.line(name)
    }
}
