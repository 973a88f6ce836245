package import Conversation
import JSON
package import Rendering
package import Theme

/// From the bytes of a request to a job that can be rendered, or to what is wrong with them.
package struct Intake: Sendable {
    package let themes: ThemeCatalogue
    package let limits: Limits

    package init(themes: ThemeCatalogue, limits: Limits) {
        self.themes = themes
        self.limits = limits
    }

    /// - Parameters:
    ///   - overrides: query parameters, or options of the command line.
    ///   - format: what the route or the file's name asks for; nil to leave it to the request.
    ///   - files: named parts that the conversation may refer to.
    package func job(
        _ body: [UInt8], overrides: [(key: String, value: String)], format: Output.Format?,
        files: [String: [UInt8]] = [:]
    ) throws(Problem) -> RenderJob {
        let request: RenderRequest
        do {
            request = try ConversationDecoder.decode(
                body, overrides: overrides, files: files, limits: limits)
        } catch {
            throw Problem(error)
        }
        return try job(request, format: format, files: files)
    }

    package func job(
        _ request: RenderRequest, format: Output.Format?, files: [String: [UInt8]] = [:]
    ) throws(Problem) -> RenderJob {
        var warnings = request.warnings
        let resolved: ThemeCatalogue.Resolved
        do {
            resolved = try themes.resolve(
                request.theme, base: base(for: request.conversation), upload: { files[$0] })
        } catch {
            throw Problem(error)
        }
        warnings += resolved.warnings.map(\.warning)
        if request.options.isStrict, let first = resolved.warnings.first {
            throw Problem(.strict(resolved.warnings.map(\.warning), count: resolved.warnings.count))
                .at(first.pointer)
        }
        return RenderJob(
            conversation: request.conversation,
            theme: resolved.theme, output: request.output,
            format: format ?? request.output.format ?? .png, options: request.options,
            limits: limits, warnings: warnings)
    }

    /// The look of a conversation that asks for none: its service's, where there is one.
    private func base(for conversation: Conversation) -> String {
        let name: String
        switch conversation.service {
        case .imessage, .other, .rcs: name = ThemeCatalogue.standard
        case .sms: name = "sms"
        case .whatsapp: name = "whatsapp"
        case .telegram: name = "telegram"
        case .signal: name = "signal"
        case .messenger: name = "messenger"
        case .assistant: name = "assistant"
        case .slack, .discord: name = ThemeCatalogue.standard
        }
        guard conversation.kind == .assistant, name == ThemeCatalogue.standard else {
            return themes.names.contains(name) ? name : ThemeCatalogue.standard
        }
        return themes.names.contains("assistant") ? "assistant" : ThemeCatalogue.standard
    }
}

extension ThemeWarning {
    var warning: Warning {
        switch self {
        case .unknownKey(let pointer, let allowed):
            Warning(
                .unknownField, at: pointer,
                "\(pointer) is no key of a look; here may stand \(allowed.joined(separator: ", "))."
            )
        case .ignoredFamily(let pointer, let name):
            Warning(
                .ignoredValue, at: pointer,
                "\(name) is left out of the font list: emoji come by fallback.")
        }
    }
}
