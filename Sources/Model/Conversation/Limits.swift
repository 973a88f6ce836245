/// The limits on requests. Each is a setting of the same name.
package struct Limits: Sendable, Equatable {
    package var messages = 200_000
    package var participants = 10_000
    package var messageCharacters = 200_000
    package var jsonDepth = 64
    package var attachments = 20_000
    /// The maximum size in bytes of one encoded picture, and of all together.
    package var mediaBytes = 64 << 20
    package var totalMediaBytes = 256 << 20
    /// The maximum number of pixels of one decoded picture, and of all together.
    package var picturePixels = 64_000_000
    package var totalPicturePixels = 512_000_000
    /// The maximum number of pixels of one output.
    package var outputPixels = 4_000_000_000
    package var pages = 20_000
    /// The maximum number of frames of one clip at its frame rate: two minutes at the default rate.
    package var frames = 3_600
    /// The maximum number of steps for searching all texts of a request, in redaction and filters:
    /// a few seconds.
    package var searchSteps = 2_000_000_000
    /// The maximum size in bytes of one text, JSON, XML or HTML file of an export.
    package var documentBytes = 2 << 30
    /// The maximum number of files in an archive. A Slack export has one for each channel and day.
    package var archiveEntries = 200_000
    /// The maximum number of bytes unpacked from an archive, all files together.
    package var archiveBytes = 512 << 20
    /// The maximum ratio of unpacked to packed size for a file of more than 1 MiB. Chat text
    /// compresses about 10:1 and repetitive JSON 60:1; deflate can reach 1,032:1.
    package var archiveRatio = 250

    package init() {}

    /// The limits by the names of their settings.
    package enum Setting: String, Sendable, Hashable, CaseIterable {
        case messages, participants
        case messageCharacters = "message_characters"
        case jsonDepth = "json_depth"
        case attachments
        case mediaBytes = "media_bytes"
        case totalMediaBytes = "total_media_bytes"
        case picturePixels = "picture_pixels"
        case totalPicturePixels = "total_picture_pixels"
        case outputPixels = "output_pixels"
        case pages, frames
        case searchSteps = "search_steps"
        case documentBytes = "document_bytes"
        case archiveEntries = "archive_entries"
        case archiveBytes = "archive_bytes"
        case archiveRatio = "archive_ratio"
    }
}
