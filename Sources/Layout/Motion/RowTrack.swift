import Basics
import Glibc
import Model
import Scene
import Themes

/// A row throughout a clip: its successive phases and their times.
struct RowTrack: Sendable {
    struct Phase: Sendable {
        enum Kind: Sendable, Equatable {
            /// A row that appears together with a message.
            case plain
            case typing
            case message
            /// The message after its delivery ticks changed or the next message of its run arrived.
            case turned
            case reacted
        }

        let kind: Kind
        /// In milliseconds from the beginning of the clip.
        let start: Int
        /// The duration of the transition to this phase, in milliseconds.
        let entrance: Int
        let row: Row
        /// The area that the phase covers, with the row at its position at rest.
        var ink: Rect = .zero
        /// The point from which the row grows, at the same position.
        var anchor: Point = .zero
        var news: [Int] = []
    }

    let isPinned: Bool
    let gap: Double
    /// The row's position at rest, without scrolling.
    let top: Double
    /// The phases in the order of their times. Before the first one, nothing is drawn.
    var phases: [Phase]

    func phase(at time: Double) -> Int? {
        let after = phases.partitionPoint { Double($0.start) > time }
        return after == 0 ? nil : after - 1
    }

    func share(of phase: Int, at time: Double) -> Double {
        let phase = phases[phase]
        guard phase.entrance > 0 else { return 1 }
        return min(max((time - Double(phase.start)) / Double(phase.entrance), 0), 1)
    }

    func room(at time: Double) -> (gap: Double, height: Double) {
        guard let number = phase(at: time) else { return (0, 0) }
        let share = share(of: number, at: time)
        let height = phases[number].row.height
        guard share < 1 else { return (gap, height) }
        let eased = Entrance.eased(share)
        guard number > 0 else { return (gap * eased, height * eased) }
        let before = phases[number - 1].row.height
        return (gap, before + (height - before) * eased)
    }
}

struct Entrance: Sendable, Equatable {
    var opacity = 1.0
    var scale = 1.0
    /// The distance below its final position, in points.
    var drop = 0.0

    static let arrived = Entrance()

    private static let rise = 22.0

    init() {}

    /// - Parameters:
    ///   - share: the elapsed share of the entrance, from 0 to 1.
    ///   - wasAnnounced: whether typing dots were shown in the row's place before.
    init(_ kind: MotionStyle.Entrance, at share: Double, wasAnnounced: Bool) {
        guard share < 1 else { return }
        switch kind {
        case .none: break
        case .fade: opacity = wasAnnounced ? 0.4 + 0.6 * share : share
        case .slide:
            guard !wasAnnounced else { break }
            opacity = min(1, 0.2 + 2 * share)
            drop = Self.rise * (1 - Self.eased(share))
        case .spring:
            opacity = wasAnnounced ? 1 : min(1, 0.2 + 3 * share)
            let from = wasAnnounced ? 0.85 : 0.5
            scale = from + (1 - from) * Self.sprung(share)
        }
    }

    static func eased(_ share: Double) -> Double {
        let rest = 1 - min(max(share, 0), 1)
        return 1 - rest * rest * rest
    }

    static func sprung(_ share: Double) -> Double {
        guard share < 1 else { return 1 }
        return 1 - exp(-6 * share) * cos(2 * .pi * 0.8 * share) * (1 - share)
    }
}

/// Determines when each row of a conversation appears, and the content shown in its place before.
struct RowTiming {
    let layout: Layout
    let rows: [Row]
    let pinned: Range<Int>
    let timeline: Timeline
    let messageRows: [Int]
    private let beats: [Int?]
    /// The last message of the run that contains a row's message, by row.
    private let runEnds: [Int: MessageEntry]

