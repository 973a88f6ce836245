import Basics
import Model

/// ChatGPT's data export: `conversations.json`, or `conversations-000.json` and so on, alone or in
/// its ZIP. A chat is a tree of messages. The importer reads the branch that was seen last.
enum ChatGPT {
    static let importer = Importer(
        "chatgpt", title: "ChatGPT",
        summary:
            "conversations.json or conversations-000.json of ChatGPT's data export, alone or in its ZIP",
        AssistantFormat(
            assistant: "ChatGPT", source: .chats(heavy: ["mapping"]),
            id: { $0.text("conversation_id") ?? $0.text("id") }, prepare: nameFiles,
            records: records, turns: turns))

    /// Names the export's files by their IDs, by which messages refer to them.
    private static func nameFiles(_ context: inout RecordContext) {
        for name in context.files.names {
            guard let id = fileID(Path.lastName(name)), context.names[id] == nil else { continue }
            context.names[id] = name
        }
    }

    // MARK: Branch

    private static func records(_ source: JSONValue, _ context: inout RecordContext) -> [JSONValue]
    {
        let tree = AssistantTree(source["mapping"], id: "id", parent: "parent")
        let last = source.text("current_node") ?? newestLeaf(of: tree)
        let path = last.map { tree.path(to: $0) } ?? []
        context.leaveOut(
            branches: tree.nodes.values.count(where: isSaid) - path.count(where: isSaid))
        let messages = path.compactMap { $0["message"] }.filter { $0.kind == .object }
        let hidden = messages.count { isHidden($0) && says($0["content"]) }
        if hidden > 0 {
            let messages = WarningText.count(hidden, "message")
            context.leftOut.append("\(messages) omitted (hidden by ChatGPT)")
        }
        return messages
    }

    private static func isSaid(_ node: JSONValue) -> Bool {
        let role = node["message"]?["author"]?.text("role")
        return role == "user" || role == "assistant"
    }

    private static func newestLeaf(of tree: AssistantTree) -> String? {
        let leaves = tree.nodes.filter { $0.value.list("children").isEmpty }
        return leaves.max { left, right in
            let leftTime = left.value["message"]?.number("create_time") ?? 0
            let rightTime = right.value["message"]?.number("create_time") ?? 0
            return (leftTime, left.key) < (rightTime, right.key)
        }?.key
    }

    /// Returns whether ChatGPT's page hides a message. Instructions are never hidden here.
    private static func isHidden(_ source: JSONValue) -> Bool {
        let isHidden =
            source["metadata"]?.flag("is_visually_hidden_from_conversation") == true
            || source.number("weight") == 0
        return isHidden && !isInstruction(source)
    }

    private static func isInstruction(_ source: JSONValue) -> Bool {
        source["metadata"]?.flag("is_user_system_message") == true
            || ["user_editable_context", "model_editable_context"].contains(type(of: source))
    }

    private static func type(of source: JSONValue) -> String {
        source["content"]?.text("content_type") ?? "text"
    }

    private static func says(_ content: JSONValue?) -> Bool {
        content?.text("text") != nil
            || content?.list("parts").contains { $0.string.map { !$0.isEmpty } ?? true } == true
    }

    // MARK: Messages

    private static func turns(_ source: JSONValue, _ context: inout RecordContext) -> TurnRecord? {
        let at = source.seconds("create_time")
        guard !isHidden(source) else { return TurnRecord(at, []) }
        let content = source["content"]
        let metadata = source["metadata"]
        let role = source["author"]?.text("role") ?? ""
        var turn = Turn(.note, id: source.text("id"))
        let cites = ChatGPTCitations(role == "assistant" ? metadata : nil)
        fill(&turn, content, role: role, cites, context.names)
        attach(metadata, &turn, context.names)
        let isInstruction = isInstruction(source)
        if isInstruction { turn.body = instructions(metadata, content) }
        let recipient = source.text("recipient") ?? "all"
        if recipient != "all" {
            let text = words(content)
            if let written = AssistantDocument.canvas(to: recipient, text) {
                turn.body = written
            } else {
                // The text is input for a tool.
                if !text.isEmpty { turn.body = code(text, in: content) }
                return TurnRecord(at, [turn])
            }
        }
        switch role {
        case "user" where !isInstruction: turn.kind = .user
        case "assistant":
            // ChatGPT's page folds away how the assistant arrived at its answer.
            let isFolded = ["thoughts", "reasoning_recap"].contains(type(of: source))
            turn.kind = isInstruction || isFolded ? .remark : .answer
            turn.model = metadata?.text("model_slug")
        case "tool": return TurnRecord(at, tool(turn, source, context.names))
        default: break
        }
        return TurnRecord(at, [turn])
    }

