/// The limits on requests. Each is a setting, which `Setting.declaration` describes.
package struct Limits: Sendable, Equatable {
    package var messages = 200_000
    package var participants = 10_000
    package var messageCharacters = 200_000
    package var jsonDepth = 64
    package var attachments = 200_000
    package var mediaBytes = 64 << 20
    package var totalMediaBytes = 256 << 20
    package var picturePixels = 64_000_000
    package var totalPicturePixels = 512_000_000
    package var outputPixels = 4_000_000_000
    package var pages = 20_000
    /// Two minutes at the default frame rate.
    package var frames = 3_600
    /// A few seconds of work.
    package var searchSteps = 2_000_000_000
    package var documentBytes = 2 << 30
    /// A Slack export has a file for each channel and day.
    package var archiveEntries = 200_000
    package var archiveBytes = 512 << 20
    /// Chat text compresses about 10:1 and repetitive JSON 60:1.
    package var archiveRatio = 250

    package init() {}

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

    package subscript(setting: Setting) -> Int {
        get { self[keyPath: setting.declaration.place] }
        set { self[keyPath: setting.declaration.place] = newValue }
    }
}

extension Limits.Setting {
    /// The part of a request that exceeds a limit. Each has a type of problem.
    package enum Subject: Sendable {
        case messages, participants, attachments, text, nesting, search, pictures, output, export
    }

    package struct Declaration {
        let place: WritableKeyPath<Limits, Int>
        package let range: ClosedRange<Int>
        /// A size may have a unit.
        package let isSize: Bool
        package let subject: Subject
        /// The meaning, for `config/README.md` and help.
        package let summary: String
    }

    package var declaration: Declaration {
        switch self {
        case .messages:
            count(\.messages, 1...10_000_000, .messages, "messages of a conversation")
        case .participants:
            count(\.participants, 1...1_000_000, .participants, "participants of a conversation")
        case .messageCharacters:
            count(\.messageCharacters, 1...100_000_000, .text, "characters of a message")
        case .jsonDepth: count(\.jsonDepth, 8...512, .nesting, "nesting depth of JSON")
        case .attachments:
            count(\.attachments, 1...10_000_000, .attachments, "attachments of a conversation")
        case .mediaBytes:
            size(
                \.mediaBytes, 1_024...(8 << 30), .pictures,
                "bytes of an attachment or another picture")
        case .totalMediaBytes:
            size(
                \.totalMediaBytes, 1_024...(8 << 30), .pictures,
                "bytes of all attachments and other pictures of a conversation")
        case .picturePixels:
            count(\.picturePixels, 1...1_000_000_000_000, .pictures, "pixels of a picture")
        case .totalPicturePixels:
            count(
                \.totalPicturePixels, 1...1_000_000_000_000, .pictures,
                "pixels of all pictures of a conversation")
        case .outputPixels:
            count(\.outputPixels, 1...1_000_000_000_000, .output, "pixels of an output")
        case .pages: count(\.pages, 1...1_000_000, .output, "pages of an output")
        case .frames: count(\.frames, 1...1_000_000, .output, "pictures of a clip")
        case .searchSteps:
            count(
                \.searchSteps, 1_000...1_000_000_000_000, .search,
                "steps to search all texts of a conversation for redactions and filters")
        case .documentBytes:
            size(
                \.documentBytes, 1_024...(1 << 40), .export,
                "bytes of a text, JSON, XML or HTML file of an export")
        case .archiveEntries:
            count(\.archiveEntries, 1...10_000_000, .export, "files of an archive")
        case .archiveBytes:
            size(
                \.archiveBytes, 1_024...(1 << 40), .export,
                "bytes unpacked from an archive, all files together")
        case .archiveRatio:
            count(
                \.archiveRatio, 1...2_000, .export,
                "compression ratio of a file of more than 1 MiB in an archive; deflate can reach 1,032"
            )
        }
    }

    private func count(
        _ place: WritableKeyPath<Limits, Int>, _ range: ClosedRange<Int>, _ subject: Subject,
        _ summary: String
    ) -> Declaration {
        Declaration(place: place, range: range, isSize: false, subject: subject, summary: summary)
    }

    private func size(
        _ place: WritableKeyPath<Limits, Int>, _ range: ClosedRange<Int>, _ subject: Subject,
        _ summary: String
    ) -> Declaration {
        Declaration(place: place, range: range, isSize: true, subject: subject, summary: summary)
    }
}
