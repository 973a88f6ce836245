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
    package enum Density: String, Sendable, CaseIterable { case normal, compact }

    package struct Show: Sendable, Equatable {
        package var names: Visibility = .auto
        package var avatars: Visibility = .auto
        package var times: Times = .auto
        package var dates = true
        package var status: StatusShown = .last
        package var header = false
        package var numbers = false
        package var system: Bool?
        package var reactionNames = false
        package var edits = false

        package init() {}
    }

    package enum Redaction: Sendable, Equatable {
        case participant(String)
        case message(String)
        /// A regular expression.
        case pattern(String)
    }

    package struct Filter: Sendable, Equatable {
        package var after: Moment?
        package var before: Moment?
        package var from: [String] = []
        package var limit: Int?

        package init() {}
    }

    package var show = Show()
    /// Seconds between messages of one run.
    package var groupWindow: Double = 300
    package var order: Order = .asc
    package var timeFormat: TimeFormat = .auto
    package var density: Density = .normal
    /// Right-to-left chats: mine on the left.
    package var mirrorSides = false
    package var isStrict = false
    package var redactions: [Redaction] = []
    package var filter = Filter()

    package init() {}
}
