import Scene

extension Pages {
    /// The bars of the screen on a page, and the phone's camera above them.
    ///
    /// - Parameter own: bars to use instead of the transcript's.
    func bars(of number: Int, _ own: ScreenBars? = nil) -> [Block] {
        guard let shown = own ?? transcript.bars else { return [] }
        guard let look = paper.look, let screen = look.screen else {
            let size = size(of: number)
            let foot = paper.signatureBand + (transcript.mark == nil ? 0 : MarkLine.height)
            return shown.placed(
                on: Rect(0, 0, size.width, size.height - foot), transcript.layout.pictures)
        }
        let bars = shown.placed(on: screen, transcript.layout.pictures)
        guard let card = look.card else { return bars }
        let outline = Path.rounded(screen, card.radius)
        let clipped = bars.map { bar in
            Block(
                role: bar.role, frame: bar.frame, text: bar.text,
                nodes: [.clipped(outline, bar.nodes)])
        }
        guard let phone = look.phone else { return clipped }
        let nodes = transcript.layout.pictures.painted(phone.camera)
        return clipped + [Block(role: .artifact, frame: bars[0].frame, nodes: nodes)]
    }
}
