import Model

/// The times of all events of a clip, in milliseconds from its start.
package struct Timeline: Sendable, Equatable {
    struct Message: Sendable, Equatable {
        var isSent: Bool
        var isNote = false
        var letters: Int
        var at: Moment?
        /// The number of changes to its row after its arrival: delivery states, then reactions.
        var changes = 0
        var states = 0
    }

    struct Beat: Sendable, Equatable {
        fileprivate(set) var typing: Range<Int>?
        fileprivate(set) var input: Range<Int>?
        fileprivate(set) var arrival: Int
        fileprivate(set) var entrance = 0
        fileprivate(set) var changes: [Int] = []

        var start: Int { typing?.lowerBound ?? arrival }
    }

    let beats: [Beat]
    let rest: Int
    package let end: Int

    /// - Parameters:
    ///   - entrance: the maximum duration of a message's entrance.
    ///   - typesInput: whether sent messages are first typed into a bar.
    init(
        _ messages: [Message], _ motion: Motion, entrance: Int, typesInput: Bool
    ) {
        let pacing = Pacing(motion, entrance: entrance, typesInput: typesInput)
        let intervals = pacing.intervals(messages)
        let changes = messages.last?.changes ?? 0
        var tail = Double(entrance + changes * Pacing.changeTime)
        var hold = Double(motion.hold)
        if let duration = motion.duration {
            tail = min(tail, duration * 200)
            hold = min(hold, duration * 400)
        }
        var beats: [Beat] = []
        beats.reserveCapacity(messages.count)
        var (before, now) = (0, 0.0)
        for (message, interval) in zip(messages, intervals) {
            now += interval
            let arrival = Int(now.rounded())
            beats.append(pacing.beat(message, from: before, to: arrival))
            before = arrival
        }
        let rest = before + Int(tail.rounded())
        for index in beats.indices {
            let next = index + 1 < beats.count ? beats[index + 1].arrival : rest
            let room = next - beats[index].arrival
            // The first message is there from the start, so that no player shows an empty poster.
            beats[index].entrance = index == 0 ? 0 : min(entrance, max(0, room * 4 / 5))
            let (arrival, message) = (beats[index].arrival, messages[index])
            let step = min(Pacing.changeTime, (rest - arrival) / (message.changes + 1))
            // Nobody answers a message that was not delivered.
            let answer = index + 1 < beats.count ? beats[index + 1].typing?.lowerBound : nil
            let quick = min(step, ((answer ?? rest) - arrival) / max(message.states, 1))
            beats[index].changes = (0..<message.changes).map {
                arrival + ($0 + 1) * ($0 < message.states ? quick : step)
            }
        }
        self.beats = beats
        self.rest = rest
        end = max(
            rest, motion.duration.map { Int(($0 * 1_000).rounded()) } ?? rest + Int(hold.rounded()))
    }
}

/// In milliseconds.
private struct Pacing {
    let motion: Motion
    let entrance: Int
    let typesInput: Bool

    init(_ motion: Motion, entrance: Int, typesInput: Bool) {
        self.motion = motion
        self.entrance = entrance
        self.typesInput = typesInput
    }

    /// The maximum time from a message to its first change, and between its changes.
    static let changeTime = 450
    /// The minimum time between two messages, if the clip is long enough.
    private static let least = 300.0
    /// The maximum average time per message at the pace `real`: pauses of days are shortened.
    private static let maxEach = 1_500.0
    private static let maxReal = 45_000.0

    private func reading(_ letters: Int) -> Double {
        min(max(400 + 28 * Double(letters), 700), 4_500)
    }

    private func dots(_ letters: Int) -> Double { min(max(22 * Double(letters), 700), 2_500) }

    private func keys(_ letters: Int) -> Double { min(max(45 * Double(letters), 400), 3_000) }

    private func announcing(_ message: Timeline.Message) -> Double {
        guard !message.isNote else { return 0 }
        if message.isSent { return typesInput ? keys(message.letters) : 0 }
        return motion.showsTyping ? dots(message.letters) : 0
    }

    /// Each is counted from the message before; 0 for the first.
    fileprivate func intervals(_ messages: [Timeline.Message]) -> [Double] {
        var intervals: [Double] = []
        intervals.reserveCapacity(messages.count)
        for (before, message) in zip(messages, messages.dropFirst()) {
            switch motion.pace {
            case .milliseconds(let count): intervals.append(Double(count))
            case .reading:
                let states = message.isSent ? 0 : before.states * Self.changeTime
                intervals.append(
                    max(reading(before.letters), announcing(message) + max(300, Double(states))))
            case .real: intervals.append(pause(before, message))
            }
        }
        let all = intervals.reduce(0, +)
        let count = Double(intervals.count)
        if let duration = motion.duration {
            let tail = Double(entrance + (messages.last?.changes ?? 0) * Self.changeTime)
            let room =
                duration * 1_000 - min(tail, duration * 200)
                - min(Double(motion.hold), duration * 400)
            return [0] + Self.fitted(intervals, into: room)
        }
        let most = min(count * Self.maxEach, max(Self.maxReal, count * Self.least))
        let isLong = motion.pace == .real && all > most
        return [0] + (isLong ? Self.fitted(intervals, into: most) : intervals)
    }

    private func pause(_ before: Timeline.Message, _ message: Timeline.Message) -> Double {
        guard let from = before.at, let to = message.at else { return Self.maxEach }
        let (gap, isOver) = to.milliseconds.subtractingReportingOverflow(from.milliseconds)
        return isOver ? Self.maxEach : max(Double(gap), Self.least)
    }

    /// The parts above the minimum keep their proportions.
    private static func fitted(_ intervals: [Double], into room: Double) -> [Double] {
        let least = min(Self.least, room / Double(max(intervals.count, 1)))
        let extra = intervals.map { max(0, $0 - least) }
        let all = extra.reduce(0, +)
        let spare = max(0, room - least * Double(intervals.count))
        guard all > 0 else {
            return intervals.map { _ in room / Double(intervals.count) }
        }
        return extra.map { least + $0 * (spare / all) }
    }

    func beat(_ message: Timeline.Message, from before: Int, to arrival: Int) -> Timeline.Beat {
        var beat = Timeline.Beat(arrival: arrival)
        let wanted = announcing(message)
        let room = Double(arrival - before)
        if message.isSent {
            let length = Int(min(wanted, room * 0.8))
            if length >= 150 { beat.input = arrival - length..<arrival }
        } else {
            let length = Int(min(wanted, room * 0.7))
            if length >= 250 { beat.typing = arrival - length..<arrival }
        }
        return beat
    }
}
