import Foundation
import Testing

/// Checks the documents for developers, which go stale silently: everything that they name must
/// exist.
@Suite struct ArchitectureTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let architecture = "Sources/README.md"

    private static let articles = "Sources/chatprint/Chatprint.docc"

    /// The source files of the DocC pages, which are also read directly.
    private static let documentation = [
        "Chatprint", "Tutorial", "Backup", "Themes", "Importing", "Documents", "Operating",
        "Embedding", "Assistants",
    ].map { "\(articles)/\($0).md" }

    /// The folder .github is part of the repository but not of the image's build context.
    @Test(
        arguments: [
            architecture, "README.md", "config/README.md", "config/REQUESTS.md",
            "config/LIMITS.md", "config/imports/README.md",
            "config/cairo/README.md", "config/evidence/README.md", "config/signatures/README.md",
            "config/deploy/README.md", "config/deploy/UPGRADING.md", "config/docs/recipes.md",
            "config/pipelines/README.md", "config/themes/README.md",
            "config/locales/README.md", "config/languages/README.md",
            "config/examples/README.md", "Sources/Library/Chatprint.docc/Chatprint.md",
            ".github/CONTRIBUTING.md", ".github/SECURITY.md",
        ] + documentation)
    func everyPathExists(document: String) throws {
        guard !document.hasPrefix(".") || Self.exists(".github") else { return }
        let text = try Self.text(of: document)
        let paths = text.matches(of: #/\b(Sources|Tests|config|script)/[\w*+/.-]*\w/#)
        for path in Set(paths.map { String($0.output.0) }) {
            #expect(Self.exists(path), "\(document) names \(path)")
        }
        let folder = (document as NSString).deletingLastPathComponent
        for link in text.matches(of: #/\]\(([^)#:]*)(?:#([^)]*))?\)/#) {
            let name = String(link.output.1)
            let path =
                name.isEmpty ? document : (folder as NSString).appendingPathComponent(name)
            #expect(Self.exists(path), "\(document) links to \(name)")
            guard let anchor = link.output.2, path.hasSuffix(".md") else { continue }
            let headings = try Self.anchors(in: Self.text(of: path))
            #expect(headings.contains(String(anchor)), "\(document) links to \(name)#\(anchor)")
        }
    }

    /// Each article is in the table of contents and links only to existing articles; the commands
    /// and routes that it names exist.
    @Test func articlesAreConsistent() throws {
        let names = try Self.names(in: Self.articles)
        #expect(Set(names.map { "\(Self.articles)/\($0)" }) == Set(Self.documentation))
        let commands = try Self.sources(below: "Sources/chatprint").reduce(into: Set<String>()) {
            $0.formUnion($1.commands)
        }
        let routes = try Self.text(of: "config/openapi.json").matches(of: #/"(\/[^"]*)": \{/#)
            .map { String($0.output.1) }
        #expect(commands.count > 15 && routes.count > 20)
        let contents = try Self.text(of: Self.documentation[0])
        for document in Self.documentation {
            let text = try Self.text(of: document)
            let article = ((document as NSString).lastPathComponent as NSString)
                .deletingPathExtension
            #expect(article == "Chatprint" || contents.contains("- <doc:\(article)>"))
            for link in text.matches(of: #/<doc:([^>#]+)>/#) {
                #expect(names.contains("\(link.output.1).md"), "\(document): \(link.output.0)")
            }
            for call in text.matches(of: #/(?m)(?:^|[|`])\s*(?:\w+=\S+ )*chatprint ([a-z]+)/#) {
                #expect(commands.contains(String(call.output.1)), "\(document): \(call.output.0)")
            }
            for call in text.matches(of: #/(?:localhost:\d+|(?:GET|POST) |`)(\/[a-z][\w.\/-]*)/#) {
                let path = String(call.output.1)
                guard !path.hasPrefix("/usr"), !path.hasPrefix("/etc") else { continue }
                let isThere = routes.contains { route in
                    route == path
                        || route.contains("{") && path.hasPrefix(route.prefix { $0 != "{" })
                }
                #expect(isThere, "\(document): \(path)")
            }
        }
    }

    /// `Name`, `Outer.Inner` and `Name.member`, in Markdown code spans.
    @Test func everyNamedTypeIsDeclared() throws {
        let sources = try Self.sources()
        let types = try sources.reduce(into: Set(Self.names(in: "Sources"))) { all, source in
            all.formUnion(source.types)
        }
        let names = try Self.text(of: Self.architecture)
            .matches(of: #/`([A-Z]\w*[a-z]\w*(?:\.\w+)*)`/#).map { String($0.output.1) }
        #expect(names.count > 80)
        for name in Set(names) where !Self.exists(name) {
            let parts = name.split(separator: ".").map(String.init)
            let outer = parts.filter { $0.first?.isUppercase ?? false }
            #expect(outer.filter { !types.contains($0) }.isEmpty, "\(name)")
            guard let member = parts.last, outer.count < parts.count, let type = outer.last
            else { continue }
            let isThere = sources.contains { source in
                (source.types.contains(type) || source.extended.contains(type))
                    && source.members.contains(member)
            }
            #expect(isThere, "\(name)")
        }
    }

    /// Every import of a target is beside or below it, as in the manifest.
    @Test func targetDiagramMatchesTheManifest() throws {
        let manifest = try Self.text(of: "Package.swift")
        let text = try Self.text(of: Self.architecture)
        let chapter = try #require(text.range(of: "## Targets")?.upperBound)
        let picture = try #require(text[chapter...].firstMatch(of: #/```([^`]*)```/#)).output.1
        var lines: [String: Int] = [:]
        for (number, line) in picture.split(separator: "\n").enumerated() {
            for word in line.matches(of: #/\w+/#) where lines[String(word.output)] == nil {
                lines[String(word.output)] = number
            }
        }
        let targets = manifest.matches(of: #/(?:library|system)\(\s*"(\w+)"(?:,\s*\[([^\]]*)\])?/#)
        #expect(targets.count > 30)
        for target in targets {
            let line = try #require(lines[String(target.output.1)], "\(target.output.1)")
            for imported in (target.output.2 ?? "").matches(of: #/\w+/#) {
                let below = lines[String(imported.output)] ?? -1
                #expect(below >= line, "\(target.output.1) imports \(imported.output)")
            }
        }
    }

    /// Foundation adds 45 MB of ICU; FoundationEssentials has everything that the program needs.
    @Test func nothingImportsAllOfFoundation() throws {
        var imports: Set<String> = []
        for source in try Self.sources() { imports.formUnion(source.imports) }
        #expect(imports.contains("FoundationEssentials") && imports.contains("Glibc"))
        #expect(imports.filter { $0.hasPrefix("Foundation") } == ["FoundationEssentials"])
    }

    // MARK: - Files

    private static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
    }

    /// An asterisk in the last component matches any name.
    private static func exists(_ path: String) -> Bool {
        let parts = path.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
            return FileManager.default.fileExists(atPath: root.appending(path: path).path)
        }
        let folder = (parts[0] + "x" as NSString).deletingLastPathComponent
        let start = parts[0].dropFirst(folder.count + 1)
        let names = (try? Self.names(in: folder)) ?? []
        return names.contains { $0.hasPrefix(start) && $0.hasSuffix(parts[1]) }
    }

    /// The anchors that GitHub gives to headings: lowercase letters, no punctuation, hyphens for
    /// spaces.
    private static func anchors(in text: String) -> Set<String> {
        Set(
            text.matches(of: #/(?m)^#+ (.+)$/#).map { heading in
                String(
                    heading.output.1.lowercased().compactMap { letter -> Character? in
                        if letter == " " { return "-" }
                        return letter.isLetter || letter.isNumber || letter == "-" || letter == "_"
                            ? letter : nil
                    })
            })
    }

    private static func sources(below path: String = "Sources") throws -> [SourceFile] {
        let folder = root.appending(path: path)
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return try (files?.allObjects ?? []).compactMap { $0 as? URL }
            .filter { $0.pathExtension == "swift" }
            .map { SourceFile(try String(contentsOf: $0, encoding: .utf8)) }
    }
}

/// The declarations in a file, by the words after keywords. A comment may add a name but never
/// hides one.
private struct SourceFile {
    private(set) var types: Set<String> = []
    private(set) var extended: Set<String> = []
    private(set) var members: Set<String> = []
    private let text: String

    init(_ text: String) {
        self.text = text
        let words = text.utf8.split { byte in
            !(0x61...0x7A).contains(byte | 0x20) && !(0x30...0x39).contains(byte)
        }
        var keyword = ""
        for word in words.map({ String(Substring($0)) }) {
            switch keyword {
            case "struct", "class", "enum", "protocol", "typealias": types.insert(word)
            case "extension": extended.insert(word)
            case "func", "var", "let", "case": members.insert(word)
            default: break
            }
            keyword = word
        }
    }

    var imports: [String] {
        text.matches(of: #/(?m)^[^/\n]*\bimport +(?:[a-z]+ +)?(\w+)/#).map { String($0.output.1) }
    }

    /// The subcommands, by their descriptions.
    var commands: [String] {
        text.matches(of: #/CommandDescription\(\s*name: "(\w+)"/#).map { String($0.output.1) }
    }
}

/// `script/fuzz` compiles modules itself and does not run in CI: it must list all the modules they
/// need.
@Suite struct FuzzScriptTests {
    private static func text(of path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static func needs() throws -> [String: [String]] {
        let pattern = #/library\(\s*"(\w+)"(?:,\s*\[([^\]]*)\])?/#
        return try text(of: "Package.swift").matches(of: pattern).reduce(into: [:]) {
            needs, match in
            needs[String(match.output.1)] = (match.output.2 ?? "")
                .matches(of: #/"(\w+)"/#).map { String($0.output.1) }
        }
    }

    @Test func everyTargetListsItsModulesInOrder() throws {
        let needs = try Self.needs()
        let script = try Self.text(of: "script/fuzz")
        // It takes the module maps of all system libraries.
        #expect(script.contains("in Sources/SystemLibraries/*"))
        let system = try Self.text(of: "Package.swift").matches(of: #/system\("(\w+)"/#)
        let known = Set(
            system.map { String($0.output.1) }
                + script.matches(of: #/own_c (\w+)/#).map { String($0.output.1) })
        let targets = script.matches(of: #/(?m)^    ([\w |]+)\) modules=\(([^)]*)\)/#)
        #expect(needs.count > 15 && targets.count > 5)
        for target in targets {
            let modules = target.output.2.split(separator: " ").map(String.init)
            for (place, module) in modules.enumerated() {
                for need in try #require(needs[module], "\(module)") {
                    let isThere =
                        needs[need] == nil
                        ? known.contains(need) : modules[..<place].contains(need)
                    #expect(isThere, "\(target.output.1): \(module) needs \(need)")
                }
            }
        }
    }
}
