package import Basics
import Graphics
package import Importing
package import Model

extension JobBuilder {
    /// The parameters of an import. They are not fields of a conversation.
    static let exportParameters: Set<String> = [
        "from", "chat", "date_order", "year", "report", "join", "same",
    ]

    /// Formats that the sender writes for this purpose, unlike an export.
    static let ownFormats: Set<String> = ["chatprint", "openai"]

    package static var importers: [(name: String, title: String, summary: String)] {
        ImporterCatalog.all.map { ($0.name, $0.title, $0.summary) }
    }

    /// The parameters of a request, read once: hints for importers, and overrides of the body.
    typealias SplitParameters = (
        from: String?, hints: ImportOptions, overrides: [(key: String, value: String)]
    )

    /// Reads Chatprint's own JSON directly, and anything else through the importer that recognizes
    /// it.
    ///
    /// JSON is first decoded as Chatprint's own, so that Chatprint's own JSON costs nothing extra.
    /// Only if that fails or leaves unknown fields does `Importing` determine the format.
    func read(
        _ upload: Upload, _ parameters: SplitParameters, _ control: RenderControl
    ) throws(Explanation) -> (RenderRequest, ImportReport?) {
        guard upload.others.isEmpty else { return try joined(upload, parameters, control) }
        let from = parameters.from
        let isForeign = from.map { $0 != "chatprint" } ?? !upload.looksLikeJSON
        func importing() throws(Explanation) -> (RenderRequest, ImportReport?) {
            let imported = try imported(upload, parameters.hints, control)
            return (try request(imported, parameters.overrides), imported.report)
        }
        guard !isForeign, !upload.isFolder, !upload.isLarge || !looksForeign(upload, control) else {
            return try importing()
        }
        let whole = try upload.inMemory()
        let own = Result { () throws(ConversationError) in
            try ConversationDecoder.decode(
                whole.bytes, overrides: parameters.overrides, files: whole.files, limits: limits,
                budget: control.budget)
        }
        try control.checkpoint()
        if from == nil, isDoubtful(own),
            looksForeign(whole, control) || JSONLines.areIn(whole.bytes)
        {
            return try importing()
        }
        switch own {
        case .success(let request):
            if presets.areRequired, let part = request.styles {
                var problem = Explanation.onlyPresets(
                    "\"\(part)\"", allowed: presets.all.map(\.name))
                problem.pointer = "/" + part
                throw problem
            }
            return (request, nil)
        case .failure(let error):
            try control.checkpoint()
            throw error.explanation
        }
    }

    private func isDoubtful(_ own: Result<RenderRequest, ConversationError>) -> Bool {
        switch own {
        case .success(let request):
            request.warningCount > request.warnings.count
                || request.warnings.contains {
                    [.unknownField, .ignoredValue, .emptyMessage].contains($0.kind)
                }
        case .failure(.stopped): false
        // Telegram Desktop writes escapes that are invalid in JSON; its importer accepts them.
        case .failure: true
        }
    }

    /// Whether it is another program's JSON, recognized or not.
    private func looksForeign(_ upload: Upload, _ control: RenderControl) -> Bool {
        let recognized = Importing.recognized(
            upload.export, phrases: importPhrases, budget: control.budget)
        let best = recognized.candidates.first?.importer
        return recognized.hasSeveralChats
            || (best.map { !JobBuilder.ownFormats.contains($0) } ?? recognized.isMisread)
    }

    /// A conversation or an export converted to Chatprint's own JSON. It is read first and prepared
    /// in a second step, before which the upload can be freed.
    package struct Conversion: Sendable {
        fileprivate let request: RenderRequest
        package let importer: String?
        /// The report, if it was requested.
        fileprivate let report: ImportReport?
        /// What several exports of one talk have in common.
        package var joined: JoinReport?

        package var conversation: Conversation { request.conversation }
        package var warnings: [Warning] { request.warnings }
        package var warningCount: Int { request.warningCount }

        /// The report as lines for a terminal.
        package var reportLines: [String] { report?.lines ?? [] }

        /// The conversation as JSON, with the report at the top.
        package func json(
            _ control: RenderControl = RenderControl()
        ) throws(Explanation) -> [UInt8] {
            try control.checkpoint(taking: conversation.jsonBytes(includingMedia: true))
            let json = conversation.json(budget: control.budget)
            try control.checkpoint()
            guard let report else { return json }
            let facts = report.json(warnings: warnings)
            return Array("{\"report\":".utf8) + facts + Array(",\"conversation\":".utf8) + json
                + [UInt8(ascii: "}")]
        }
    }

