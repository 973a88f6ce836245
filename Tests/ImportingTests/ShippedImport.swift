import Basics
import Importing
import Model

/// Reads exports like the program, with the built-in phrases.
enum ShippedImport {
    static let folder: String = {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(root)/config/imports"
    }()

    static let phrases: ImportPhrases = {
        do throws(ImportPhrasesFault) {
            return try ImportPhrases(folder: folder)
        } catch {
            preconditionFailure("Cannot read the phrases of exports: \(error.sentence)")
        }
    }()

    static func read(
        _ bytes: [UInt8], name: String? = nil, beside: FileLookup = .none,
        options: ImportOptions = ImportOptions(), password: Secret? = nil
    ) throws(ImportError) -> Imported {
        var export = Export(bytes, name: name, beside: beside)
        export.password = password
        return try Importing.read(export, phrases: phrases, options: options)
    }
}
