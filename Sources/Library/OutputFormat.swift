import Model

/// An output format.
///
///     let pages = try await chatprint.render(conversation, as: .zip)
public enum OutputFormat: String, Sendable, CaseIterable {
    /// One picture of any height.
    case png
    /// One picture, smaller than PNG.
    case webp
    /// One picture, for programs that support nothing else.
    case jpeg
    /// Searchable pages: PDF/A and PDF/UA.
    case pdf
    /// One vector picture with selectable text.
    case svg
    /// Numbered PNG pages; with `split_by`, one PNG for each part.
    case zip
    /// The layout as data: the position of every message, bubble and line.
    case json
    /// A clip without loss.
    case apng
    /// A clip in 256 colors.
    case gif
    /// A video (H.264). Needs libx264.
    case mp4
    /// A video (VP9). Needs libvpx.
    case webm
    /// One accessible page without scripts.
    case html
    /// Plain text.
    case txt
    /// Markdown.
    case md
    /// A table with one row for each message.
    case csv
    /// One mail for each message.
    case mbox
    /// RSMF 2.0 mails in a ZIP, for e-discovery.
    case rsmf
    /// A BagIt bag in a ZIP, for archives.
    case bag
    /// Numbered pages and load files in a ZIP, for e-discovery.
    case production

    /// The file extension of the format.
    public var fileExtension: String { value.ending }

    /// The names are those of the service; a test compares both lists.
    var value: Output.Format { Output.Format(rawValue: rawValue) ?? .png }
}
