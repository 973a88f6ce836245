package import Conversation

/// What a caller may say about an export that the export itself does not.
package struct ImportOptions: Sendable, Equatable {
    /// An importer's name, or `auto`.
    package var from = "auto"
    /// The id or name of the participant whose messages stand on the right.
    package var me: String?
    /// IANA name of the zone of times that have none.
    package var timeZone: String?
    /// Which of an export's chats, by id or name.
    package var chat: String?
    /// nil to tell from the dates.
    package var dateOrder: DateOrder?
    /// The year of dates that have none.
    package var year: Int?
    /// Keeps what was said at or after it.
    package var after: Moment?
    /// Keeps what was said before it.
    package var before: Moment?
    package var limits = ImportLimits()

    package init() {}
}
