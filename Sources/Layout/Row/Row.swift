import Basics
package import Scene

/// A measured row, which can be drawn at any position.
package struct Row: Sendable {
    /// The space above the row, omitted at the top of a page.
    let gap: Double
    let height: Double
    /// The offsets from the row's top at which a page may split it.
    let breaks: [Double]
    /// The offsets between the bubbles of one row.
    var seams: [Double] = []
    /// The height of the row's only picture, which may be scaled down; 0 if there is none or more
    /// than one.
    let pictureHeight: Double
    /// Whether the row, such as a header, must not be the last one on its page.
    let keepsWithNext: Bool
    /// Whether the row starts a new page, even if the previous page has space left.
    var beginsPage = false
    /// The rows to repeat at the top of a page on which this row continues; nil for the line
    /// "continued" there and at the previous page's foot.
    var repeated: [Row]?
    /// The target name of links to this row.
    var anchor: String?
    /// The message's index in the conversation; nil for headers.
    package let message: Int?
    let role: Block.Role
    /// Whether the row, if it follows the title bar, continues inside the bar.
    var isInBar = false
    /// The remarks that the document stores as comments.
    var comments: [String] = []
    /// The text for screen readers.
    package let text: String
    let language: String?
    let day: String?
    private let content: any RowContent

    init(
        gap: Double, height: Double, breaks: [Double] = [], pictureHeight: Double = 0,
        keepsWithNext: Bool = false, message: Int? = nil, role: Block.Role, text: String,
        language: String? = nil,
        day: String? = nil, content: any RowContent
    ) {
        self.gap = gap
        self.height = height
        self.breaks = breaks
        self.pictureHeight = pictureHeight
        self.keepsWithNext = keepsWithNext
        self.message = message
        self.role = role
        self.text = text
        self.language = language
        self.day = day
        self.content = content
    }

    /// Returns the same row with additional drawing around it.
    func wrapped(
        height: Double, text: String, _ wrap: (any RowContent) -> any RowContent
    ) -> Row {
        var row = Row(
            gap: gap, height: height, breaks: breaks, pictureHeight: pictureHeight,
            keepsWithNext: keepsWithNext, message: message, role: role, text: text,
            language: language, day: day, content: wrap(content))
        (row.seams, row.beginsPage, row.anchor) = (seams, beginsPage, anchor)
        (row.isInBar, row.comments, row.repeated) = (isInBar, comments, repeated)
        return row
    }

    /// Returns the row with its top at `y` on a canvas.
    ///
    /// - Parameter ground: the area of fills that cover the whole page; nil for the row's width.
    func placed(
        at y: Double, on canvas: Rect, across ground: Rect? = nil, pictures: PictureTable,
        visible: ClosedRange<Double> = Drawing.everything, budget: WorkBudget = .unlimited
    ) -> PlacedRow {
        let frame = Rect(canvas.minX, y, canvas.width, height)
        var drawing = Drawing(
            frame: frame, canvas: ground ?? canvas, pictures: pictures, visible: visible,
            budget: budget)
        if let anchor { drawing.add(.anchor(anchor, at: frame.origin)) }
        content.draw(in: frame, on: &drawing)
        let block = Block(
            role: role, frame: frame, ink: drawing.ink, text: text, language: language, day: day,
            nodes: pictures.painted(drawing.nodes), subject: message, comments: comments)
        return PlacedRow(
            block: block, message: message, bubbles: drawing.bubbles, texts: drawing.texts)
    }
}

protocol RowContent: Sendable {
    func draw(in frame: Rect, on drawing: inout Drawing)
}

/// A row at its final position, with the frames for the layout output.
package struct PlacedRow: Sendable {
    package let block: Block
    package let message: Int?
    package let bubbles: [Rect]
    package let texts: [Rect]
}
