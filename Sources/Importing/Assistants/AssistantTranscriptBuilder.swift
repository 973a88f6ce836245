import Basics
import Model

/// Builds the conversation of one user and one assistant, turn by turn, for all assistant formats.
struct AssistantTranscriptBuilder {
    private static let user = "user"
    private static let assistant = "assistant"

    /// The assistant's name.
    let name: String
    /// The answer that the previous message belongs to. Some programs write an answer in several
    /// pieces.
    private var answer: String?
    private var emptyMessages = 0

    init(_ name: String, _ builder: inout ConversationBuilder) {
        self.name = name
        builder.conversation.service = .assistant
        builder.conversation.kind = .assistant
        builder.isKindKnown = true
    }

    mutating func add(
        _ record: TurnRecord, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        for turn in record.turns { try add(turn, at: record.at, &builder, &sources) }
        if record.isEmptyMessage { emptyMessages += 1 }
    }

    private mutating func add(
        _ turn: Turn, at: Moment?, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        if let whole = turn.whole { FieldLog.current?.took(whole) }
        var message = Message()
        message.id = turn.id
        message.at = turn.at ?? at
        message.body = turn.body
        message.attachments = try builder.attachments(of: turn.files, from: &sources)
        if turn.hasFailed { message.status = .failed }
        let isSaid = !message.body.isEmpty || !message.attachments.isEmpty
        guard isSaid || turn.takesPart else { return }
        switch turn.kind {
        case .user:
            message.from = try builder.participant(Self.user, name: "You")
            answer = nil
        case .answer, .remark:
            let from = try builder.participant(Self.assistant, name: name)
            if let model = turn.model {
                builder.conversation.participants[from].handle = CleanText.line(model)
            }
            message.from = from
            if turn.kind == .remark { message.kind = .note }
            if let piece = turn.piece, piece == answer, isLastSaid(builder) {
                let last = builder.conversation.messages.count - 1
                builder.conversation.messages[last].body += message.body
                return builder.joinEntry()
            }
            answer = turn.piece
        case .note: message.kind = .note
        case .silent: return
        }
        if isSaid { try builder.append(message) }
    }

    private func isLastSaid(_ builder: ConversationBuilder) -> Bool {
        builder.conversation.messages.last?.kind == .message
    }

    func end(_ context: RecordContext, _ builder: inout ConversationBuilder) {
        builder.setMe(key: Self.user)
        builder.warn(.emptyMessage, emptyMessages, "message", "without content omitted")
        for (type, count) in context.unknown.sorted(by: { $0.key < $1.key }).prefix(20) {
            let parts = count == 1 ? "1 line or part" : "\(count) lines or parts"
            builder.warn(
                .unsupported, "\(parts) of the type \(CleanText.line(type.prefixed)) omitted")
        }
    }
}

extension String {
    /// At most 80 characters of the text, short enough for a warning.
    fileprivate var prefixed: String { utf8.count > 80 ? prefix(80) + "…" : self }
}
