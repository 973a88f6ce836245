import Basics
package import Model
package import Scene
import Themes

/// A transcript split into sheets of paper, or into pictures of a limited height.
package struct Pages: Sendable {
    let transcript: Transcript
    package let paper: Paper
    private(set) var slices: [PageSlice]
    /// Whether the last row is at the bottom of the screen, since it shows only the newest rows.
    private(set) var endsAtBottom = false
    let date: Moment?
    let digests: PageDigests
    let numbers: PageNumbers
    let signature: SignatureLine?
    /// The moment of a clip that the only page shows; nil for whole rows.
    var moment: Box<(playback: Playback, state: PlaybackState)>?

    var continuedHeight: Double { transcript.layout.continuedHeight }

    /// - Parameters:
    ///   - date: the value of `{date}` in headers and footers.
    ///   - digests: the values of `{sha256}` and `{chain}`.
    package init(
        _ transcript: Transcript, on paper: Paper, date: Moment? = nil,
        digests: PageDigests = PageDigests(), numbers: PageNumbers = PageNumbers(),
        signature: SignatureLine? = nil
    ) {
        self.numbers = numbers
        self.signature = signature
        self.digests = digests
        self.transcript = transcript
        self.paper = paper
        self.date = date
        slices = Pages.slices(of: transcript, on: paper)
    }

    private static func slices(of transcript: Transcript, on paper: Paper) -> [PageSlice] {
        // Heights are sums, so rounding may exceed the page by an invisible amount.
        var paginator = Paginator(
            rows: transcript.rows, of: transcript.layout, height: paper.content.height + 0.01,
            mark: transcript.layout.continuedHeight, keepsRows: paper.keepsRows)
        return paginator.pages()
    }

    package var count: Int { (slices.count + paper.columns - 1) / paper.columns }

    private func columns(of number: Int) -> Range<Int> {
        let first = number * paper.columns
        return first..<min(first + paper.columns, slices.count)
    }

    package func rowCount(on number: Int) -> Int {
        columns(of: number).reduce(0) { $0 + slices[$1].rows.count }
    }

    package func page(_ number: Int, with measurer: any TextMeasurer) -> Page {
        let size = size(of: number)
        let canvas = Rect(0, 0, size.width, size.height)
        return Page(
            size: size,
            background: ground(of: number)?.nodes(visible: canvas)
                ?? transcript.background(of: canvas, visible: canvas),
            blocks: blocks(of: number, with: measurer))
    }

    package func blocks(of number: Int, with measurer: any TextMeasurer) -> [Block] {
        if let moment = moment?.value {
            return moment.playback.blocks(at: moment.state, with: measurer)
        }
        var blocks = furniture(number, with: measurer)
        for column in columns(of: number) {
            let slice = slices[column]
            if let rows = repeated(in: slice) {
                blocks += headBlocks(rows, inColumn: column)
            } else if slice.isContinued {
                blocks.append(continued(atTop: true, column, measurer))
            }
            blocks += placedRows(inColumn: column).map(\.block)
            if slice.to != nil, transcript.rows[slice.rows.upperBound - 1].repeated == nil {
                blocks.append(continued(atTop: false, column, measurer))
            }
        }
        blocks += bars(of: number)
        if let mark = mark(on: number, with: measurer) { blocks.append(mark) }
        if let line = signatureLine(number, with: measurer) { blocks.append(line) }
        if let watermark = watermark(with: measurer) { blocks.append(watermark) }
        return blocks
    }

    private func repeated(in slice: PageSlice) -> [Row]? {
        slice.from > 0 ? transcript.rows[slice.rows.lowerBound].repeated : nil
    }

    private func topHeight(of slice: PageSlice) -> Double {
        guard let rows = repeated(in: slice) else { return slice.isContinued ? continuedHeight : 0 }
        return rows.reduce(0) { $0 + $1.height }
    }

    /// Repeats a table's header. Screen readers have read it at the table's beginning.
    private func headBlocks(_ rows: [Row], inColumn column: Int) -> [Block] {
        var y = place(ofColumn: column)?.top ?? paper.content.minY
        return rows.map { row in
            let block = row.placed(
                at: y, on: lane(ofColumn: column), pictures: transcript.layout.pictures
            ).block
            y += row.height
            return Block(
                role: .artifact, frame: block.frame, nodes: block.nodes.flatMap(\.withoutParts))
        }
    }

    package var first: Pages {
        var pages = self
        pages.slices = Array(slices.prefix(paper.columns))
        return pages
    }

    /// The pages that remain if only the newest rows are kept, as a screen shows them: the last
    /// row is at the bottom, and the bar cuts the first one.
    package var newest: Pages {
        guard count > 1, let region else { return self }
        var pages = self
        let rows = transcript.rows
        let room = paper.content.maxY - region.minY
        var (first, used) = (rows.count, 0.0)
        while first > 0 {
            let gap = first == rows.count ? 0 : rows[first].gap
            guard used + gap < room else { break }
            used += gap + rows[first - 1].height
            first -= 1
        }
        pages.slices = [
            PageSlice(rows: first..<rows.count, from: max(0, used - room), isContinued: false)
        ]
        pages.endsAtBottom = true
        return pages
    }

    /// The area of a screen between its bars; nil for other pages.
    var region: Rect? {
        paper.geometry?.screen?.inset(by: transcript.layout.theme.screen.insets)
    }

    /// These pages, with all rows on the first one even if they do not fit.
    var whole: Pages {
        var pages = self
        pages.slices = [PageSlice(rows: transcript.rows.indices, from: 0)]
        return pages
    }

    package func placedRows(on number: Int) -> [PlacedRow] {
        columns(of: number).flatMap { placedRows(inColumn: $0) }
    }

    /// The first column is at the reading side.
    func lane(ofColumn column: Int) -> Rect {
        let place = column % paper.columns
        let isMirrored = transcript.layout.phrases.isRightToLeft
        return Rect(
            paper.left(ofColumn: isMirrored ? paper.columns - 1 - place : place), 0,
            paper.columnWidth, paper.size.height)
    }

    private func placedRows(inColumn column: Int) -> [PlacedRow] {
        let slice = slices[column]
        let lane = lane(ofColumn: column)
        let place = place(ofColumn: column)
        let bar = barRows(of: slice)
        var y = (place?.top ?? paper.content.minY) + topHeight(of: slice)
        var placed: [PlacedRow] = []
        for index in slice.rows {
            let row = transcript.rows[index]
            let isFirst = index == slice.rows.lowerBound
            let from = isFirst ? slice.from : 0
            let to = index == slice.rows.upperBound - 1 ? slice.to ?? row.height : row.height
            if !isFirst { y += row.gap }
            let isInBar = index < bar.upperBound
            if let place, index == bar.upperBound { y += place.shift }
            let band = y...(y + to - from)
            let isWhole = from == 0 && to == row.height
            let placedRow = row.placed(
                at: y - from, on: lane,
                across: isInBar ? place?.barGround(below: y) : place?.ground,
                pictures: transcript.layout.pictures,
                visible: isWhole
                    ? Drawing.everything
                    : band.lowerBound - Transcript.overhang...band.upperBound + Transcript.overhang,
                budget: transcript.budget)
            var shown =
                isWhole
                ? placedRow
                : placedRow.part(band, isContinued: from > 0, continues: to < row.height)
            if endsAtBottom, from > 0, let region { shown = shown.clipped(to: .rectangle(region)) }
            if let outline = place?.card, isInBar || band.upperBound > outline.bounds.maxY {
                shown = shown.clipped(to: outline)
            }
            placed.append(
                from == 0 ? shown.labeled(transcript.layout.label(ofRow: index)) : shown)
            y = band.upperBound
        }
        return placed
    }

    /// Pictures, and pages of unlimited height, end with their last row.
    package func size(of number: Int) -> Size {
        paper.endsWithRows ? usedSize(of: number) : paper.size
    }

    func usedSize(of number: Int) -> Size {
        let bottom = placedRows(on: number).last?.block.frame.maxY ?? paper.content.minY
        let mark = slices[number].to == nil ? 0 : continuedHeight
        let margin = paper.size.height - paper.content.maxY
        return Size(paper.size.width, min(paper.size.height, bottom + mark + margin))
    }

    private func continued(
        atTop: Bool, _ column: Int, _ measurer: any TextMeasurer
    ) -> Block {
        let font = transcript.layout.theme.text.status
        let row = atTop ? slices[column].rows.lowerBound : nil
        let text = measurer.shape(
            StyledText(
                "— \(transcript.layout.continued(row)) —", style: font.style, color: font.color,
                lineLimit: 1), width: paper.columnWidth)
        let place = place(ofColumn: column)
        let y =
            atTop
            ? place?.top ?? paper.content.minY
            : (place?.bottom ?? paper.content.maxY) - text.size.height
        return artifact(text, centeredAt: lane(ofColumn: column).midX, y)
    }

    func artifact(
        _ text: ShapedText, as role: Block.Role = .artifact, centeredAt x: Double, _ y: Double
    ) -> Block {
        let frame = Rect(x - text.size.width / 2, y, text.size.width, text.size.height)
        return Block(
            role: role, frame: frame,
            nodes: transcript.layout.pictures.painted(
                RedactionBar.nodes(in: text, text.lines[...], at: frame.origin)
                    + [.text(text, at: frame.origin)]))
    }
}

