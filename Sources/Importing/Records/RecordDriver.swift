import Basics
import Model

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

    init(_ reader: Reader, document: String = "", _ builder: ConversationBuilder) {
        self.reader = reader
        context = RecordContext(
            clock: builder.clock, files: builder.readsMedia ? builder.sources.index : .none)
        context.document = document
        context.phrases = builder.appPhrases
    }

    /// Shows all records to the reader before they are read.
    mutating func look(at document: JSONDocument, _ path: [String]) throws(ImportError) {
        try document.forEach(at: path) { source, _ throws(ImportError) in
            reader.look(at: source)
            for inner in Reader.inner(of: source) { reader.look(at: inner) }
        }
    }

    mutating func read(
        _ document: JSONDocument, at path: [String], _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        context.document = document.file
        try document.forEach(at: path) { source, pointer throws(ImportError) in
            try add(source, at: pointer, &builder)
            try read(Reader.inner(of: source), &builder)
        }
    }

    mutating func read(
        _ records: some Sequence<JSONValue>, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        for source in records {
            guard builder.budget.mayContinue else { throw .stopped }
            try add(source, &builder)
        }
    }

    /// - Parameter pointer: the place of the record in the current file.
    mutating func add(
        _ source: JSONValue, at pointer: String, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        if Reader.needsObjects, source.kind != .object {
            throw .invalid(file: context.document, pointer: pointer, expected: "a message")
        }
        try add(source, &builder)
    }

    mutating func add(
        _ source: JSONValue, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let record = reader.record(source, &context) else { return }
        try builder.add(record, document: context.document)
    }

    /// Sets "me", and warns of content that the reader could not show.
    func end(_ builder: inout ConversationBuilder) {
        builder.setMe(key: reader.me)
        reader.warn(&builder)
        builder.warn(unknown: context.unknown, Reader.unknown.noun, Reader.unknown.outcome)
    }
}

/// The context for reading records, with counts of omitted parts.
struct RecordContext {
    var clock: Clock
    let files: FileIndex
    var phrases = AppPhrases()
    var document = ""
    /// The whole chat as a tree, for formats that need it.
    var chat = JSONValue.null
    var index = 0
    /// Names or paths by the IDs in records.
    var names: [String: String] = [:]
    /// The number of parts with an unknown type, by type.
    private(set) var unknown: [String: Int] = [:]
    /// Sentences about records that are omitted on purpose.
    var leftOut: [String] = []

    init(clock: Clock, files: FileIndex = .none) {
        self.clock = clock
        self.files = files
    }

    func resolve(_ path: String) -> String? { files.resolve(path, from: document) }

    mutating func moment(_ text: String?) -> Moment? { clock.moment(text) }

    /// Returns the instant of a timestamp such as `2024-04-20 01:29:22 UTC`.
    mutating func moment(utc text: String?) -> Moment? {
        moment(text.map { $0.hasSuffix(" UTC") ? $0.dropLast(4) + "Z" : $0 })
    }

    /// Counts a part with an unknown type.
    mutating func pass(_ type: String?) { unknown[type ?? "no type", default: 0] += 1 }

    /// Returns the text of a part. A part without one counts as unknown.
    mutating func text(of part: JSONValue) -> String? {
        let text = part.string ?? part.text("text")
        if text == nil { pass(part.text("type") ?? part.members?.first?.key) }
        return text
    }
}

extension Clock {
    /// Returns the instant of a timestamp, in the clock's zone if the timestamp has no offset.
    mutating func moment(_ text: String?) -> Moment? {
        text.flatMap { TimeText($0) }.map { moment($0) }
    }
}
