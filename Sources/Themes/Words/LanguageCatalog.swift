package import Basics

/// The available languages, loaded and checked once at startup, and the lookup by locale.
package struct LanguageCatalog: Sendable {
    /// The fallback for languages that are not available.
    private static let standard = "en"

    /// The languages, sorted by tag.
    let languages: [InterfaceLanguage]
    private let english: InterfaceLanguage
    private let served: LanguageMatcher<InterfaceLanguage>

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
        for file in names where file.hasSuffix(".json") {
            let tag = String(file.dropLast(5))
            guard LanguageTag.isTag(tag) else { throw .badName(file: file) }
            languages[tag] = try files.json(
                LayeredFiles.path(file, in: folder), or: LanguageFolderFault.file)
        }
        try self.init(languages, events: events)
    }

    /// - Parameter files: the contents of the files, by language tag.
    init(
        _ files: [String: JSONValue], events: [String]
    ) throws(LanguageFolderFault) {
        guard let standard = files[Self.standard] else { throw .missing(file: "en.json") }
        var owners: [LanguageTag: String] = [:]
        var served: [(tag: String, value: InterfaceLanguage)] = []
        func read(
            _ tag: String, _ json: JSONValue, _ measure: InterfaceLanguage?
        ) throws(LanguageFolderFault) -> InterfaceLanguage {
            var reader = LanguageReader(events: events, measure: measure)
            let language = reader.language(tag, json)
            guard reader.faults.isEmpty else {
                throw .invalid(file: tag + ".json", reader.faults)
            }
            for name in [tag] + reader.also {
                if let owner = owners.updateValue(tag, forKey: LanguageTag(name)) {
                    throw .claimedTwice(tag: name, files: [owner + ".json", tag + ".json"])
                }
                served.append((name, language))
            }
            return language
        }
        english = try read(Self.standard, standard, nil)
        var languages = [english]
        for tag in files.keys.sorted() where tag != Self.standard {
            guard let json = files[tag] else { continue }
            languages.append(try read(tag, json, english))
        }
        self.languages = languages.sorted { $0.tag < $1.tag }
        self.served = LanguageMatcher(served)
    }

    /// Returns the language for a BCP 47 tag, preferably of its script or region. Returns English
    /// if there is none.
    package func language(for locale: String) -> InterfaceLanguage {
        served.value(for: locale) ?? english
    }
}
