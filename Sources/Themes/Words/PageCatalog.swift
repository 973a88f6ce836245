package import Basics

/// The languages of the web page.
///
/// Their files are in `page/languages`, separate from `languages`: only the service reads them,
/// whereas evidence documents contain a digest of all data that affects rendering.
package struct PageCatalog: Sendable {
    private static let standard = "en"
    private static let categories = PluralForms.Category.allCases.map(\.stringValue)

    package let english: PageLanguage
    package let languages: [PageLanguage]
    private let served: LanguageMatcher<PageLanguage>

    /// - Parameters:
    ///   - folder: the folder of the page's texts.
    ///   - phrases: the folder of the languages' phrases, which state direction and further tags.
    package init(
        _ files: LayeredFiles, in folder: String, phrases: String
    ) throws(LanguageFolderFault) {
        let standard = try Self.words(Self.standard, files, in: folder, english: nil)
        var (languages, served): ([PageLanguage], [(tag: String, value: PageLanguage)]) = ([], [])
        for file in files.names(in: folder) ?? [] where file.hasSuffix(".json") {
            let tag = String(file.dropLast(5))
            guard LanguageTag.isTag(tag) else { throw .badName(file: file) }
            let words = try Self.words(tag, files, in: folder, english: standard)
            let (isRightToLeft, also) = try Self.traits(tag, files, in: phrases)
            let language = PageLanguage(
                tag: tag, isRightToLeft: isRightToLeft,
                markup: words[0].reduce(into: [:]) { $0[$1.key] = $1.value.string },
                script: .object(words[1]))
            languages.append(language)
            served += ([tag] + also).map { ($0, language) }
        }
        guard let english = languages.first(where: { $0.tag == Self.standard }) else {
            throw .missing(file: "en.json")
        }
        self.english = english
        self.languages = languages.sorted { $0.tag < $1.tag }
        self.served = LanguageMatcher(served)
    }

    /// Returns the first available language of several BCP 47 tags.
    package func language(for tags: [String]) -> PageLanguage? {
        for tag in tags {
            if tag == "*" { return english }
            if let language = served.value(for: tag) { return language }
        }
        return nil
    }

    private static func words(
        _ tag: String, _ files: LayeredFiles, in folder: String, english: [[JSONValue.Member]]?
    ) throws(LanguageFolderFault) -> [[JSONValue.Member]] {
        let json = try files.json("\(folder)/\(tag).json", or: LanguageFolderFault.file)
        var schema = SchemaReader()
        let parts = ["markup", "script"]
        let objects = schema.members(of: json, at: "", required: parts)
        var read: [[JSONValue.Member]] = []
        for (index, part) in parts.enumerated() {
            let measure = english?[index]
            let keys = measure?.map(\.key) ?? objects[index]?.members?.map(\.key) ?? []
            let found = schema.members(
                of: objects[index], at: "/" + part, required: [], optional: keys)
            var members: [JSONValue.Member] = []
            for (place, key) in keys.enumerated() {
                let fallback = measure?[place].value
                let value = found[place] ?? fallback ?? .null
                members.append(.init(key, value))
                let pointer = "/" + part + JSONPointer.step(key)
                for text in texts(value, at: pointer, isPlural: index == 1, &schema) {
                    check(text, against: fallback ?? value, at: pointer, &schema)
                }
            }
            read.append(members)
        }
        guard schema.faults.isEmpty else { throw .invalid(file: tag + ".json", schema.faults) }
        return read
    }

    /// Reads one text, or one for each plural category of the language.
    private static func texts(
        _ value: JSONValue, at pointer: String, isPlural: Bool, _ schema: inout SchemaReader
    ) -> [String] {
        guard isPlural, value.members != nil else { return [schema.text(value, at: pointer)] }
        let forms = schema.members(
            of: value, at: pointer, required: ["other"],
            optional: categories.filter { $0 != "other" })
        return forms.compactMap { $0 }.map { schema.text($0, at: pointer) }
    }

    /// Checks that a translation has the placeholders of the English text. A plural form may omit
    /// the number.
    private static func check(
        _ text: String, against measure: JSONValue, at pointer: String,
        _ schema: inout SchemaReader
    ) {
        let expected = LanguageReader.places(in: measure.string ?? measure["other"]?.string ?? "")
        let actual = LanguageReader.places(in: text)
        let isNumberless = measure.members != nil && actual == expected.filter { $0 != "n" }
        guard actual != expected, !isNumberless else { return }
        schema.mismatch(
            at: pointer, expected: LanguageReader.list(expected),
            actual: LanguageReader.list(actual))
    }

    /// Reads the direction and further tags from a language's file of phrases. The rest of the file
    /// is skipped.
    private static func traits(
        _ tag: String, _ files: LayeredFiles, in folder: String
    ) throws(LanguageFolderFault) -> (isRightToLeft: Bool, also: [String]) {
        let path = "\(folder)/\(tag).json"
        guard files.has(path) else { return (false, []) }
        return try files.json(path, or: LanguageFolderFault.file) { reader throws(JSONError) in
            var (isRightToLeft, also): (Bool, [String]) = (false, [])
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "direction": isRightToLeft = try reader.value().string == "rtl"
                case "also": also = try reader.value().array?.compactMap(\.string) ?? []
                default: try reader.leap()
                }
            }
            return (isRightToLeft, also)
        }
    }
}

/// The texts of the web page in one language, with English as the fallback.
package struct PageLanguage: Sendable {
    /// The BCP 47 tag, such as `de` or `zh-Hans`.
    package let tag: String
    package let isRightToLeft: Bool
    /// The texts by the keys in the page's markup.
    package let markup: [String: String]
    /// The object for the page's scripts: a text for each key, or one for each CLDR category of the
    /// number `n`.
    package let script: JSONValue
}
