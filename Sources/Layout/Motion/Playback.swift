import Basics
package import Model
package import Scene
import Themes

/// A conversation as a clip: the visible content is a function of time, and every moment is a page.
///
/// All rows are measured once. A moment moves rows by whole pixels, so that a row at rest is drawn
/// as in a picture of the whole conversation.
package struct Playback: Sendable {
    let pages: Pages
    let tracks: [RowTrack]
    let place: CanvasPlace
    let region: Rect
    /// The range of the moving rows: the top of the first one while all fit, and the limit for the
    /// bottom of the last one.
    let list: ClosedRange<Double>
    /// Whether the rows grow upwards from `foot`, the bottom of the last row at rest.
    let hangsFromBottom: Bool
    let foot: Double
    /// The messages that are typed into the input bar before they are sent, with their letters.
    let inputs: [(time: Range<Int>, message: Int, letters: [Character])]
    package let timeline: Timeline

    /// Nil if the output has no canvas.
    package init?(
        _ transcript: Transcript, on paper: Paper, _ motion: Motion, with measurer: any TextMeasurer
    ) {
        let pages = Pages(transcript, on: paper).whole
        guard let place = pages.place(ofColumn: 0), let geometry = paper.geometry else {
            return nil
        }
        self.pages = pages
        self.place = place
        let layout = transcript.layout
        let bar = pages.barRows(of: pages.slices[0])
        let rows = transcript.rows
        let typesInput = transcript.bars != nil
        let timing = RowTiming(
            layout, rows: rows, pinned: bar, motion, typesInput: typesInput)
        timeline = timing.timeline
        var tops: [Double] = []
        tops.reserveCapacity(rows.count)
        var y = place.top
        for (index, row) in rows.enumerated() {
            if index > 0 { y += row.gap }
            if index == bar.upperBound { y += place.shift }
            tops.append(y)
            y += row.height
        }
        let barEnd = bar.isEmpty ? nil : tops[bar.upperBound - 1] + rows[bar.upperBound - 1].height
        if let screen = geometry.screen, let region = pages.region {
            self.region = region
            list = place.top...max(place.top, screen.inset(by: geometry.list).maxY)
        } else {
            let top = barEnd ?? max(place.ground.minY, geometry.room.minY)
            let bottom = min(place.ground.maxY, geometry.room.maxY)
            region = Rect(
                place.ground.minX, top, place.ground.width, max(0, bottom - top))
            let first = barEnd.map { $0 + place.shift } ?? place.top
            list = first...max(first, bottom - geometry.margins.bottom)
        }
        hangsFromBottom = geometry.screen == nil || geometry.start == .bottom
        foot = min(place.bottom, list.upperBound)
        var inputs: [(Range<Int>, Int, [Character])] = []
        for (beat, row) in zip(timeline.beats, timing.messageRows) {
            guard let time = beat.input, let message = rows[row].message else { continue }
            inputs.append((time, message, Array(timing.words(of: message))))
        }
        self.inputs = inputs.map { (time: $0.0, message: $0.1, letters: $0.2) }
        var tracks: [RowTrack] = []
        tracks.reserveCapacity(rows.count)
        for index in rows.indices {
            guard measurer.mayContinue else { break }
            var track = RowTrack(
                isPinned: bar.contains(index), gap: index == 0 ? 0 : rows[index].gap,
                top: tops[index], phases: timing.phases(ofRow: index, with: measurer))
            for phase in track.phases.indices { pages.survey(phase, of: &track, index, on: place) }
            tracks.append(track)
        }
        self.tracks = tracks
    }

    package func pages(at state: PlaybackState) -> Pages {
        var pages = pages
        pages.moment = Box((self, state))
        return pages
    }

    package var end: PlaybackState { state(at: Double(timeline.end)) }
}

extension Pages {
    fileprivate func survey(
        _ number: Int, of track: inout RowTrack, _ index: Int, on place: CanvasPlace
    ) {
        let phase = track.phases[number]
        let placed = placedRow(phase.row, index, at: track.top, on: place)
        let drawn = placed.block.nodes.frame ?? placed.block.frame
        let wide = drawn.inset(by: -Playback.overhang)
        let ink = placed.block.ink.union(drawn)
        track.phases[number].ink = Rect(wide.minX, ink.minY, wide.width, ink.height)
        let bubble = placed.bubbles.last ?? drawn
        let isSent = bubble.midX > placed.block.frame.midX
        track.phases[number].anchor = Point(isSent ? bubble.maxX : bubble.minX, bubble.maxY)
        guard phase.kind == .reacted, number > 0 else { return }
        let old = track.phases[number - 1].row
        let before = placedRow(old, index, at: track.top, on: place)
        guard let was = before.bubbles.last, let now = placed.bubbles.last else { return }
        let known = placedRow(old, index, at: track.top + now.minY - was.minY, on: place).block
            .nodes
        guard known.count <= Playback.maxCompared else { return }
        track.phases[number].news = placed.block.nodes.indices.filter { at in
            !known.contains(placed.block.nodes[at])
        }
    }

    func placedRow(
        _ row: Row, _ index: Int, at y: Double, on place: CanvasPlace
    ) -> PlacedRow {
        let isInBar = index < barRows(of: slices[0]).upperBound
        return row.placed(
            at: y, on: lane(ofColumn: 0),
            across: isInBar ? place.barGround(below: y) : place.ground,
            pictures: transcript.layout.pictures, budget: transcript.budget)
    }
}

