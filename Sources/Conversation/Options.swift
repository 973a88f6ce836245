/// Choices about what is shown, whatever the look.
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
        /// nil for the look's own.
        package var header: Bool?
        package var numbers = false
        package var system: Bool?
        package var reactionNames = false
        package var edits = false
        /// Handles beside the names that are shown.
        package var handles = false
        /// Times in UTC beside those of the conversation's zone.
        package var utc = false
        /// Whether the page of facts states how certain the redactions are.
        package var redactions = false

        package init() {}
    }

    package struct Redaction: Sendable, Equatable {
        package enum Target: Sendable, Equatable {
            /// A participant by identifier, name or handle, with a replacement name if participants
            /// must remain distinguishable.
            case participant(String, as: String?)
            case message(String)
            /// A regular expression.
            case pattern(String)
        }

        package let target: Target
        /// The code of why it is hidden, such as "PRIV"; nil where nobody says.
        package let reason: String?
        /// Whether parts of a participant's name are hidden as well.
        package let hidesParts: Bool

        package init(_ target: Target, reason: String? = nil, hidesParts: Bool = true) {
            self.target = target
            self.reason = reason
            self.hidesParts = hidesParts
        }

        package static func participant(_ key: String, as name: String?) -> Redaction {
            Redaction(.participant(key, as: name))
        }

        package static func message(_ key: String) -> Redaction { Redaction(.message(key)) }

        package static func pattern(_ source: String) -> Redaction { Redaction(.pattern(source)) }

        var pseudonym: String? {
            switch target {
            case .participant(_, let name): name
            case .message, .pattern: nil
            }
        }
    }

    /// The criteria of a search. Of each list, one match is enough.
    package struct Criteria: Sendable, Equatable {
        package var from: [String] = []
        /// As they stand, in any case.
        package var text: [String] = []
        package var regex: [String] = []
        /// `message`, `system`, `call`, `note`, `typing`, `unread`, or a kind that is not known.
        package var kinds: [String] = []
        package var has: [ContentKind] = []

        package init() {}
    }

    package struct Filter: Sendable, Equatable {
        package var after: Moment?
        package var before: Moment?
        package var limit: Int?
        package var wanted = Criteria()
        package var excluded = Criteria()

        package init() {}

        /// Whether more than times decides what is left out.
        package var leavesOutByContent: Bool {
            limit != nil || wanted != Criteria() || excluded != Criteria()
        }
    }

    package var show = Show()
    /// Seconds between messages of one run.
    package var groupWindow: Double = 300
    package var order: Order = .asc
    package var timeFormat: TimeFormat = .auto
    package var density: Density = .normal
    /// The app's own colours, or such as are easily read; nil as the look has it.
    package var contrast: Contrast?
    /// Right-to-left chats: mine on the left.
    package var mirrorSides = false
    package var isStrict = false
    /// Whether rows tell all that is known of each message, in full; see `tellAll`.
    package private(set) var tellsAll = false
    package var redactions: [Redaction] = []
    package var filter = Filter()
    package var highlight = Selection()
    package var dim = Selection()
    package var notes: [Note] = []
    /// Whether it is said where the filter left messages out; nil as the look has it.
    package var gaps: Bool?
    /// Set small under a picture, so that nobody takes it for another thing.
    package var mark: String?
    /// The messages that these point at, once a request is prepared.
    package var excerpt = Excerpt()

    package init() {}
}

extension Options {
    /// Shows each message with its number, its sender and handle, its time to the second with the
    /// offset, how far it got when, all that it said before, and what its source calls it, whatever
    /// else was asked for.
    package mutating func tellAll() {
        tellsAll = true
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
