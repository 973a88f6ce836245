import Model
import Typesetting

extension RenderJob {
    /// Returns the job with a warning for requested fonts that are not installed.
    func namingUnknownFonts() throws(RenderFault) -> RenderJob {
        guard !ownFamilies.isEmpty else { return self }
        let unknown = InstalledFonts.unknown(among: ownFamilies)
        guard !unknown.isEmpty else { return self }
        let names = unknown.prefix(20).map { "“" + $0.prefix(64) + "”" }.joined(separator: ", ")
        let warning = Warning(
            .missingFont, at: "/theme/text",
            "font not installed: \(names); a substitute is used")
        if options.isStrict { throw .strict(warning) }
        var job = self
        job.warnings.append(warning)
        job.warningCount += 1
        return job
    }
}
