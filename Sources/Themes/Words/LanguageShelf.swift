import Basics
import Synchronization

/// The languages of a folder, each read when it is first asked for.
final class LanguageShelf: Sendable {
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
        english = try Self.language(standard, json, LanguageReader(events: events, measure: nil))
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
                tag, json, LanguageReader(events: events, measure: english))
            known[tag] = language
            return language
        }
    }

    private static func language(
        _ tag: String, _ json: JSONValue, _ reader: LanguageReader
    ) throws(LanguageFolderFault) -> InterfaceLanguage {
        var reader = reader
        let language = reader.language(tag, json)
        guard reader.faults.isEmpty else { throw .invalid(file: tag + ".json", reader.faults) }
        return language
    }
}
