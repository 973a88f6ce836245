package import Evidence
import Layout
package import Model
import Scene
import Themes

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
    package var redactions: [RedactionCount] = []
    package var filters: [FilterCount] = []
    /// The number of this document among several; nil for a single document.
    var part: PartNumber?
    /// The page numbering if other documents come before this one.
    var numbers = PageNumbers()
    /// The export format of the input; nil for Chatprint's own.
    package var importer: String?
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

    init(
        conversation: Conversation, theme: Theme, language: InterfaceLanguage, output: Output,
        format: Output.Format,
        options: Options = Options(), limits: Limits = Limits(), warnings: [Warning] = [],
        warningCount: Int? = nil, importer: String? = nil,
        hasOwnLook: Bool = false
    ) {
        self.conversation = conversation
        self.theme = theme
        self.language = language
        self.hasOwnLook = hasOwnLook
        self.output = output
        self.format = format
        self.options = options
        self.limits = limits
        self.warnings = warnings
        self.warningCount = warningCount ?? warnings.count
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
