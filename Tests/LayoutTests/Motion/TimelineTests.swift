import Model
import Testing

@testable import Layout

@Suite struct TimelineTests {
    private static let talk: [Timeline.Message] = (0..<24).map { number in
        Timeline.Message(
            isSent: number % 3 == 0, isNote: number % 11 == 10, letters: number * 37 % 190,
            at: number == 7 ? nil : Moment(milliseconds: Int64(number * number) * 60_000),
            changes: number % 5, states: min(number % 3, number % 5))
    }

    private static let motions: [Motion] = {
        var motions: [Motion] = []
        for pace in [Motion.Pace.real, .reading, .milliseconds(50), .milliseconds(900)] {
            for duration in [nil, 0.2, 3, 12, 500] as [Double?] {
                for hold in [0, 2_000, 60_000] {
                    var motion = Motion()
                    (motion.pace, motion.duration, motion.hold) = (pace, duration, hold)
                    motions.append(motion)
                }
            }
        }
        return motions
    }()

    @Test(arguments: motions)
    func everythingHappensInItsOrder(motion: Motion) {
        for count in [0, 1, 2, 24] {
            let talk = Array(Self.talk.prefix(count))
            let timeline = Timeline(talk, motion, entrance: 320, typesInput: true)
            #expect(timeline.beats.count == count)
            var before = 0
            for (beat, message) in zip(timeline.beats, talk) {
                #expect(beat.arrival >= before && beat.start >= before)
                for range in [beat.typing, beat.input].compactMap({ $0 }) {
                    #expect(range.lowerBound >= before && range.upperBound == beat.arrival)
                }
                #expect(beat.typing == nil || !message.isSent && !message.isNote)
                #expect(beat.input == nil || message.isSent)
                #expect(beat.changes.count == message.changes)
                #expect(beat.changes == beat.changes.sorted())
                #expect(beat.changes.allSatisfy { beat.arrival...timeline.rest ~= $0 })
                #expect(beat.entrance >= 0 && beat.entrance <= 320)
                before = beat.arrival
            }
            #expect(timeline.beats.first.map(\.arrival) ?? 0 == 0)
            #expect(timeline.beats.first.map(\.entrance) ?? 0 == 0)
            for (number, beat) in timeline.beats.enumerated().dropLast() {
                guard let dots = timeline.beats[number + 1].typing else { continue }
                let states = beat.changes.prefix(talk[number].states)
                #expect(states.allSatisfy { $0 <= dots.lowerBound })
            }
            #expect(before <= timeline.rest && timeline.rest <= timeline.end)
            if let duration = motion.duration {
                #expect(timeline.end == Int((duration * 1_000).rounded()))
            } else {
                #expect(timeline.end - timeline.rest == motion.hold)
            }
        }
    }

    @Test func millisecondsAreAsFarApart() {
        var motion = Motion()
        motion.pace = .milliseconds(700)
        let timeline = Timeline(Self.talk, motion, entrance: 200, typesInput: false)
        #expect(timeline.beats.map(\.arrival) == (0..<24).map { 700 * $0 })
    }

    @Test func longerMessagesTakeLongerToRead() {
        var messages = [Timeline.Message(isSent: true, letters: 10)]
        messages += [10, 100, 10].map { Timeline.Message(isSent: true, letters: $0) }
        let beats = Timeline(messages, Motion(), entrance: 200, typesInput: false).beats
        let gaps = zip(beats.dropFirst(), beats).map { $0.arrival - $1.arrival }
        #expect(gaps[0] == gaps[1] && gaps[2] > 3 * gaps[0])
    }

    @Test func realPausesKeepTheirProportionsWithinBounds() {
        var motion = Motion()
        motion.pace = .real
        let times: [Int64] = [0, 1_000, 3_000, 90_000_000]
        let messages = times.map {
            Timeline.Message(isSent: true, letters: 5, at: Moment(milliseconds: $0))
        }
        let beats = Timeline(messages, motion, entrance: 200, typesInput: false).beats
        // A day is shortened to the maximum time of four messages.
        #expect(beats[3].arrival == 3 * 1_500)
        #expect(beats[1].arrival - beats[0].arrival >= 299)
        let short = Array(messages.prefix(3))
        let unhurried = Timeline(short, motion, entrance: 200, typesInput: false).beats
        #expect(unhurried.map(\.arrival) == [0, 1_000, 3_000])
    }

    @Test func withoutTypingNothingIsAnnounced() {
        var motion = Motion()
        motion.showsTyping = false
        let beats = Timeline(Self.talk, motion, entrance: 200, typesInput: false).beats
        #expect(beats.allSatisfy { $0.typing == nil && $0.input == nil })
    }
}
