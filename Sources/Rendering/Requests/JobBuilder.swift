package import Basics
import Graphics
package import Importing
package import Model
package import Themes

/// Turns the bytes of a request, or an export, into a job that can be rendered.
package struct JobBuilder: Sendable {
    package let themes: ThemeCatalog
    package let languages: LanguageCatalog
    package let importPhrases: ImportPhrases
    package let limits: Limits
    /// The program's name and version, for documents that name it.
    var program = "Chatprint"
    /// A digest of the configuration, for documents that can be drawn again; nil if none was
    /// computed.
    var configuration: String?
    /// The line at the foot of every picture; nil to leave it to the request.
    package var mark: String?
    /// Whether HEIC and AVIF are supported; if not, exports show a label instead.
    package var readsHEIF = true

    package init(
        themes: ThemeCatalog, languages: LanguageCatalog, importPhrases: ImportPhrases,
        limits: Limits
    ) {
        self.themes = themes
        self.languages = languages
        self.importPhrases = importPhrases
        self.limits = limits
    }

    /// - Parameter control: checked between the steps, and within those that may take long.
    package func job(
        _ upload: Upload, _ options: JobOptions = JobOptions(),
        control: RenderControl = RenderControl()
    ) throws(Explanation) -> RenderJob {
        let (request, report) = try read(
            upload, options.parameters, for: try fileUse(options), control)
        return try job(
            consume request, from: upload, by: report?.importer, options, control)
    }

    /// Returns the job of an export that was already read.
    package func job(
        _ export: ImportedExport, _ options: JobOptions = JobOptions(),
        control: RenderControl = RenderControl()
    ) throws(Explanation) -> RenderJob {
        let request = try request(export.imported, options.parameters)
        return try job(
            consume request, from: export.upload, by: export.imported.importer, options, control)
    }

    private func job(
        _ request: consuming RenderRequest, from upload: Upload, by importer: String?,
        _ options: JobOptions, _ control: RenderControl
    ) throws(Explanation) -> RenderJob {
        try control.checkpoint()
        let isExport = importer.map { !JobBuilder.ownFormats.contains($0) } ?? false
        if isExport { try dropUndrawablePictures(from: &request) }
        var warnings = request.warnings
        var files = request.files
        let resolved: ThemeCatalog.Resolved
        do {
            resolved = try themes.resolve(
                request.theme,
                contrast: request.options.contrast.flatMap { ThemeContrast(rawValue: $0.rawValue) },
                base: base(for: request, isExport: isExport),
                upload: {
                    files.insert($0)
                    return upload.files[$0]
                })
        } catch {
            throw error.explanation
        }
        let lookWarnings = resolved.warnings.map(\.warning)
        if request.options.isStrict, !lookWarnings.isEmpty {
            throw ConversationError.strict(lookWarnings, count: lookWarnings.count).explanation
        }
        warnings += lookWarnings
        request.warnings = warnings
        request.warningCount += lookWarnings.count
        try report(unusedPartsOf: upload, besides: importer == nil ? files : nil, in: &request)
        request.sourceName = upload.filename
        let prepared = try prepared(request, control)
        var job = RenderJob(
            conversation: prepared.conversation, theme: resolved.theme,
            language: languages.language(for: prepared.conversation.locale),
            output: prepared.output,
            format: options.format(for: prepared.output),
            options: prepared.options, limits: limits, warnings: prepared.warnings,
            warningCount: prepared.warningCount, importer: importer,
            hasOwnLook: request.theme?.kind == .object)
        job.program = program
        job.configuration = configuration
        job.ownFamilies = resolved.ownFamilies
        job.redactions = prepared.redactions
        job.filters = prepared.filters
        job.labelsBadPictures = isExport && !request.options.isStrict
        if let mark, job.output.profile != .evidence { job.options.mark = mark }
        if request.output.profile == .evidence {
            try expectProof(of: job)
            job.origin = try origin(
                of: upload, request, prepared, importer,
                base: base(for: request, isExport: isExport))
        }
        if job.format == .bag, !upload.isFolder {
            job.source = ReceivedSource(
                name: prepared.sourceName, bytes: try upload.inMemory().bytes)
        }
        try expectCanvas(of: job)
        try expectMotion(of: job)
        try expectNoExcerpt(of: job)
        try expectDivision(of: job)
        try expectProduction(of: job)
        try settleSignature(of: &job, by: options.signer, always: options.signsAlways)
        try settleLock(of: &job)
        return job
    }

    private func dropUndrawablePictures(from request: inout RenderRequest) throws(Explanation) {
        let warnings = request.conversation.dropUndrawablePictures(
            PictureLimits(pixels: limits.picturePixels, readsHEIF: readsHEIF))
        if request.options.isStrict, !warnings.isEmpty {
            throw ConversationError.strict(warnings, count: warnings.count).explanation
        }
        request.warnings += warnings.prefix(max(0, 100 - request.warnings.count))
        request.warningCount += warnings.count
    }

    /// The conversation after filtering and redaction.
    func prepared(
        _ request: RenderRequest, _ control: RenderControl = RenderControl()
    ) throws(Explanation) -> PreparedRequest {
        let prepared: PreparedRequest
        do throws(ConversationError) {
            let language = languages.language(for: request.conversation.locale)
            prepared = try request.prepared(
                limits: limits, everydayWords: language.everydayWords
            ) {
                control.verdict() == .proceed
            }
        } catch {
            try control.checkpoint()
            throw error.explanation
        }
        guard !prepared.conversation.messages.isEmpty else {
            throw .nothingLeft(of: request.conversation.messages.count)
        }
        return prepared
    }

    /// The theme of a request that names none: the print theme for evidence, or the theme of the
    /// service's app for an export or on request. A conversation of Chatprint's own has bubbles
    /// even if the app of its service has none.
    func base(for request: RenderRequest, isExport: Bool) -> String {
        let conversation = request.conversation
        if request.output.profile == .evidence, themes.names.contains("print") { return "print" }
        let app: Service? =
            switch conversation.service {
            case .imessage, .sms, .rcs, .whatsapp, .telegram, .signal, .messenger, .assistant:
                conversation.service
            case .slack, .discord, .line, .kakaotalk, .wechat, .teams, .instagram, .snapchat,
                .matrix, .irc, .other:
                isExport || request.asksForAutomaticLook ? conversation.service : nil
            }
        return app.flatMap { themes.look(ofApp: $0.rawValue) }
            ?? (conversation.kind == .assistant
                ? themes.look(ofApp: Service.assistant.rawValue) : nil)
            ?? ThemeCatalog.standard
    }
}

extension RenderRequest {
    fileprivate var asksForAutomaticLook: Bool {
        (theme?.string ?? theme?["extends"]?.string) == ThemeCatalog.automatic
    }
}

extension ThemeWarning {
    var warning: Warning {
        switch self {
        case .ignoredFamily(let pointer, let name):
            Warning(
                .ignoredValue, at: pointer,
                "\(name) is ignored in the font list: emoji fonts are selected automatically.")
        case .ignoredMode(let mode, let pointer, let theme):
            Warning(
                .ignoredValue, at: pointer,
                "The theme \"\(theme)\" has no \(mode.rawValue) colors, so the mode was ignored.")
        }
    }
}
