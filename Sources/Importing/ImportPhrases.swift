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
        let path = LayeredFiles.path("whatsapp.json", in: folder)
        try self.init(whatsApp: files.json(path, or: ImportPhrasesFault.file))
    }

    init(whatsApp json: JSONValue) throws(ImportPhrasesFault) {
        var schema = SchemaReader()
        whatsApp = WhatsAppPhrases(json, &schema)
        guard schema.faults.isEmpty else { throw .invalid(file: "whatsapp.json", schema.faults) }
    }
}

/// Why the importers' phrases cannot be used. The sentence is for the operator.
package enum ImportPhrasesFault: Error, Sendable, Equatable {
    case file(ConfigurationFileFault)
    case invalid(file: String, [SchemaFault])

    package var sentence: String {
        switch self {
        case .file(let fault): fault.sentence
        case .invalid(let file, let faults):
            faults.prefix(20).map { "\(file): \($0.sentence)" }.joined(separator: "; ")
        }
    }
}
