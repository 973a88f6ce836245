import Basics
import Model

/// The context for reading records, with counts of omitted parts.
struct RecordContext {
    var clock: Clock
    let files: FileIndex
    /// The file of the current record.
    var document = ""
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

    init(clock: Clock, files: FileIndex = .none) {
        self.clock = clock
        self.files = files
    }

    func resolve(_ path: String) -> String? { files.resolve(path, from: document) }

    func name(_ id: String) -> String { names[id] ?? id }

    mutating func moment(_ text: String?) -> Moment? { clock.moment(text) }

    /// Returns the instant of a timestamp such as `2024-04-20 01:29:22 UTC`.
    mutating func moment(utc text: String?) -> Moment? {
        moment(text.map { $0.hasSuffix(" UTC") ? $0.dropLast(4) + "Z" : $0 })
    }

    /// Counts a part with an unknown type.
    mutating func pass(_ type: String?) { unknown[type ?? "no type", default: 0] += 1 }

    /// Returns the text of a part. A part without one counts as unknown.
    mutating func text(of part: JSONValue) -> String? {
        let text = part.string ?? part.text("text")
        if text == nil { pass(part.text("type") ?? part.members?.first?.key) }
        return text
    }
}

extension Clock {
    /// Returns the instant of a timestamp, in the clock's zone if the timestamp has no offset.
    mutating func moment(_ text: String?) -> Moment? {
        text.flatMap { TimeText($0) }.map { moment($0) }
    }
}
