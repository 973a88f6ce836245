package import Conversation
import Importing
package import Rendering

extension Intake {
    /// What the caller says about an export; these are no fields of our own conversation.
    private static let exportParameters: Set<String> = ["from", "chat", "date_order", "year"]

    /// Written by whoever sends them.
    static let ownFormats: Set<String> = ["chatprint", "openai"]

    static var importers: [(name: String, title: String, words: String)] {
        ImporterCatalogue.all.map { ($0.name, $0.title, $0.summary) }
    }

    /// Our own JSON as it is; anything else through the importer that recognises it.
    ///
    /// JSON is taken for ours first, which costs ours nothing. Only where that fails, or leaves members
    /// over that we do not know, is it asked whether it is somebody else's.
    func read(
        _ material: Material, _ overrides: Overrides, _ control: RenderControl
    ) throws(Problem) -> (RenderRequest, importer: String?) {
        // Judged even where they change nothing: a wish that is no wish is a mistake.
        _ = try importOptions(overrides)
        let from = overrides.last { $0.key == "from" }?.value
        let isForeign = from.map { $0 != "chatprint" } ?? !material.looksLikeJSON
        if isForeign {
            let imported = try imported(material, overrides, control)
            return (try request(imported, overrides), imported.importer)
        }
        let own = decoded(material, overrides, control)
        try check(control)
        let isDoubtful =
            switch own {
            case .success(let request): request.warnings.contains { $0.kind == .unknownField }
            // Telegram Desktop writes escapes that are no JSON; its importer knows them.
            case .failure(.json), .failure(.invalid): true
            case .failure(.tooMany), .failure(.strict), .failure(.stopped): false
            }
        if from == nil, isDoubtful {
            switch recognised(material, overrides, control) {
            case .success(let imported)?:
                return (try request(imported, overrides), imported.importer)
            case .failure(let problem)?:
                if case .failure = own { throw problem }
            case nil: break
            }
        }
        switch own {
        case .success(let request): return (request, nil)
        case .failure(let error):
            try check(control)
            throw Problem(error)
        }
    }

    private func decoded(
        _ material: Material, _ overrides: Overrides, _ control: RenderControl
    ) -> Result<RenderRequest, ConversationError> {
        let own = overrides.filter { !Intake.exportParameters.contains($0.key) }
        return Result { () throws(ConversationError) in
            try ConversationDecoder.decode(
                material.bytes, overrides: own, files: material.files, limits: limits,
                allowance: control.allowance)
        }
    }

    /// An export as our own JSON.
    package struct Converted: Sendable {
        package let json: [UInt8]
        package let messages: Int
        package let warnings: [Warning]
        package let warningCount: Int
        package let importer: String?
    }

    package func conversion(
        of material: Material, overrides: Overrides, control: RenderControl = RenderControl()
    ) throws(Problem) -> Converted {
        let (request, importer) = try read(material, overrides, control)
        let prepared = try prepared(request, control)
        try check(control, taking: prepared.conversation.jsonBytes(includingMedia: true))
        return Converted(
            json: prepared.conversation.json(), messages: prepared.conversation.messages.count,
            warnings: prepared.warnings, warningCount: prepared.warningCount, importer: importer)
    }

    /// Another program's JSON, where that is beyond doubt; or which chat of it is wanted, where it
    /// holds several.
    private func recognised(
        _ material: Material, _ overrides: Overrides, _ control: RenderControl
    ) -> Result<Imported, Problem>? {
        do throws(Problem) {
            let imported = try self.imported(material, overrides, control)
            guard !Intake.ownFormats.contains(imported.importer),
                imported.candidates.first.map({ $0.confidence >= .likely }) ?? false
            else { return nil }
            return .success(imported)
        } catch {
            return ["several-chats", "unknown-chat"].contains(error.slug) ? .failure(error) : nil
        }
    }

    private func imported(
        _ material: Material, _ overrides: Overrides, _ control: RenderControl
    ) throws(Problem) -> Imported {
        let options = try importOptions(overrides)
        do {
            return try Importing.read(
                material.bytes, name: material.filename, beside: FileLookup(material.files),
                options: options, allowance: control.allowance)
        } catch {
            // What was left undone is no fault of the export's.
            try check(control)
            throw Problem(error)
        }
    }

    private func request(_ imported: Imported, _ overrides: Overrides) throws(Problem)
        -> RenderRequest
    {
        let own = overrides.filter { !Intake.exportParameters.contains($0.key) }
        do {
            return try ConversationDecoder.request(
                for: imported.conversation, overrides: own, warnings: imported.warnings,
                limits: limits)
        } catch {
            throw Problem(error)
        }
    }

    private func importOptions(_ overrides: Overrides) throws(Problem) -> ImportOptions {
        var options = ImportOptions()
        options.limits.conversation = limits
        for (key, value) in overrides {
            switch key {
            case "from": options.from = value
            case "me": options.me = value
            case "timezone": options.timeZone = value
            case "chat": options.chat = value
            case "date_order": options.dateOrder = try dateOrder(value)
            case "year": options.year = try year(value)
            default: break
            }
        }
        return options
    }

    private func dateOrder(_ value: String) throws(Problem) -> DateOrder {
        if let order = DateOrder(rawValue: value.lowercased()) { return order }
        var problem = Problem(
            "invalid-parameter", 422, "There is no such date order",
            "The parameter \"date_order\" is \"\(value.shortened)\", but must be dmy, mdy or ymd.")
        problem.allowed = DateOrder.allCases.map(\.rawValue)
        throw problem
    }

    private func year(_ value: String) throws(Problem) -> Int {
        if let year = Int(value), (1...9_999).contains(year) { return year }
        throw Problem(
            "invalid-parameter", 422, "There is no such year",
            "The parameter \"year\" is \"\(value.shortened)\", but must be a whole number from 1 to 9999."
        )
    }
}
