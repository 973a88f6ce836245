import Scene

extension DocumentPainter {
    /// Ends the open link unless the next words belong to it, and begins theirs. An address over
    /// several lines is one link.
    func enter(
        _ number: Int32?, to address: String?, _ link: inout OpenLink,
        in content: inout PageContent
    ) {
        guard number != link.number else { return }
        if link.number != nil {
            link.end { annotate($0, over: $1) }
            content.endMark()
            structure.end()
        }
        link = OpenLink(number: number, address: address)
        guard number != nil else { return }
        content.endMark()
        makeRoom(for: .link)
        structure.begin(.link)
    }

    /// Makes an area open an address, unless its text does so already.
    func paintLink(
        to url: String, over rect: Rect, in content: inout PageContent
    ) throws(PDFFault) {
        guard let address = LinkAddress.escaped(url),
            !linked.contains(address, in: rect)
        else { return }
        try part(.link, in: &content) { _ throws(PDFFault) in annotate(address, over: rect) }
    }

    /// Converts a frame to PDF points measured from the bottom of the page.
    func onPaper(_ rect: Rect) -> Rect {
        Rect(
            rect.minX * scale, height - rect.maxY * scale, rect.width * scale,
            rect.height * scale)
    }

    /// Makes an area lead to an anchor of the document, which may be on a later page.
    func paintJump(
        to name: String, _ words: String, over rect: Rect, in content: inout PageContent
    ) throws(PDFFault) {
        try part(.link, in: &content) { _ throws(PDFFault) in
            annotate(words, over: rect, as: Self.link) { entry in
                entry.raw("/A<</S/GoTo/D")
                entry.text(name)
                entry.raw(">>")
            }
        }
    }

    /// Makes a rectangle open an address (ISO 32000-1, 12.5.6.5).
    func annotate(_ url: String, over rect: Rect) {
        linked.add(url, rect)
        annotate(url, over: rect, as: Self.link) { entry in
            entry.raw("/A<</S/URI/URI")
            entry.text(url)
            entry.raw(">>")
        }
    }

    private static let link: StaticString = "/Link/Border[0 0 0]/F 4"

    /// Makes a rectangle an annotation with a description.
    ///
    /// - Parameters:
    ///   - kind: the subtype and the entries that all annotations of this kind have.
    ///   - rest: writes the other entries.
    func annotate(
        _ words: String, over rect: Rect, as kind: StaticString, rest: (inout PDFMarkup) -> Void
    ) {
        let annotation = file.reserve()
        let key = structure.hold(annotation)
        annotations.append(annotation)
        let place = onPaper(rect)
        file.add(as: annotation) { entry in
            entry.raw("<</Type/Annot/Subtype")
            entry.raw(kind)
            entry.raw("/Rect[")
            entry.point(place.minX, place.minY)
            entry.point(place.maxX, place.maxY)
            entry.raw("]/StructParent ")
            entry.integer(key)
            entry.raw("/Contents")
            entry.text(words)
            rest(&entry)
            entry.raw(">>")
        }
    }
}

extension ShapedText {
    /// The address that a run opens, valid in a document.
    func address(of run: Run) -> String? {
        guard let link = run.link, links.indices.contains(Int(link)) else { return nil }
        return LinkAddress.escaped(links[Int(link)])
    }
}

/// A link whose text is being drawn.
struct OpenLink {
    var number: Int32?
    var address: String?
    /// The area drawn so far on the current line.
    private var frame: Rect?

    init(number: Int32? = nil, address: String? = nil) {
        self.number = number
        self.address = address
    }

    /// Adjacent words share one area.
    mutating func add(_ next: Rect, _ annotate: (String, Rect) -> Void) {
        if let frame, frame.minY == next.minY,
            next.minX <= frame.maxX + 1, next.maxX >= frame.minX - 1
        {
            self.frame = frame.union(next)
            return
        }
        end(annotate)
        frame = next
    }

    mutating func end(_ annotate: (String, Rect) -> Void) {
        if let frame, let address { annotate(address, frame) }
        frame = nil
    }
}
