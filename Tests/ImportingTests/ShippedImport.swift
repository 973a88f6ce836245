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
        return try read(export, options: options)
    }

    static func read(
        _ export: Export, options: ImportOptions = ImportOptions(),
        budget: WorkBudget = .unlimited
    ) throws(ImportError) -> Imported {
        try Importing.read(export, phrases: phrases, options: options, budget: budget)
    }

    static func chats(
        in export: Export, options: ImportOptions = ImportOptions(),
        budget: WorkBudget = .unlimited
    ) throws(ImportError) -> [ChatSummary] {
        try Importing.chats(in: export, phrases: phrases, options: options, budget: budget)
    }
}

extension ImportOptions {
    init(
        from: String = "auto", chat: String? = nil, me: String? = nil, timeZone: String? = nil,
        after: Moment? = nil, wantsFields: Bool = false, wantsFiles: Bool = false,
        limits: Limits = Limits()
    ) {
        self.init()
        (self.from, self.chat, self.me, self.timeZone) = (from, chat, me, timeZone)
        (self.after, self.wantsFields, self.wantsFiles) = (after, wantsFields, wantsFiles)
        self.limits = limits
    }
}
