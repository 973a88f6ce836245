/// The choices of what is shown, regardless of the theme.
package struct Options: Sendable, Equatable {
    package enum Visibility: String, Sendable, CaseIterable { case auto, always, never }
    package enum Times: String, Sendable, CaseIterable { case auto, group, each, never }
    package enum StatusShown: String, Sendable, CaseIterable { case last, each, never }
    package enum TimeFormat: String, Sendable, CaseIterable {
        case auto
        case h12 = "12"
        case h24 = "24"
    }
    package enum Order: String, Sendable, CaseIterable { case asc, desc }
    package enum Contrast: String, Sendable, CaseIterable { case readable, app }
    package enum Density: String, Sendable, CaseIterable { case normal, compact }

    package struct Show: Sendable, Equatable {
        package var names: Visibility = .auto
        package var avatars: Visibility = .auto
        package var times: Times = .auto
        package var dates = true
        package var status: StatusShown = .last
        /// Nil for the theme's default.
        package var header: Bool?
        package var numbers = false
        package var system: Bool?
        package var reactionNames = false
        package var edits = false
        package var handles = false
        /// Beside local times.
        package var utc = false
        /// Whether the page of facts states how certain the redactions are.
        package var redactions = false
        /// What the sources of a joined conversation say otherwise. Nil for the theme's default.
        package var sources: Bool?

        init() {}
    }

    struct Redaction: Sendable, Equatable {
        enum Target: Sendable, Equatable {
            /// A participant by ID, name or handle, with a replacement name if participants must
            /// remain distinguishable.
            case participant(String, as: String?)
            case message(String)
            /// A regular expression.
            case pattern(String)
        }

        let target: Target
        /// A code such as "PRIV".
        let reason: String?
        /// Whether parts of a participant's name are redacted as well.
        let hidesParts: Bool
        /// Other spellings of the participant's name, such as nicknames.
        let spellings: [String]

        init(
            _ target: Target, reason: String? = nil, hidesParts: Bool = true,
            also spellings: [String] = []
        ) {
            self.target = target
            self.reason = reason
            self.hidesParts = hidesParts
            self.spellings = spellings
        }

        var pseudonym: String? {
            switch target {
            case .participant(_, let name): name
            case .message, .pattern: nil
            }
        }
    }

    /// One match per list is enough.
    package struct Criteria: Sendable, Equatable {
        package var from: [String] = []
        /// Literal texts, compared without regard to case.
        var text: [String] = []
        var regex: [String] = []
        /// Kinds of messages: `message`, `system`, `call`, `note`, `typing`, `unread`, or an
        /// unknown kind.
        var kinds: [String] = []
        var has: [ContentKind] = []
        /// Sources by ID or name.
        var onlyIn: [String] = []

        init() {}
    }

    package struct Filter: Sendable, Equatable {
        package var after: Moment?
        package var before: Moment?
        package var limit: Int?
        package var wanted = Criteria()
        var excluded = Criteria()

        init() {}

        /// By any criterion besides time.
        package var leavesOutByContent: Bool {
            limit != nil || wanted != Criteria() || excluded != Criteria()
        }
    }

    package var show = Show()
    /// The maximum number of seconds between messages of one run.
    package var groupWindow: Double = 300
    package var order: Order = .asc
    package var timeFormat: TimeFormat = .auto
    package var density: Density = .normal
    /// The contrast: the app's own colors or readable ones. Nil for the theme's default.
    package var contrast: Contrast?
    /// Whether my messages are on the left, for right-to-left chats.
    package var mirrorSides = false
    package var isStrict = false
    package private(set) var showsAllDetails = false
    var redactions: [Redaction] = []
    package var filter = Filter()
    var highlight = Selection()
    var dim = Selection()
    var notes: [Note] = []
    /// Whether the output states where the filter omitted messages, or nil for the theme's default.
    package var gaps: Bool?
    /// A small text below a picture that identifies it as a rendering.
    package var mark: String?
    /// The messages to which highlights, dimming and notes apply. Set when a request is prepared.
    package var excerpt = Excerpt()

    package init() {}
}

extension Options {
    /// Shows all details of each message, regardless of other options: number, sender and handle,
    /// time to the second with offset, delivery times, all earlier texts, and the ID in the source.
    package mutating func showAllDetails() {
        showsAllDetails = true
        show.names = .always
        show.handles = true
        show.numbers = true
        show.times = .each
        show.dates = true
        show.header = true
        show.system = true
        show.edits = true
        show.reactionNames = true
    }
}