extension Playback {
    /// The distance by which letters may reach beyond their lines.
    static let overhang = 8.0
    /// The maximum number of nodes in a row whose new nodes are searched for. Larger rows change
    /// all at once.
    static let maxCompared = 400
}

extension Playback {
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

    func isInput(_ bar: Block) -> Bool {
        bar.role == .artifact && bar.frame.minY >= region.maxY - 0.5
    }
}

extension Playback {
    func blocks(at state: PlaybackState, with measurer: any TextMeasurer) -> [Block] {
        var blocks: [Block] = []
        for (index, track) in tracks.enumerated() where track.isPinned {
            guard let row = track.phases.last?.row else { continue }
            let placed = pages.placedRow(row, index, at: track.top, on: place)
            blocks.append((place.card.map { placed.clipped(to: $0) } ?? placed).block)
        }
        for shown in state.rows { blocks.append(block(shown)) }
        blocks += pages.bars(of: 0, bars(typing: state.typed, with: measurer))
        if let mark = pages.mark(on: 0, with: measurer) { blocks.append(mark) }
        return blocks
    }

    private func bars(
        typing typed: PlaybackState.Typed?, with measurer: any TextMeasurer
    ) -> ScreenBars? {
        guard let typed, let input = inputs.first(where: { $0.message == typed.message }) else {
            return nil
        }
        return pages.transcript.bars?.typing(
            String(input.letters.prefix(typed.letters)), pages.transcript.layout, with: measurer)
    }

    private func block(_ shown: PlaybackState.Shown) -> Block {
        let track = tracks[shown.row]
        let phase = track.phases[shown.phase]
        let y = track.top + Double(shown.shift) / pages.paper.scale
        var placed = pages.placedRow(phase.row, shown.row, at: y, on: place)
        let block = placed.block
        var (nodes, ink) = (block.nodes, block.ink)
        if phase.kind == .typing { nodes = dotted(nodes, step: shown.step) }
        if shown.news < 1 { nodes = growing(nodes, phase.news, to: shown.news) }
        if shown.entrance != .arrived {
            let drawn = phase.ink.offset(0, Double(shown.shift) / pages.paper.scale)
            let layer = layer(shown, of: drawn)
            nodes = [.layer(layer, nodes)]
            ink = ink.union(layer.shown)
        }
        // A row within the region needs no clip, so that at rest it is drawn as in a picture of the
        // whole conversation.
        let isInside =
            block.frame.minY >= region.minY - 0.01 && block.frame.maxY <= region.maxY + 0.01
        if !isInside {
            nodes = [.clipped(.rectangle(region), nodes)]
            if let card = place.card, pages.transcript.bars == nil {
                nodes = [.clipped(card, nodes)]
            }
            ink = ink.intersection(region)
        }
        (placed.block.nodes, placed.block.ink) = (nodes, ink)
        guard phase.kind != .typing else { return placed.block }
        return placed.labeled(pages.transcript.layout.label(ofRow: shown.row)).block
    }

    private func dotted(_ nodes: [Node], step: Int) -> [Node] {
        nodes.map { node in
            switch node {
            case .figure(let words, let dots)
            where words == pages.transcript.layout.phrases[.typing]:
                .figure(
                    alt: words,
                    dots.enumerated().map { place, dot in
                        let turn = (step + Self.steps - 2 * place) % Self.steps
                        let share = turn < 6 ? 1 - abs(Double(turn) - 3) / 3 : 0
                        return dot.mapColors { $0.with(opacity: 0.4 + 0.6 * share) }
                    })
            case .figure(let words, let inner): .figure(alt: words, dotted(inner, step: step))
            case .part(let part, let inner): .part(part, dotted(inner, step: step))
            case .clipped(let path, let inner): .clipped(path, dotted(inner, step: step))
            case .layer(let layer, let inner): .layer(layer, dotted(inner, step: step))
            case .shape, .text, .lettering, .picture, .link, .jump, .anchor, .spoken: node
            }
        }
    }

    private func growing(_ nodes: [Node], _ news: [Int], to share: Double) -> [Node] {
        let fresh = news.filter(nodes.indices.contains).map { nodes[$0] }
        guard let frame = fresh.frame else { return nodes }
        let known = Set(news)
        let rest = nodes.indices.filter { !known.contains($0) }.map { nodes[$0] }
        let layer = Layer(
            of: frame.inset(by: -Self.overhang), scale: share, around: frame.center)
        return rest + [.layer(layer, fresh)]
    }
}

extension Color {
    fileprivate func with(opacity: Double) -> Color {
        Color(red, green, blue, alpha: UInt8((255 * opacity).rounded()))
    }
}

package struct PlaybackState: Sendable, Equatable {
    struct Shown: Sendable, Equatable {
        let row: Int
        let phase: Int
        /// The distance below the row's position at rest, in whole pixels, so that it is drawn as
        /// it is there.
        let shift: Int
        var entrance = Entrance.arrived
        var news = 1.0
        var step = 0
    }

    struct Typed: Sendable, Equatable {
        let message: Int
        let letters: Int
    }

    var rows: [Shown] = []
    var typed: Typed?
}
