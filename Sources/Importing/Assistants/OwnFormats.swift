import Conversation

/// JSON that our own reader takes: Chatprint's, and the messages of OpenAI's chat completions,
/// which are a dialect of it. In a ZIP, pictures may be named by `src.file`.
enum OwnFormats {
    static let chatprint = Importer(
        name: "chatprint", title: "Chatprint",
        summary: "Chatprint's own conversation JSON, alone or in a ZIP with its pictures",
        recognize: { probe in
            claim(probe, .likely) { shape in
                let path = shape.isArray ? "[]" : "messages[]"
                let isOurs =
                    shape.has("messages")
                    && (shape.has("\(path).from") || shape.has("\(path).at")
                        || shape.has("\(path).text"))
                // Plain strings, which have no names at all.
                return isOurs || shape.isArray && shape.paths.isEmpty || shape.paths == ["messages"]
            }
        }, read: read)

    static let openAI = Importer(
        name: "openai", title: "OpenAI messages",
        summary:
            "the messages of a chat completion: role and content, or a request that holds them",
        recognize: { probe in
            claim(probe, .certain) { shape in
                shape.has("[].role", "[].content")
                    || shape.has("messages[].role", "messages[].content")
                    || shape.has("[].role", "[].parts")
                    || shape.has("messages[].role", "messages[].parts")
            }
        }, read: read)

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

    @Sendable
    private static func read(
        _ sources: inout SourceFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        guard let file = claim.files.first else { return }
        var bytes = try sources.document(file)
        if JSONLines.areIn(bytes) { bytes = JSONLines.array(bytes) }
        let files = try files(in: &sources)
        var wishes: [(key: String, value: String)] = []
        if let zone = builder.options.timeZone { wishes.append(("timezone", zone)) }
        if let me = builder.options.me { wishes.append(("me", me)) }
        let request: RenderRequest
        do throws(ConversationError) {
            request = try ConversationDecoder.decode(
                bytes, overrides: wishes, files: files, limits: builder.options.limits)
        } catch {
            throw .conversation(error)
        }
        // Whether notes are left out is decided where the conversation is shown.
        for warning in request.warnings where warning.kind != .leftOut { builder.pass(warning) }
        builder.take(request.conversation)
    }

    private static func files(in sources: inout SourceFiles) throws(ImportError) -> FileLookup {
        // A folder's are read when they are named.
        guard sources.isPacked else { return sources.beside }
        var files: [String: [UInt8]] = [:]
        for name in sources.names where FileKind.mayBePicture(.image, name: name) {
            guard FileKind.kind(name: name) != .file else { continue }
            if case .bytes(let bytes) = try sources.read(name) { files[name] = bytes }
        }
        return FileLookup(files)
    }
}
