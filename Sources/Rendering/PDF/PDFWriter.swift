import Cairo
package import Scene

/// Writes pages as one document: text that can be searched and copied, sharp shapes, pictures as they
/// came, links, an outline entry a day and the structure that a screen reader follows.
package struct PDFWriter: ~Copyable {
    private let setup: PDFSetup
    private let painter: DocumentPainter
    private var surface: PDFSurface?
    private var stream: DocumentStream
    /// What an archival document has so far; it leaves in one piece at the end.
    private var collected: [UInt8] = []
    private var pageCount = 0

    package init(
        _ setup: PDFSetup, on easel: Easel, fonts: any FontLookup, emoji: EmojiPictures,
        pictures: any PictureLookup
    ) throws(PDFFault) {
        self.setup = setup
        let bank = PictureBank()
        stream = DocumentStream(from: bank)
        do throws(CairoFailure) {
            painter = DocumentPainter(
                text: TextPainter(
                    fontCache: easel.fonts, fonts: fonts,
                    emoji: try EmojiPainter(emoji, bank: bank)),
                pictures: try PicturePainter(pictures, bank: bank))
        } catch {
            throw .drawing(error)
        }
    }

    /// Draws the next page.
    ///
    /// - Parameter scale: printer's points for one of the page's.
    package mutating func add(_ page: Page, scale: Double = 1) throws(PDFFault) {
        do throws(CairoFailure) {
            try draw(page, scale)
        } catch {
            throw .drawing(error)
        }
    }

    /// What can leave already: nothing of an archival document.
    package mutating func takeBytes() -> [UInt8] {
        guard let bytes = surface?.takeBytes() else { return [] }
        let passed = stream.pass(bytes)
        guard setup.isArchival else { return passed }
        collected += passed
        return []
    }

    /// Ends the document and writes what was not taken before.
    package consuming func finish(into sink: inout some ByteSink) throws(PDFFault) {
        // A document needs a page; cairo's own would have no structure.
        if pageCount == 0 { try add(Page(size: Size(595, 842), background: [], blocks: [])) }
        let bytes: [UInt8]
        do throws(CairoFailure) {
            bytes = try end()
        } catch {
            throw .drawing(error)
        }
        do throws(FinishingFault) {
            collected += try stream.finish(bytes)
        } catch {
            throw .finishing(error)
        }
        try setup.isArchival ? archive(into: &sink) : send(into: &sink)
    }

    private func archive(into sink: inout some ByteSink) throws(PDFFault) {
        do throws(FinishingFault) {
            try Finishing(setup).finish(collected, parts: painter.parts, into: &sink)
        } catch {
            if case .sink(let failure) = error { throw .sink(failure) }
            throw .finishing(error)
        }
    }

    private func send(into sink: inout some ByteSink) throws(PDFFault) {
        do throws(SinkFailure) {
            try sink.write(collected)
        } catch {
            throw .sink(error)
        }
    }

    private mutating func draw(_ page: Page, _ scale: Double) throws(CairoFailure) {
        let size = Size(page.size.width * scale, page.size.height * scale)
        let surface: PDFSurface
        if let open = self.surface.take() {
            // The page before ends only now, because parts that end with the document end on it.
            open.endPage()
            open.setPageSize(size)
            surface = open
        } else {
            surface = try begin(size)
        }
        pageCount += 1
        surface.setPageLabel(String(pageCount))
        try surface.draw { canvas throws(CairoFailure) in
            if scale != 1 { canvas.scale(scale, scale) }
            try painter.paint(page, on: canvas)
        }
        for entry in painter.takeOutline() {
            surface.addOutline(entry.name, page: pageCount, y: entry.y * scale)
        }
        self.surface = consume surface
        if setup.isArchival { _ = takeBytes() }
    }

    private func begin(_ size: Size) throws(CairoFailure) -> PDFSurface {
        let surface = try PDFSurface(firstPage: size)
        surface.set(.title, to: setup.title)
        if let author = setup.author { surface.set(.author, to: author) }
        surface.set(.creator, to: setup.producer)
        surface.set(.created, to: setup.created)
        surface.set(.modified, to: setup.created)
        return surface
    }

    private mutating func end() throws(CairoFailure) -> [UInt8] {
        guard let surface = self.surface.take() else { return [] }
        try surface.draw { canvas throws(CairoFailure) in painter.endParts(on: canvas) }
        surface.endPage()
        return try surface.finish()
    }
}
