/// A finished page (or one endless picture): what lies behind, then blocks in reading order.
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
        /// A page's own addition, such as the word that something continues: drawn, never read.
        case artifact
        /// The text printed above and below every page; never read.
        case header, footer
        /// The text across every page above everything else, rotated around its middle by so many
        /// degrees; never read.
        case watermark(angle: Double)
        case title
        /// The facts of a document, in tables.
        case facts
        case dayHeader
        case message
        case note
        /// Who signed the document and when: the face of its signature.
        case signature
        /// The contents after all messages, such as a picture on a page of its own.
        case appendix
    }

    package let role: Role
    /// The room it takes, in the page's points.
    package let frame: Rect
    /// Everything it may draw on; a tail or a reaction may pass the frame.
    package let ink: Rect
    /// The text for screen readers and searches, in logical order.
    package let text: String
    package let language: String?
    /// The day it belongs to (`2026-05-31`), for outlines; nil when times are unknown.
    package let day: String?
    package let nodes: [Node]
    /// Whether the page before shows what comes before this.
    package let isContinued: Bool
    /// Whether the page after shows the rest.
    package let goesOn: Bool
    /// The number of its subject, which the maker of the page knows: files may belong to it.
    package let subject: Int?
    /// Remarks on it that a document holds as comments of its own; drawn by nobody else.
    package let comments: [String]

    package init(
        role: Role, frame: Rect, ink: Rect? = nil, text: String = "", language: String? = nil,
        day: String? = nil, nodes: [Node], isContinued: Bool = false, goesOn: Bool = false,
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
        self.goesOn = goesOn
    }

    package var isRead: Bool {
        switch role {
        case .artifact, .header, .footer, .watermark: false
        case .title, .facts, .dayHeader, .message, .note, .signature, .appendix: true
        }
    }
}