extension Transcript {
    /// Scales photos down that would leave much of a page empty.
    package func fitted(to paper: Paper, with measurer: any TextMeasurer) -> Transcript {
        guard rows.contains(where: { $0.pictureHeight > 0 }) else { return self }
        var paginator = Paginator(
            rows: rows, of: layout, height: paper.content.height, mark: layout.continuedHeight,
            keepsRows: paper.keepsRows
        ) {
            layout.row($0, with: measurer, pictureHeight: $1)
        }
        _ = paginator.pages()
        return Transcript(
            layout, rows: paginator.rows, background: ground, bars: bars, mark: mark,
            budget: budget)
    }
}

extension Pages {
    func barRows(of slice: PageSlice) -> Range<Int> {
        let first = slice.rows.lowerBound
        guard paper.geometry != nil, slice.from == 0, first < slice.rows.upperBound,
            transcript.rows[first].role == .title
        else { return first..<first }
        var end = first + 1
        while end < slice.rows.upperBound, transcript.rows[end].isInBar { end += 1 }
        return first..<end
    }

    func place(ofColumn column: Int) -> CanvasPlace? {
        guard let geometry = paper.geometry else { return nil }
        let slice = slices[column]
        let bar = barRows(of: slice)
        func height(of rows: Range<Int>) -> Double {
            rows.reduce(0) { sum, index in
                let row = transcript.rows[index]
                let gap = index == slice.rows.lowerBound ? 0 : row.gap
                let isLast = index == slice.rows.upperBound - 1
                let end = isLast ? slice.to ?? row.height : row.height
                return sum + gap + end - (index == slice.rows.lowerBound ? slice.from : 0)
            }
        }
        let marks = [slice.isContinued, slice.to != nil].count { $0 }
        return CanvasPlace(
            geometry, size: paper.size, lane: lane(ofColumn: column), bar: height(of: bar),
            rest: height(of: bar.upperBound..<slice.rows.upperBound)
                + Double(marks) * continuedHeight,
            scale: paper.scale, endsAtBottom: endsAtBottom)
    }

