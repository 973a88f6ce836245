import Scene

/// The structure of a document and its anchors. Screen readers use it to navigate days, messages
/// and their contents.
extension DocumentPainter {
    /// A section and an outline entry for each day.
    func enterDay(of block: Block) {
        guard let next = block.day, next != day else { return }
        if day != nil { structure.end() }
        structure.begin(.section)
        day = next
        let isHeader = block.role == .dayHeader && !block.text.isEmpty
        enter(isHeader ? block.text : next, at: block.frame.minY)
    }

    /// Ends the day's section. Blocks after the messages belong to no day.
    func leaveDay(for block: Block) {
        guard !block.isContinued || !continues else { return }
        if day != nil { structure.end() }
        day = nil
        let title = block.text.split(separator: "\n", maxSplits: 1).first
        enter(String(title ?? ""), at: block.frame.minY)
    }

    private func enter(_ name: String, at y: Double) {
        outline.append(OutlineEntry(name: name, place: place(at: y)))
    }

    private func place(at y: Double) -> Place {
        Place(page: page, top: height - max(0, y * scale), part: structure.openPart)
    }

    /// Only the first occurrence of an anchor counts, because the others are continuations.
    func mark(_ name: String, at point: Point) {
        if anchors[name] == nil { anchors[name] = place(at: point.y) }
    }

    /// Opens or closes a paragraph: in PDF 2.0, inline elements need one, and block elements end
    /// it.
    func makeRoom(for kind: StructureTree.Kind) {
        guard isSecond else { return }
        if !kind.traits.isInLine {
            endImplied()
            structure.endImpliedWaiting()
        } else if structure.kind?.traits.content == .paragraphs {
            structure.imply()
        }
    }

    func endImplied() {
        if structure.isImplied { structure.end() }
    }

    /// Draws content as a new structure element, or as the continuation of the previous page's.
    ///
    /// - Parameter extent: the vertical range of the whole element.
    func part(
        _ kind: StructureTree.Kind, text: String = "", language: String? = nil,
        frame: Rect? = nil, extent: ClosedRange<Double>? = nil, in content: inout PageContent,
        _ body: (inout PageContent) throws(PDFFault) -> Void
    ) throws(PDFFault) {
        content.endMark()
        makeRoom(for: kind)
        if !isContinued(extent) || !structure.resume(kind) {
            structure.begin(
                kind, text: text, language: language, frame: frame.map { onPaper($0) })
        }
        try body(&content)
        content.endMark()
        if continues(extent) {
            // A quoted paragraph continues like the quotation around it.
            if structure.isImplied { structure.suspend() }
            structure.suspend()
        } else {
            endImplied()
            structure.end()
        }
    }

    /// The minimum height that counts as a line.
    private static let tolerance = 0.5

    private func isContinued(_ extent: ClosedRange<Double>?) -> Bool {
        guard let extent, let top = cuts.top else { return false }
        return extent.lowerBound < top - Self.tolerance
    }

    private func continues(_ extent: ClosedRange<Double>?) -> Bool {
        guard let extent, let foot = cuts.foot else { return false }
        return extent.upperBound > foot + Self.tolerance
    }

    func speak(_ words: String, in content: inout PageContent) {
        content.endMark()
        makeRoom(for: .span)
        structure.begin(.span, text: words)
        content.addEmpty(.span, mark: structure.mark())
        structure.end()
    }

    func mark(isRead: Bool, in content: inout PageContent) {
        guard isRead, var kind = structure.kind else { return content.begin(artifact) }
        if isSecond {
            switch kind.traits.content {
            case .parts: return content.begin(PageContent.Artifact.layout)
            case .paragraphs:
                structure.imply()
                kind = .paragraph
            case .words: break
            }
        }
        content.begin(kind, mark: structure.mark())
    }
}