    init(
        _ layout: Layout, rows: [Row], pinned: Range<Int>, _ motion: Motion, typesInput: Bool
    ) {
        self.layout = layout
        self.rows = rows
        self.pinned = pinned
        messageRows = rows.indices.filter { rows[$0].message != nil }
        var beats = [Int?](repeating: nil, count: rows.count)
        var next = messageRows.count
        var runEnds: [Int: MessageEntry] = [:]
        var end: MessageEntry?
        for index in rows.indices.reversed() {
            if rows[index].message != nil { next -= 1 }
            // Rows after the last message appear with it; a title is visible from the start.
            let isHead = rows[index].message == nil && Self.isHead(layout.entries[index])
            beats[index] = isHead ? nil : min(next, messageRows.count - 1)
            guard case .message(let entry) = layout.entries[index] else { continue }
            if entry.run.isLast { end = entry }
            runEnds[index] = end
        }
        self.beats = beats
        self.runEnds = runEnds
        let isFixed = layout.theme.frames != nil
        var playing = motion
        playing.showsTyping = motion.showsTyping && !isFixed
        let messages = messageRows.map { row in
            Self.message(of: layout, row, isFixed: isFixed)
        }
        timeline = Timeline(
            messages, playing, entrance: layout.theme.motion.milliseconds, typesInput: typesInput)
    }

    private static func isHead(_ entry: Entry) -> Bool {
        switch entry {
        case .title, .people: true
        case .remark, .facts, .dayHeader, .message, .note, .exhibit: false
        }
    }

    private static func message(of layout: Layout, _ row: Int, isFixed: Bool) -> Timeline.Message {
        var states = 0
        let (index, isSent, isNote): (Int, Bool, Bool)
        switch layout.entries[row] {
        case .message(let entry):
            let from = layout.conversation.messages[entry.index].from
            (index, isSent) = (entry.index, from != nil && from == layout.conversation.me)
            isNote = false
            if !isFixed { states = max(0, Self.states(layout, entry).count - 1) }
        case .note(let note): (index, isSent, isNote) = (note.index, false, true)
        case .title, .people, .remark, .facts, .dayHeader, .exhibit:
            (index, isSent, isNote) = (0, false, true)
        }
        let message = layout.conversation.messages[index]
        let letters = message.body.reduce(0) { $0 + $1.plainText.prefix(400).count }
        let hasReactions =
            !isFixed && !isNote && message.hasDetails && !message.details.reactions.isEmpty
        return Timeline.Message(
            isSent: isSent, isNote: isNote || message.kind == .typing,
            letters: max(letters, 20 * message.attachments.count), at: message.at,
            changes: states + (hasReactions ? 1 : 0), states: states)
    }

    func words(of message: Int) -> String {
        layout.conversation.messages[message].body.lazy.map(\.plainText)
            .joined(separator: " ")
    }

    // MARK: - Phases

    /// In order, with the message's own state last; empty if its state is not shown.
    private static func states(_ layout: Layout, _ entry: MessageEntry) -> [Message.Status] {
        guard entry.showsStatus, layout.theme.time.ticks != .none else { return [] }
        switch layout.conversation.messages[entry.index].status {
        case .delivered: return [.sent, .delivered]
        case .read: return [.sent, .delivered, .read]
        case .played: return [.sent, .delivered, .played]
        case .sending, .sent, .failed, nil: return []
        }
    }

    func phases(ofRow index: Int, with measurer: any TextMeasurer) -> [RowTrack.Phase] {
        let row = rows[index]
        guard let number = beats[index], !pinned.contains(index),
            timeline.beats.indices.contains(number)
        else { return [RowTrack.Phase(kind: .plain, start: 0, entrance: 0, row: row)] }
        let beat = timeline.beats[number]
        guard index == messageRows[number] else {
            let isAfter = index > messageRows[number]
            return [
                RowTrack.Phase(
                    kind: .plain, start: isAfter ? beat.arrival : beat.start,
                    entrance: beat.entrance, row: row)
            ]
        }
        guard case .message(let entry) = layout.entries[index], layout.theme.frames == nil else {
            return [
                RowTrack.Phase(
                    kind: .message, start: beat.arrival, entrance: beat.entrance, row: row)
            ]
        }
        var phases: [RowTrack.Phase] = []
        if let typing = beat.typing {
            phases.append(
                RowTrack.Phase(
                    kind: .typing, start: typing.lowerBound,
                    entrance: min(layout.theme.motion.milliseconds, typing.count),
                    row: dots(index, entry, with: measurer)))
        }
        let next = number + 1 < timeline.beats.count ? timeline.beats[number + 1].start : nil
        return phases + messagePhases(index, entry, beat: beat, followedAt: next, with: measurer)
    }

