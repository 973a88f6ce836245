package import Basics

package enum ToolResult {
    /// The result may be a text, a part, or a list of either. Search results are represented by
    /// their titles and addresses. A result without any of these is returned as it was written.
    package static func text(_ result: JSONValue) -> String {
        switch result {
        case .string(let text): text
        case .array(let parts):
            parts.map { text($0) }.filter { !$0.isEmpty }.joined(separator: "\n")
        case .object: part(result)
        case .number(let text): text
        case .bool(let flag): flag ? "true" : "false"
        case .null: ""
        }
    }

    private static func part(_ part: JSONValue) -> String {
        for key in ["text", "content", "output", "result", "value"] {
            if let inner = part[key] { return text(inner) }
        }
        let page = ["title", "url"].compactMap { part[$0]?.string }
        guard page.isEmpty else { return page.joined(separator: " ") }
        let facts = (part.members ?? []).map { "\($0.key): \(text($0.value))" }
        return facts.joined(separator: "\n")
    }
}
