import Conversation
import Typesetting

extension RenderJob {
    /// The same, telling of fonts that the request asks for and the machine has not.
    func namingUnknownFonts() throws(RenderFault) -> RenderJob {
        guard !ownFamilies.isEmpty else { return self }
        let unknown = InstalledFonts.unknown(among: ownFamilies)
        guard !unknown.isEmpty else { return self }
        let names = unknown.prefix(20).map { "“" + $0.prefix(64) + "”" }.joined(separator: ", ")
        let warning = Warning(
            .missingFont, at: "/theme/text",
            "the machine has no font \(names): another stands in")
        if options.isStrict { throw .strict(warning) }
        var job = self
        job.warnings.append(warning)
        job.warningCount += 1
        return job
    }
}
