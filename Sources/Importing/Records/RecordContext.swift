import Conversation
import JSON

/// What reading a record depends on besides the record, and what is counted meanwhile.
struct RecordContext {
    var clock: Clock
    /// The names of the export's files.
    let fileNames: [String]
    /// The chat as a tree, for formats that are read so.
    var chat = JSONValue.null
    /// The record's place among those that are read.
    var index = 0
    /// Names or paths by the ids that records use.
    var names: [String: String] = [:]
    /// Parts of a type that is not known, by type.
    private(set) var unknown: [String: Int] = [:]
    /// Sentences about records that are left out on purpose.
    var leftOut: [String] = []

    init(clock: Clock, fileNames: [String] = []) {
        self.clock = clock
        self.fileNames = fileNames
    }

    /// The name behind an id, or the id.
    func name(_ id: String) -> String { names[id] ?? id }

    /// The instant of a time as text; nil for what is none.
    mutating func moment(_ text: String?) -> Moment? { clock.moment(text) }

    /// Counts what is of a type that is not known.
    mutating func pass(_ type: String?) { unknown[type ?? "no type", default: 0] += 1 }
}

extension Clock {
    /// The instant of a time as text, in the clock's zone where it has no offset.
    mutating func moment(_ text: String?) -> Moment? {
        text.flatMap { TimeText($0) }.map { moment($0) }
    }
}
