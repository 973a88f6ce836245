import CCairo
package import Scene

extension Canvas {
    /// The parts that a document's structure is made of (ISO 32000-1, 14.8.4). Never `Artifact`: cairo
    /// 1.16 refuses it and 1.18.4 damages the file.
    package enum Tag: String, Sendable, CaseIterable {
        case document = "Document"
        case section = "Sect"
        case heading1 = "H1"
        case heading2 = "H2"
        case paragraph = "P"
        case figure = "Figure"
    }

    /// Opens a part; parts may go on over pages, so their end is a call of its own.
    package func begin(_ tag: Tag) { unsafe cairo_tag_begin(context, tag.rawValue, nil) }

    package func end(_ tag: Tag) { unsafe cairo_tag_end(context, tag.rawValue) }

    /// Makes a rectangle open an address; what the body draws is the link's content.
    ///
    /// - Parameter url: printable ASCII. Cairo 1.16 writes it into the file as it comes, so that a
    ///   parenthesis or a backslash would end the string and what follows would be read as PDF.
    package func link<Failure: Error>(
        _ url: String, over rect: Rect, _ body: () throws(Failure) -> Void
    ) throws(Failure) {
        precondition(
            url.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"()\\'".utf8.contains($0) },
            "an address must be escaped before it comes here")
        // Cairo 1.16 takes the rectangle as it comes, whatever the canvas's scale is.
        var (x, y) = (rect.minX, rect.minY)
        var (width, height) = (rect.width, rect.height)
        unsafe cairo_user_to_device(context, &x, &y)
        unsafe cairo_user_to_device_distance(context, &width, &height)
        let attributes = "uri='\(url)' rect=[\(x) \(y) \(width) \(height)]"
        saved {
            useDevicePixels()
            unsafe cairo_tag_begin(context, CAIRO_TAG_LINK, attributes)
        }
        defer { unsafe cairo_tag_end(context, CAIRO_TAG_LINK) }
        try body()
    }
}
