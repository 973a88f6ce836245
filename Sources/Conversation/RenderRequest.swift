package import JSON

/// A whole request as read: what was said, how it should look, what should come out.
package struct RenderRequest: Sendable {
    package var conversation: Conversation
    /// A theme's name or an inline theme object; nil for the service's or the default look.
    package var theme: JSONValue?
    package var output: Output
    package var options: Options
    package var warnings: [Warning]

    package init(
        conversation: Conversation, theme: JSONValue? = nil, output: Output = Output(),
        options: Options = Options(), warnings: [Warning] = []
    ) {
        self.conversation = conversation
        self.theme = theme
        self.output = output
        self.options = options
        self.warnings = warnings
    }
}
