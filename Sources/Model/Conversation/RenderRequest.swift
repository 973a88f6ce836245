package import Basics

/// A decoded request: the conversation, its theme, the output format and the options.
package struct RenderRequest: Sendable {
    package var conversation: Conversation
    /// A theme's name or an inline theme object, or nil for the theme of the service or the
    /// default.
    package var theme: JSONValue?
    package var output: Output
    package var options: Options
    /// The first hundred warnings.
    package var warnings: [Warning]
    /// The total number of warnings.
    package var warningCount: Int
    /// The settings in use, such as `page.size=letter`. Free text of callers is not included.
    package var settings: [String] = []
    /// The settings for redrawing an evidence document, or nil for other outputs.
    var drawing: DrawingSettings?
    /// The names of the files that the request refers to.
    package internal(set) var files: Set<String> = []
    /// The name of the file that contained the whole request.
    package var sourceName: String?

    init(
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
