package import Conversation

/// The caller's hints about facts that an export does not state.
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
    /// Messages outside of these times are read because replies quote them and numbers count them,
    /// but no limit counts them, and their files are not read.
    package var after: Moment?
    package var before: Moment?
    /// Whether more is left out afterwards: how many messages there may be is then judged by what
    /// is left.
    package var isFiltered = false
    /// Whether the report is to name the fields that are not carried over.
    package var wantsFields = false
    package var limits = Limits()

    package init() {}
}

/// Which part of a date stands where.
package enum DateOrder: String, Sendable, CaseIterable { case dmy, mdy, ymd }
