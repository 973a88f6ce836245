import Basics
import HTTP
import Model
import Rendering
import TextDocuments

/// The reference of the service as Markdown, for language models and for reading offline: composed
/// of the files and declarations of which the page `/docs` is composed.
struct ReferenceDocument {
    typealias List = (title: String, items: [(name: String, text: String)])

    private let openAPI: JSONValue
    private let schema: JSONValue
    private let recipes: String
    private let lists: [List]

    init(_ files: ServiceFiles, lists: [List]) {
        func tree(_ bytes: [UInt8]?) -> JSONValue {
            bytes.flatMap { try? JSONValue(parsing: $0) } ?? .null
        }
        openAPI = tree(files.openAPI)
        schema = tree(files.schema)
        recipes = files.recipes ?? ""
        self.lists = lists
    }

    private static let title = "# Chatprint\n"
    private static let summary =
        "Chatprint renders chat transcripts as pictures, searchable and archival PDFs, text and other "
        + "formats. It reads JSON conversations and more than 50 kinds of chat exports."

    /// `/llms.txt`: what the service is, and where its reference is (https://llmstxt.org).
    var index: String {
        var text = Self.title + "\n> \(Self.summary)\n\n"
        text += """
            A request is a JSON conversation, of which only `messages` is required, or a chat export. \
            The path's extension is the format: `POST /render.png`, `/render.pdf`. Warnings are in the \
            response header `Chatprint-Warning`; errors are JSON with `detail`.

            ```sh
            curl -d '{"messages":["Hi!","Hello"]}' http://localhost:8080/render.png -o chat.png
            curl --data-binary @export.zip http://localhost:8080/render.pdf -o chat.pdf
            ```

            ## Reference

            - [The whole reference](/docs.md): routes, parameters, fields, formats, themes, presets, recipes
            - [OpenAPI](/openapi.json): routes and parameters for programs
            - [JSON Schema](/schema.json): the fields of a conversation
            - [Problems](/problems): errors and their remedies


            """
        let titles = Self.titles(of: recipes)
        if !titles.isEmpty {
            text += "## How do I…\n\n"
            text += titles.map { "- [\($0)](/docs.md#\(HTMLFragment.id(of: $0)))\n" }.joined()
            text += "\n"
        }
        text += "## Optional\n\n- [Themes](/themes)\n- [Formats](/formats)\n"
        return text + "- [Presets](/presets)\n- [Chat exports](/importers)\n"
    }

    /// `/docs.md`: everything in one file.
    var whole: String {
        var text = Self.title + "\n\(Self.summary)\n\n"
        if !recipes.isEmpty { text += Self.lowered(recipes) + "\n" }
        text += routes
        text += fields
        for list in lists {
            text += "## \(list.title)\n\n"
            text += list.items.map { "- `\($0.name)`: \($0.text)\n" }.joined() + "\n"
        }
        return text
    }

    // MARK: Recipes

    /// The second-level headings outside of code.
    private static func titles(of markdown: String) -> [String] {
        lines(of: markdown).compactMap { line, isCode in
            !isCode && line.hasPrefix("## ") ? String(line.dropFirst(3)) : nil
        }
    }

    private static func lowered(_ markdown: String) -> String {
        lines(of: markdown).map { line, isCode in
            (!isCode && line.hasPrefix("#") ? "#" : "") + line
        }.joined(separator: "\n")
    }

