package import Basics
import Synchronization

/// The available languages and the lookup by locale. The files are loaded once at startup. Languages
/// of an operator are also checked then; a shipped language, which the tests have checked, is not
/// read before it is used.
package struct LanguageCatalog: Sendable {
    private static let standard = "en"

    private let shelf: LanguageShelf
    private let served: LanguageMatcher<String>

    /// Loads the files `*.json` of a folder. Each file is named after its language's tag.
    /// - Parameter events: the events for which every language must have a sentence.
    init(folder path: String, events: [String]) throws(LanguageFolderFault) {
        try self.init(LayeredFiles(folder: path), in: "", events: events)
    }

    /// - Parameter folder: the folder of the languages within the files.
    package init(
        _ files: LayeredFiles, in folder: String, events: [String]
    ) throws(LanguageFolderFault) {
        let names = try files.names(in: folder, or: LanguageFolderFault.file)
        var languages: [String: JSONValue] = [:]
        var isShipped = true
        for file in names where file.hasSuffix(".json") {
            let tag = String(file.dropLast(5))
            guard LanguageTag.isTag(tag) else { throw .badName(file: file) }
            let path = LayeredFiles.path(file, in: folder)
            languages[tag] = try files.json(path, or: LanguageFolderFault.file)
            isShipped = isShipped && files.isShipped(path)
        }
        try self.init(languages, events: events, isShipped: isShipped)
    }

    /// - Parameters:
    ///   - files: the contents of the files, by language tag.
    ///   - isShipped: whether all of the files are part of the program.
    init(
        _ files: [String: JSONValue], events: [String], isShipped: Bool = false
    ) throws(LanguageFolderFault) {
        shelf = try LanguageShelf(files, english: Self.standard, events: events)
        if !isShipped { for tag in shelf.tags { try shelf.language(tag) } }
        var owners: [LanguageTag: String] = [:]
        var served: [(tag: String, value: String)] = []
        for tag in [Self.standard] + shelf.tags.filter({ $0 != Self.standard }) {
            let also = files[tag]?["also"]?.array?.compactMap(\.string) ?? []
            for name in [tag] + also {
                if let owner = owners.updateValue(tag, forKey: LanguageTag(name)) {
                    throw .claimedTwice(tag: name, files: [owner + ".json", tag + ".json"])
                }
                served.append((name, tag))
            }
        }
        self.served = LanguageMatcher(served)
    }

    var languages: [InterfaceLanguage] { shelf.tags.compactMap { shelf[$0] } }

    /// Returns the language for a BCP 47 tag, preferably of its script or region. Returns English
    /// if there is none.
    package func language(for locale: String) -> InterfaceLanguage {
        served.value(for: locale).flatMap { shelf[$0] } ?? shelf.english
    }
}

/// The languages of a folder, each read when it is first asked for.
private final class LanguageShelf: Sendable {
    let english: InterfaceLanguage
    /// The tags are sorted.
    let tags: [String]
    private let files: [String: JSONValue]
    private let events: [String]
    private let read: Mutex<[String: InterfaceLanguage]>

    /// - Parameter events: the events for which every language must have a sentence.
    init(
        _ files: [String: JSONValue], english standard: String, events: [String]
    ) throws(LanguageFolderFault) {
        guard let json = files[standard] else { throw .missing(file: standard + ".json") }
        english = try Self.language(
            standard, json, with: LanguageReader(events: events, measure: nil))
        tags = files.keys.sorted()
        self.files = files
        self.events = events
        read = Mutex([standard: english])
    }

    /// Returns nil if there is no such language. A language with faults is never asked for: those of
    /// an operator prevent startup, and the tests read all shipped ones.
    subscript(tag: String) -> InterfaceLanguage? { try? language(tag) }

    @discardableResult
    func language(_ tag: String) throws(LanguageFolderFault) -> InterfaceLanguage? {
        try read.withLock { known throws(LanguageFolderFault) in
            if let language = known[tag] { return language }
            guard let json = files[tag] else { return nil }
            let language = try Self.language(
                tag, json, with: LanguageReader(events: events, measure: english))
            known[tag] = language
            return language
        }
    }

    private static func language(
        _ tag: String, _ json: JSONValue, with reader: LanguageReader
    ) throws(LanguageFolderFault) -> InterfaceLanguage {
        var reader = reader
        let language = reader.language(tag, json)
        guard reader.faults.isEmpty else { throw .invalid(file: tag + ".json", reader.faults) }
        return language
    }
}

/// The fixed phrases of transcripts in one language. A class, because every card and row holds a
/// reference.
package final class InterfaceLanguage: Sendable {
    /// The BCP 47 tag, such as `de` or `zh-Hans`.
    let tag: String
    package let isRightToLeft: Bool
    let plurals: PluralRule
    private let phrases: [String]
    private let counted: [PluralForms]
    let events: [String: EventSentence]
    /// Lowercase everyday words that may also be part of a person's name or of an address book
    /// entry.
    package let everydayWords: [String]

    /// - Parameter counted: the counted phrases in the order of `CountedPhrase`, as `phrases` in
    ///   that of `Phrase`.
    init(
        tag: String, isRightToLeft: Bool, plurals: PluralRule, phrases: [String],
        counted: [PluralForms], events: [String: EventSentence], everydayWords: [String]
    ) {
        self.tag = tag
        self.isRightToLeft = isRightToLeft
        self.plurals = plurals
        self.phrases = phrases
        self.counted = counted
        self.events = events
        self.everydayWords = everydayWords
    }

    package subscript(phrase: Phrase) -> String { phrases[phrase.rawValue] }

    /// Returns the form for a number, with the placeholder `{n}` not yet replaced.
    package subscript(phrase: CountedPhrase, number: Int) -> String {
        counted[phrase.rawValue][plurals.category(of: number)]
    }

    package func sentence(_ event: String) -> EventSentence? { events[event] }
}

/// The sentences for one kind of event in one language. `{actor}` is who acted, `{targets}` who is
/// affected.
package struct EventSentence: Sendable, Equatable {
    package let bare: String
    package let byActor: String
    package let both: String?
    package let onTargets: String?
}

/// Why the languages of a folder cannot be loaded; reported to the operator.
package enum LanguageFolderFault: Error, Sendable, Equatable {
    case file(ConfigurationFileFault)
    case badName(file: String)
    case invalid(file: String, [SchemaFault])
    case missing(file: String)
    case claimedTwice(tag: String, files: [String])

    package var sentence: String {
        switch self {
        case .file(let fault): fault.sentence
        case .badName(let file): "\(file) is not named after a language tag, such as de.json"
        case .invalid(let file, let faults):
            faults.prefix(20).map { "\(file): \($0.sentence)" }.joined(separator: "; ")
        case .missing(let file): "\(file) is missing"
        case .claimedTwice(let tag, let files):
            "\(files.joined(separator: " and ")) both claim the language tag \(tag)"
        }
    }
}
