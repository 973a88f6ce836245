import Basics
package import Evidence
package import Importing
import Layout
package import Model
import Scene
import Themes
import Typesetting

/// Everything that one rendering needs, decided in advance. Nothing is looked up or defaulted
/// later.
package struct RenderJob: Sendable {
    package var conversation: Conversation
    var theme: Theme
    /// The language of the transcript's own phrases.
    var language: InterfaceLanguage
    /// Whether the request defines its own theme, whose pictures are not checked at startup.
    var hasOwnLook: Bool
    /// The fonts that the request names in addition to those of its base theme.
    var ownFamilies: [String] = []
    package var output: Output
    package var format: Output.Format
    var options: Options
    var limits: Limits
    /// The first hundred warnings; `warningCount` counts all of them.
    package var warnings: [Warning]
    package var warningCount: Int
    /// The number of matches of each rule, in the request's order.
    package var redactions: [RedactionCount]
    package var filters: [FilterCount]
    /// The number of this document among several; nil for a single document.
    var part: PartNumber?
    /// The page numbering if other documents come before this one.
    var numbers = PageNumbers()
    /// The export format of the input; nil for Chatprint's own.
    package var importer: String?
    /// What several exports of one talk have in common.
    package var joined: JoinReport?
    /// The program's name and version, for outputs that name it.
    var program = "Chatprint"
    /// A digest of the configuration; nil if none was computed.
    var configuration: String?
    /// The origin; nil for outputs without evidence.
    package var origin: JobOrigin?
    /// The received source; nil for outputs that do not contain it.
    package var source: ReceivedSource?
    /// The signer of documents, if the output is to be signed.
    package var signer: (any DocumentSigner)?
    /// Whether a damaged picture is replaced by a label instead of failing the request. It is set
    /// for exports, which nobody can correct.
    var labelsBadPictures = false

    /// The background of the output. JPEG and GIF have no partial transparency, so they get the
    /// theme's background, on which the text is legible.
    var background: Output.Background {
        isAlwaysOpaque && output.background == .transparent ? .theme : output.background
    }

    private var isAlwaysOpaque: Bool { format == .jpeg || format == .gif }

    /// The text in the metadata of a picture that resembles a screenshot, in ASCII; nil for others.
    var imprint: String? {
        switch output.frame?.kind {
        case .screen: "Framed by Chatprint as a phone's screen; not a screenshot"
        case .device: "Framed by Chatprint as a phone; not a photograph"
        case .none?, nil: nil
        }
    }

    /// Whether the output is a clip. A moving format shows a still if the request has a moment.
    package var isClip: Bool {
        format.traits.kind == .clip
            || format == .webp && output.motion != nil && output.moment == nil
    }

    /// The motion of a clip or of a still of it; nil for pictures of the whole conversation.
    var playing: Motion? {
        isClip || output.moment != nil ? output.motion ?? Motion() : nil
    }

    /// The options for drawing. In a screen frame the app's bar replaces the title.
    var shownOptions: Options {
        guard output.frame != nil else { return options }
        var options = options
        options.show.header = false
        return options
    }

    /// The canvas, opaque for JPEG and GIF.
    var canvas: PictureCanvas? { isAlwaysOpaque ? output.canvas?.opaque : output.canvas }

    /// - Parameter request: the prepared request.
    init(
        _ request: RenderRequest, theme: Theme, language: InterfaceLanguage,
        format: Output.Format, limits: Limits = Limits(), importer: String? = nil
    ) {
        conversation = request.conversation
        output = request.output
        options = request.options
        (warnings, warningCount) = (request.warnings, request.warningCount)
        (redactions, filters) = (request.redactions, request.filters)
        hasOwnLook = request.theme?.kind == .object
        self.theme = theme
        self.language = language
        self.format = format
        self.limits = limits
        self.importer = importer
    }
}

extension RenderJob {
    /// The facts about the whole document that a sheet shows; nil without sheets.
    func facts(for paper: Paper, _ evidence: EvidenceRecord?) -> SheetFacts? {
        guard paper.isSheet || evidence != nil else { return nil }
        var facts = SheetFacts()
        facts.evidence = evidence?.facts
        if evidence != nil { facts.gaps = origin?.gaps ?? [] }
        facts.part = part
        facts.pictureHeight = paper.maxPictureHeight
        facts.pageHeight = paper.content.height
        let prefix = "/options/filter/"
        facts.omissions = filters.map { filter in
            let isOwn = filter.pointer.hasPrefix(prefix)
            let criterion = String(filter.pointer.dropFirst(isOwn ? prefix.count : 0))
            return SheetFacts.Omission(
                count: filter.leftOut, criterion: criterion.replacing("/", with: " "))
        }
        return facts
    }

    /// Returns the job without its damaged pictures, with a label for each.
    func labelling(_ reasons: [MediaIndex: String]) -> RenderJob {
        var job = self
        let warnings = job.conversation.dropPictures(reasons)
        job.warnings += warnings.prefix(max(0, 100 - job.warnings.count))
        job.warningCount += warnings.count
        job.labelsBadPictures = false
        return job
    }
}

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
        return switch format.traits.kind {
        case .clip, .pictures, .layout: nil
        case .drawing where format.has(.pixels):
            output.overflow == .paginate
                ? "\(format.rawValue) is one picture. Use zip, or overflow=truncate." : nil
        case .drawing, .text, .page, .archive: "\(format.rawValue) has no maximum height."
        }
    }
}

extension RenderJob {
    /// The certificate owner's name in the signature line; nil without a signature line.
    var signatureOwner: String? { signatureLine == nil ? nil : signer?.name }

    /// The line of a signed document with the signer's name and the time; nil if no line is
    /// requested or no name is known.
    var signatureLine: SignatureLine? {
        guard let words = output.signature, words.line != .none else { return nil }
        let certified = signer?.name
        guard let name = certified ?? words.name else { return nil }
        // The caller may claim any name, at any length; the certificate is the operator's.
        let beside = words.name.map { $0 == name ? "" : " (\($0))" } ?? ""
        return SignatureLine(
            name: name + beside, made: output.created, isOnEachPage: words.line == .every)
    }
}
