import Basics
public import FoundationEssentials
import Importing
import Model
import Rendering

/// A conversation to render: JSON, or an export that was read.
///
///     let conversation = Conversation(json: #"{"messages":["Hi!","Hello"]}"#.utf8)
///
/// The JSON is that of `POST /render`, whose `GET /schema.json` defines its fields. It is only
/// decoded, and errors are only reported, when it is rendered.
public struct Conversation: Sendable {
    private enum Content: Sendable {
        case upload(Upload)
        case export(ImportedExport)
    }

    private let content: Content

    /// - Parameters:
    ///   - json: a conversation, or a list of messages.
    ///   - attachments: files by the names that `src.file` uses in the JSON.
    public init(json: some Sequence<UInt8>, attachments: [String: Data] = [:]) {
        content = .upload(
            Upload(
                Array(json), files: FileLookup(attachments.mapValues { Array($0) }),
                isDeclaredJSON: true))
    }

    init(_ export: ImportedExport) { content = .export(export) }

    /// Whether rendering the conversation is quick, so that it may overtake large ones.
    var isSmall: Bool {
        switch content {
        case .upload(let upload): upload.isSmall
        case .export(let export): export.upload.isSmall
        }
    }

    func job(
        _ builder: JobBuilder, _ options: JobOptions, _ control: RenderControl
    ) throws(Explanation) -> RenderJob {
        switch content {
        case .upload(let upload): try builder.job(upload, options, control: control)
        case .export(let export): try builder.job(export, options, control: control)
        }
    }

    func conversion(
        _ builder: JobBuilder, _ control: RenderControl
    ) throws(Explanation) -> JobBuilder.Conversion {
        switch content {
        case .upload(let upload): try builder.conversion(of: upload, [:], control: control)
        case .export(let export): try builder.conversion(of: export)
        }
    }
}

/// A conversation that was read from an export, and what was found in the export.
///
///     let imported = try chatprint.importing(url, as: .whatsapp, me: "Ana")
///     print(imported.format, imported.messages)
public struct ImportedConversation: Sendable {
    public let conversation: Conversation
    /// The format that the export was read as.
    public let format: ExportFormat
    /// The number of messages.
    public let messages: Int
    /// The names of the participants.
    public let participants: [String]
    /// Warnings about content that was inferred or ignored.
    public let warnings: [RenderWarning]

    init(_ export: ImportedExport) {
        conversation = Conversation(export)
        format = ExportFormat(rawValue: export.imported.importer)
        messages = export.imported.conversation.messages.count
        participants = export.imported.conversation.participants.map(\.name)
        warnings = export.imported.warnings.map { RenderWarning($0) }
    }
}
