package import Basics
package import Evidence
import Graphics
package import Importing
import Layout
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
    package var presets = Presets.shipped
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
        let use = try fileUse(options)
        var parameters = try split(options.parameters)
        setUse(use, in: &parameters.hints)
        let (request, report) = try read(upload, parameters, control)
        return try job(
            consume request, from: upload, by: report, options, control)
    }

    /// Returns the job of an export that was already read.
    package func job(
        _ export: ImportedExport, _ options: JobOptions = JobOptions(),
        control: RenderControl = RenderControl()
    ) throws(Explanation) -> RenderJob {
        let request = try request(export.imported, overrides(in: options.parameters))
        return try job(
            consume request, from: export.upload, by: export.imported.report, options, control)
    }

    private func job(
        _ request: consuming RenderRequest, from upload: Upload, by report: ImportReport?,
        _ options: JobOptions, _ control: RenderControl
    ) throws(Explanation) -> RenderJob {
        let importer = report?.importer
        try control.checkpoint()
        let isExport = importer.map { !JobBuilder.ownFormats.contains($0) } ?? false
        if isExport { try dropUndrawablePictures(from: &request) }
        let base = base(for: request, isExport: isExport)
        var files = request.files
        let resolved = try resolved(request, base: base) {
            files.insert($0)
            return upload.files[$0]
        }
        let themeWarnings = resolved.warnings.map(\.warning)
        if request.options.isStrict, !themeWarnings.isEmpty {
            throw ConversationError.strict(themeWarnings, count: themeWarnings.count).explanation
        }
        request.warnings += themeWarnings
        request.warningCount += themeWarnings.count
        try self.report(unusedPartsOf: upload, besides: importer == nil ? files : nil, in: &request)
        request.sourceName = upload.filename
        let prepared = try prepared(request, control)
        var job = RenderJob(
            prepared, theme: resolved.theme,
            language: languages.language(for: prepared.conversation.locale),
            format: options.format(for: prepared.output), limits: limits, importer: importer)
        job.joined = report?.joined
        job.program = program
        job.configuration = configuration
        job.ownFamilies = resolved.ownFamilies
        job.labelsBadPictures = isExport && !job.options.isStrict
        if let mark, job.output.profile != .evidence { job.options.mark = mark }
        if job.output.profile == .evidence {
            try expectProof(of: job)
            job.origin = try origin(of: upload, prepared, report, base: base)
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

    /// Returns the theme of a request.
    func resolved(
        _ request: RenderRequest, base: String, upload: @escaping (String) -> [UInt8]?
    ) throws(Explanation) -> ThemeCatalog.Resolved {
        do throws(ThemeFaults) {
            return try themes.resolve(
                request.theme,
                contrast: request.options.contrast.flatMap { ThemeContrast(rawValue: $0.rawValue) },
                base: base, upload: upload)
        } catch {
            throw error.explanation
        }
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

    /// Returns the request after filtering and redaction.
    func prepared(
        _ request: consuming RenderRequest, _ control: RenderControl
    ) throws(Explanation) -> RenderRequest {
        let prepared: RenderRequest
        do throws(ConversationError) {
            let language = languages.language(for: request.conversation.locale)
            prepared = try request.prepared(limits: limits, everydayWords: language.everydayWords) {
                control.verdict() == .proceed
            }
        } catch {
            try control.checkpoint()
            throw error.explanation
        }
        guard !prepared.conversation.messages.isEmpty else {
            throw .nothingLeft(of: prepared.total)
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

/// The caller's options in addition to the conversation itself.
package struct JobOptions: Sendable {
    /// Parameters that override fields of the body, and hints for importers.
    package var parameters: Parameters
    /// The format of the route or the output file's extension; nil to leave it to the request.
    package var format: Output.Format?
    /// The format to use if the request does not name one either.
    package var fallback: Output.Format?
    /// The signer of documents; nil if there is none.
    var signer: (any DocumentSigner)?
    /// Whether to sign even if the request does not ask for a signature.
    var signsAlways: Bool

    package init(
        _ parameters: Parameters = [:], format: Output.Format? = nil,
        fallback: Output.Format? = nil, signer: (any DocumentSigner)? = nil,
        signsAlways: Bool = false
    ) {
        self.parameters = parameters
        self.format = format
        self.fallback = fallback
        self.signer = signer
        self.signsAlways = signsAlways
    }

    /// Whether a signer is available.
    package var signs: Bool { signer != nil }

    /// The format of a request. PDF is the only format that can be signed.
    func format(for output: Output) -> Output.Format {
        format ?? output.format ?? fallback ?? (output.signature == nil ? .png : .pdf)
    }
}

extension JobBuilder {
    /// Rejects options that would remove evidence from an evidence document.
    func expectProof(of job: RenderJob) throws(Explanation) {
        guard job.theme.frames == nil else { throw OptionConflict.evidenceInFrames.explanation }
        guard job.format.has(.signable) else { return }
        guard job.output.isArchival else { throw OptionConflict.evidenceNotArchival.explanation }
        guard job.output.engine == .chatprint else {
            throw OptionConflict.cairo(.evidence).explanation
        }
        guard job.output.page.size != .endless else {
            throw OptionConflict.evidenceOnEndlessPage.explanation
        }
    }

    private func origin(
        of upload: Upload, _ request: RenderRequest, _ report: ImportReport?, base: String
    ) throws(Explanation) -> JobOrigin {
        let title = JobBuilder.importers.first { $0.name == report?.importer }?.title
        let stated = request.theme?["extends"]?.string
        let extended = stated == ThemeCatalog.automatic ? nil : stated
        let look: String =
            switch request.theme {
            case .string(ThemeCatalog.automatic)?: base
            case .string(let name)?: name
            case .object?: (extended ?? base) + " (changed)"
            case .null?, .bool?, .number?, .array?, nil: base
            }
        var origin = JobOrigin(
            name: request.sourceName, source: try upload.inMemory().bytes,
            format: title ?? "Chatprint JSON", program: program, look: look,
            settings: request.settings, drawing: request.drawing ?? DrawingSettings([:]),
            total: request.total)
        origin.others = try upload.others.map { other throws(Explanation) in
            JobOrigin.Source(name: other.filename, bytes: try other.inMemory().bytes, known: nil)
        }
        origin.files = (report?.files ?? []).map {
            Manifest.File(
                .read, file: nil, name: $0.name,
                content: Manifest.File.Content(bytes: $0.bytes, digest: $0.sha256))
        }
        origin.gaps = request.omissions.map { omission in
            SheetFacts.Gap(
                numbers: omission.numbers,
                criterion: criterion(omission.pointer, of: request.options.filter))
        }
        return origin
    }

    /// Returns a criterion such as "after=2026-05-31T09:40:00Z". Names and search terms are
    /// omitted, because they may be confidential.
    private func criterion(_ pointer: String, of filter: Options.Filter) -> String {
        let name = pointer.replacing("/options/filter/", with: "").replacing("/", with: ".")
        let value: String? =
            switch name {
            case "after": filter.after?.text
            case "before": filter.before?.text
            case "limit": filter.limit.map { String($0) }
            default: nil
            }
        return [name, value].compactMap { $0 }.joined(separator: "=")
    }
}

extension JobBuilder {
    /// Rejects a canvas for formats that are not laid out here, and for evidence documents, which
    /// need page footers.
    func expectCanvas(of job: RenderJob) throws(Explanation) {
        if job.output.frame != nil {
            guard job.format.has(.canvas), job.format.traits.kind != .archive else {
                throw OptionConflict.frame(job.format).explanation
            }
            guard job.output.profile != .evidence else {
                throw OptionConflict.frameWithEvidence.explanation
            }
        }
        guard job.output.canvas != nil else { return }
        guard job.format != .production else { throw OptionConflict.canvasOfProduction.explanation }
        guard job.format.has(.canvas) else { throw OptionConflict.canvas(job.format).explanation }
        guard job.output.profile != .evidence else {
            throw OptionConflict.canvasWithEvidence.explanation
        }
    }

    /// Rejects motion for formats and options that cannot show it.
    func expectMotion(of job: RenderJob) throws(Explanation) {
        guard job.playing != nil else { return }
        guard [.drawing, .clip].contains(job.format.traits.kind) else {
            throw OptionConflict.moment(job.format).explanation
        }
        guard job.output.profile != .evidence else {
            throw OptionConflict.motionWithEvidence.explanation
        }
        guard !job.isClip || job.output.engine == .chatprint else {
            throw OptionConflict.cairo(.clips).explanation
        }
        guard job.output.splitBy == nil || !job.isClip else {
            throw OptionConflict.splitting(job.format).explanation
        }
    }

    func expectNoExcerpt(of job: RenderJob) throws(Explanation) {
        guard job.output.profile == .evidence, !job.options.excerpt.isEmpty else { return }
        throw OptionConflict.excerptWithEvidence.explanation
    }

    /// Rejects splitting for formats that are already divided.
    func expectDivision(of job: RenderJob) throws(Explanation) {
        guard job.output.splitBy != nil, !job.format.has(.divisible) else { return }
        throw OptionConflict.splitting(job.format).explanation
    }

    /// Checks the prefix of page numbers, which become file names and columns of a load file.
    func expectProduction(of job: RenderJob) throws(Explanation) {
        guard job.format == .production else { return }
        let prefix = job.output.page.bates?.prefix ?? ""
        let isName =
            prefix.utf8.count <= 40 && prefix.utf8.first != UInt8(ascii: ".")
            && prefix.utf8.allSatisfy { byte in
                ASCII.isAlphanumeric(byte) || "-_. ".utf8.contains(byte)
            }
        guard isName else { throw OptionConflict.productionPrefix.explanation }
        guard job.output.engine == .chatprint else {
            throw OptionConflict.cairo(.production).explanation
        }
    }
}

extension JobBuilder {
    /// Determines the signer of a job's documents. If a requested signature is impossible, the
    /// request fails instead of returning an unsigned document.
    func settleSignature(
        of job: inout RenderJob, by signer: (any DocumentSigner)?, always: Bool
    ) throws(Explanation) {
        if always, job.output.signature == nil { job.output.signature = SignatureWords() }
        guard job.output.signature != nil else { return }
        guard job.format.has(.signable) else {
            throw OptionConflict.signature(job.format).explanation
        }
        guard job.output.engine == .chatprint else {
            throw OptionConflict.cairo(.signatures).explanation
        }
        guard let signer else { throw .noSigner }
        job.signer = signer
        if job.output.signature?.line != SignatureWords.Line.none, job.signatureLine == nil {
            throw OptionConflict.signatureWithoutName.explanation
        }
    }
}

extension JobBuilder {
    /// Rejects a password for outputs that cannot be encrypted, and warns that an encrypted
    /// document is not PDF/A.
    func settleLock(of job: inout RenderJob) throws(Explanation) {
        guard job.output.password != nil else { return }
        guard job.format.has(.lockable) else {
            throw OptionConflict.password(job.format).explanation
        }
        guard job.output.engine == .chatprint else {
            throw OptionConflict.cairo(.passwords).explanation
        }
        guard job.output.signature == nil else {
            throw OptionConflict.passwordWithSignature.explanation
        }
        guard job.output.profile != .evidence else {
            throw OptionConflict.passwordWithEvidence.explanation
        }
        guard job.output.isArchival else { return }
        job.warnings.append(
            Warning(
                .ignoredValue, at: "/output/archival",
                "A document with a password does not conform to PDF/A and PDF/UA."
            ))
        job.warningCount += 1
    }
}
