import Basics
import Model

/// A reader of one session's lines. Each agent program has its own.
protocol AgentSession: SendableMetatype {
    static var assistant: String { get }
    /// Whether the lines need a first pass (`look`) before they are read.
    static var needsLook: Bool { get }
    /// The name of the member whose array holds the lines if the file is one object; nil for JSON
    /// Lines.
    static func array(in file: String, _ sources: ExportFiles) -> String?

    init()
    mutating func look(at line: JSONValue)
    /// The result is nil if the line is not an entry.
    mutating func turns(_ line: JSONValue, _ context: inout RecordContext) -> TurnRecord?
    var title: String? { get }
    /// Sentences that report lines omitted on purpose, or who wrote the questions.
    var leftOut: [String] { get }
}

extension AgentSession {
    static var needsLook: Bool { true }
    static func array(in file: String, _ sources: ExportFiles) -> String? { nil }

    mutating func look(at line: JSONValue) {}
    var title: String? { nil }
    var leftOut: [String] { [] }

    /// Reads the selected session. Each file holds one session.
    static func read(_ claim: Claim, _ builder: inout ConversationBuilder) throws(ImportError) {
        try builder.chooseNamedFile(claim.files) { file, builder throws(ImportError) in
            let array = array(in: file, builder.sources)
            let document =
                array == nil
                ? try builder.sources.jsonLines(file) : try builder.sources.json(file)
            let path = [array].compactMap(\.self)
            var session = Self()
            if needsLook {
                try document.forEach(at: path) { line, _ throws(ImportError) in
                    session.look(at: line)
                }
            }
            var talk = AssistantTranscript(assistant, &builder)
            var context = RecordContext(clock: builder.clock)
            try document.forEach(at: path) { line, _ throws(ImportError) in
                guard let record = session.turns(line, &context) else { return }
                try talk.add(record, &builder)
            }
            builder.conversation.title = session.title.map(CleanText.line)
            for sentence in session.leftOut { builder.warn(.importing, sentence) }
            talk.end(context, &builder)
        }
    }
}

extension Importer {
    /// - Parameter fits: returns whether a file is a session of this program.
    init(
        _ name: String, title: String, summary: String,
        fits: @escaping @Sendable (Probe.File) -> Bool, _ session: (some AgentSession).Type
    ) {
        self.init(
            name: name, title: title, summary: summary, recognize: { $0.claims(fits) },
            read: { claim, builder throws(ImportError) in try session.read(claim, &builder) })
    }
}
