import Basics
import Model

package enum Entry: Sendable {
    case title
    case people
    /// A remark about the document: its part number, or what was omitted.
    case remark(String)
    case facts(FactTable)
    case dayHeader(DayHeader)
    case message(MessageEntry)
    case note(NoteEntry)
    case exhibit(ExhibitEntry)
}

extension Entry {
    var isFacts: Bool {
        switch self {
        case .facts: true
        case .title, .people, .remark, .dayHeader, .message, .note, .exhibit: false
        }
    }
}

/// The header above a day's messages, or above the messages after a pause.
package struct DayHeader: Sendable, Equatable {
    /// "Sunday, May 31, 2026"; empty if only the time is shown.
    package let day: String
    package let time: String?
    package let isoDay: String
}

package struct MessageEntry: Sendable {
    package let index: Int
    let side: Side
    var run: RunPosition
    package internal(set) var time: String?
    package let showsName: Bool
    package internal(set) var showsAvatar: Bool
    package let showsStatus: Bool
    let isoDay: String?
    /// The time of day for screen readers, even if it is not drawn; nil if unknown.
    package internal(set) var spokenTime: String?
    package internal(set) var stateTime: String?
    var editTime: String?
    var isInThread = false
    var replies = 0
    var trace: Box<MessageTrace>?
}

package struct NoteEntry: Sendable {
    package let index: Int
    package let time: String?
    let isoDay: String?
}

extension MessageEntry {
    package var isFirstOfRun: Bool { run.isFirst }

    /// No longer the last of its run: without the details that only the last message shows.
    func followed(timesAreGrouped: Bool, avatarsAreLast: Bool) -> MessageEntry {
        var entry = self
        entry.run.isLast = false
        if timesAreGrouped { entry.time = nil }
        if avatarsAreLast { entry.showsAvatar = false }
        return entry
    }
}

struct RunPosition: Sendable, Hashable {
    let isFirst: Bool
    var isLast: Bool
}

struct MessageTrace: Sendable {
    let versions: [String?]
    let forwarded: String?
    let delivered: String?
    let read: String?
    let deleted: String?
    let differences: [String?]

    init(_ message: Message, _ words: inout DateWords) {
        guard message.hasDetails else {
            (versions, forwarded, delivered, read, deleted) = ([], nil, nil, nil, nil)
            differences = []
            return
        }
        let details = message.details
        versions = (details.edited?.history ?? []).map { $0.at.map { words.full($0) } }
        forwarded = details.forwarded?.at.map { words.full($0) }
        delivered = details.deliveredAt.map { words.full($0) }
        read = details.readAt.map { words.full($0) }
        deleted = details.deleted?.at.map { words.full($0) }
        differences = details.differences.map { $0.at.map { words.full($0) } }
    }
}
