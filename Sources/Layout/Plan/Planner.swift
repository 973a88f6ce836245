import Basics
import Model
import Themes

struct PlannedGap {
    let number: Int
    let words: String
}

/// Turns messages into planned rows: day headers, runs, and which rows show a name, an avatar, a
/// time or a status. It visits every message once, in order.
struct Planner {
    let conversation: Conversation
    let theme: Theme
    let options: Options
    private var words: DateWords
    private let threads: ThreadHeads
    private var lastYear: Substring?
    /// Whether the rows are for sheets, which list the participants in every theme, because
    /// nothing else on a sheet may name them.
    private let isOnSheet: Bool
    private let budget: WorkBudget

    init(
        conversation: Conversation, theme: Theme, options: Options, isRightToLeft: Bool,
        isOnSheet: Bool = false, budget: WorkBudget = .unlimited
    ) {
        self.budget = budget
        self.isOnSheet = isOnSheet
        self.conversation = conversation
        self.theme = theme
        self.options = options
        threads = ThreadHeads(conversation)
        words = DateWords(
            locale: conversation.locale,
            zone: TimeZoneFiles.rules(of: conversation.timeZone) ?? .gmt,
            clock: options.timeFormat, addsUTC: options.show.utc, isFull: options.showsAllDetails,
            isRightToLeft: isRightToLeft)
        let last = conversation.messages.lazy.compactMap(\.at).max {
            $0.milliseconds < $1.milliseconds
        }
        lastYear = last.map { words.civil($0).isoDay.prefix(4) }
    }

    private struct Past {
        var day: String?
        var offset: Int64?
        var at: Moment?
        var sender: ParticipantIndex?
        /// Whether another message of the same sender can join the previous row's run.
        var isOpen = false
        var thread: Int?
        var isInThread = false
    }

    /// - Parameters:
    ///   - facts: tables shown instead of the list of participants.
    ///   - gaps: remarks about omitted messages, by message number.
    mutating func entries(
        remarks: [String] = [], facts: [FactTable] = [], gaps: [PlannedGap] = []
    ) -> [Entry] {
        var entries: [Entry] = []
        entries.reserveCapacity(conversation.messages.count + 16)
        if options.show.header ?? (theme.header.isShown || (isOnSheet && isNamed)) {
            entries.append(.title)
            if facts.isEmpty, theme.header.listsPeople || isOnSheet, titleLacksPeople {
                entries.append(.people)
            }
        }
        entries += remarks.map(Entry.remark) + facts.map(Entry.facts)
        let lastSent = conversation.messages.lastIndex {
            $0.from != nil && $0.from == conversation.me && isBubble($0) && $0.kind != .typing
        }
        var past = Past()
        let isDescending = options.order == .desc
        var waiting = isDescending ? gaps : Array(gaps.reversed())
        for (index, message) in budget.checked(conversation.messages.enumerated())
        where isShown(message) {
            while let gap = waiting.last,
                isDescending ? gap.number > message.number : gap.number < message.number
            {
                entries.append(.remark(gap.words))
                waiting.removeLast()
                past.isOpen = false
                past.thread = nil
            }
            append(message, index, lastSent: lastSent, past: &past, to: &entries)
        }
        return entries + waiting.reversed().map { .remark($0.words) }
    }

    private var isNamed: Bool {
        conversation.title != nil || conversation.subtitle != nil
            || conversation.participants.contains { !$0.name.isEmpty }
    }

    /// Whether the title does not say already who takes part: a chat's title is often the name of
    /// the other person, and without a title it consists of all names.
    private var titleLacksPeople: Bool {
        let people = conversation.participants
        if people.contains(where: { $0.handle != nil && $0.handle != $0.name }) { return true }
        let others = people.indices.filter { $0 != conversation.me }
        guard let title = conversation.title else { return others.count > TitleRow.maxNames }
        guard others.count == 1, let name = others.first.map({ people[$0].name }) else {
            return !people.isEmpty
        }
        return !(name.hasPrefix(title) || title.hasPrefix(name) || title.hasSuffix(name))
    }

    private func isShown(_ message: Message) -> Bool {
        guard message.kind == .system || message.kind == .note else { return true }
        return options.show.system ?? conversation.showsNotes
    }

    private func isBubble(_ message: Message) -> Bool {
        switch message.kind {
        case .call: !isNotice(message)
        case .message, .typing, .unknown:
            options.showsAllDetails || !theme.relations.deletedIsNotice || !message.isErased
        case .system, .note, .unread: false
        }
    }