    package func conversion(
        of upload: Upload, _ parameters: Parameters, control: RenderControl = RenderControl()
    ) throws(Explanation) -> Conversion {
        var parameters = try split(parameters)
        setUse(.included, in: &parameters.hints)
        var (request, report) = try read(upload, parameters, control)
        // The theme, which is not read here, may refer to other parts.
        try self.report(unusedPartsOf: upload, besides: nil, in: &request)
        let (importer, joined) = (report?.importer, report?.joined)
        report =
            parameters.hints.wantsFields ? report ?? ImportReport(of: request.conversation) : nil
        return Conversion(
            request: request, importer: importer, report: report, joined: joined)
    }

    /// The contents of an export that was already read.
    package func conversion(of export: ImportedExport) throws(Explanation) -> Conversion {
        Conversion(
            request: try request(export.imported, []), importer: export.imported.importer,
            report: nil)
    }

    package func prepared(
        _ conversion: consuming Conversion, control: RenderControl = RenderControl()
    ) throws(Explanation) -> Conversion {
        let (importer, report, joined) = (
            conversion.importer, conversion.report, conversion.joined
        )
        let prepared = try prepared((consume conversion).request, control)
        try control.checkpoint()
        return Conversion(
            request: prepared, importer: importer,
            report: report?.counting(prepared.conversation), joined: joined)
    }

    /// Reads an export, from which any number of jobs can be made.
    package func export(
        in upload: Upload, _ parameters: Parameters, control: RenderControl = RenderControl()
    ) throws(Explanation) -> ImportedExport {
        var hints = try split(parameters).hints
        setUse(.included, in: &hints)
        return ImportedExport(upload: upload, imported: try imported(upload, hints, control))
    }

    /// What an output does with the files of messages besides pictures.
    enum FileUse {
        /// It states their sizes and durations.
        case stated
        /// It also draws the waveforms of voice messages.
        case drawn
        /// It also includes their bytes.
        case included
        /// It also states the digests of all files of the export.
        case proved
    }

    func setUse(_ use: FileUse, in hints: inout ImportOptions) {
        hints.wantsFiles = use == .included || use == .proved
        hints.wantsDigests = use == .proved
        // Like HEIC, sound and video are decoded by a library that strangers' files may attack.
        hints.wantsPreviews = use != .stated && readsHEIF
    }

    func fileUse(_ options: JobOptions) throws(Explanation) -> FileUse {
        let output: Output
        do throws(ConversationError) {
            output = try ConversationDecoder.output(
                of: overrides(in: options.parameters), limits: limits)
        } catch {
            throw error.explanation
        }
        let format = options.format(for: output)
        return switch format.traits.kind {
        case .archive: .included
        case .drawing where format == .pdf && output.profile == .evidence: .proved
        case .drawing where format == .pdf && output.attachesFiles: .included
        case .drawing, .page, .layout, .pictures, .clip: .drawn
        case .text: .stated
        }
    }

    private func imported(
        _ upload: Upload, _ hints: ImportOptions, _ control: RenderControl
    ) throws(Explanation) -> Imported {
        do {
            return try Importing.read(
                upload.export, phrases: importPhrases, options: hints,
                budget: control.budget, onProgress: control.onReading)
        } catch {
            // Stopped work is not a fault of the export.
            try control.checkpoint()
            throw error.explanation
        }
    }

    func request(
        _ imported: Imported, _ overrides: [(key: String, value: String)]
    ) throws(Explanation) -> RenderRequest {
        do {
            return try ConversationDecoder.request(
                for: imported.conversation, overrides: overrides, warnings: imported.warnings,
                limits: limits)
        } catch {
            throw error.explanation
        }
    }

