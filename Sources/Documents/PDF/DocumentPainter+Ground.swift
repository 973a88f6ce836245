import Scene

extension DocumentPainter {
    /// A background, and the form that draws it on each page.
    struct Ground {
        let nodes: [Node]
        let form: PDFReference?
    }

    /// A pattern of thousands of lines is written once for all pages.
    func paintGround(
        _ page: Page, as artifact: PageContent.Artifact, in content: inout PageContent
    ) throws(PDFFault) {
        guard page.background.count > 4 else {
            return try paint(page.background, as: artifact, in: &content)
        }
        if ground?.nodes != page.background {
            ground = Ground(nodes: page.background, form: try form(of: page, in: content))
        }
        guard let form = ground?.form else {
            return try paint(page.background, as: artifact, in: &content)
        }
        content.begin(artifact)
        content.draw(form: form)
        content.endMark()
    }

    /// Returns nil if the background has patterns, which a form would displace.
    private func form(
        of page: Page, in content: PageContent
    ) throws(PDFFault) -> PDFReference? {
        var form = content.beginForm()
        try paint(page.background, isRead: false, in: &form)
        form.finishForm()
        guard !form.resources.hasPatterns else { return nil }
        return file.add(form, over: Rect(0, 0, page.size.width, page.size.height))
    }
}
