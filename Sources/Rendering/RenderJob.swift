package import Conversation
package import Layout
import Scene
package import Signing
package import Theme
package import Words

/// All that one rendering needs, decided beforehand: nothing is looked up or defaulted later.
package struct RenderJob: Sendable {
    package var conversation: Conversation
    package var theme: Theme
    /// The language of the transcript's own words.
    package var language: InterfaceLanguage
    /// The request brought a look of its own, whose pictures nobody has looked at.
    package var hasOwnLook: Bool
    /// Fonts that the request asks for beside those of the look that it begins with.
    package var ownFamilies: [String] = []
    package var output: Output
    package var format: Output.Format
    package var options: Options
    package var limits: Limits
    /// The first hundred.
    package var warnings: [Warning]
    package var warningCount: Int
    /// The counts of each rule, in the request's order.
    package var redactions: [RedactionCount] = []
    package var filters: [FilterCount] = []
    /// Which of how many documents it is; nil for the only one.
    package var part: PartNumber?
    /// The numbering of its pages, if other documents come before.
    package var numbers = PageNumbers()
    /// The export format it came in; nil for our own.
    package var importer: String?
    /// The program and its version, for outputs that name it.
    package var program = "Chatprint"
    /// A digest of the configuration it was made with; nil where nobody computed one.
    package var configuration: String?
    /// The origin; nil for outputs without evidence.
    package var origin: JobOrigin?
    /// The received source; nil for outputs that do not contain it.
    package var source: ReceivedSource?
    /// Who signs its documents, where the output is to be signed.
    package var signer: (any DocumentSigner)?
    /// Whether a damaged picture is labelled in its place rather than refused with all the rest:
    /// for exports, which nobody can mend.
    package var labelsBadPictures = false

    /// JPEG and GIF know nothing half clear: they get the look's own ground, on which its words can
    /// be read.
    var background: Output.Background {
        isAlwaysOpaque && output.background == .transparent ? .theme : output.background
    }

    private var isAlwaysOpaque: Bool { format == .jpeg || format == .gif }

    /// The words in the metadata of a picture that resembles a screenshot, in ASCII; nil for others.
    var imprint: String? {
        switch output.frame?.kind {
        case .screen: "Framed by Chatprint as a phone's screen; not a screenshot"
        case .device: "Framed by Chatprint as a phone; not a photograph"
        case .none?, nil: nil
        }
    }

    /// Whether the output is a clip. A format that plays shows a still where a moment is asked for.
    var isClip: Bool {
        format.traits.kind == .clip
            || format == .webp && output.motion != nil && output.moment == nil
    }

    /// How it plays; nil for what shows the whole.
    var playing: Motion? {
        isClip || output.moment != nil ? output.motion ?? Motion() : nil
    }

    /// The options for what is drawn: a screen's bar stands for the title.
    var shownOptions: Options {
        guard output.frame != nil else { return options }
        var options = options
        options.show.header = false
        return options
    }

    /// The same of a canvas.
    var canvas: PictureCanvas? { isAlwaysOpaque ? output.canvas?.opaque : output.canvas }

    package init(
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
    /// The facts that a sheet shows about the whole; nil without sheets.
    func facts(for paper: Paper, _ evidence: EvidenceRecord?) -> SheetFacts? {
        guard paper.isSheet || evidence != nil else { return nil }
        var facts = SheetFacts()
        facts.evidence = evidence?.facts
        if evidence != nil { facts.gaps = origin?.gaps ?? [] }
        facts.part = part
        facts.pictureHeight = paper.mostPictureHeight
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

    /// The same without pictures that turned out to be damaged.
    func labelling(_ reasons: [MediaIndex: String]) -> RenderJob {
        var job = self
        let warnings = job.conversation.dropPictures(reasons)
        job.warnings += warnings.prefix(max(0, 100 - job.warnings.count))
        job.warningCount += warnings.count
        job.labelsBadPictures = false
        return job
    }
}