    /// Reads parameters, even those that nothing uses later: an invalid one is a mistake.
    func split(_ parameters: Parameters) throws(Explanation) -> SplitParameters {
        // Of two chats or date orders, it is unknown which one is meant.
        let once = Self.exportParameters.subtracting(["same"])
        try parameters.keeping(once).expectOnly(once.sorted())
        var options = ImportOptions()
        options.limits = limits
        let filter = try filter(of: parameters)
        options.after = filter.after
        options.before = filter.before
        options.isFiltered = filter.leavesOutByContent
        for (key, value) in parameters.pairs {
            switch key {
            case "from": options.from = value
            case "me": options.me = value
            case "timezone": options.timeZone = value
            case "chat": options.chat = value
            case "date_order": options.dateOrder = try dateOrder(value)
            case "year": options.year = try year(value)
            case "same": options.same.append(try Self.same(value))
            case "join": options.joins = try Self.flag(value, named: key)
            case "report": options.wantsFields = try Self.flag(value, named: key)
            default: break
            }
        }
        return (parameters["from"], options, overrides(in: parameters))
    }

    func overrides(in parameters: Parameters) -> [(key: String, value: String)] {
        parameters.dropping(Self.exportParameters).pairs
    }

    private func filter(of parameters: Parameters) throws(Explanation) -> Options.Filter {
        do {
            return try ConversationDecoder.filter(of: parameters.pairs, limits: limits)
        } catch {
            throw error.explanation
        }
    }

    private func dateOrder(_ value: String) throws(Explanation) -> DateOrder {
        if let order = DateOrder(rawValue: value.lowercased()) { return order }
        throw ParameterFault.dateOrder(value).explanation
    }

    package static func flag(_ value: String, named name: String) throws(Explanation) -> Bool {
        guard let flag = Bool(value) else {
            throw ParameterFault.flag(value, name: name).explanation
        }
        return flag
    }

    /// Reads two names of a person: `Ana=+49 40 7654321`.
    private static func same(_ value: String) throws(Explanation) -> [String] {
        let names = value.split(separator: "=", maxSplits: 1).map { CleanText.line(String($0)) }
        guard names.count == 2, names.allSatisfy({ !$0.isEmpty }) else {
            throw ParameterFault.same(value).explanation
        }
        return names
    }

    private func year(_ value: String) throws(Explanation) -> Int {
        if let year = Int(value), (1...9_999).contains(year) { return year }
        throw ParameterFault.year(value).explanation
    }
}

extension RenderControl {
    fileprivate var onReading: ReadingProgress {
        { stage, done, all in
            onProgress(
                RenderProgress(stage == .unlocking ? .unlocking : .reading, done: done, of: all))
        }
    }
}

extension JobBuilder {
    /// Returns the chats of an export, so that the caller can select one.
    package func chats(
        of upload: Upload, _ parameters: Parameters, control: RenderControl = RenderControl()
    ) throws(Explanation) -> [ChatSummary] {
        let options = try split(parameters).hints
        do {
            return try Importing.chats(
                in: upload.export, phrases: importPhrases, options: options,
                budget: control.budget, onProgress: control.onReading)
        } catch {
            try control.checkpoint()
            throw error.explanation
        }
    }
}

extension JobBuilder {
    /// Returns the chats of one or several exports, and which of these look like the same talk.
    package func chatList(
        of upload: Upload, _ parameters: Parameters, control: RenderControl = RenderControl()
    ) throws(Explanation) -> ChatList {
        var exports: [(name: String, chats: [ChatSummary])] = []
        for one in [upload] + upload.others {
            let chats = try chats(of: one, parameters, control: control)
            exports.append((one.filename ?? "\(exports.count + 1)", chats))
        }
        return ChatList(exports, budget: control.budget)
    }
}

/// A chat of an account, of which every chat is rendered.
package struct AccountChat: Sendable {
    package let name: ChatName
    package let export: Result<ImportedExport, Explanation>
    /// The memory that reading reserved, which is released once the chat is taken.
    let memory: Int
}

