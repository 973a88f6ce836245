import Basics
import Model

/// JSON that Chatprint's own decoder reads: Chatprint's format, and its dialect, the messages of
/// OpenAI's chat completions. In a ZIP, `src.file` may name pictures.
enum OwnFormats {
    static let chatprint = Importer(
        name: "chatprint", title: "Chatprint",
        summary: "Chatprint's own conversation JSON, alone or in a ZIP with its pictures",
        recognize: { probe in
            let files = probe.files.filter(hasMessages)
            if let own = files.first(where: { isOwn($0, probe) }) {
                return Claim(.likely, [own.name])
            }
            return files.first.map { Claim(.unlikely, [$0.name]) }
        }, read: read)

    static let openAI = Importer(
        name: "openai", title: "OpenAI messages",
        summary:
            "messages of a chat completion (role and content), a request, or several such chats",
        recognize: { probe in
            claim(probe) { file, shape in
                hasRoles(shape, in: "[]") || hasRoles(shape, in: "messages[]")
                    || holdsChats(file, shape)
            }
        }, read: read)

    private static func hasRoles(_ shape: JSONShape, in place: String) -> Bool {
        shape.has(place + ".role", place + ".content")
            || shape.has(place + ".role", place + ".parts")
    }

    /// Returns the path of an array of chats that each have `messages`, as in data sets and in the
    /// backups of programs.
    ///
    /// - Parameter shape: for JSON Lines, the shape of the array of all lines.
    private static func severalChats(in shape: JSONShape) -> [String]? {
        if hasRoles(shape, in: "[].messages[]") { return [] }
        return [["chats"], ["conversations"], ["data", "chats"]].first { path in
            shape.has(path.joined(separator: ".") + "[].messages")
        }
    }

    private static func holdsChats(_ file: Probe.File, _ shape: JSONShape) -> Bool {
        severalChats(in: shape) != nil && file.contains("\"role\"")
    }

    static func hasSeveralChats(_ probe: Probe) -> Bool {
        claim(probe, holdsChats) != nil
    }

    private static func shape(ofLinesIn head: [UInt8]) -> JSONShape? {
        JSONShape(JSONLines.array(head))
    }

    /// Returns the first file whose messages have another program's fields, or are not at
    /// `messages`.
    static func misreading(of probe: Probe) -> Misreading? {
        for file in probe.files where file.shape != nil {
            let name = probe.isArchive ? file.name : ""
            if hasMessages(file) {
                guard let review = review(of: file, probe), review.isForeign else { continue }
                return Misreading(file: name, path: [], review: review)
            }
            let place = RecordPlace(inHead: file.head)
            guard place.isUsual, let path = place.path else { continue }
            let records = JSONDocument.sample(
                of: file.head, at: path, most: FieldReview.maxMessages, budget: probe.budget)
            return Misreading(file: name, path: path, review: FieldReview(records))
        }
        return nil
    }

    private static func hasMessages(_ file: Probe.File) -> Bool {
        guard let shape = file.shape else { return false }
        return shape.isArray || shape.has("messages") || file.holdsLines
    }

    private static func isOwn(_ file: Probe.File, _ probe: Probe) -> Bool {
        let records = records(of: file, probe)
        return !FieldReview(records).isForeign
            && !GenericJSON.haveLocalTimes(records, probe.phrases)
    }

    private static func review(of file: Probe.File, _ probe: Probe) -> FieldReview? {
        let records = records(of: file, probe)
        return records.isEmpty ? nil : FieldReview(records)
    }

    private static func records(of file: Probe.File, _ probe: Probe) -> [JSONValue] {
        let isList = file.holdsLines || file.shape?.isArray == true
        return JSONDocument.sample(
            of: file.holdsLines ? JSONLines.array(file.head) : file.head,
            at: isList ? [] : ["messages"], most: FieldReview.maxMessages,
            budget: probe.budget)
    }

    private static func claim(
        _ probe: Probe, _ fits: (Probe.File, JSONShape) -> Bool
    ) -> Claim? {
        probe.claimOne { file in
            if let shape = file.shape, fits(file, shape) { return true }
            guard file.holdsLines else { return false }
            return shape(ofLinesIn: file.head).map { fits(file, $0) } == true
        }
    }

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        let files = try files(beside: file, in: builder.sources)
        let head = builder.sources.head(of: file)
        let isLines = builder.sources.holdsLines(file)
        guard let shape = isLines ? shape(ofLinesIn: head) : JSONShape(head),
            let path = severalChats(in: shape)
        else {
            if builder.purpose == .naming {
                throw .severalChats([ChatName(id: file, name: Path.stem(file))])
            }
            let bytes = try builder.sources.document(file)
            let conversation = JSONLines.areIn(bytes) ? JSONLines.array(bytes) : bytes
            return try read(conversation, files, &builder)
        }
        var number = 0
        func title(_ chat: JSONValue) -> String? { chat.first("title", "name", "chatTitle") }
        func name(_: String, of chat: JSONValue) -> ChatName {
            number += 1
            let id = chat.identifier("id") ?? String(number)
            return ChatName(id: id, name: title(chat) ?? id)
        }
        try builder.chooseTree(
            in: [file], at: path, heavy: ["messages"], mayBeLines: true, name: name
        ) { chat, _, builder throws(ImportError) in
            let members = [
                title(chat).map { JSONValue.Member("title", .string($0)) },
                chat["messages"].map { JSONValue.Member("messages", $0) },
            ]
            try read(JSONValue.object(members.compactMap(\.self)).bytes, files, &builder)
        }
    }

    private static func read(
        _ bytes: [UInt8], _ files: FileLookup, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var overrides: [(key: String, value: String)] = []
        if let zone = builder.options.timeZone { overrides.append(("timezone", zone)) }
        if let me = builder.options.me { overrides.append(("me", me)) }
        let request: RenderRequest
        do throws(ConversationError) {
            request = try ConversationDecoder.decode(
                bytes, overrides: overrides, files: files, limits: builder.options.limits)
        } catch {
            throw .conversation(error)
        }
        // Notes are omitted or kept when the conversation is shown, so that this warning would be
        // premature.
        for warning in request.warnings where warning.kind != .leftOut { builder.pass(warning) }
        builder.take(request.conversation)
    }

    /// Returns the pictures that a conversation may name, by their path from the top or from the
    /// conversation's own folder.
    private static func files(
        beside file: String, in sources: ExportFiles
    ) throws(ImportError) -> FileLookup {
        let folder = Path.folder(file)
        // The files of a folder are read on demand.
        guard sources.isPacked else {
            let all = sources.beside
            guard !folder.isEmpty else { return all }
            return FileLookup(
                names: all.names, isSent: all.isSent, failed: { all.hasFailed },
                size: { all.size(of: folder + $0) ?? all.size(of: $0) },
                read: { all.range(of: folder + $0, $1) ?? all.range(of: $0, $1) })
        }
        var files: [String: [UInt8]] = [:]
        for name in sources.names where FileKind.mayBePicture(.image, name: name) {
            guard FileKind.kind(name: name) != .file else { continue }
            guard case .bytes(let bytes) = try sources.read(name) else { continue }
            files[name] = bytes
            if name.hasPrefix(folder) { files[String(name.dropFirst(folder.count))] = bytes }
        }
        return FileLookup(files)
    }
}
