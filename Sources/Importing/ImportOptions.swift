package import Model

/// The caller's hints about facts that an export does not state.
package struct ImportOptions: Sendable, Equatable {
    /// An importer's name, or `auto`.
    package var from = "auto"
    /// The ID or name of the participant whose messages are on the right.
    package var me: String?
    /// The IANA time zone of timestamps without an offset.
    package var timeZone: String?
    /// The chat to read, by ID or name.
    package var chat: String?
    /// The order of day, month and year, or nil to infer it from the dates.
    package var dateOrder: DateOrder?
    /// The year of dates that have none.
    package var year: Int?
    /// The time range of messages to show. Messages outside are read, because replies quote them
    /// and message numbers include them. No limit counts them, and their files are not read.
    package var after: Moment?
    package var before: Moment?
    /// Whether content filters still follow. If so, the message limit is applied after them.
    package var isFiltered = false
    /// Whether the report lists the fields that were not imported.
    package var wantsFields = false
    /// Whether the output includes the files of messages besides pictures. Other outputs state only
    /// their sizes and durations, and an export may have gigabytes of them.
    package var wantsFiles = false
    /// Whether to decode the sound of voice messages for their waveforms.
    package var wantsWaveforms = false
    package var limits = Limits()

    package init() {}

    func includes(_ time: Moment) -> Bool {
        !(after.map { time < $0 } ?? false) && !(before.map { time >= $0 } ?? false)
    }
}

package enum DateOrder: String, Sendable, CaseIterable { case dmy, mdy, ymd }