extension JobBuilder {
    /// Reads every chat of an export, with one chat in memory, for outputs with these options.
    ///
    /// - Parameter take: receives each chat; returns false to read no more.
    package func forEachChat(
        of upload: Upload, for options: JobOptions, control: RenderControl = RenderControl(),
        _ take: @escaping (AccountChat) -> Bool
    ) throws(Explanation) {
        let use = try fileUse(options)
        var hints = try split(options.parameters).hints
        setUse(use, in: &hints)
        do throws(ImportError) {
            try Importing.readChats(
                of: upload.export, phrases: importPhrases, options: hints, budget: control.budget,
                onProgress: control.onReading
            ) { chat throws(ImportError) in
                let export = chat.read.map { ImportedExport(upload: upload, imported: $0) }
                    .mapError(\.explanation)
                guard take(AccountChat(name: chat.name, export: export, memory: chat.memory)) else {
                    throw .stopped
                }
            }
        } catch {
            try control.checkpoint()
            guard error != .stopped else { return }
            throw error.explanation
        }
    }

    /// Returns whether a folder is the export of one account, instead of a folder of exports.
    package func isAccount(
        _ upload: Upload, _ parameters: Parameters, control: RenderControl = RenderControl()
    ) throws(Explanation) -> Bool {
        let hints = try split(parameters).hints
        do {
            return try Importing.isAccount(
                upload.export, phrases: importPhrases, options: hints, budget: control.budget)
        } catch {
            try control.checkpoint()
            throw error.explanation
        }
    }

    /// Returns whether an upload is a conversation of Chatprint's own instead of an export.
    package func isOwn(_ upload: Upload, _ parameters: Parameters) -> Bool {
        guard !upload.isFolder, upload.looksLikeJSON else { return false }
        if let from = parameters["from"] { return from == "chatprint" }
        return !looksForeign(upload, RenderControl())
    }
}

extension Upload {
    var export: Export {
        var export = plainExport
        export.password = password
        return export
    }

    private var plainExport: Export {
        if isFolder { return Export(folder: files, name: filename) }
        if isLarge, let filename { return Export(file: filename, in: files) }
        return Export(bytes, name: filename, beside: files)
    }
}

/// An export that was read, and its bytes, which some outputs include.
package struct ImportedExport: Sendable {
    package let upload: Upload
    package let imported: Imported
}

extension Conversation {
    /// Removes pictures that cannot be drawn according to their first bytes, and puts labels with
    /// the reason in their places.
    ///
    /// Only exports use this. The author of a request can correct it, but nobody can correct an
    /// export, and one bad photo must not affect the thousand others.
    mutating func dropUndrawablePictures(_ limits: PictureLimits) -> [Warning] {
        let probe = PictureProbe(limits: limits)
        var reasons: [MediaIndex: String] = [:]
        for index in media.indices where media[index].isPicture && !media[index].bytes.isEmpty {
            do throws(PictureFault) {
                _ = try probe.facts(of: media[index].bytes)
            } catch {
                reasons[index] = error.label
            }
        }
        return reasons.isEmpty ? [] : dropPictures(reasons)
    }
}

extension JobBuilder {
    /// Warns about the parts of a form that a request does not use.
    ///
    /// - Parameter files: the names of the files in use; nil if unknown, because an importer chose
    ///   them. Only values that were meant as parameters are then reported.
    func report(
        unusedPartsOf upload: Upload, besides files: Set<String>?, in request: inout RenderRequest
    ) throws(Explanation) {
        var warnings: [Warning] = []
        for part in upload.parts where !part.names.contains(where: { files?.contains($0) ?? false })
        {
            let name = part.names[0]
            if !part.isFile, QueryParameters.mayProtect(name) {
                throw ParameterFault.part(name).explanation
            }
            let isParameter =
                QueryParameters.contains(name) || Self.exportParameters.contains(name)
            let reason: String? =
                if !part.isFile, isParameter {
                    "is ignored; send this parameter in the URL"
                } else if Upload.mainParts.contains(name) {
                    "is ignored; a request has one conversation or export"
                } else {
                    files.map { _ in "is not used; no `src` refers to it" }
                }
            guard let reason else { continue }
            let words = part.names.map { "\"\($0.shortened)\"" }
            let label = words[0] + (words.count > 1 ? " (\(words[1]))" : "")
            warnings.append(Warning(.ignoredValue, at: "", "the part \(label) \(reason)"))
        }
        guard !warnings.isEmpty else { return }
        guard !request.options.isStrict else {
            throw ConversationError.strict(warnings, count: warnings.count).explanation
        }
        request.warnings += warnings.prefix(max(0, 100 - request.warnings.count))
        request.warningCount += warnings.count
    }
}
