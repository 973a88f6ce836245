package import Basics

/// Decodes a request's JSON into a conversation and its output settings.
///
/// Messages are read last, regardless of the order of members, because they depend on the time zone
/// and the participants. They are decoded directly, without an intermediate tree.
package struct ConversationDecoder {
    var fields: FieldReader
    var participantTable = ParticipantTable()
    var conversation = Conversation()
    var settings = SettingsDecoder()
    var sides = Sides()
    var names = KnownNames()
    /// The reader is positioned before the messages.
    private var messages: JSONReader?
    private(set) var messagesPointer = ""

    /// `overrides` are query parameters or `--set` options, which take precedence over the body.
    /// `files` are the named form parts or archive entries that `src.file` may refer to.
    package static func decode(
        _ bytes: [UInt8], overrides: [(key: String, value: String)] = [],
        files: FileLookup = .none, limits: Limits = Limits(),
        budget: WorkBudget = .unlimited
    ) throws(ConversationError) -> RenderRequest {
        var decoder = ConversationDecoder(
            fields: try FieldReader(bytes, limits: limits, files: files, budget: budget))
        try decoder.readDocument()
        let styles = decoder.settings.styles
        decoder.settings.apply(overrides, diagnostics: &decoder.fields.diagnostics)
        decoder.readContext()
        decoder.readMessages()
        var request = try decoder.finish()
        request.styles = styles
        return request
    }

    /// Decodes the conversation in an evidence document, with the settings with which it was drawn.
    package static func decode(
        _ bytes: [UInt8], drawnWith drawing: DrawingSettings, files: [String: [UInt8]],
        limits: Limits, budget: WorkBudget
    ) throws(ConversationError) -> RenderRequest {
        var decoder = ConversationDecoder(
            fields: try FieldReader(
                bytes, limits: limits, files: FileLookup(files), budget: budget))
        try decoder.readDocument()
        decoder.settings.restore(drawing)
        decoder.readContext()
        decoder.readMessages()
        return try decoder.finish()
    }

    package static func decode(
        _ bytes: [UInt8], overrides: [(key: String, value: String)] = [],
        files: [String: [UInt8]], limits: Limits = Limits(), budget: WorkBudget = .unlimited
    ) throws(ConversationError) -> RenderRequest {
        try decode(
            bytes, overrides: overrides, files: FileLookup(files), limits: limits,
            budget: budget)
    }

    /// Applies the same settings to a conversation from another source, such as an import.
    package static func request(
        for conversation: Conversation, overrides: [(key: String, value: String)],
        warnings: [Warning], limits: Limits = Limits()
    ) throws(ConversationError) -> RenderRequest {
        var decoder = ConversationDecoder(fields: try FieldReader([], limits: limits))
        decoder.conversation = conversation
        decoder.settings.members["timezone"] = .string(conversation.timeZone)
        for warning in warnings { decoder.fields.diagnostics.warn(warning) }
        for participant in conversation.participants {
            decoder.participantTable.declare(participant)
        }
        decoder.settings.apply(overrides, diagnostics: &decoder.fields.diagnostics)
        decoder.readContext()
        if let key = decoder.sides.meKey {
            decoder.conversation.me = decoder.participantTable.index(of: key) ?? conversation.me
        }
        return try decoder.request()
    }

    /// For importers.
    package static func filter(
        of overrides: [(key: String, value: String)], limits: Limits
    ) throws(ConversationError) -> Options.Filter {
        var decoder = ConversationDecoder(fields: try FieldReader([], limits: limits))
        let filters = overrides.filter { override in
            SettingsDecoder.sets(["options", "filter"], override.key)
                || override.key == "timezone"
        }
        decoder.settings.apply(filters, diagnostics: &decoder.fields.diagnostics)
        decoder.readContext()
        var options = Options()
        decoder.settings.readOptions(into: &options, fields: &decoder.fields)
        try decoder.fields.diagnostics.settle()
        return options.filter
    }

    /// For importers.
    package static func output(
        of overrides: [(key: String, value: String)], limits: Limits
    ) throws(ConversationError) -> Output {
        var decoder = ConversationDecoder(fields: try FieldReader([], limits: limits))
        decoder.settings.apply(
            overrides.filter { SettingsDecoder.sets(["output"], $0.key) },
            diagnostics: &decoder.fields.diagnostics)
        var output = Output()
        decoder.settings.readOutput(into: &output, fields: &decoder.fields)
        try decoder.fields.diagnostics.checkFailure()
        return output
    }

    private init(fields: FieldReader) { self.fields = fields }

    // MARK: - Request members

    private mutating func readDocument() throws(ConversationError) {
        switch fields.peek() {
        case .array:
            messages = fields.json
        case .object:
            readMembers()
            fields.end()
            if fields.diagnostics.failure != nil {
                // The cause may be in the messages, which were skipped without checks: the first
                // error is reported.
                try checkMessages()
                try fields.diagnostics.checkFailure()
            }
            if messages == nil {
                let misspelled = fields.diagnostics.warnings.first { $0.meant == "messages" }
                fields.diagnostics.reject(
                    FieldFault(
                        at: "/messages", .missing,
                        misspelled: misspelled.map { String($0.pointer.dropFirst()) }))
            }
        case .null, .bool, .number, .string:
            fields.rejectType([.object, .array])
            fields.end()
        }
    }

    private mutating func readMembers() {
        guard fields.beginObject() else { return }
        while let key = fields.nextKey() {
            switch key {
            case "messages":
                guard fields.peek() == .array else {
                    if fields.isNull() { continue }
                    messages = nil
                    fields.rejectType([.array])
                    fields.stop(.invalid(fields.diagnostics.issues))
                    continue
                }
                messages = fields.json
                fields.read { (json) throws(JSONError) in try json.leap() }
            case "participants": readParticipants()
            case "emoji": readEmoji()
            case let key where RequestHead.fields.names.contains(key):
                settings.members[key] = setting(key)
            default: fields.unknown(key, in: RequestHead.self)
            }
        }
    }

    /// Settings are read as a whole, unlike messages: a theme of a million keys would take a
    /// second.
    private static let maxValues = 100_000

    private mutating func setting(_ key: String) -> JSONValue {
        let value = fields.value()
        guard value.values > Self.maxValues else { return value }
        fields.diagnostics.reject(
            FieldFault(
                at: "/" + key, .tooManyValues(actual: value.values, most: Self.maxValues)))
        return .null
    }

    private func checkMessages() throws(ConversationError) {
        guard var messages else { return }
        do { try messages.skip() } catch { throw .json(error) }
    }

    /// Reads the settings on which the decoding of messages depends.
    private mutating func readContext() {
        settings.readContext(into: &conversation, sides: &sides, fields: &fields)
    }

    // MARK: - Messages

    private mutating func readMessages() {
        fields.reportDuplicates()
        guard let messages else { return }
        fields.json = messages
        _ = fields.json.takeDuplicates()
        let pointer = fields.pointer
        messagesPointer = pointer
        let isWholeBody = pointer.isEmpty
        names.emoji = Set(conversation.emoji.map(\.name))
        for person in participantTable.participants where names.people[person.id] == nil {
            names.people[person.id] = person.name
        }
        guard fields.beginArray() else { return }
        while fields.nextElement() {
            guard conversation.messages.count < fields.limits.messages else {
                return fields.stop(
                    .tooMany(.messages, limit: fields.limits.messages, pointer: pointer))
            }
            let count = conversation.messages.count
            readMessage()
            // An invalid message has added nothing.
            if conversation.messages.count > count { enterMessage() }
        }
        if isWholeBody { fields.end() }
        if conversation.messages.isEmpty, fields.diagnostics.issues.isEmpty {
            fields.diagnostics.reject(FieldFault(at: pointer, .empty))
        }
        fields.reportDuplicates()
        warnOfOffsets(at: pointer)
    }

    /// Warns that times are shown with another offset than the caller wrote, because no time zone
    /// is set.
    private mutating func warnOfOffsets(at pointer: String) {
        guard settings.members["timezone"] ?? .null == .null,
            let index = conversation.messages.firstIndex(where: { $0.at?.offset ?? 0 != 0 })
        else { return }
        fields.diagnostics.warn(
            Warning(
                .ignoredValue, at: "\(pointer)/\(index)/at",
                "without `timezone`, times are shown in UTC instead of in their own offset"))
    }

    private mutating func enterMessage() {
        guard let message = conversation.messages.last, fields.budget.reserve(message.memory)
        else { return fields.stop(.stopped) }
    }

    // MARK: - Completion

    private mutating func finish() throws(ConversationError) -> RenderRequest {
        try fields.diagnostics.settle()
        settleSides()
        conversation.participants = participantTable.participants
        conversation.media = fields.mediaStore.media
        try resolveNames()
        conversation.numberMessages()
        return try request()
    }

    private mutating func warnOfNotes(_ options: Options) {
        guard options.show.system == nil, !conversation.showsNotes else { return }
        let count = conversation.messages.count { $0.kind == .system || $0.kind == .note }
        guard count > 0 else { return }
        fields.diagnostics.warn(
            Warning(
                .leftOut, at: "/options/show/system",
                "\(count) of \(conversation.messages.count) messages are system or tool notes "
                    + "and are not shown; show.system=true shows them"))
    }

    /// Warns if an archival standard is requested of the engine that has none.
    private mutating func warnOfArchive(_ output: Output) {
        guard output.engine == .cairo, output.isArchival,
            settings.members["output"]?["archival"] != nil
        else { return }
        fields.diagnostics.warn(
            Warning(
                .ignoredValue, at: "/output/archival",
                "A PDF of the engine \"cairo\" does not conform to PDF/A and PDF/UA."))
    }

    private mutating func request() throws(ConversationError) -> RenderRequest {
        var request = RenderRequest(conversation: conversation, theme: settings.theme)
        settings.readOutput(into: &request.output, fields: &fields)
        settings.readOptions(into: &request.options, fields: &fields)
        if request.output.profile == .evidence {
            request.options.showAllDetails()
            request.settings = settings.stated
            request.drawing = DrawingSettings(settings)
            let page = request.output.page
            if page.footer == PageSetup().footer { request.output.page.footer = page.provingFooter }
        }
        warnOfNotes(request.options)
        warnOfArchive(request.output)
        let diagnostics = fields.diagnostics
        try diagnostics.settle()
        request.files = fields.mediaStore.names
        request.warnings = diagnostics.warnings
        request.warningCount = diagnostics.warningCount
        let faults = diagnostics.warnings.filter { $0.kind != .recognized }
        if request.options.isStrict, !faults.isEmpty {
            let others = diagnostics.warnings.count - faults.count
            throw .strict(faults, count: diagnostics.warningCount - others)
        }
        return request
    }
}
