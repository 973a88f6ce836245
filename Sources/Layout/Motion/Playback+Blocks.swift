import Model
import Scene
import Themes

extension Playback {
    func blocks(at state: PlaybackState, with measurer: any TextMeasurer) -> [Block] {
        var blocks: [Block] = []
        for (index, track) in tracks.enumerated() where track.isPinned {
            guard let row = track.phases.last?.row else { continue }
            let placed = pages.placedRow(row, index, at: track.top, place)
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
            String(input.letters.prefix(typed.letters)), pages.transcript.layout, measurer)
    }

    private func block(_ shown: PlaybackState.Shown) -> Block {
        let track = tracks[shown.row]
        let phase = track.phases[shown.phase]
        let y = track.top + Double(shown.shift) / pages.paper.scale
        var placed = pages.placedRow(phase.row, shown.row, at: y, place)
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
        placed = PlacedRow(
            block: block.drawing(nodes, ink: ink), message: placed.message,
            bubbles: placed.bubbles, texts: placed.texts)
        guard phase.kind != .typing else { return placed.block }
        return placed.labeled(pages.transcript.layout.label(ofRow: shown.row)).block
    }

    /// Returns the nodes with each typing dot at its brightness for the step.
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

    /// Returns the nodes, with the new ones scaled.
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

extension Block {
    fileprivate func drawing(_ nodes: [Node], ink: Rect) -> Block {
        Block(
            role: role, frame: frame, ink: ink, text: text, language: language, day: day,
            nodes: nodes, isContinued: isContinued, continues: continues, subject: subject,
            comments: comments)
    }
}

extension Color {
    fileprivate func with(opacity: Double) -> Color {
        Color(red, green, blue, alpha: UInt8((255 * opacity).rounded()))
    }
}