    private static func lines(of markdown: String) -> [(text: Substring, isCode: Bool)] {
        var isCode = false
        return markdown.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let isFence = line.hasPrefix("```")
            if isFence { isCode.toggle() }
            return (line, isCode || isFence)
        }
    }

    // MARK: Routes

    private var routes: String {
        var text = "## Routes\n\n"
        var described: Set<String> = []
        for path in openAPI["paths"]?.members ?? [] {
            // Each format has a path in OpenAPI; they differ in nothing else.
            let formats = Output.Format.offered.map { "/render." + $0.rawValue }
            guard path.key == formats[0] || !formats.contains(path.key) else { continue }
            let name = path.key == formats[0] ? "/render.{format}" : path.key
            for method in path.value.members ?? [] {
                text += "### \(method.key.uppercased()) \(name)\n\n"
                let sentences = ["summary", "description"].compactMap { method.value[$0]?.string }
                text += sentences.map { Self.sentence($0) }.joined(separator: " ") + "\n\n"
                text += parameters(method.value["parameters"]?.array ?? [], &described)
            }
        }
        return text
    }

    /// - Parameter described: the parameters that an earlier route describes.
    private func parameters(_ list: [JSONValue], _ described: inout Set<String>) -> String {
        var known: [String] = []
        var text = ""
        for parameter in list {
            let parameter = resolved(parameter)
            guard let name = parameter["name"]?.string else { continue }
            let meaning = parameter["description"]?.string ?? ""
            guard described.insert(name + meaning).inserted else {
                known.append("`\(name)`")
                continue
            }
            let kinds = parameter["schema"].map { kind(of: $0) } ?? ""
            text += Self.item(name, kinds, meaning)
        }
        if !known.isEmpty { text += "- Also, as above: \(known.joined(separator: ", "))\n" }
        return text.isEmpty ? "" : text + "\n"
    }

    // MARK: Fields

    private var fields: String {
        var text = "## Fields of a conversation\n\n"
        let root = (schema["anyOf"]?.array ?? []).first { $0["properties"] != nil } ?? schema
        text += table(of: root, under: "") + "\n"
        for definition in schema["$defs"]?.members ?? [] {
            let rows = table(of: definition.value, under: "")
            if !rows.isEmpty { text += "### \(definition.key)\n\n\(rows)\n" }
        }
        return text
    }

    /// The properties of a schema, with those of objects in it under dotted names.
    private func table(of schema: JSONValue, under prefix: String) -> String {
        var text = ""
        for property in object(in: schema)?["properties"]?.members ?? [] {
            let name = prefix + property.key
            let meaning = property.value["description"]?.string ?? ""
            text += Self.item(name, kind(of: property.value), meaning)
            // Definitions have tables of their own.
            if name.utf8.count < 100 { text += table(of: property.value, under: name + ".") }
        }
        return text
    }

    /// The part of a schema with properties: itself, one of its choices, or the items of a list.
    private func object(in schema: JSONValue) -> JSONValue? {
        if schema["properties"] != nil { return schema }
        for branch in (schema["anyOf"]?.array ?? []) + [schema["items"]].compactMap(\.self) {
            if let found = object(in: branch) { return found }
        }
        return nil
    }

    private func resolved(_ value: JSONValue) -> JSONValue {
        guard let reference = value["$ref"]?.string, reference.hasPrefix("#/") else { return value }
        return reference.dropFirst(2).split(separator: "/").reduce(openAPI) {
            $0[String($1)] ?? .null
        }
    }

    /// The types or words that a schema allows.
    private func kind(of schema: JSONValue) -> String {
        if let reference = schema["$ref"]?.string {
            return String(reference.split(separator: "/").last ?? "")
        }
        if let words = schema["enum"]?.array {
            return words.compactMap { $0.string ?? $0.number?.text }.map { "`\($0)`" }
                .joined(separator: ", ")
        }
        if let choices = schema["anyOf"]?.array {
            let kinds = choices.map { kind(of: $0) }.filter { !$0.isEmpty && $0 != "null" }
            return kinds.enumerated().filter { kinds.firstIndex(of: $1) == $0 }.map(\.element)
                .joined(separator: " or ")
        }
        let type = schema["type"]?.string ?? ""
        guard type == "array", let items = schema["items"] else { return type }
        let inner = kind(of: items)
        return inner.isEmpty ? "list" : "list of \(inner)"
    }

    private static func item(_ name: String, _ kind: String, _ meaning: String) -> String {
        let kinds = kind.isEmpty ? "" : " (\(kind))"
        return "- `\(name)`\(kinds)" + (meaning.isEmpty ? "" : ": " + sentence(meaning)) + "\n"
    }

    private static func sentence(_ text: String) -> String {
        let line = text.replacing("\n", with: " ")
        return line.hasSuffix(".") ? line : line + "."
    }
}
