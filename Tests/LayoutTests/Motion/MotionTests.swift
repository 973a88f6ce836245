import Model
import Scene
import TestSupport
import Testing
import Themes

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

@Suite struct PlaybackTests {
    private let measurer = MonospaceMeasurer()

    private static let lines = [
        "<Hi", "<are you there?", ">Yes!", ">I am here, and I have a lot to say about the lake",
        "<Then do", ">No", "<Pity", "<Another time", ">Perhaps", "<Bye",
    ]

    private func playback(
        _ look: String, height: Int, screen: ScreenFrame.Kind = .none,
        _ motion: Motion = Motion(), _ change: (inout Conversation) -> Void = { _ in }
    ) throws -> Playback {
        var talk = Talk.conversation(Self.lines)
        change(&talk)
        let theme = Looks.named(look)
        var canvas = PictureCanvas(width: 390, height: height)
        canvas.screen = screen == .none ? .none : .filling
        let paper = Paper(canvas, width: 390, scale: 1, for: theme)
        var transcript = Talk.transcript(talk, theme: theme, width: 390)
        if screen != .none {
            transcript = Transcript(
                transcript.layout, rows: transcript.rows,
                bars: ScreenBars(transcript.layout, ScreenFrame(screen), with: measurer))
        }
        return try #require(Playback(transcript, on: paper, motion, with: measurer))
    }

    private func messages(_ blocks: [Block]) -> [Block] { blocks.filter { $0.role == .message } }

    @Test(arguments: Looks.catalog.names, [ScreenFrame.Kind.none, .screen])
    func theEndIsTheStill(look: String, screen: ScreenFrame.Kind) throws {
        let playback = try playback(look, height: 2_400, screen: screen)
        let still = playback.pages.blocks(of: 0, with: measurer)
        #expect(playback.pages(at: playback.end).blocks(of: 0, with: measurer) == still)
    }

    @Test(arguments: Looks.catalog.names)
    func eachMomentShowsWhatWasSaidSoFar(look: String) throws {
        let playback = try playback(look, height: 2_400)
        for time in stride(from: 0.0, through: Double(playback.timeline.end), by: 90) {
            let arrived = playback.timeline.beats.count { Double($0.arrival) <= time }
            let blocks = messages(
                playback.pages(at: playback.state(at: time)).blocks(of: 0, with: measurer))
            let said = blocks.filter { !$0.text.contains("Typing") }
            #expect(said.count == arrived)
            for (block, line) in zip(said, Self.lines) {
                #expect(block.text.contains(line.dropFirst(1).prefix(4)))
            }
            #expect(blocks.count - said.count <= 1)
        }
    }

    @Test(arguments: ["whatsapp", "imessage", "telegram", "slack"])
    func aListThatIsTooLongEndsAtItsFoot(look: String) throws {
        for screen in [ScreenFrame.Kind.none, .screen] {
            let playback = try playback(look, height: 420, screen: screen)
            let end = playback.pages(at: playback.end).blocks(of: 0, with: measurer)
            let last = try #require(messages(end).last)
            #expect(abs(last.frame.maxY - playback.list.upperBound) <= 0.5)
            #expect(last.text.contains("Bye"))
            // Blocks that reach beyond the list are clipped to it.
            for block in messages(end) where block.frame.minY < playback.region.minY {
                guard case .clipped(let path, _)? = block.nodes.last else {
                    Issue.record("\(block.text) is not cut off")
                    continue
                }
                #expect(path.bounds == playback.region)
            }
        }
    }

    @Test(arguments: ["whatsapp", "imessage", "print"])
    func rowsWithoutAScreenGrowFromTheBottom(look: String) throws {
        for height in [420, 2_400] {
            let playback = try playback(look, height: height)
            func shown(_ state: PlaybackState) -> [Block] {
                messages(playback.pages(at: state).blocks(of: 0, with: measurer))
            }
            let (first, end) = (shown(playback.state(at: 0)), shown(playback.end))
            #expect(first.map(\.text).joined().contains("Hi"))
            // Rows move by whole pixels, so that each is up to half a pixel away.
            #expect(abs(first[0].frame.maxY - (end.last?.frame.maxY ?? 0)) <= 1)
            #expect(playback.state(at: 0).rows.allSatisfy { $0.entrance == .arrived })
        }
    }

    @Test(arguments: [ScreenFrame.Kind.none, .screen])
    func theListNeverMovesDown(screen: ScreenFrame.Kind) throws {
        let playback = try playback("whatsapp", height: 500, screen: screen)
        var tops: [Int: Int] = [:]
        for time in stride(from: 0.0, through: Double(playback.timeline.end), by: 20) {
            for shown in playback.state(at: time).rows {
                let before = tops[shown.row] ?? .max
                #expect(shown.shift <= before)
                tops[shown.row] = shown.shift
            }
        }
    }

    @Test func onlyWhatChangesIsTold() throws {
        let playback = try playback("whatsapp", height: 2_400)
        var before = playback.state(at: 0)
        for time in stride(from: 33.0, through: Double(playback.timeline.end), by: 33) {
            let now = playback.state(at: time)
            let change = playback.change(from: before, to: now)
            #expect((change == nil) == (before == now))
            if let change {
                let old = playback.pages(at: before).blocks(of: 0, with: measurer)
                let new = playback.pages(at: now).blocks(of: 0, with: measurer)
                for block in old where !new.contains(block) {
                    #expect(change.minY <= block.frame.minY && change.maxY >= block.frame.maxY)
                }
            }
            before = now
        }
    }

    @Test func whatIsSentIsTypedFirst() throws {
        let playback = try playback("whatsapp", height: 844, screen: .screen)
        let beat = playback.timeline.beats[2]
        let input = try #require(beat.input)
        let middle = playback.state(at: Double(input.lowerBound + input.count / 2))
        let typed = try #require(middle.typed)
        #expect(typed.message == 2 && (1...4).contains(typed.letters))
        let blocks = playback.pages(at: middle).blocks(of: 0, with: measurer)
        let field = try #require(blocks.last { playback.isInput($0) })
        #expect(field.nodes.flatMap(\.words).contains { $0.hasPrefix("Y") })
        #expect(playback.state(at: Double(beat.arrival)).typed == nil)
    }

    @Test func ticksTurnAndReactionsPop() throws {
        let playback = try playback("whatsapp", height: 2_400) { talk in
            talk.messages[9].from = 1
            talk.messages[9].status = .read
            talk.messages[9].details.reactions = [Reaction(emoji: "👍", count: 1)]
        }
        let track = try #require(playback.tracks.last)
        #expect(track.phases.map(\.kind) == [.message, .turned, .turned, .reacted])
        let last = track.phases[3]
        #expect(!last.news.isEmpty)
        let state = playback.state(at: Double(last.start) + 40)
        #expect(state.rows.last?.news ?? 1 < 1)
        let block = try #require(
            messages(playback.pages(at: state).blocks(of: 0, with: measurer)).last)
        guard case .layer(let layer, _)? = block.nodes.last else {
            Issue.record("nothing pops")
            return
        }
        #expect(layer.scale < 1 && layer.opacity == 1)
    }
}
