package import Model
import Scene
import Themes

/// A conversation as a clip: the visible content is a function of time, and every moment is a page.
///
/// All rows are measured once. A moment moves rows by whole pixels, so that a row at rest is drawn
/// as in a picture of the whole conversation.
package struct Playback: Sendable {
    /// All rows on the canvas, even if they do not fit.
    let pages: Pages
    let tracks: [RowTrack]
    let place: CanvasPlace
    /// The area in which moving rows are visible.
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

    /// Returns nil if the output has no canvas.
    package init?(
        _ transcript: Transcript, on paper: Paper, _ motion: Motion, with measurer: any TextMeasurer
    ) {
        let pages = Pages(transcript, on: paper).whole
        guard let place = pages.place(ofColumn: 0), let look = paper.look else { return nil }
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
        if let screen = look.screen, let region = pages.region {
            self.region = region
            list = place.top...max(place.top, screen.inset(by: look.list).maxY)
        } else {
            let top = barEnd ?? max(place.ground.minY, look.room.minY)
            let bottom = min(place.ground.maxY, look.room.maxY)
            region = Rect(
                place.ground.minX, top, place.ground.width, max(0, bottom - top))
            let first = barEnd.map { $0 + place.shift } ?? place.top
            list = first...max(first, bottom - look.margins.bottom)
        }
        hangsFromBottom = look.screen == nil || look.start == .bottom
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
            for phase in track.phases.indices { pages.survey(phase, of: &track, index, place) }
            tracks.append(track)
        }
        self.tracks = tracks
    }

    /// Returns the single page for a state.
    package func pages(at state: PlaybackState) -> Pages {
        var pages = pages
        pages.moment = Box((self, state))
        return pages
    }

    /// The state in which nothing moves any more.
    package var end: PlaybackState { state(at: Double(timeline.end)) }
}

extension Pages {
    /// These pages, with all rows on the first one.
    fileprivate var whole: Pages {
        var pages = self
        pages.keepAllRows()
        return pages
    }

    /// Measures the area that a phase covers, and finds its anchor and its new nodes.
    fileprivate func survey(
        _ number: Int, of track: inout RowTrack, _ index: Int, _ place: CanvasPlace
    ) {
        let phase = track.phases[number]
        let placed = placedRow(phase.row, index, at: track.top, place)
        let drawn = placed.block.nodes.frame ?? placed.block.frame
        let wide = drawn.inset(by: -Playback.overhang)
        let ink = placed.block.ink.union(drawn)
        track.phases[number].ink = Rect(wide.minX, ink.minY, wide.width, ink.height)
        let bubble = placed.bubbles.last ?? drawn
        let isSent = bubble.midX > placed.block.frame.midX
        track.phases[number].anchor = Point(isSent ? bubble.maxX : bubble.minX, bubble.maxY)
        guard phase.kind == .reacted, number > 0 else { return }
        let old = track.phases[number - 1].row
        let before = placedRow(old, index, at: track.top, place)
        guard let was = before.bubbles.last, let now = placed.bubbles.last else { return }
        let known = placedRow(old, index, at: track.top + now.minY - was.minY, place).block.nodes
        guard known.count <= Playback.maxCompared else { return }
        track.phases[number].news = placed.block.nodes.indices.filter { at in
            !known.contains(placed.block.nodes[at])
        }
    }

    func placedRow(
        _ row: Row, _ index: Int, at y: Double, _ place: CanvasPlace
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
