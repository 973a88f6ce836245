public import FoundationEssentials
import Model
import Rendering

/// Output in memory.
///
///     let png = try await chatprint.render(conversation, as: .png)
///     try png.data.write(to: file)
public struct RenderedOutput: Sendable {
    /// The picture, document or archive.
    public let data: Data
    /// The size and warnings of the output.
    public let report: OutputReport
}

/// The properties of an output.
///
///     let size = "\(png.report.width) × \(png.report.height)"
public struct OutputReport: Sendable, Equatable {
    /// The width of a picture in pixels, or of a page in points.
    public let width: Int
    /// The height of a picture in pixels, or of a page in points.
    public let height: Int
    public let pages: Int
    /// The number of rendered messages.
    public let messages: Int
    /// The first hundred warnings.
    public let warnings: [RenderWarning]

    init(_ report: RenderReport) {
        width = report.width
        height = report.height
        pages = report.pages
        messages = report.messages
        warnings = report.warnings.map { RenderWarning($0) }
    }
}

/// A warning about something that was ignored, inferred or replaced.
///
///     for warning in png.report.warnings { print(warning.message) }
public struct RenderWarning: Sendable, Equatable {
    /// A short identifier for programs, such as `unknown-field`.
    public let kind: String
    /// The location in the JSON (RFC 6901); empty for the whole conversation.
    public let pointer: String
    public let message: String

    init(_ warning: Warning) {
        kind = warning.kind.rawValue
        pointer = warning.pointer
        message = warning.detail
    }
}
