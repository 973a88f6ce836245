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
    /// Whether the report is to name the fields that are not carried over.
    package var wantsFields = false
    package var limits = ImportLimits()

    package init() {}
}

/// Which part of a date stands where.
package enum DateOrder: String, Sendable, CaseIterable { case dmy, mdy, ymd }

/// How much an export may hold; each is a setting of the same name.
package struct ImportLimits: Sendable, Equatable {
    package var conversation = Limits()
    /// Bytes of one text, JSON, XML or HTML file.
    package var documentBytes = 256 << 20
    /// Files in an archive. A Slack export has one for each channel and day.
    package var archiveEntries = 200_000
    /// Bytes taken out of an archive, all files together.
    package var archiveBytes = 512 << 20
    /// How many times its packed size a file of more than a MiB may unpack to. Chat text packs
    /// about 10:1 and repetitive JSON 60:1; deflate can reach 1,032:1.
    package var archiveRatio = 250

    package init() {}
}

/// The limits that an import can run into, each under the name of its setting.
package enum ImportLimit: String, Sendable, CaseIterable {
    case messages, participants, messageCharacters, attachments, mediaBytes, totalMediaBytes
    case documentBytes, archiveEntries, archiveBytes, archiveRatio
}
