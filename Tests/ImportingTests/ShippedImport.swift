import Conversation
import Importing

/// Reads exports as the program does, with the phrases that ship.
enum ShippedImport {
    static let phrases: ImportPhrases = {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        do throws(ImportPhrasesFault) {
            return try ImportPhrases(folder: "/\(root)/config/imports")
        } catch {
            preconditionFailure("the phrases of exports cannot be read: \(error.sentence)")
        }
    }()

    static func read(
        _ bytes: [UInt8], name: String? = nil, beside: FileLookup = .none,
        options: ImportOptions = ImportOptions()
    ) throws(ImportError) -> Imported {
        try Importing.read(bytes, name: name, beside: beside, phrases: phrases, options: options)
    }
}