    package func ground(of number: Int) -> CanvasGround? {
        guard let geometry = paper.geometry, let place = place(ofColumn: number) else { return nil }
        return CanvasGround(
            transcript: transcript, geometry: geometry, place: place, size: paper.size,
            hasBar: !barRows(of: slices[number]).isEmpty)
    }
}

extension Pages {
    /// The bars of the screen on a page, and the phone's camera above them.
    ///
    /// - Parameter own: bars to use instead of the transcript's.
    func bars(of number: Int, _ own: ScreenBars? = nil) -> [Block] {
        guard let shown = own ?? transcript.bars else { return [] }
        guard let geometry = paper.geometry, let screen = geometry.screen else {
            let size = size(of: number)
            let foot = paper.signatureBand + (transcript.mark == nil ? 0 : MarkLine.height)
            return shown.placed(
                on: Rect(0, 0, size.width, size.height - foot), transcript.layout.pictures)
        }
        let bars = shown.placed(on: screen, transcript.layout.pictures)
        guard let card = geometry.card else { return bars }
        let outline = Path.rounded(screen, card.radius)
        let clipped = bars.map { bar in
            Block(
                role: bar.role, frame: bar.frame, text: bar.text,
                nodes: [.clipped(outline, bar.nodes)])
        }
        guard let phone = geometry.phone else { return clipped }
        let nodes = transcript.layout.pictures.painted(phone.camera)
        return clipped + [Block(role: .artifact, frame: bars[0].frame, nodes: nodes)]
    }
}
