package struct Output: Sendable, Equatable {
    package enum Overflow: String, Sendable, CaseIterable { case paginate, truncate, error }
    package enum Compression: String, Sendable, CaseIterable { case fast, small }

    package enum Fonts: String, Sendable, CaseIterable { case embedded, system }

    package enum Profile: String, Sendable, CaseIterable {
        case standard
        /// Evidence of a conversation: everything known about each message, and its origin.
        case evidence
    }

    package enum Archive: String, Sendable, CaseIterable {
        /// PDF/A-3a and PDF/A-3u, with PDF/UA-1.
        case a3 = "3a"
        /// PDF/A-4f, with PDF/UA-2.
        case f4 = "4f"
    }

    package enum Engine: String, Sendable, CaseIterable { case chatprint, cairo }

    package enum Background: Sendable, Equatable {
        case theme, transparent
        /// As 0xRRGGBB.
        case color(UInt32)
    }

    /// The requested format. If nil, the server uses `Accept`, and the command the file name.
    package var format: Format?
    /// The width in points, or nil for the theme's default. With a canvas, the width follows from
    /// its size and the request.
    package var width: Double?
    /// The requested scale, or nil for the default or that of a canvas.
    var ownScale: Double?
    /// Nil for a picture that is as large as the conversation.
    package var canvas: PictureCanvas?
    package var frame: ScreenFrame?
    package var motion: Motion?
    /// The moment that a still shows, in seconds from the beginning of the clip; nil for the whole
    /// conversation.
    package var moment: Double?
    /// In points.
    package var maxHeight: Double?
    package var overflow: Overflow = .paginate
    package var background: Background = .theme
    package var page = PageSetup()
    /// Whether the caller asked for a page, so that a layout is described in pages.
    package var hasPage = false
    package var compression: Compression = .fast
    /// From 1 to 100; nil for the format's default.
    package var quality: Int?
    package var filename: String?
    package var attachesFiles = false
    /// The archival standard of a document, which attaches the conversation. Without a standard
    /// (nil), a document takes about half the time and is sent page by page.
    package var archive: Archive? = .a3
    package var password: String?
    package var engine: Engine = .chatprint
    package var profile: Profile = .standard
    /// The creation date recorded in the document. Without a date (nil), the bytes do not depend on
    /// the time of creation.
    package var created: Moment?
    /// The metadata of a document: author, subject and keywords.
    package var author: String?
    package var subject: String?
    package var keywords: [String] = []
    /// The custodian of the data, for e-discovery.
    package var custodian: String?
    /// The fields of a bag's `bag-info.txt`, in this order.
    package var bagInfo: [BagInfo] = []
    package var production = ProductionSetup()
    package var signature: SignatureWords?
    package var fonts: Fonts = .embedded
    /// Whether the output is grayscale, for the black-and-white printers of courts.
    package var isGray = false
    /// Into a ZIP of several outputs; nil for a single output.
    package var splitBy: Division?

    package init() {}

    package var isArchival: Bool { archive != nil }

    /// Pixels per point.
    package var scale: Double {
        get { ownScale ?? 2 }
        set { ownScale = newValue }
    }
}

/// A field with a name reserved by BagIt (RFC 8493, 2.2.2), with the caller's value.
package struct BagInfo: Sendable, Equatable {
    package enum Label: String, Sendable, CaseIterable {
        case sourceOrganization = "source_organization"
        case organizationAddress = "organization_address"
        case contactName = "contact_name"
        case contactPhone = "contact_phone"
        case contactEmail = "contact_email"
        case externalDescription = "external_description"
        case externalIdentifier = "external_identifier"
        case bagGroupIdentifier = "bag_group_identifier"
        case internalSenderIdentifier = "internal_sender_identifier"
        case internalSenderDescription = "internal_sender_description"

        /// The field's name in the file, such as `Source-Organization`.
        package var field: String {
            rawValue.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
                .joined(separator: "-")
        }
    }

    package let label: Label
    package var value: String

    init(_ label: Label, _ value: String) { (self.label, self.value) = (label, value) }
}

