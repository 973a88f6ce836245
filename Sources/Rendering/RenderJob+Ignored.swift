import Model

extension RenderJob {
    /// Returns the job with a warning for each setting of PDFs that its output does not have. A
    /// stamp that is missing from every page would be noticed too late.
    func namingIgnoredSettings() throws(RenderFault) -> RenderJob {
        let ignored = ignoredSettings
        guard let first = ignored.first else { return self }
        if options.isStrict { throw .strict(first) }
        var job = self
        job.warnings += ignored
        job.warningCount += ignored.count
        return job
    }

    private var ignoredSettings: [Warning] {
        let page = output.page
        let stamps = [
            ("watermark", page.watermark != nil), ("legend", page.legend != nil),
            ("exhibit", page.exhibit != nil), ("bates", page.bates != nil),
        ]
        var ignored: [Warning] = []
        for (name, isSet) in stamps where isSet {
            let reason: String
            if !format.has(.document) {
                reason = "\(format.rawValue) has no stamps. Use pdf."
            } else if page.size == .endless {
                reason = "An endless page has no stamps."
            } else {
                continue
            }
            ignored.append(Warning(.ignoredValue, at: "/output/page/" + name, reason))
        }
        let attaches = format.traits.kind == .archive || format == .pdf && output.isArchival
        if output.attachesFiles, !attaches || output.engine == .cairo {
            ignored.append(
                Warning(
                    .ignoredValue, at: "/output/attach",
                    "Only an archival PDF of the engine \"chatprint\" embeds files."))
        }
        return ignored
    }
}
