import Model

extension RenderJob {
    /// Whether the output is a picture of one page of the document.
    var showsPage: Bool {
        format.isPainting && output.engine == .chatprint && output.page.number != nil
            && output.page.size != .endless && output.frame == nil && canvas == nil
            && playing == nil
    }

    /// Returns the job with a warning for each setting that its output cannot keep. A stamp that is
    /// missing from every page would be noticed too late.
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
        func ignore(_ name: String, _ reason: String) {
            ignored.append(Warning(.ignoredValue, at: "/output/" + name, reason))
        }
        for (name, isSet) in stamps where isSet {
            if !format.has(.document), !showsPage {
                ignore("page/" + name, "\(format.rawValue) has no stamps. Use pdf.")
            } else if page.size == .endless {
                ignore("page/" + name, "An endless page has no stamps.")
            }
        }
        if page.number != nil, !showsPage {
            ignore("page/number", "A page is shown by png, webp or jpeg, drawn by \"chatprint\".")
        }
        let attaches = format.traits.kind == .archive || format == .pdf && output.isArchival
        if output.attachesFiles, !attaches || output.engine == .cairo {
            ignore("attach", "Only an archival PDF of the engine \"chatprint\" embeds files.")
        }
        if output.quality != nil, !format.has(.quality) {
            ignore("quality", "\(format.rawValue) has no quality. Use jpeg or webp.")
        }
        if output.maxHeight != nil, let reason = reasonWithoutMaxHeight {
            ignore("max_height", reason)
        }
        guard let motion = playing else { return ignored }
        if motion.loop != 0, format == .mp4 || format == .webm {
            ignore("motion/loop", "\(format.rawValue) has no loop; the player decides.")
        }
        if motion.rate > ClipFormat.maxRateOfGIF, format == .gif {
            let most = ClipFormat.maxRateOfGIF
            ignore("motion/fps", "A gif has at most \(most) pictures per second.")
        }
        return ignored
    }

    /// The reason for which a maximum height has no effect; nil if it has one.
    private var reasonWithoutMaxHeight: String? {
        guard playing == nil else { return nil }
        return switch format {
        case .apng, .gif, .mp4, .webm, .zip, .json: nil
        case .png, .webp, .jpeg:
            output.overflow == .paginate
                ? "\(format.rawValue) is one picture. Use zip, or overflow=truncate." : nil
        case .pdf, .svg, .html, .txt, .md, .csv, .mbox, .rsmf, .bag, .production:
            "\(format.rawValue) has no maximum height."
        }
    }
}
