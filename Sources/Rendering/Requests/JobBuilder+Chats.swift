package import Basics
package import Importing

extension JobBuilder {
    /// Returns the chats of an export, so that the caller can select one.
    package func chats(
        of upload: Upload, _ parameters: Parameters
    ) throws(Explanation) -> [ChatSummary] {
        let options = try importOptions(parameters)
        do {
            return try Importing.chats(
                in: upload.export, phrases: importPhrases, options: options)
        } catch {
            throw error.explanation
        }
    }
}

extension Upload {
    var export: Export {
        if isFolder { return Export(folder: files, name: filename) }
        if isLarge, let filename { return Export(file: filename, in: files) }
        return Export(bytes, name: filename, beside: files)
    }
}
