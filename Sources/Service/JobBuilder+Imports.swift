package import Conversation
package import Importing
package import Rendering

extension JobBuilder {
    /// The caller's parameters for an export, which are not fields of our own conversation.
    private static let exportParameters: Set<String> = [
        "from", "chat", "date_order", "year", "report",
    ]

    /// Formats that the sender writes for this purpose, unlike an export.
    static let ownFormats: Set<String> = ["chatprint", "openai"]

    package static var importers: [(name: String, title: String, summary: String)] {
        ImporterCatalogue.all.map { ($0.name, $0.title, $0.summary) }
    }

    /// Reads Chatprint's own JSON directly, and anything else through the importer that recognizes
    /// it.
    ///
    /// JSON is decoded as Chatprint's own first, which costs own JSON nothing. Only if that fails,
    /// or leaves fields that are not known, does `Importing` decide whose it is.
    func read(
        _ upload: Upload, _ overrides: Overrides, _ control: RenderControl
    ) throws(Problem) -> (RenderRequest, ImportReport?) {
        // Judged even where they change nothing: a wish that is no wish is a mistake.
        _ = try importOptions(overrides)
        let from = overrides.last { $0.key == "from" }?.value
        let isForeign = from.map { $0 != "chatprint" } ?? !upload.looksLikeJSON
        let isRead = isForeign || upload.isFolder || upload.isLarge && looksForeign(upload, control)
        if isRead {
            let imported = try imported(upload, overrides, control)
            return (try request(imported, overrides), imported.report)
        }
        let upload = try upload.inMemory()
        let own = decoded(upload, overrides, control)
        try control.checkpoint()
        if from == nil, isDoubtful(own),
            looksForeign(upload, control) || JSONLines.areIn(upload.bytes)
        {
            let imported = try imported(upload, overrides, control)
            return (try request(imported, overrides), imported.report)
        }
        switch own {
        case .success(let request): return (request, nil)
        case .failure(let error):
            try control.checkpoint()
            throw Problem(error)
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
        // Telegram Desktop writes escapes that are no JSON; its importer knows them.
        case .failure: true
        }
    }

    /// Whether it is another program's JSON, recognized or not.
    private func looksForeign(_ upload: Upload, _ control: RenderControl) -> Bool {
        let recognized = Importing.recognized(
            upload.export, phrases: importPhrases, allowance: control.allowance)
        let best = recognized.candidates.first?.importer
        return best.map { !JobBuilder.ownFormats.contains($0) } ?? recognized.isMisread
    }

    private func decoded(
        _ upload: Upload, _ overrides: Overrides, _ control: RenderControl
    ) -> Result<RenderRequest, ConversationError> {
        let own = overrides.filter { !JobBuilder.exportParameters.contains($0.key) }
        return Result { () throws(ConversationError) in
            try ConversationDecoder.decode(
                upload.bytes, overrides: own, files: upload.files, limits: limits,
                allowance: control.allowance)
        }
    }

    /// An export as our own JSON.
    package struct Converted: Sendable {
        package let conversation: Conversation
        package let warnings: [Warning]
        package let warningCount: Int
        package let importer: String?
        /// The report, if it was requested.
        package let report: ImportReport?

        /// The report as lines for a terminal.
        package var reportLines: [String] { report?.lines ?? [] }

        /// The conversation, and the report above it.
        package func json(
            _ control: RenderControl = RenderControl()
        ) throws(Problem) -> [UInt8] {
            try control.checkpoint(taking: conversation.jsonBytes(includingMedia: true))
            let json = conversation.json(allowance: control.allowance)
            try control.checkpoint()
            guard let report else { return json }
            let facts = report.json(warnings: warnings)
            return Array("{\"report\":".utf8) + facts + Array(",\"conversation\":".utf8) + json
                + [UInt8(ascii: "}")]
        }
    }

    /// The contents of an upload. The upload itself can be freed.
    package struct Reading: Sendable {
        fileprivate let request: RenderRequest
        fileprivate let report: ImportReport?
        fileprivate let wantsReport: Bool
    }

    package func reading(
        of upload: Upload, overrides: Overrides, control: RenderControl = RenderControl()
    ) throws(Problem) -> Reading {
        let (request, report) = try read(upload, overrides, control)
        let wantsReport = try importOptions(overrides).wantsFields
        return Reading(request: request, report: report, wantsReport: wantsReport)
    }

    package func conversion(
        of reading: consuming Reading, control: RenderControl = RenderControl()
    ) throws(Problem) -> Converted {
        let report = reading.report
        let own = report ?? ImportReport(of: reading.request.conversation)
        let wantsReport = reading.wantsReport
        let prepared = try prepared((consume reading).request, control)
        try control.checkpoint()
        return Converted(
            conversation: prepared.conversation, warnings: prepared.warnings,
            warningCount: prepared.warningCount, importer: report?.importer,
            report: wantsReport ? own.counting(prepared.conversation) : nil)
    }

    private func imported(
        _ upload: Upload, _ overrides: Overrides, _ control: RenderControl
    ) throws(Problem) -> Imported {
        let options = try importOptions(overrides)
        do {
            return try Importing.read(
                upload.export, phrases: importPhrases, options: options,
                allowance: control.allowance,
                told: { control.told(RenderProgress(.reading, done: $0, of: $1)) })
        } catch {
            // What was left undone is no fault of the export's.
            try control.checkpoint()
            throw Problem(error)
        }
    }

    private func request(_ imported: Imported, _ overrides: Overrides) throws(Problem)
        -> RenderRequest
    {
        let own = overrides.filter { !JobBuilder.exportParameters.contains($0.key) }
        do {
            return try ConversationDecoder.request(
                for: imported.conversation, overrides: own, warnings: imported.warnings,
                limits: limits)
        } catch {
            throw Problem(error)
        }
    }

    func importOptions(_ overrides: Overrides) throws(Problem) -> ImportOptions {
        var options = ImportOptions()
        options.limits = limits
        let filter = try filter(of: overrides)
        options.after = filter.after
        options.before = filter.before
        options.isFiltered = filter.leavesOutByContent
        for (key, value) in overrides {
            switch key {
            case "from": options.from = value
            case "me": options.me = value
            case "timezone": options.timeZone = value
            case "chat": options.chat = value
            case "date_order": options.dateOrder = try dateOrder(value)
            case "year": options.year = try year(value)
            case "report": options.wantsFields = try Self.flag(value, named: key)
            default: break
            }
        }
        return options
    }

    private func filter(of overrides: Overrides) throws(Problem) -> Options.Filter {
        do {
            return try ConversationDecoder.filter(of: overrides, limits: limits)
        } catch {
            throw Problem(error)
        }
    }

    private func dateOrder(_ value: String) throws(Problem) -> DateOrder {
        if let order = DateOrder(rawValue: value.lowercased()) { return order }
        var problem = Problem(
            .invalidParameter,
            "The parameter \"date_order\" is \"\(value.shortened)\", but must be dmy, mdy or ymd.")
        problem.allowed = DateOrder.allCases.map(\.rawValue)
        throw problem
    }

    static func flag(_ value: String, named name: String) throws(Problem) -> Bool {
        guard let flag = Bool(value) else {
            throw Problem(
                .invalidParameter,
                "The parameter \"\(name)\" is \"\(value.shortened)\", but must be true or false.")
        }
        return flag
    }

    private func year(_ value: String) throws(Problem) -> Int {
        if let year = Int(value), (1...9_999).contains(year) { return year }
        throw Problem(
            .invalidParameter,
            "The parameter \"year\" is \"\(value.shortened)\", but must be a whole number from 1 to 9999."
        )
    }
}
