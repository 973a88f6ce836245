package import Basics
import Model
import Synchronization

/// The phrases of other programs that importers recognize. Those of an operator are checked at
/// startup; shipped ones, which the tests have checked, are not read before they are used.
package struct ImportPhrases: Sendable {
    private struct Contents {
        let whatsApp: WhatsAppPhrases
        let apps: [String: AppPhrases]
    }

    private final class Shelf: Sendable {
        private let read: @Sendable () throws(ImportPhrasesFault) -> Contents
        private let kept = Mutex<Contents?>(nil)

        init(_ read: @escaping @Sendable () throws(ImportPhrasesFault) -> Contents) {
            self.read = read
        }

        func contents() throws(ImportPhrasesFault) -> Contents {
            try kept.withLock { kept throws(ImportPhrasesFault) in
                if let kept { return kept }
                let contents = try read()
                kept = contents
                return contents
            }
        }
    }

    private let shelf: Shelf

    /// - Parameter path: the folder with `whatsapp.json` and `apps.json`.
    package init(folder path: String) throws(ImportPhrasesFault) {
        try self.init(LayeredFiles(folder: path), in: "")
    }

    /// - Parameter folder: the folder of the phrases within `files`.
    package init(_ files: LayeredFiles, in folder: String) throws(ImportPhrasesFault) {
        let paths = ["whatsapp.json", "apps.json"].map { LayeredFiles.path($0, in: folder) }
        // From the program, even if a folder has the same: later, no file may be left to open.
        let shipped = paths.allSatisfy(files.isShipped) ? files.shipped : nil
        let source = shipped ?? files
        shelf = Shelf { () throws(ImportPhrasesFault) in
            try Self.contents(
                whatsApp: source.json(paths[0], or: ImportPhrasesFault.file),
                apps: source.json(paths[1], or: ImportPhrasesFault.file))
        }
        if shipped == nil { _ = try shelf.contents() }
    }

    init(whatsApp json: JSONValue, apps: JSONValue = .object([])) throws(ImportPhrasesFault) {
        shelf = Shelf { () throws(ImportPhrasesFault) in
            try Self.contents(whatsApp: json, apps: apps)
        }
        _ = try shelf.contents()
    }

    private static func contents(
        whatsApp json: JSONValue, apps: JSONValue
    ) throws(ImportPhrasesFault) -> Contents {
        var schema = SchemaReader()
        let whatsApp = WhatsAppPhrases(json, &schema)
        guard schema.faults.isEmpty else { throw .invalid(file: "whatsapp.json", schema.faults) }
        var found: [String: AppPhrases] = [:]
        for (name, json) in schema.named(apps, at: "") {
            found[name] = AppPhrases(json, at: "/" + name, &schema)
        }
        guard schema.faults.isEmpty else { throw .invalid(file: "apps.json", schema.faults) }
        return Contents(whatsApp: whatsApp, apps: found)
    }

    /// Faults were thrown by `init`, and those of shipped files are found by the tests.
    private var contents: Contents {
        if let contents = try? shelf.contents() { return contents }
        var schema = SchemaReader()
        return Contents(whatsApp: WhatsAppPhrases(.object([]), &schema), apps: [:])
    }

    var whatsApp: WhatsAppPhrases { contents.whatsApp }

    /// The phrases that an importer recognizes.
    subscript(importer: String) -> AppPhrases { contents.apps[importer] ?? AppPhrases() }
}

/// The phrases that an app writes into its exports, in all languages together.
struct AppPhrases: Sendable {
    struct Sentence: Sendable {
        let says: String
        let event: SystemAction
    }

    /// The placeholders of files that the export lacks.
    private(set) var files: [String: Attachment.Kind] = [:]
    /// Parts of system texts, in the order in which they are tried.
    private(set) var notices: [Sentence] = []
    /// The sentences for an event's code, in the order in which they are tried.
    private(set) var sentences: [String: [Sentence]] = [:]
    /// The words around the names in headings.
    private(set) var headings: [[String]] = []
    private var lists: [String: [String]] = [:]

    init() {}

    init(_ json: JSONValue?, at place: String, _ schema: inout SchemaReader) {
        let members = schema.members(
            of: json, at: place, required: [],
            optional: ["files", "notices", "sentences", "headings", "lists"])
        WhatsAppPhrases.read(nouns: members[0], at: place + "/files", &schema, &files)
        for (index, item) in schema.elements(members[1], at: place + "/notices").enumerated() {
            let place = place + "/notices" + JSONPointer.step(index)
            let facts = schema.members(of: item, at: place, required: ["says", "event"])
            notices.append(Self.sentence(facts, at: place, &schema))
        }
        for (index, item) in schema.elements(members[2], at: place + "/sentences").enumerated() {
            let place = place + "/sentences" + JSONPointer.step(index)
            let facts = schema.members(of: item, at: place, required: ["says", "event", "code"])
            let code = schema.text(facts[2], at: place + "/code")
            sentences[code, default: []].append(Self.sentence(facts, at: place, &schema))
        }
        for (index, row) in schema.elements(members[3], at: place + "/headings").enumerated() {
            headings.append(schema.texts(row, at: place + "/headings" + JSONPointer.step(index)))
        }
        for (name, list) in schema.named(members[4], at: place + "/lists") {
            lists[name] = schema.texts(list, at: place + "/lists/" + name)
        }
    }

    private static func sentence(
        _ facts: [JSONValue?], at place: String, _ schema: inout SchemaReader
    ) -> Sentence {
        Sentence(
            says: schema.text(facts[0], at: place + "/says"),
            event: schema.choice(
                facts[1], at: place + "/event",
                of: SystemAction.allCases.map { ($0.rawValue, $0) }))
    }

    subscript(list: String) -> [String] { lists[list] ?? [] }

    /// Returns the event of a system text.
    func action(_ text: String) -> SystemAction {
        notices.first { text.holds($0.says) }?.event ?? .notice
    }
}

extension SchemaReader {
    /// Returns the members of an object that may have any names.
    mutating func named(
        _ json: JSONValue?, at pointer: String
    ) -> [(name: String, value: JSONValue?)] {
        var names: [String] = []
        for member in json?.members ?? [] where !member.key.hasPrefix("$") {
            if !names.contains(member.key) { names.append(member.key) }
        }
        return Array(
            zip(names, members(of: json, at: pointer, required: [], optional: names)))
    }
}

/// Why the importers' phrases cannot be used. The sentence is for the operator.
package enum ImportPhrasesFault: Error, Sendable, Equatable {
    case file(ConfigurationFileFault)
    case invalid(file: String, [SchemaFault])

    package var sentence: String {
        switch self {
        case .file(let fault): fault.sentence
        case .invalid(let file, let faults):
            faults.prefix(20).map { "\(file): \($0.sentence)" }.joined(separator: "; ")
        }
    }
}
