package import Basics
package import Graphics
package import Scene

/// Writes pages as one document: searchable text, vector shapes, unmodified JPEGs, links, an
/// outline entry per day and a structure tree for screen readers.
///
/// Cairo can also write PDF, and did so here at first. It records every page and replays it twice,
/// embeds whole fonts of 16 MB for eleven letters, and lacks what archives require. Adding that
/// needed a second library and most of the time.
package struct PDFWriter: ~Copyable {
    private var setup: PDFSetup
    private let file: PDFFile
    private let structure: StructureTree
    private let fonts: DocumentFonts
    private let paints: DocumentPaints
    private let painter: DocumentPainter
    private var pages: PageTree
    /// The references of attachments that belong to parts of the document.
    private var attachments: [PDFReference?]
    /// The compressed color profile; nil if the document needs none, or there is none.
    private let colorProfile: [UInt8]?
    /// The signature field; nil if the document is not signed.
    private var field: SignatureField?

    package init(
        _ setup: PDFSetup, with caches: DocumentCaches, fonts lookup: any FontLookup,
        pictures lookupOfPictures: any PictureLookup, budget: WorkBudget = .unlimited
    ) {
        self.setup = setup
        colorProfile = setup.isArchival ? caches.colorProfile : nil
        let file = PDFFile(
            compressor: caches.compressor, budget: budget, isSigned: setup.signature != nil,
            isSealed: setup.isSealed, isSecond: setup.isSecond, lock: setup.lock)
        self.file = file
        attachments = setup.attachments.map {
            setup.isArchival && !$0.subjects.isEmpty ? file.reserve() : nil
        }
        structure = StructureTree(in: file, isSecond: setup.isSecond)
        field = setup.signature.map { SignatureField($0, made: setup.created, in: file) }
        fonts = DocumentFonts(lookup, shapes: caches.charstrings, in: file)
        paints = DocumentPaints(in: file)
        pages = PageTree(in: file)
        let pictures = DocumentPictures(in: file)
        var files: [Int: [PDFReference]] = [:]
        for (attachment, reference) in zip(setup.attachments, attachments) {
            guard let reference else { continue }
            for subject in attachment.subjects { files[subject, default: []].append(reference) }
        }
        painter = DocumentPainter(
            text: TextPainter(
                fonts: fonts, hidesPrivateLetters: setup.isSecond,
                emoji: EmojiPainter(
                    caches.emoji, pictures: pictures, isGray: lookupOfPictures.isGray)),
            pictures: PicturePainter(lookupOfPictures, pictures: pictures, zlib: caches.zlib),
            structure: structure, language: setup.language, files: files,
            isSecond: setup.isSecond, isAlone: setup.isAlone, in: file)
    }

    /// Draws the next page and writes its content.
    ///
    /// - Parameter scale: printer's points per point of the page.
    package mutating func add(_ page: Page, scale: Double = 1) throws(PDFFault) {
        try paint(page, scale: scale)
        file.writePending()
    }

    /// Draws the next page and returns streams that must be written before the document ends.
    package mutating func draw(_ page: Page, scale: Double) throws(PDFFault) -> [PendingStream] {
        try paint(page, scale: scale)
        return file.takePending()
    }

    private mutating func paint(_ page: Page, scale: Double) throws(PDFFault) {
        let size = Size(page.size.width * scale, page.size.height * scale)
        let reference = file.reserve()
        let key = structure.beginPage(reference)
        paints.beginPage(height: size.height, scale: scale)
        var content = PageContent(height: size.height, scale: scale, paints: paints)
        let links = try painter.paint(
            page, as: reference, height: size.height, scale: scale, in: &content)
        let widget = field?.place(on: reference, isFirst: pages.count == 0, painter.face)
        structure.endPage()
        pages.add(
            reference, size: size, content: content,
            annotations: links + [widget].compactMap { $0 },
            key: key)
    }

    /// Ends the pages. Returns their packed objects if there are many, to be written like the
    /// pages' content.
    package func endPages() -> [PendingStream] {
        file.endLargePacked()
        return file.takePending()
    }

    package func write(_ stream: DeflatedStream) { file.write(stream) }

    package mutating func attach(_ attachment: PDFAttachment) {
        setup.attachments.append(attachment)
        attachments.append(nil)
    }

    package func takeBytes() -> [UInt8] { file.takeBytes() }

    package consuming func finish(into sink: inout some ByteSink) throws(PDFFault) {
        // A document must have at least one page.
        if pages.count == 0 { try add(Page(size: Size(595, 842), background: [], blocks: [])) }
        try fonts.write()
        try file.check()
        try field?.write(in: structure)
        let tree = structure.finish()
        try file.check()
        let count = pages.count
        try DocumentRoot(
            setup, attachments: attachments, colorProfile: colorProfile, field: field, in: file
        ).write(
            pages: pages.finish(), count: count, structure: tree, outline: painter.outline,
            anchors: painter.anchors)
        try file.check()
        try file.seal()
        try field?.sign()
        do throws(SinkFailure) {
            try sink.write(file.takeBytes())
        } catch {
            throw .sink(error)
        }
    }
}
