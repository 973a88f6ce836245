import Model

/// JSON that Chatprint's own decoder reads: Chatprint's format, and its dialect, the messages of
/// OpenAI's chat completions. In a ZIP, `src.file` may name pictures.
enum OwnFormats {
    static let chatprint = Importer(
        name: "chatprint", title: "Chatprint",
        summary: "Chatprint's own conversation JSON, alone or in a ZIP with its pictures",
        recognize: { probe in
            let files = probe.files.filter(hasMessages)
            if let own = files.first(where: { review(of: $0, probe)?.isForeign != true }) {
                return Claim(.likely, [own.name])
            }
            return files.first.map { Claim(.unlikely, [$0.name]) }
        }, read: read)

    static let openAI = Importer(
        name: "openai", title: "OpenAI messages",
        summary:
            "the messages of a chat completion (role and content), or a request with them",
        recognize: { probe in
            claim(probe, .certain) { shape in
                shape.has("[].role", "[].content")
                    || shape.has("messages[].role", "messages[].content")
                    || shape.has("[].role", "[].parts")
                    || shape.has("messages[].role", "messages[].parts")
            }
        }, read: read)

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
            let records = RecordSample.records(
                in: file.head, at: path, most: FieldReview.maxMessages, budget: probe.budget)
            return Misreading(file: name, path: path, review: FieldReview(records))
        }
        return nil
    }

    private static func hasMessages(_ file: Probe.File) -> Bool {
        guard let shape = file.shape else { return false }
        return shape.isArray || shape.has("messages") || file.holdsLines
    }

    private static func review(of file: Probe.File, _ probe: Probe) -> FieldReview? {
        let isList = file.holdsLines || file.shape?.isArray == true
        let records = RecordSample.records(
            in: file.holdsLines ? JSONLines.array(file.head) : file.head,
            at: isList ? [] : ["messages"], most: FieldReview.maxMessages,
            budget: probe.budget)
        return records.isEmpty ? nil : FieldReview(records)
    }

    private static func claim(
        _ probe: Probe, _ confidence: Confidence, _ fits: (JSONShape) -> Bool
    ) -> Claim? {
        let file = probe.files.first { file in
            if file.shape.map(fits) == true { return true }
            guard file.holdsLines else { return false }
            return JSONShape(JSONLines.array(file.head)).map(fits) == true
        }
        return file.map { Claim(confidence, [$0.name]) }
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        var bytes = try sources.document(file)
        if JSONLines.areIn(bytes) { bytes = JSONLines.array(bytes) }
        let files = try files(beside: file, in: &sources)
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
        beside file: String, in sources: inout ExportFiles
    ) throws(ImportError) -> FileLookup {
        let folder = Path.folder(file)
        // The files of a folder are read on demand.
        guard sources.isPacked else {
            let all = sources.beside
            guard !folder.isEmpty else { return all }
            return FileLookup(
                names: all.names, isSent: all.isSent,
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