    /// Returns the note of a tool, and its pictures, which ChatGPT's page shows as an answer.
    private static func tool(
        _ turn: Turn, _ source: JSONValue, _ files: [String: String]
    ) -> [Turn] {
        var (note, answer) = (turn, Turn(.answer, id: turn.id))
        if source["content"]?.list("parts").contains(where: isDrawn) == true {
            swap(&note.files, &answer.files)
        }
        for plot in source["metadata"]?["aggregate_result"]?.list("messages") ?? []
        where plot.text("message_type") == "image" {
            answer.files.append(file(.image, plot, plot.text("image_url") ?? "", files))
        }
        guard !answer.files.isEmpty else { return [turn] }
        note.id = nil
        return [note, answer]
    }

    /// Returns whether a tool drew a picture. The pages of a user's file, which tools read as
    /// pictures, have these members without a value.
    private static func isDrawn(_ part: JSONValue) -> Bool {
        guard part.text("asset_pointer") != nil else { return false }
        let origins = ["dalle", "generation"].compactMap { part["metadata"]?[$0] }
        return origins.isEmpty || origins.contains { $0.kind != .null }
    }

    private static func words(_ content: JSONValue?) -> String {
        let parts = content?.list("parts").compactMap(\.string) ?? []
        return content?.text("text") ?? parts.joined(separator: "\n")
    }

    private static func code(_ text: String, in content: JSONValue?) -> [TextBlock] {
        let language = content?.text("language").flatMap { $0 == "unknown" ? nil : $0 }
        return [.code(language: language, text: CleanText.clean(text))]
    }

    private static func fill(
        _ turn: inout Turn, _ content: JSONValue?, role: String, _ cites: ChatGPTCitations,
        _ files: [String: String]
    ) {
        guard let content else { return }
        switch content.text("content_type") ?? "text" {
        case "code": if let text = content.text("text") { turn.body = code(text, in: content) }
        case "execution_output", "system_error":
            if let text = content.text("text") {
                turn.body = [.code(language: nil, text: CleanText.clean(text))]
            }
        case "tether_quote", "tether_browsing_display":
            let text = content.text("text") ?? content.text("result") ?? ""
            let lines = [content.text("title"), text].compactMap(\.self)
            let inner = Body.plain(lines.joined(separator: "\n"))
            if !inner.isEmpty { turn.body = [.quote(inner)] }
        case "thoughts":
            for thought in content.list("thoughts") {
                var title = Body.Builder()
                title.append(CleanText.line(thought.text("summary") ?? ""), .entity(.bold))
                turn.body += title.blocks + Body.markdown(thought.text("content") ?? "")
            }
        case "reasoning_recap": turn.body = Body.plain(content.text("content") ?? "")
        default:
            for part in content.list("parts") { add(part, to: &turn, role: role, cites, files) }
            if turn.body.isEmpty, turn.files.isEmpty, let text = content.text("text") {
                turn.body = Body.markdown(cites.resolved(text))
            }
        }
    }

    private static func add(
        _ part: JSONValue, to turn: inout Turn, role: String, _ cites: ChatGPTCitations,
        _ files: [String: String]
    ) {
        if let text = part.string {
            // Users type plain text; only the assistant writes Markdown.
            turn.body += role == "user" ? Body.plain(text) : Body.markdown(cites.resolved(text))
            return
        }
        let type = part.text("content_type") ?? ""
        if type == "audio_transcription" {
            turn.body += Body.plain(part.text("text") ?? "")
            return
        }
        guard
            let pointer = part.text("asset_pointer")
                ?? part["audio_asset_pointer"]?.text("asset_pointer")
        else {
            turn.body += Body.plain("[\(type.replacing("_", with: " "))]")
            return
        }
        let isVoice = type.hasPrefix("audio") || type.hasPrefix("real_time")
        turn.files.append(file(isVoice ? .voice : .image, part, pointer, files))
    }

    // MARK: Files

    private static func file(
        _ kind: Attachment.Kind, _ source: JSONValue, _ pointer: String, _ files: [String: String]
    ) -> RecordFile {
        var attachment = Attachment(kind: kind)
        attachment.width = source.length("width")
        attachment.height = source.length("height")
        attachment.size = source.count("size_bytes")
        return RecordFile(attachment, at: place(of: pointer, in: files))
    }

    /// The message parts already contain some of the images.
    private static func attach(
        _ metadata: JSONValue?, _ turn: inout Turn, _ files: [String: String]
    ) {
        var pictures = turn.files.count { $0.attachment.kind == .image }
        for item in metadata?.list("attachments") ?? [] where item.kind == .object {
            var file = RecordFile(
                named: item.text("name") ?? "file",
                mime: item.text("mime_type") ?? item.text("mimeType"),
                at: place(of: item.text("id") ?? "", in: files))
            if file.attachment.kind == .image, pictures > 0 {
                pictures -= 1
                continue
            }
            file.attachment.size = item.count("size")
            turn.files.append(file)
        }
    }

    private static func place(of pointer: String, in files: [String: String]) -> RecordFile.Place {
        // `file-service://file-AbC` or `sediment://file_00…`.
        let name = pointer.place(of: "://").map { String(pointer[$0.upperBound...]) } ?? pointer
        return fileID(name).flatMap { files[$0] }.map { .path($0) } ?? .missing(RecordFile.absent)
    }

