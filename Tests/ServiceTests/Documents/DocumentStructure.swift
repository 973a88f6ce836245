import Foundation

/// The structure tree of a PDF, which screen readers follow, read with qpdf.
struct DocumentStructure {
    struct Paragraph {
        /// The `ActualText` and `Alt` of its spans: text that is not drawn.
        var text = ""
        /// The structure types of the elements in the paragraph.
        var parts: [String] = []
        var language: String?
        /// The `Alt` of each figure in the paragraph.
        var figures: [String] = []
        /// The URLs of its links.
        var links: [String] = []
    }

    private(set) var paragraphs: [Paragraph] = []
    private(set) var headings: [String] = []
    /// The figures outside of any paragraph.
    private(set) var looseFigures = 0
    private let objects: [String: Any]

    enum Failure: Error { case unreadable }

    init(_ document: Data) throws {
        let output = try tool(["qpdf", "--json=2", "--json-key=qpdf", "FILE"], on: document)
        let json = try JSONSerialization.jsonObject(with: output.data) as? [String: Any]
        guard let parts = json?["qpdf"] as? [Any], parts.count == 2,
            let objects = parts[1] as? [String: Any]
        else { throw Failure.unreadable }
        self.objects = objects
        let trailer = (objects["trailer"] as? [String: Any])?["value"] as? [String: Any]
        let tree = dictionary(dictionary(trailer?["/Root"])?["/StructTreeRoot"])
        var paragraph: Paragraph?
        try walk(tree?["/K"], in: &paragraph, depth: 0)
    }

    private mutating func walk(
        _ node: Any?, in paragraph: inout Paragraph?, depth: Int
    ) throws {
        guard depth < 64 else { throw Failure.unreadable }
        let node = resolved(node)
        if let list = node as? [Any] {
            for child in list { try walk(child, in: &paragraph, depth: depth + 1) }
            return
        }
        guard let part = node as? [String: Any] else { return }
        if part["/Type"] as? String == "/OBJR" {
            let action = dictionary(dictionary(part["/Obj"])?["/A"])
            if let address = words(action?["/URI"]) { paragraph?.links.append(address) }
            return
        }
        guard let kind = part["/S"] as? String else { return }
        if kind == "/P" {
            var inner: Paragraph? = Paragraph()
            inner?.language = words(part["/Lang"])
            try walk(part["/K"], in: &inner, depth: depth + 1)
            if let inner { paragraphs.append(inner) }
            return
        }
        paragraph?.parts.append(kind)
        if kind == "/Span", let exact = words(part["/ActualText"]) {
            let before = paragraph?.text ?? ""
            paragraph?.text = before.isEmpty ? exact : before + "\n" + exact
        }
        if kind == "/Figure" {
            let alternative = words(part["/Alt"]) ?? ""
            if paragraph == nil { looseFigures += 1 }
            paragraph?.figures.append(alternative)
        }
        if kind.hasPrefix("/H") { headings.append(kind) }
        try walk(part["/K"], in: &paragraph, depth: depth + 1)
    }

    private func resolved(_ value: Any?) -> Any? {
        guard let name = value as? String, name.hasSuffix(" R"),
            let object = objects["obj:" + name] as? [String: Any]
        else { return value }
        return object["value"] ?? (object["stream"] as? [String: Any])?["dict"]
    }

    private func dictionary(_ value: Any?) -> [String: Any]? {
        resolved(value) as? [String: Any]
    }

    /// Nil for other bytes: qpdf writes text strings as `u:…`, and others as `b:…`.
    private func words(_ value: Any?) -> String? {
        guard let text = resolved(value) as? String, text.hasPrefix("u:") else { return nil }
        return String(text.dropFirst(2))
    }
}
