package import Conversation
package import Scene
package import Theme

/// A sheet in the conversation's own points: how large it is, where rows may stand, and how many
/// printer's points one of them is.
package struct Paper: Sendable, Equatable {
    package let size: Size
    package let content: Rect
    /// Printer's points for one of the conversation's.
    package let scale: Double
    package let header: String?
    package let footer: String?
    /// Whether a page is no higher than what stands on it.
    let endsWithRows: Bool

    /// Bubbles made for a phone are set at three quarters on paper: 17 points become 12.75.
    private static let paperScale = 0.75
    private static let furnitureHeight = 26.0

    /// - Parameter width: the conversation's width, or nil to fill the sheet.
    package init(_ setup: PageSetup, width: Double?, for theme: Theme) {
        let sheet = Paper.sheet(setup, width: width ?? theme.width)
        let left = min(setup.margin.left, sheet.width / 3)
        let right = min(setup.margin.right, sheet.width / 3)
        let room = sheet.width - left - right
        let isOwnWidth = setup.size == .phone
        endsWithRows = false
        scale = isOwnWidth ? 1 : width.map { min(room / $0, 1.5) } ?? Paper.paperScale
        size = Size(sheet.width / scale, sheet.height / scale)
        header = setup.header.flatMap { $0.isEmpty ? nil : $0 }
        footer = setup.footer.flatMap { $0.isEmpty ? nil : $0 }
        let scale = scale
        // A page as wide as the conversation has the margins that the look has at its ends.
        let ends = isOwnWidth ? theme.canvas.margins : .zero
        func edge(_ margin: Double, _ side: Double) -> Double {
            isOwnWidth ? 0 : min(margin, side / 3) / scale
        }
        let top = max(
            edge(setup.margin.top, sheet.height), ends.top,
            header == nil ? 0 : Paper.furnitureHeight)
        let bottom = max(
            edge(setup.margin.bottom, sheet.height), ends.bottom,
            footer == nil ? 0 : Paper.furnitureHeight)
        let start = edge(setup.margin.left, sheet.width)
        let end = edge(setup.margin.right, sheet.width)
        content = Rect(start, top, size.width - start - end, size.height - top - bottom)
    }

    /// The sheet in printer's points.
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
    /// The longest side that a page may have (ISO 32000-1, annex C; PDF/A allows no longer one).
    package static let longestSide = 14_400.0

    /// A picture of a limited height, with the look's own margins and nothing printed around.
    package init(picture size: Size, margins: Insets) {
        self.size = size
        content = Rect(
            0, margins.top, size.width, max(size.height - margins.vertical, 1))
        scale = 1
        endsWithRows = true
        header = nil
        footer = nil
    }
}