    /// Whether a call is a line in this theme: one that consists of nothing else.
    private func isNotice(_ message: Message) -> Bool {
        guard theme.cards.call.form == .notice, !options.showsAllDetails, !message.hasBody,
            message.attachments.isEmpty
        else { return false }
        guard message.hasDetails else { return true }
        var bare = MessageDetails()
        let details = message.details
        (bare.call, bare.service) = (details.call, details.service)
        return details == bare
    }

    private mutating func append(
        _ message: Message, _ index: Int, lastSent: Int?, past: inout Past,
        to entries: inout [Entry]
    ) {
        var civil: LocalTime?
        if let at = message.at {
            let time = words.civil(at)
            civil = time
            if let header = header(at: at, time, past: &past) {
                entries.append(.dayHeader(header))
                past.isOpen = false
            }
        }
        let day = civil?.isoDay ?? past.day
        guard isBubble(message) else {
            let time = timeShown(each: true, civil, of: message)
            entries.append(.note(NoteEntry(index: index, time: time, isoDay: day)))
            past.thread = nil
            past.at = message.at ?? past.at
            past.isOpen = false
            return
        }
        let head = threads.head(of: message)
        let isInThread = head != nil && past.thread == head
        // A thread's head and its replies have different indents, so they do not form a run.
        let joins =
            !options.showsAllDetails && !hasReplyLine(message, isInThread) && past.isOpen
            && past.sender == message.from
            && isSoon(message.at, after: past.at) && past.isInThread == isInThread
        var entry = entry(message, index, at: civil, day: day, isFirst: !joins, lastSent: lastSent)
        if message.hasDetails, options.show.times != .never {
            entry.stateTime =
                entry.showsStatus ? words.time(stateMoment(of: message), from: day) : nil
            if options.showsAllDetails || theme.relations.showsEditTimes {
                entry.editTime = words.time(message.details.edited?.at, from: day)
            }
        }
        if options.showsAllDetails { entry.trace = Box(MessageTrace(message, &words)) }
        entry.isInThread = isInThread
        entry.replies = threads.replies(to: message, at: index)
        entries.append(.message(entry))
        past.thread = head ?? index
        past.isInThread = isInThread
        if joins { reopen(&entries) }
        past.sender = message.from
        past.at = message.at ?? past.at
        past.isOpen = true
    }

    /// Whether a quotation is above the name, which every such message therefore has.
    private func hasReplyLine(_ message: Message, _ isInThread: Bool) -> Bool {
        guard theme.reply.shape == .line, message.hasDetails else { return false }
        return message.details.replyTo != nil
            || (message.details.thread?.index != nil && !isInThread)
    }

    /// Corrects the previous row, which was planned as the last of its run, after another message
    /// has joined the run.
    private func reopen(_ entries: inout [Entry]) {
        let before = entries.count - 2
        guard before >= 0, case .message(let entry) = entries[before],
            case .message(let next) = entries[before + 1]
        else { return }
        // Times beside bubbles appear once a minute.
        let repeatsTime = theme.time.place == .beside ? next.time == entry.time : next.time != nil
        entries[before] = .message(
            entry.followed(
                timesAreGrouped: !isEachTimed && theme.time.place != .name && repeatsTime,
                avatarsAreLast: theme.avatar.place == .last))
    }

    private func isSoon(_ at: Moment?, after before: Moment?) -> Bool {
        guard let at, let before else { return true }
        return distance(at, before) <= options.groupWindow * 1_000
    }

    private mutating func header(at: Moment, _ civil: LocalTime, past: inout Past) -> DayHeader? {
        let offset = words.offset(at: at)
        defer {
            past.day = civil.isoDay
            past.offset = offset
        }
        guard options.show.dates, theme.time.place != .above else { return nil }
        let isNewDay = past.day != civil.isoDay
        let isNewOffset = past.offset.map { $0 != offset } ?? false
        let isPause = theme.time.place == .header && !isSoonForHeader(at, after: past.at)
        guard isNewDay || isNewOffset || isPause else { return nil }
        var day =
            isNewDay || isNewOffset
            ? words.day(of: at, offset: offset, as: form(ofDay: civil)) : ""
        if isNewOffset { day += " · " + DateWords.zoneName(offset: offset) }
        let showsTime =
            theme.time.place == .header && options.show.times != .never
            && (options.show.times != .each)
        guard !day.isEmpty || showsTime else { return nil }
        return DayHeader(
            day: day, time: showsTime ? words.time(civil, of: at) : nil, isoDay: civil.isoDay)
    }