    private func messagePhases(
        _ index: Int, _ entry: MessageEntry, beat: Timeline.Beat, followedAt next: Int?,
        with measurer: any TextMeasurer
    ) -> [RowTrack.Phase] {
        let states = Self.states(layout, entry)
        let message = layout.conversation.messages[entry.index]
        let isFollowed = !entry.run.isLast && next != nil
        let isPlain = beat.changes.isEmpty && !isFollowed
        // The times at which something changes, in order.
        var times = beat.changes.map { (time: $0, isFollowing: false) }
        if isFollowed, let next { times.append((max(next, beat.arrival + 1), true)) }
        times.sort { $0.time < $1.time }
        guard !isPlain else {
            return [
                RowTrack.Phase(
                    kind: .message, start: beat.arrival, entrance: beat.entrance, row: rows[index])
            ]
        }
        var (state, isAlone, hasReactions) = (0, isFollowed, false)
        func row() -> Row {
            var said = message
            if state < states.count { said.status = states[state] }
            if !hasReactions, message.hasDetails { said.details.reactions = [] }
            var shown = isAlone ? entry.unfollowed(like: runEnds[index]) : entry
            if state < states.count - 1 { shown.stateTime = nil }
            return draft(said, index, as: shown, with: measurer)
        }
        var phases = [
            RowTrack.Phase(
                kind: .message, start: beat.arrival, entrance: beat.entrance, row: row())
        ]
        for (number, change) in times.enumerated() {
            var kind = RowTrack.Phase.Kind.turned
            if change.isFollowing {
                isAlone = false
            } else if state < states.count - 1 {
                state += 1
            } else {
                (hasReactions, kind) = (true, .reacted)
            }
            let following = number + 1 < times.count ? times[number + 1].time : .max
            phases.append(
                RowTrack.Phase(
                    kind: kind, start: change.time,
                    entrance: min(
                        Self.changing, max(0, following - change.time),
                        max(0, timeline.rest - change.time)),
                    row: number == times.count - 1 ? rows[index] : row()))
        }
        return phases
    }

    private static let changing = 240

    private func dots(
        _ index: Int, _ entry: MessageEntry, with measurer: any TextMeasurer
    ) -> Row {
        let message = layout.conversation.messages[entry.index]
        var typing = Message()
        typing.from = message.from
        typing.at = message.at
        typing.number = message.number
        typing.kind = .typing
        if message.hasDetails { typing.details.service = message.details.service }
        return draft(typing, index, as: entry.announced(like: runEnds[index]), with: measurer)
    }

    private func draft(
        _ message: Message, _ index: Int, as entry: MessageEntry, with measurer: any TextMeasurer
    ) -> Row {
        layout.row(index, as: .message(entry), saying: message, with: measurer)
    }
}

extension MessageEntry {
    /// The entry as it is shown before the next message of its run arrives.
    fileprivate func unfollowed(like end: MessageEntry?) -> MessageEntry {
        guard !run.isLast else { return self }
        var entry = self
        entry.run.isLast = true
        entry.time = time ?? (end?.time == nil ? nil : spokenTime)
        entry.showsAvatar = showsAvatar || end?.showsAvatar == true
        return entry
    }

    /// The entry for the row of dots before the message.
    fileprivate func announced(like end: MessageEntry?) -> MessageEntry {
        MessageEntry(
            index: index, side: side, run: RunPosition(isFirst: run.isFirst, isLast: true),
            time: nil, showsName: showsName,
            showsAvatar: showsAvatar || end?.showsAvatar == true, showsStatus: false,
            isoDay: isoDay, isInThread: isInThread)
    }
}
