import Cairo

/// Gives every part of a document's structure the words that cairo cannot write: the exact text of what
/// was said, the words for a figure, the language.
struct StructureSpeech {
    private let parts: [SpokenPart]

    init(_ parts: [SpokenPart]) { self.parts = parts }

    /// Walks the tree in order and takes the next of our parts at each element of ours; links, which
    /// cairo opens for itself, are passed through.
    func speak(in document: borrowing QPDFDocument) throws(FinishingFault) {
        // Headings begin with the first level (ISO 14289-1, 7.4.2): without a title, days are the first.
        let hasTitle = parts.contains { $0.tag == .heading1 }
        var next = 0
        var waiting = [document.get("/K", of: document.get("/StructTreeRoot", of: document.root))]
        while let node = waiting.popLast() {
            defer { document.release(node) }
            if document.isArray(node) {
                for index in (0..<document.count(node)).reversed() {
                    waiting.append(document.item(node, index))
                }
            } else if document.isDictionary(node), document.has("/S", in: node) {
                if next < parts.count,
                    document.isName("/\(parts[next].tag.rawValue)", "/S", of: node)
                {
                    speak(parts[next], at: node, hasTitle: hasTitle, in: document)
                    next += 1
                }
                waiting.append(document.get("/K", of: node))
            }
        }
        if next != parts.count { throw .structure(expected: parts.count, found: next) }
    }

    private func speak(
        _ part: SpokenPart, at node: QPDFDocument.Handle, hasTitle: Bool,
        in document: borrowing QPDFDocument
    ) {
        switch part.tag {
        case .document, .section: break
        case .figure: set("/Alt", of: node, to: part.text, in: document)
        case .heading1, .heading2, .paragraph:
            if !part.text.isEmpty { set("/ActualText", of: node, to: part.text, in: document) }
            if part.tag == .heading2, !hasTitle {
                document.set("/S", of: node, to: document.parse("/H1"))
            }
        }
        if let language = part.language {
            document.set("/Lang", of: node, to: document.string(language))
        }
    }

    /// A PDF/A document's strings end at 32,767 bytes (ISO 19005-3, 6.1.13); what is longer is still
    /// told by its glyphs.
    private func set(
        _ key: String, of node: QPDFDocument.Handle, to text: String,
        in document: borrowing QPDFDocument
    ) {
        guard text.utf16.count <= 16_000 else { return }
        document.set(key, of: node, to: document.string(text))
    }
}