    /// As in the apps, only dates of earlier years state the year.
    private func form(ofDay civil: LocalTime) -> DayForm {
        guard !isOnSheet, !options.showsAllDetails else { return .full }
        let form = theme.time.days
        return civil.isoDay.prefix(4) == lastYear ? form : form.withYear
    }

    /// After a pause of an hour or more, Messages shows the time again.
    private func isSoonForHeader(_ at: Moment, after before: Moment?) -> Bool {
        guard let before else { return true }
        return distance(at, before) < 3_600_000
    }

    private func distance(_ one: Moment, _ other: Moment) -> Double {
        abs(
            Double(one.milliseconds.subtractingReportingOverflow(other.milliseconds).partialValue))
    }

    private mutating func entry(
        _ message: Message, _ index: Int, at civil: LocalTime?, day: String?, isFirst: Bool,
        lastSent: Int?
    ) -> MessageEntry {
        let isMine = message.from != nil && message.from == conversation.me
        let isTyping = message.kind == .typing
        let isTimed = !isTyping && (theme.time.place != .name || isEachTimed || isFirst)
        return MessageEntry(
            index: index,
            side: Layout.side(ofMine: isMine, options, theme),
            run: RunPosition(isFirst: isFirst, isLast: true),
            time: isTimed ? timeShown(each: isEachTimed, civil, of: message) : nil,
            showsName: Layout.showsName(isMine: isMine, in: conversation, options, theme)
                && isFirst && Layout.hasName(message.from, in: conversation, options),
            showsAvatar: Layout.showsAvatar(
                isMine: isMine, in: conversation, options, theme)
                && (theme.avatar.place != .first || isFirst),
            showsStatus: !isTyping
                && showsStatus(
                    isMine: isMine, isLastSent: index == lastSent,
                    hasFailed: message.status == .failed),
            isoDay: day, spokenTime: isTyping ? nil : spokenTime(civil, of: message))
    }

    private mutating func spokenTime(_ civil: LocalTime?, of message: Message) -> String? {
        guard let civil, let at = message.at, options.show.times != .never else { return nil }
        return words.time(civil, of: at)
    }

    private var isEachTimed: Bool {
        switch options.show.times {
        case .each: true
        case .never, .group: false
        case .auto:
            switch theme.time.place {
            case .inside, .above: true
            case .none, .below, .header, .beside, .name: false
            }
        }
    }

    private mutating func timeShown(
        each: Bool, _ civil: LocalTime?, of message: Message
    ) -> String? {
        guard let civil, let at = message.at, options.show.times != .never else { return nil }
        if theme.time.place == .above { return words.stamp(civil, of: at) }
        let isGrouped =
            [.below, .name, .beside].contains(theme.time.place)
            || (options.show.times == .group && theme.time.place != .header)
        return each || isGrouped ? words.time(civil, of: at) : nil
    }

    private func stateMoment(of message: Message) -> Moment? {
        switch message.status {
        case .read, .played: message.details.readAt
        case .delivered: message.details.deliveredAt
        case .sending, .sent, .failed, nil: nil
        }
    }

    private func showsStatus(isMine: Bool, isLastSent: Bool, hasFailed: Bool) -> Bool {
        guard isMine else { return false }
        // The trace shows the rest.
        guard !options.showsAllDetails else { return hasFailed }
        switch options.show.status {
        case .never: return false
        case .each: return true
        case .last:
            // A message that was not delivered must not look as if it was.
            return isLastSent || hasFailed || !Layout.showsStatusOfLastAlone(options, theme: theme)
        }
    }
}

private struct ThreadHeads {
    private var counts: [Int: Int] = [:]

    init(_ conversation: Conversation) {
        for message in conversation.messages {
            guard let head = head(of: message) else { continue }
            counts[head, default: 0] += 1
        }
    }

    func head(of message: Message) -> Int? {
        message.hasDetails ? message.details.thread?.index : nil
    }

    /// The number of replies present or stated, whichever is larger: an export may contain only
    /// some.
    func replies(to message: Message, at index: Int) -> Int {
        guard counts[index] != nil || message.hasDetails else { return 0 }
        let stated = message.details.thread?.index == nil ? message.details.thread?.replies : nil
        return max(counts[index] ?? 0, stated ?? 0)
    }
}
