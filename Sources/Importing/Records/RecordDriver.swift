import Basics

/// Reads the JSON records of one chat. Each format has its own reader, which knows neither limits
/// nor files.
protocol RecordReader {
    /// Whether a value that is not an object makes the file invalid. Otherwise the reader gets it.
    static var needsObjects: Bool { get }
    /// The noun and the outcome with which a warning reports parts of unknown types.
    static var unknown: (noun: String, outcome: String) { get }

    /// Returns the records within a record, such as the replies to a message.
    static func inner(of source: JSONValue) -> [JSONValue]
    /// Learns from a record in a pass before all records are read.
    mutating func look(at source: JSONValue)
    /// The result is nil if the record is not an entry.
    mutating func record(_ source: JSONValue, _ context: inout RecordContext) -> Record?
    /// The key of "me" if the export states it.
    var me: String? { get }
    /// Warns of content that the records lack.
    func warn(_ builder: inout ConversationBuilder)
}

extension RecordReader {
    static var needsObjects: Bool { false }
    static var unknown: (noun: String, outcome: String) { ("message", "shown as text") }

    static func inner(of source: JSONValue) -> [JSONValue] { [] }
    mutating func look(at source: JSONValue) {}
    var me: String? { nil }
    func warn(_ builder: inout ConversationBuilder) {}
}

/// Adds a chat's records to a conversation: the part of an importer with people, files and limits.
struct RecordDriver<Reader: RecordReader> {
    var reader: Reader
    private var context: RecordContext

    init(
        _ reader: Reader, document: String = "", _ builder: ConversationBuilder,
        _ sources: borrowing ExportFiles
    ) {
        self.reader = reader
        context = RecordContext(
            clock: builder.clock, files: builder.readsMedia ? sources.index : .none)
        context.document = document
    }

    /// Shows all records to the reader before they are read.
    mutating func look(at document: JSONDocument, _ path: [String]) throws(ImportError) {
        try document.forEach(at: path) { source, _ throws(ImportError) in
            reader.look(at: source)
            for inner in Reader.inner(of: source) { reader.look(at: inner) }
        }
    }

    mutating func read(
        _ document: JSONDocument, at path: [String], _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        context.document = document.file
        try document.forEach(at: path) { source, pointer throws(ImportError) in
            if Reader.needsObjects, source.kind != .object {
                throw .invalid(file: document.file, pointer: pointer, expected: "a message")
            }
            try add(source, &builder, &sources)
            try read(Reader.inner(of: source), &builder, &sources)
        }
    }

    mutating func read(
        _ records: some Sequence<JSONValue>, _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        for source in records {
            guard builder.budget.mayContinue else { throw .stopped }
            try add(source, &builder, &sources)
        }
    }

    mutating func add(
        _ source: JSONValue, _ builder: inout ConversationBuilder, _ sources: inout ExportFiles
    ) throws(ImportError) {
        guard let record = reader.record(source, &context) else { return }
        try builder.add(record, from: &sources, document: context.document)
    }

    /// Sets "me", and warns of content that the reader could not show.
    func end(_ builder: inout ConversationBuilder) {
        builder.setMe(key: reader.me)
        reader.warn(&builder)
        builder.warn(unknown: context.unknown, Reader.unknown.noun, Reader.unknown.outcome)
    }
}