    /// Returns `file-AbC` for `file-AbC-photo.png` and `file_00ab` for `file_00ab-1234.dat`.
    private static func fileID(_ name: String) -> String? {
        guard name.hasPrefix("file-") || name.hasPrefix("file_") else { return nil }
        let rest = name.dropFirst(5).prefix { $0 != "-" && $0 != "." && $0 != "#" }
        return rest.isEmpty ? nil : String(name.prefix(5) + rest)
    }

    private static func instructions(_ metadata: JSONValue?, _ content: JSONValue?) -> [TextBlock] {
        let data = metadata?["user_context_message_data"]
        let texts = [
            data?.text("about_user_message") ?? content?.text("user_profile"),
            data?.text("about_model_message") ?? content?.text("user_instructions"),
            content?.text("model_set_context"),
        ]
        return Body.plain(texts.compactMap(\.self).joined(separator: "\n"))
    }
}

/// The marks in ChatGPT's answers that its page replaces by sources, names and pictures. They are
/// enclosed in private-use characters, `\u{E200}cite\u{E202}turn0search1\u{E201}`, or, in older
/// chats, in brackets, `【4†source】`.
private struct ChatGPTCitations {
    /// The Markdown that replaces each mark.
    private var links: [String: String] = [:]

    private static let opening: UnicodeScalar = "\u{E200}"
    private static let closing: UnicodeScalar = "\u{E201}"
    private static let separator: Character = "\u{E202}"
    /// The maximum length of a mark. Longer ones stay text, so that an unclosed mark does not
    /// remove the answer.
    private static let maxLength = 4_096

    init(_ metadata: JSONValue?) {
        for reference in metadata?.list("content_references") ?? [] {
            guard let mark = reference.text("matched_text"), links[mark] == nil else { continue }
            links[mark] = reference.text("alt") ?? Self.links(reference.list("items"))
        }
        for citation in metadata?.list("citations") ?? [] {
            let page = citation["metadata"]
            guard
                let mark = page?["extra"]?.text("cited_message_idx")
                    ?? citation.text("matched_text"),
                links[mark] == nil, let page
            else { continue }
            links[mark] = Self.links([page])
        }
    }

    /// Returns `([Title](https://…))`, or an empty string if no page has an address.
    private static func links(_ pages: [JSONValue]) -> String {
        let links = pages.prefix(8).compactMap { page -> String? in
            guard let url = page.text("url"), !url.contains(where: { " <>()\n".contains($0) })
            else { return nil }
            let title = (page.text("title") ?? page.text("attribution") ?? url)
                .filter { !"[]\n".contains($0) }
            return "[\(title)](\(url))"
        }
        return links.isEmpty ? "" : "(" + links.joined(separator: ", ") + ")"
    }

    func resolved(_ text: String) -> String {
        guard text.holds("\u{E200}") || text.holds("【") || text.holds("\u{E203}") else {
            return text
        }
        var out = String.UnicodeScalarView()
        let scalars = Array(text.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            if scalar == Self.opening || scalar == "【", let end = end(of: scalars, from: index) {
                let mark = String(String.UnicodeScalarView(scalars[index...end]))
                if let words = replacement(of: mark) {
                    Self.setBlank(before: words, in: &out)
                    out.append(contentsOf: words.unicodeScalars)
                    index = end + 1
                    continue
                }
            }
            // Single characters of this range mark a span of text and are dropped.
            if !(0xE200...0xE20F).contains(scalar.value) { out.append(scalar) }
            index += 1
        }
        return String(out)
    }

    private func end(of scalars: [UnicodeScalar], from start: Int) -> Int? {
        let isBracket = scalars[start] == "【"
        let limit = min(scalars.count, start + (isBracket ? 128 : Self.maxLength))
        let closing = isBracket ? "】" : Self.closing
        var index = start + 1
        while index < limit, scalars[index] != closing, scalars[index] != scalars[start] {
            index += 1
        }
        return index < limit && scalars[index] == closing ? index : nil
    }

    /// The result is nil for brackets that the writer typed.
    private func replacement(of mark: String) -> String? {
        if let known = links[mark] { return known }
        guard mark.unicodeScalars.first == Self.opening else {
            return mark.holds("†") ? "" : nil
        }
        let parts = mark.dropFirst().dropLast().split(separator: Self.separator)
        switch parts.first {
        case "url" where parts.count > 1: return String(parts[1])
        case "entity" where parts.count > 1:
            // A mark with unreadable facts is removed, as are marks without facts.
            let facts = JSONValue(inText: String(parts[1]))
            return facts?.array.flatMap { $0.count > 1 ? $0[1].string : nil } ?? ""
        default: return ""
        }
    }

    /// Removes the space before a deleted mark, and adds a space before a link.
    private static func setBlank(before words: String, in out: inout String.UnicodeScalarView) {
        if words.isEmpty, out.last == " " { out.removeLast() }
        if words.hasPrefix("("), let last = out.last, !last.properties.isWhitespace {
            out.append(" ")
        }
    }
}
