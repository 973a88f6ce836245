import Conversation
import JSON

/// The context for reading records, with counts of omitted parts.
struct RecordContext {
    var clock: Clock
    /// The names of the export's files.
    let fileNames: [String]
    /// The whole chat as a tree, for formats that need it.
    var chat = JSONValue.null
    /// The index of the record among the records read.
    var index = 0
    /// Names or paths by the IDs in records.
    var names: [String: String] = [:]
    /// The number of parts with an unknown type, by type.
    private(set) var unknown: [String: Int] = [:]
    /// Sentences about records that are omitted on purpose.
    var leftOut: [String] = []

    init(clock: Clock, fileNames: [String] = []) {
        self.clock = clock
        self.fileNames = fileNames
    }

    /// Returns the name for an ID, or the ID itself if it has none.
    func name(_ id: String) -> String { names[id] ?? id }

    /// Returns the instant of a timestamp, or nil if the text is not a valid time.
    mutating func moment(_ text: String?) -> Moment? { clock.moment(text) }

    /// Counts a part with an unknown type.
    mutating func pass(_ type: String?) { unknown[type ?? "no type", default: 0] += 1 }
}

extension Clock {
    /// Returns the instant of a timestamp, in the clock's zone if the timestamp has no offset.
    mutating func moment(_ text: String?) -> Moment? {
        text.flatMap { TimeText($0) }.map { moment($0) }
    }
}
