import Conversation
import Scene
import Theme
import Typesetting

extension RenderJob {
    /// The same, telling of fonts that the request's own look asks for and the machine has not.
    func namingUnknownFonts() throws(RenderFault) -> RenderJob {
        guard hasOwnLook else { return self }
        var families: [String] = []
        for family in theme.text.families where !families.contains(family) {
            families.append(family)
        }
        let unknown = InstalledFonts.unknown(among: families)
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

extension TextStyles {
    /// Of all styles, those asked for first in front.
    fileprivate var families: [String] {
        let colored = [time, dayHeader, status, note, title, subtitle].map(\.style)
        return ([body, sender, small, mono] + colored).flatMap(\.families)
    }
}
