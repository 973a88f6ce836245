/// What should come out, and in which form.
package struct Output: Sendable, Equatable {
    package enum Overflow: String, Sendable, CaseIterable { case paginate, truncate, error }
    package enum Compression: String, Sendable, CaseIterable { case fast, small }

    /// Whether a drawing carries its fonts, or whoever looks at it has them.
    package enum Fonts: String, Sendable, CaseIterable { case embedded, system }

    /// What an output is for.
    package enum Profile: String, Sendable, CaseIterable {
        case standard
        /// For who has to prove what was said: all that is known of each message, and where it is
        /// from.
        case evidence
    }

    /// Whose rules a document keeps to that is to last.
    package enum Archive: String, Sendable, CaseIterable {
        /// PDF/A-3a and 3u, with PDF/UA-1.
        case a3 = "3a"
        /// PDF/A-4f, with PDF/UA-2.
        case f4 = "4f"
    }

    /// What draws.
    package enum Engine: String, Sendable, CaseIterable { case chatprint, cairo }

    package enum Background: Sendable, Equatable {
        case theme, transparent
        /// 0xRRGGBB.
        case color(UInt32)
    }

    /// nil where the caller did not say: the server then asks `Accept`, the command the file's
    /// name.
    package var format: Format?
    /// Points; nil for the theme's own. For a canvas, what its size and the caller's words come to.
    package var width: Double?
    /// nil for the usual scale, or that of a canvas.
    var ownScale: Double?
    /// nil for a picture as large as the conversation.
    package var canvas: PictureCanvas?
    /// nil for the conversation alone.
    package var frame: ScreenFrame?
    /// How it plays; nil where the caller did not say.
    package var motion: Motion?
    /// Seconds from the beginning of a clip, for a still of it; nil for the whole.
    package var moment: Double?
    /// Points.
    package var maxHeight: Double?
    package var overflow: Overflow = .paginate
    package var background: Background = .theme
    package var page = PageSetup()
    /// Whether the caller asked for a sheet, so that a layout is told on pages.
    package var hasPage = false
    package var compression: Compression = .fast
    /// 1 to 100, for what may lose a little to be small; nil for the format's own.
    package var quality: Int?
    package var filename: String?
    /// Whether files that messages hold travel inside a document.
    package var attachesFiles = false
    /// Whose rules a document keeps to, with the conversation attached; nil for a plain one, which
    /// is made in about half the time and leaves page by page.
    package var archive: Archive? = .a3
    /// What opens a document; nil for one that anybody can open.
    package var password: String?
    package var engine: Engine = .chatprint
    package var profile: Profile = .standard
    /// When a document says that it was made; nil for one that says nothing of it, and is the same
    /// whenever it is made.
    package var created: Moment?
    /// What a document says of itself to those who keep many: who is to be named as having made it,
    /// what it is about, and by which words it is found.
    package var author: String?
    package var subject: String?
    package var keywords: [String] = []
    /// Whose data it is, for those who keep that of many.
    package var custodian: String?
    /// What a bag says of itself, in this order.
    package var bagInfo: [BagInfo] = []
    package var production = ProductionSetup()
    /// What a signed document says of its signature; nil for one that is not to be signed.
    package var signature: SignatureWords?
    package var fonts: Fonts = .embedded
    /// Without colours, as most printers of courts and papers have it.
    package var isGrey = false
    /// nil for one output; else a ZIP of several.
    package var splitBy: Division?

    package init() {}

    package var isArchival: Bool { archive != nil }

    /// Pixels per point.
    package var scale: Double {
        get { ownScale ?? 2 }
        set { ownScale = newValue }
    }
}

/// One of the facts that BagIt reserves names for (RFC 8493, 2.2.2), as the caller states it.
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

        /// `Source-Organization`.
        package var field: String {
            rawValue.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
                .joined(separator: "-")
        }
    }

    package let label: Label
    package var value: String

    package init(_ label: Label, _ value: String) {
        self.label = label
        self.value = value
    }
}

/// What a signature says for people. It proves none of it but that it was signed.
package struct SignatureWords: Sendable, Equatable {
    package var reason: String?
    package var location: String?
    /// Of who signs; nil leaves it to the certificate.
    package var name: String?
    /// The pages that show a line with who signed and when.
    package var line: Line = .none

    package enum Line: String, Sendable, CaseIterable { case none, last, every }

    package init() {}
}

/// The paper of a paginated output, in points.
package struct PageSetup: Sendable, Equatable {
    package enum Size: Sendable, Equatable {
        case a4, a5, a3, letter, legal
        /// As wide as the conversation, as tall as a phone.
        case phone
        /// One page as tall as it must be.
        case endless
        case custom(width: Double, height: Double)
    }

    /// From each edge of the sheet.
    package struct Margin: Sendable, Equatable {
        package var top: Double
        package var right: Double
        package var bottom: Double
        package var left: Double

        package init(_ all: Double) { (top, right, bottom, left) = (all, all, all, all) }
    }

    package enum Orientation: String, Sendable, CaseIterable { case portrait, landscape }

    package var size: Size = .a4
    /// Of what people wrote, in points; on a sheet it alone decides how large everything is.
    package var text = 10.0
    package var columns = 1
    package var orientation: Orientation = .portrait
    package var margin = Margin(42.52)
    /// `{title} {page} {pages} {date} {sha256:8} {chain:8}` are filled in.
    package var header: String?
    package var footer: String? = "{page} / {pages}"
    package var bates: BatesNumbers?
    /// What a document is called in a case: "Exhibit A".
    package var exhibit: String?
    /// Who may see it: "CONFIDENTIAL".
    package var legend: String?
    package var watermark: Watermark?
    /// Of a document for evidence: by it each page is known to be one of the document's.
    var provingFooter: String { "{page} / {pages} · {chain:8}" }

    package init() {}
}

/// Words across every page, such as "DRAFT".
package struct Watermark: Sendable, Equatable {
    package var text: String
    /// How steeply they rise, in degrees.
    package var angle = 45.0
    /// How much of what they lie over they hide, from none, 0, to all, 1.
    package var opacity = 0.12

    package init(_ text: String) { self.text = text }
}

/// A number on each page that no other page of a case has, such as `ABC000123`.
package struct BatesNumbers: Sendable, Equatable {
    package enum Place: String, Sendable, CaseIterable {
        case bottomRight = "bottom-right"
        case bottomLeft = "bottom-left"
        case topRight = "top-right"
        case topLeft = "top-left"
    }

    package var prefix = ""
    package var start = 1
    /// As many at least, with zeros in front.
    package var digits = 6
    package var place: Place = .bottomRight

    package init() {}

    /// What stands in front of a number's own digits.
    package func lead(of number: Int) -> String {
        prefix + String(repeating: "0", count: max(0, digits - String(number).utf8.count))
    }
}

/// Along which seams a conversation is cut into several outputs.
package enum Division: Sendable, Equatable {
    case day, month, year
    /// So many messages each.
    case count(Int)
}
