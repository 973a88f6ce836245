package import Model
package import Scene
package import Themes

/// A page in the conversation's own points.
package struct Paper: Sendable, Equatable {
    package let size: Size
    package let content: Rect
    /// Printer's points per point of the conversation.
    package let scale: Double
    private(set) var header: String?
    private(set) var footer: String?
    private(set) var stamps: [PageStamp] = []
    private(set) var watermark: Watermark?
    /// The height of the signature line below the rows; 0 without one.
    private(set) var signatureBand = 0.0
    /// The number of columns side by side, each as wide as the conversation.
    private(set) var columns = 1
    /// Whether the page has a fixed size that the conversation is laid out for.
    package private(set) var isSheet = false
    private(set) var endsWithRows = false
    private(set) var geometry: CanvasGeometry?

    private static let furnitureHeight = 26.0
    /// The gap between a signature's rule and its text; half of the gap above the rule.
    static let signatureGap = 5.0

    private static func signatureBand(for theme: Theme) -> Double {
        theme.text.status.style.lineHeight + 3 * signatureGap + 1
    }

    private static let columnGap = 24.0
    /// The minimum column width, in the conversation's points. On a narrower sheet the text is
    /// smaller.
    private static let minColumn = 240.0
    /// The smallest legible size on paper, in printer's points.
    private static let minTextSize = 8.0

    /// - Parameter width: the maximum width of a column; nil for the width that the sheet allows.
    package init(
        _ setup: PageSetup, width: Double?, for theme: Theme, hasSignatureLine: Bool = false
    ) {
        let sheet = Paper.sheet(setup, width: width ?? theme.width)
        let left = min(setup.margin.left, sheet.width / 3)
        let right = min(setup.margin.right, sheet.width / 3)
        let room = sheet.width - left - right
        isSheet = setup.size != .phone
        columns = isSheet ? setup.columns : 1
        let gaps = Double(columns - 1) * Paper.columnGap
        let column = max(room - gaps, 1) / Double(columns)
        scale =
            isSheet
            ? min(setup.text / max(theme.text.body.size, 1), column / Paper.minColumn) : 1
        size = Size(sheet.width / scale, sheet.height / scale)
        header = setup.header.flatMap { $0.isEmpty ? nil : $0 }
        footer = setup.footer.flatMap { $0.isEmpty ? nil : $0 }
        stamps = PageStamp.all(of: setup)
        watermark = setup.watermark
        let hasTop = header != nil || stamps.contains(where: \.isAtTop)
        let hasBottom = footer != nil || stamps.contains { !$0.isAtTop }
        let (scale, isSheet) = (scale, isSheet)
        // A page as wide as the conversation uses the theme's margins at top and bottom.
        let ends = isSheet ? .zero : theme.canvas.margins
        func edge(_ margin: Double, _ side: Double) -> Double {
            isSheet ? min(margin, side / 3) / scale : 0
        }
        let top = max(
            edge(setup.margin.top, sheet.height), ends.top,
            hasTop ? Paper.furnitureHeight : 0)
        let bottom = max(
            edge(setup.margin.bottom, sheet.height), ends.bottom,
            hasBottom ? Paper.furnitureHeight : 0)
        signatureBand = hasSignatureLine ? Paper.signatureBand(for: theme) : 0
        let start = edge(setup.margin.left, sheet.width)
        let end = edge(setup.margin.right, sheet.width)
        let whole = size.width - start - end
        var used = whole
        if isSheet, let width { used = min(Double(columns) * width + gaps / scale, whole) }
        content = Rect(
            start + (whole - used) / 2, top, used,
            size.height - top - bottom - signatureBand)
    }

    var foot: Double { content.maxY + signatureBand }

    package var columnWidth: Double {
        let gaps = Double(columns - 1) * Paper.columnGap / scale
        return max(content.width - gaps, 1) / Double(columns)
    }

    func left(ofColumn column: Int) -> Double {
        content.minX + Double(column) * (columnWidth + Paper.columnGap / scale)
    }

    package var maxPictureHeight: Double { isSheet ? content.height / 3 : .infinity }

    package func readable(_ theme: Theme) -> Theme {
        guard isSheet else { return theme }
        var theme = theme
        // On a smaller sheet the text keeps its proportions.
        let body = theme.text.body.size
        theme.text = theme.text.noSmaller(than: min(Paper.minTextSize / scale, body))
        return theme
    }

    private static func sheet(_ setup: PageSetup, width: Double) -> Size {
        let upright =
            switch setup.size {
            case .a3: Size(841.89, 1190.55)
            case .a4: Size(595.28, 841.89)
            case .a5: Size(419.53, 595.28)
            case .letter: Size(612, 792)
            case .legal: Size(612, 1008)
            case .phone, .endless: Size(width, (width * 844 / 390).rounded())
            case .custom(let width, let height): Size(width, height)
            }
        switch setup.orientation {
        case .portrait: return upright
        case .landscape: return Size(upright.height, upright.width)
        }
    }
}

extension Paper {
    /// The maximum length of a page's side (ISO 32000-1, annex C; PDF/A allows no more).
    package static let maxSide = 14_400.0

    /// A picture of a limited height with the theme's own margins, without headers and footers.
    package init(
        picture size: Size, margins: Insets, for theme: Theme? = nil, hasSignatureLine: Bool = false
    ) {
        signatureBand =
            hasSignatureLine ? theme.map { Paper.signatureBand(for: $0) } ?? 0 : 0
        self.size =
            signatureBand == 0
            ? size : Size(size.width, min(size.height + signatureBand, Paper.maxSide))
        content = Rect(
            0, margins.top, size.width,
            max(self.size.height - margins.vertical - signatureBand, 1))
        scale = 1
        endsWithRows = true
    }

    /// A canvas of a fixed size, without headers and footers.
    ///
    /// - Parameters:
    ///   - width: the width of the conversation.
    ///   - scale: pixels per point of the conversation.
    package init(
        _ canvas: PictureCanvas, width: Double, scale: Double, for theme: Theme,
        isMarked: Bool = false
    ) {
        let geometry = CanvasGeometry(
            canvas, width: width, scale: scale, theme: theme, isMarked: isMarked)
        let room = geometry.room
        size = Size(Double(canvas.width) / scale, Double(canvas.height) / scale)
        let list = geometry.screen.map { $0.inset(by: geometry.list) }
        content = Rect(
            geometry.screen?.minX ?? room.minX + (room.width - width) / 2,
            list?.minY ?? room.minY + geometry.margins.top, width,
            max(list?.height ?? room.height - geometry.margins.vertical, 1))
        self.scale = scale
        self.geometry = geometry
    }

    var keepsRows: Bool { geometry != nil }
}
