import Basics
import Model

/// A planned row, before measuring.
package enum Entry: Sendable {
    case title
    /// The list of participants below the title.
    case people
    /// A remark about the document: its part number, or what was omitted.
    case remark(String)
    /// The facts of an evidence document.
    case facts(FactTable)
    case dayHeader(DayHeader)
    case message(MessageEntry)
    case note(NoteEntry)
    /// A picture of the appendix.
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
    /// The index of the message in the conversation.
    package let index: Int
    let side: Side
    let run: RunPosition
    /// The time shown beside, in or under the bubble; nil if it is not shown.
    package let time: String?
    package let showsName: Bool
    package let showsAvatar: Bool
    /// Whether the status is shown, under the bubble or as ticks in it.
    package let showsStatus: Bool
    let isoDay: String?
    /// The time of day for screen readers, even if it is not drawn; nil if unknown.
    package var spokenTime: String?
    /// The time of reading or delivery, if known.
    package var stateTime: String?
    /// The time of the edit, if known.
    var editTime: String?
    /// Whether the message is a reply below the head of its thread.
    var isInThread = false
    /// The number of replies, if the message is a thread's head.
    var replies = 0
    /// The message's history, if rows show all facts.
    var trace: Box<MessageTrace>?
}

package struct NoteEntry: Sendable {
    package let index: Int
    package let time: String?
    let isoDay: String?
}

extension MessageEntry {
    package var isFirstOfRun: Bool { run.isFirst }

    /// Returns the entry for a message that is no longer the last of its run, without the details
    /// that only the last message shows.
    func followed(timesAreGrouped: Bool, avatarsAreLast: Bool) -> MessageEntry {
        MessageEntry(
            index: index, side: side, run: RunPosition(isFirst: run.isFirst, isLast: false),
            time: timesAreGrouped ? nil : time, showsName: showsName,
            showsAvatar: showsAvatar && !avatarsAreLast, showsStatus: showsStatus, isoDay: isoDay,
            spokenTime: spokenTime, stateTime: stateTime, editTime: editTime,
            isInThread: isInThread, replies: replies, trace: trace)
    }
}

/// The position of a bubble among consecutive bubbles of one sender.
struct RunPosition: Sendable, Hashable {
    let isFirst: Bool
    let isLast: Bool
}

/// The full times of every event in a message's history.
struct MessageTrace: Sendable {
    /// The times of former versions, in order.
    let versions: [String?]
    let forwarded: String?
    let delivered: String?
    let read: String?
    let deleted: String?

    init(_ message: Message, _ words: inout DateWords) {
        guard message.hasDetails else {
            (versions, forwarded, delivered, read, deleted) = ([], nil, nil, nil, nil)
            return
        }
        let details = message.details
        versions = (details.edited?.history ?? []).map { $0.at.map { words.full($0) } }
        forwarded = details.forwarded?.at.map { words.full($0) }
        delivered = details.deliveredAt.map { words.full($0) }
        read = details.readAt.map { words.full($0) }
        deleted = details.deleted?.at.map { words.full($0) }
    }
}
