package import Basics

/// The available languages and the lookup by locale. The files are loaded once at startup. Languages
/// of an operator are also checked then; a shipped language, which the tests have checked, is not
/// read before it is used.
package struct LanguageCatalog: Sendable {
    /// The fallback for languages that are not available.
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

    /// The languages are sorted by tag.
    var languages: [InterfaceLanguage] { shelf.tags.compactMap { shelf[$0] } }

    /// Returns the language for a BCP 47 tag, preferably of its script or region. Returns English
    /// if there is none.
    package func language(for locale: String) -> InterfaceLanguage {
        served.value(for: locale).flatMap { shelf[$0] } ?? shelf.english
    }
}
