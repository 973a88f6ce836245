package import Basics
package import Fonts
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
    /// Compressed; nil if the document needs none, or there is none.
    private let colorProfile: [UInt8]?
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

    /// Returns the fonts, and the packed objects if there are many, to be written like the pages'
    /// content.
    package func endPages() throws(PDFFault) -> [PendingStream] {
        try fonts.write()
        file.endLargePacked()
        return file.takePending()
    }

    package func write(_ stream: DeflatedStream) { file.write(stream) }

    package mutating func attach(_ attachment: PDFAttachment) {
        setup.attachments.append(attachment)
        attachments.append(nil)
    }

    package func takeBytes() -> [UInt8] { file.takeBytes() }

    package consuming func finish(into sink: ByteSink) throws(PDFFault) {
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

/// A tree (ISO 32000-1, 7.7.3), so that readers need not read all pages to find one.
private struct PageTree {
    private static let pagesPerBranch = 64

    private let file: PDFFile
    private let root: PDFReference
    private var branches: [PDFReference] = []
    private var branch: PDFReference
    private var leaves: [PDFReference] = []
    private(set) var count = 0

    init(in file: PDFFile) {
        self.file = file
        root = file.reserve()
        branch = file.reserve()
    }

    /// Adds a page, whose content becomes a pending stream.
    ///
    /// - Parameter key: the key of the page's marked content in the structure tree.
    mutating func add(
        _ page: PDFReference, size: Size, content: PageContent, annotations: [PDFReference],
        key: Int
    ) {
        let stream = file.addPending(content.markup.bytes, .page)
        file.add(as: page) { entry in
            entry.raw("<</Type/Page/Parent ")
            entry.reference(branch)
            entry.raw("/MediaBox[0 0 ")
            entry.point(size.width, size.height)
            entry.raw("]/Contents ")
            entry.reference(stream)
            // The color space for blending; without it, some viewers blend in CMYK.
            entry.raw("/Group<</S/Transparency/CS/DeviceRGB>>/Resources")
            content.resources.write(to: &entry)
            entry.raw("/StructParents ")
            entry.integer(key)
            // Readers tab from link to link in structure order.
            entry.raw("/Tabs/S")
            if !annotations.isEmpty {
                entry.raw("/Annots[")
                for annotation in annotations { entry.reference(annotation) }
                entry.raw("]")
            }
            entry.raw(">>")
        }
        leaves.append(page)
        count += 1
        if leaves.count == Self.pagesPerBranch { endBranch() }
    }

    mutating func finish() -> PDFReference {
        if !leaves.isEmpty { endBranch() }
        file.add(as: root) { entry in
            entry.raw("<</Type/Pages/Count ")
            entry.integer(count)
            entry.raw("/Kids[")
            for branch in branches { entry.reference(branch) }
            entry.raw("]>>")
        }
        return root
    }

    private mutating func endBranch() {
        file.add(as: branch) { entry in
            entry.raw("<</Type/Pages/Parent ")
            entry.reference(root)
            entry.raw("/Count ")
            entry.integer(leaves.count)
            entry.raw("/Kids[")
            for page in leaves { entry.reference(page) }
            entry.raw("]>>")
        }
        branches.append(branch)
        leaves.removeAll(keepingCapacity: true)
        branch = file.reserve()
    }
}

/// Shared by the documents of one worker.
package final class DocumentCaches {
    let charstrings: CharstringCache
    let emoji: EmojiPictures
    let zlib: Zlib
    let compressor: StreamCompressor
    private(set) lazy var colorProfile = ICCProfile.sRGB.map { zlib.compress($0) }

    /// Returns nil if there is not enough memory.
    package init?(fonts: FontCache) {
        guard let zlib = Zlib(), let quick = Zlib(level: 1), let emoji = EmojiPictures() else {
            return nil
        }
        self.zlib = zlib
        compressor = StreamCompressor(zlib, recurring: quick)
        self.emoji = emoji
        charstrings = CharstringCache(fonts)
    }

    /// Opens a font, so that the first document does not have to.
    package func warmUp(
        _ glyph: UInt32, of font: FontID, in file: FontFile
    ) throws(FontFailure) {
        if file.hasColorBitmaps {
            _ = try emoji.emoji(glyph, of: font, in: file)
        } else {
            _ = try charstrings.face(file)
        }
    }
}

/// Compresses streams of documents. It keeps the results of short ones that recur in later
/// documents: the font program for the same letters, their map to Unicode, a drawing of a theme.
/// Compressing them takes a quarter of the time for a document of one page.
final class StreamCompressor {
    private let zlib: Zlib
    /// Outlines of letters hardly get smaller: level 6 takes 1.4 times as long for 1.4 %.
    private let recurring: Zlib
    private var known: [Content: [UInt8]] = [:]
    private(set) var keptBytes = 0

    /// The font program for a conversation in one script is shorter.
    private static let maxStreamBytes = 16 << 10
    static let maxKeptBytes = 512 << 10

    init(_ zlib: Zlib, recurring: Zlib) {
        self.zlib = zlib
        self.recurring = recurring
    }

    func compress(_ bytes: [UInt8]) -> [UInt8] { zlib.compress(bytes) }

    func compressRecurring(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count <= Self.maxStreamBytes else { return recurring.compress(bytes) }
        let content = Content(bytes)
        if let compressed = known[content] { return compressed }
        let compressed = recurring.compress(bytes)
        keptBytes += bytes.count + compressed.count
        if keptBytes > Self.maxKeptBytes {
            known.removeAll(keepingCapacity: true)
            keptBytes = bytes.count + compressed.count
        }
        known[content] = compressed
        return compressed
    }

    /// Hashed by the checksum, which takes a fraction of the time of hashing each byte.
    private struct Content: Hashable {
        let bytes: [UInt8]
        private let sum: RunningCRC

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            var sum = RunningCRC()
            sum.add(bytes[...])
            self.sum = sum
        }

        func hash(into hasher: inout Hasher) { hasher.combine(sum) }
    }
}