/// The human-readable details of a signature. The signature only proves that they were signed.
package struct SignatureWords: Sendable, Equatable {
    package var reason: String?
    package var location: String?
    /// Nil to show only the certificate's name.
    package var name: String?
    /// The pages that have a line with the signer and the time.
    package var line: Line = .none

    package enum Line: String, Sendable, CaseIterable { case none, last, every }

    package init() {}
}

/// A length at each edge of a rectangle.
package struct Edges<Length: Sendable & Equatable>: Sendable, Equatable {
    package var top: Length
    package var right: Length
    package var bottom: Length
    package var left: Length

    package init(_ all: Length) { (top, right, bottom, left) = (all, all, all, all) }

    /// Creates the lengths clockwise from the top, as in CSS. Nil for none and for more than four.
    init?(clockwise lengths: [Length]) {
        guard (1...4).contains(lengths.count) else { return nil }
        self.init(lengths[0])
        if lengths.count > 1 { (right, left) = (lengths[1], lengths[1]) }
        if lengths.count > 2 { bottom = lengths[2] }
        if lengths.count > 3 { left = lengths[3] }
    }
}

/// The page of a paginated output, in points.
package struct PageSetup: Sendable, Equatable {
    package enum Size: Sendable, Equatable {
        case a4, a5, a3, letter, legal
        /// As wide as the conversation, as tall as a phone.
        case phone
        /// One page that is as tall as its content.
        case endless
        case custom(width: Double, height: Double)
    }

    package enum Orientation: String, Sendable, CaseIterable { case portrait, landscape }

    package var size: Size = .a4
    /// The page that a picture shows, counted from 1; nil for a picture of the whole conversation.
    package var number: Int?
    /// The text size in points, which determines the scale of everything on a page.
    package var text = 10.0
    package var columns = 1
    package var orientation: Orientation = .portrait
    package var margin = Edges(42.52)
    /// The header line. The placeholders `{title} {page} {pages} {date} {sha256:8} {chain:8}` are
    /// replaced.
    package var header: String?
    package var footer: String? = "{page} / {pages}"
    package var bates: BatesNumbers?
    /// The name of the document in a case: "Exhibit A".
    package var exhibit: String?
    /// The confidentiality legend: "CONFIDENTIAL".
    package var legend: String?
    package var watermark: Watermark?
    /// The footer of an evidence document, which identifies each page as part of the document.
    var provingFooter: String { "{page} / {pages} · {chain:8}" }

    package init() {}
}

/// Text across every page, such as "DRAFT".
package struct Watermark: Sendable, Equatable {
    package var text: String
    /// The slope of the text in degrees.
    package var angle = 45.0
    /// From 0 to 1.
    package var opacity = 0.12

    package init(_ text: String) { self.text = text }
}

/// Numbers that are unique to each page in a case, such as `ABC000123`.
package struct BatesNumbers: Sendable, Equatable {
    package enum Place: String, Sendable, CaseIterable {
        case bottomRight = "bottom-right"
        case bottomLeft = "bottom-left"
        case topRight = "top-right"
        case topLeft = "top-left"
    }

    package var prefix = ""
    package var start = 1
    /// The minimum number of digits, padded with zeros.
    var digits = 6
    package var place: Place = .bottomRight

    package init() {}

    /// Returns the prefix and padding before a number's digits.
    package func lead(of number: Int) -> String { prefix + padding(of: number) }

    /// With the padding.
    package func digits(of number: Int) -> String { padding(of: number) + String(number) }

    private func padding(of number: Int) -> String {
        String(repeating: "0", count: max(0, digits - String(number).utf8.count))
    }
}

package enum Division: Sendable, Equatable {
    case day, month, year
    /// Parts of this number of messages.
    case count(Int)
}
