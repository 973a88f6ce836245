import Basics
package import Scene
import Themes

extension Playback {
    /// The time is in milliseconds from the start of the clip.
    package func state(at time: Double) -> PlaybackState {
        let time = min(max(time, 0), Double(timeline.end))
        var state = PlaybackState()
        let rooms = tracks.map { $0.isPinned ? (gap: 0, height: 0) : $0.room(at: time) }
        let height = rooms.reduce(0) { $0 + $1.gap + $1.height }
        let over = list.lowerBound + height - list.upperBound
        let scale = pages.paper.scale
        var y = hangsFromBottom ? foot - height : list.lowerBound - max(0, over)
        for (index, track) in tracks.enumerated() where !track.isPinned {
            y += rooms[index].gap
            let top = y
            y += rooms[index].height
            guard let phase = track.phase(at: time) else { continue }
            let shift = ((top - track.top) * scale).rounded()
            guard shift.magnitude < 1e9 else { continue }
            var shown = PlaybackState.Shown(row: index, phase: phase, shift: Int(shift))
            animate(&shown, at: time)
            if ink(of: shown).intersects(region) { state.rows.append(shown) }
        }
        state.typed = typed(at: time)
        return state
    }

    private func animate(_ shown: inout PlaybackState.Shown, at time: Double) {
        let track = tracks[shown.row]
        let phase = track.phases[shown.phase]
        let share = track.share(of: shown.phase, at: time)
        let style = pages.transcript.layout.theme.motion
        switch phase.kind {
        case .plain: shown.entrance = Entrance(.fade, at: share, wasAnnounced: false)
        case .typing:
            shown.entrance = Entrance(style.entrance, at: share, wasAnnounced: false)
            shown.step = Int((time - Double(phase.start)) / 100) % Self.steps
        case .message:
            shown.entrance = Entrance(style.entrance, at: share, wasAnnounced: shown.phase > 0)
        case .turned: break
        case .reacted: shown.news = share < 1 ? max(Entrance.sprung(share), 0.01) : 1
        }
    }

    /// The number of steps of the dots' animation, of 100 ms each. It then repeats.
    static let steps = 12

    private func typed(at time: Double) -> PlaybackState.Typed? {
        let next = inputs.partitionPoint { Double($0.time.upperBound) > time }
        guard next < inputs.count, Double(inputs[next].time.lowerBound) <= time else { return nil }
        let input = inputs[next]
        // The whole text is shown for a moment before it is sent.
        let share = (time - Double(input.time.lowerBound)) / (0.88 * Double(input.time.count))
        let letters = Int((min(share, 1) * Double(input.letters.count)).rounded(.up))
        return letters > 0 ? PlaybackState.Typed(message: input.message, letters: letters) : nil
    }

    // MARK: - Changes

    private func ink(of shown: PlaybackState.Shown) -> Rect {
        let phase = tracks[shown.row].phases[shown.phase]
        let ink = phase.ink.offset(0, Double(shown.shift) / pages.paper.scale)
        guard shown.entrance != .arrived else { return ink }
        // A springing row is temporarily larger than its final size.
        return layer(shown, of: ink).shown.union(ink)
    }

    func layer(_ shown: PlaybackState.Shown, of bounds: Rect) -> Layer {
        let anchor = tracks[shown.row].phases[shown.phase].anchor
            .offset(0, Double(shown.shift) / pages.paper.scale)
        return Layer(
            of: bounds, opacity: shown.entrance.opacity, scale: shown.entrance.scale,
            around: anchor,
            // Whole pixels keep letters as sharp as at rest.
            dy: (shown.entrance.drop * pages.paper.scale).rounded() / pages.paper.scale)
    }

    package func change(from old: PlaybackState, to new: PlaybackState) -> Rect? {
        var changed: Rect?
        func add(_ rect: Rect) { changed = changed?.union(rect) ?? rect }
        var (left, right) = (0, 0)
        while left < old.rows.count || right < new.rows.count {
            let before = left < old.rows.count ? old.rows[left] : nil
            let after = right < new.rows.count ? new.rows[right] : nil
            if let before, let after, before.row == after.row {
                if before != after {
                    add(ink(of: before))
                    add(ink(of: after))
                }
                (left, right) = (left + 1, right + 1)
            } else if let before, before.row < after?.row ?? .max {
                add(ink(of: before))
                left += 1
            } else if let after {
                add(ink(of: after))
                right += 1
            }
        }
        if old.typed != new.typed, let bar = pages.bars(of: 0).first(where: isInput) {
            add(bar.frame)
        }
        let size = pages.paper.size
        return changed?.intersection(Rect(0, 0, size.width, size.height))
    }

    /// Returns whether a bar is the one below the messages.
    func isInput(_ bar: Block) -> Bool {
        bar.role == .artifact && bar.frame.minY >= region.maxY - 0.5
    }
}
