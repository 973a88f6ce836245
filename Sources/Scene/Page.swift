/// A finished page (or one endless picture): its background, then blocks in reading order.
package struct Page: Sendable, Equatable {
    package let size: Size
    package let background: [Node]
    package let blocks: [Block]

    package init(size: Size, background: [Node], blocks: [Block]) {
        self.size = size
        self.background = background
        self.blocks = blocks
    }
}

/// Nodes that belong together for a reader: one message, one day header, one note.
package struct Block: Sendable, Equatable {
    package enum Role: Sendable, Equatable {
        /// Drawn but not read, such as the line that says a message continues.
        case artifact
        /// The text at the top and bottom of every page; it is not read.
        case header, footer
        /// Above everything on every page, rotated by degrees around its center; it is not read.
        case watermark(angle: Double)
        case title
        /// The facts of a document, in tables.
        case facts
        case dayHeader
        case message
        case note
        /// The signer and the time: the appearance of the document's signature.
        case signature
        /// Contents after all messages, such as a picture on a separate page.
        case appendix
    }

    package let role: Role
    /// The block's area, in the page's points.
    package let frame: Rect
    /// The area that the block may paint, but for the outer half of an outline's line; tails and
    /// reactions may extend beyond the frame.
    package var ink: Rect
    /// The text for screen readers and searches, in logical order.
    package let text: String
    package let language: String?
    /// The block's day (`2026-05-31`), for outlines; nil if times are unknown.
    package let day: String?
    package var nodes: [Node]
    /// Whether the previous page shows the part before this one.
    package let isContinued: Bool
    /// Whether the next page shows the rest.
    package let continues: Bool
    /// Assigned by the creator of the page; files may belong to it.
    package let subject: Int?
    /// Remarks that documents store as comments; no other output draws them.
    package let comments: [String]

    package init(
        role: Role, frame: Rect, ink: Rect? = nil, text: String = "", language: String? = nil,
        day: String? = nil, nodes: [Node], isContinued: Bool = false, continues: Bool = false,
        subject: Int? = nil, comments: [String] = []
    ) {
        self.comments = comments
        self.subject = subject
        self.role = role
        self.frame = frame
        self.ink = ink ?? frame
        self.text = text
        self.language = language
        self.day = day
        self.nodes = nodes
        self.isContinued = isContinued
        self.continues = continues
    }

    /// Whether any of the block may be visible, with lines up to four points wide.
    package func mayShow(in visible: Rect) -> Bool { ink.inset(by: -2).intersects(visible) }

    package var isRead: Bool {
        switch role {
        case .artifact, .header, .footer, .watermark: false
        case .title, .facts, .dayHeader, .message, .note, .signature, .appendix: true
        }
    }
}
