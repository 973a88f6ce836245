import Basics
import Model

extension JobBuilder {
    /// Warns about the parts of a form that a request does not use.
    ///
    /// - Parameter files: the names of the files in use; nil if unknown, because an importer chose
    ///   them. Only values that were meant as parameters are then reported.
    func report(
        unusedPartsOf upload: Upload, besides files: Set<String>?, in request: inout RenderRequest
    ) throws(Explanation) {
        var warnings: [Warning] = []
        for part in upload.parts where !part.names.contains(where: { files?.contains($0) ?? false })
        {
            let name = part.names[0]
            if !part.isFile, QueryParameters.mayProtect(name) {
                throw ParameterFault.part(name).explanation
            }
            let isParameter =
                QueryParameters.contains(name) || Self.exportParameters.contains(name)
            let reason: String? =
                if !part.isFile, isParameter {
                    "is ignored; send this parameter in the URL"
                } else if Upload.mainParts.contains(name) {
                    "is ignored; a request has one conversation or export"
                } else {
                    files.map { _ in "is not used; no `src` refers to it" }
                }
            guard let reason else { continue }
            let words = part.names.map { "\"\($0.shortened)\"" }
            let label = words[0] + (words.count > 1 ? " (\(words[1]))" : "")
            warnings.append(Warning(.ignoredValue, at: "", "the part \(label) \(reason)"))
        }
        guard !warnings.isEmpty else { return }
        guard !request.options.isStrict else {
            throw ConversationError.strict(warnings, count: warnings.count).explanation
        }
        request.warnings += warnings.prefix(max(0, 100 - request.warnings.count))
        request.warningCount += warnings.count
    }
}
