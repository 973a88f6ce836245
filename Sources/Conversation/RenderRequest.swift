package import JSON

/// A whole request as read: what was said, how it should look, what should come out.
package struct RenderRequest: Sendable {
    package var conversation: Conversation
    /// A theme's name or an inline theme object; nil for the service's or the default look.
    package var theme: JSONValue?
    package var output: Output
    package var options: Options
    /// The first hundred.
    package var warnings: [Warning]
    /// The total number of warnings.
    package var warningCount: Int
    /// `page.size=letter` and the like: what was asked for in known words, without what callers may
    /// write freely.
    package var settings: [String] = []
    /// The settings by which an evidence document can be drawn again; nil for other outputs.
    package var drawing: DrawingSettings?
    /// The name of the file that contained everything.
    package var sourceName: String?

    package init(
        conversation: Conversation, theme: JSONValue? = nil, output: Output = Output(),
        options: Options = Options(), warnings: [Warning] = [], warningCount: Int? = nil
    ) {
        self.conversation = conversation
        self.theme = theme
        self.output = output
        self.options = options
        self.warnings = warnings
        self.warningCount = warningCount ?? warnings.count
    }
}
