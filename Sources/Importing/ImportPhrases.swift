package import Basics

/// The phrases of other programs that importers recognize, loaded and validated once at startup.
package struct ImportPhrases: Sendable {
    let whatsApp: WhatsAppPhrases

    /// - Parameter path: the folder with `whatsapp.json`.
    package init(folder path: String) throws(ImportPhrasesFault) {
        try self.init(LayeredFiles(folder: path), in: "")
    }

    /// - Parameter folder: the folder of the phrases within `files`.
    package init(_ files: LayeredFiles, in folder: String) throws(ImportPhrasesFault) {
        let file = "whatsapp.json"
        let path = folder.isEmpty ? file : folder + "/" + file
        guard let bytes = files.bytes(path) else { throw .unreadable(path: files.place(path)) }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw .syntax(file: file, error)
        }
        try self.init(whatsApp: json)
    }

    init(whatsApp json: JSONValue) throws(ImportPhrasesFault) {
        var schema = SchemaReader()
        whatsApp = WhatsAppPhrases(json, &schema)
        guard schema.faults.isEmpty else { throw .invalid(file: "whatsapp.json", schema.faults) }
    }
}

/// Why the importers' phrases cannot be used. The sentence is for the operator.
package enum ImportPhrasesFault: Error, Sendable, Equatable {
    case unreadable(path: String)
    case syntax(file: String, JSONError)
    case invalid(file: String, [SchemaFault])

    package var sentence: String {
        switch self {
        case .unreadable(let path): "\(path) cannot be read"
        case .syntax(let file, let error): "\(file) \(error.sentence)"
        case .invalid(let file, let faults):
            faults.prefix(20).map { "\(file): \($0.sentence)" }.joined(separator: "; ")
        }
    }
}
