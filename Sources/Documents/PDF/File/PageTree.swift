import Scene

/// A document's pages as a tree (ISO 32000-1, 7.7.3), so that readers of long documents need not
/// read all pages to find one.
struct PageTree {
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
        let stream = file.reserve()
        file.addPending(
            PendingStream(reference: stream, kind: .page, bytes: content.markup.bytes))
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
