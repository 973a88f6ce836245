import Basics

extension FieldReader {
    /// Chat-completion formats use an array of parts for pictures with text.
    mutating func readParts(_ draft: inout MessageDraft) {
        guard beginArray() else { return }
        draft.parts = []
        var texts: [String] = []
        while nextElement() {
            switch peek() {
            case .string: if let text = rawText() { texts.append(text) }
            case .object: readPart(&draft, &texts)
            case .null, .bool, .number, .array: rejectType([.object, .string])
            }
        }
        if !texts.isEmpty { draft.text = texts.joined(separator: "\n\n") }
    }

    /// Reads `parts`. Some toolkits send them besides or instead of the same text.
    mutating func readMessageParts(_ draft: inout MessageDraft) {
        guard peek() == .array else { return unknown("parts", in: MessageDraft.self) }
        let text = draft.text
        draft.text = nil
        readParts(&draft)
        draft.text = draft.text ?? text
        draft.textKey = "parts"
    }

    private mutating func readPart(_ draft: inout MessageDraft, _ texts: inout [String]) {
        guard beginObject() else { return }
        var part = Part()
        while let key = nextKey() {
            switch key {
            case "type": part.type = line()
            case "text", "refusal", "thinking", "reasoning": part.text = rawText()
            case "url":
                if part.type == "file" {
                    part.note(sourceText())
                } else {
                    part.address = rawText()
                }
            case "title", "toolName": part.name = line()
            case "mediaType", "mimeType": part.mediaType = line()
            case "errorText": if let text = rawText() { part.results.append(text) }
            case "image_url", "source", "input_audio", "file", "image", "audio", "video_url":
                readPartMedia(&part)
            case "filename", "name": part.name = line()
            case "file_data":
                part.note(sourceText())
            case "input", "arguments": part.input = value()
            case "content": readResult(&part)
            case "output": readResult(&part)
            case "data", "id", "tool_use_id", "detail", "cache_control", "annotations", "signature",
                "is_error", "call_id", "file_id", "state", "toolCallId", "sourceId", "preliminary",
                "providerExecuted", "providerMetadata", "callProviderMetadata":
                skip()
            default: unknown(key, among: ["text", "type"])
            }
        }
        finish(part, into: &draft, texts: &texts)
    }

    private mutating func finish(
        _ part: Part, into draft: inout MessageDraft, texts: inout [String]
    ) {
        if let type = part.type, type.hasPrefix("tool-") || type == "dynamic-tool" {
            let name = type.hasPrefix("tool-") ? String(type.dropFirst(5)) : part.name
            draft.calls.append(toolCall(name, part.input))
            for text in part.results { draft.calls.append(code(text)) }
            return
        }
        switch part.type {
        case "step-start": break
        case "source-url", "source-document":
            let title = (part.name ?? part.address ?? "").filter { !"[]".contains($0) }
            texts.append(part.address.map { "[\(title)](<\($0)>)" } ?? title)
        case "tool_use", "function_call", "tool_call":
            draft.calls.append(toolCall(part.name, part.input))
        case "tool_result", "function_call_output":
            draft.hasResults = true
            for text in part.results { draft.calls.append(code(text)) }
            for picture in part.pictures {
                countAttachment()
                draft.parts.append(picture)
            }
        case "thinking", "reasoning": if let text = part.text { draft.thoughts.append(text) }
        case "redacted_thinking":
            warn(.unsupported, "a thought encrypted by its service cannot be shown")
        default:
            if let source = part.source {
                var attachment = Attachment(kind: part.kind)
                attachment.name = part.name
                attachment.take(source)
                settle(&attachment, hasKind: true)
                countAttachment()
                draft.parts.append(attachment)
            }
            if let text = part.text {
                texts.append(text)
            } else if part.source == nil {
                warn(
                    .unsupported,
                    "a part of type \(FieldReader.quoted(part.type ?? "")) cannot be shown")
                texts.append("[\(part.type ?? "…")]")
            }
        }
    }

    private mutating func readResult(_ part: inout Part) {
        guard peek() == .array else {
            if peek() == .string {
                if let text = rawText() { part.results.append(text) }
            } else {
                let text = ToolResult.text(value())
                if !text.isEmpty { part.results.append(text) }
            }
            return
        }
        guard beginArray() else { return }
        while nextElement() {
            switch peek() {
            case .string: if let text = rawText() { part.results.append(text) }
            case .object: readResultPart(&part)
            case .null, .bool, .number, .array: rejectType([.object, .string])
            }
        }
    }

    private mutating func readResultPart(_ part: inout Part) {
        guard beginObject() else { return }
        var inner = Part()
        while let key = nextKey() {
            switch key {
            case "type": inner.type = line()
            case "text": inner.text = rawText()
            case "image_url", "source", "image", "file", "input_audio": readPartMedia(&inner)
            case "name", "filename", "title": inner.name = line()
            case "cache_control", "annotations", "detail", "citations": skip()
            default: unknown(key, among: ["text", "type"])
            }
        }
        if let source = inner.source {
            var attachment = Attachment(kind: inner.kind)
            attachment.name = inner.name
            attachment.take(source)
            settle(&attachment, hasKind: true)
            part.pictures.append(attachment)
        } else if let text = inner.text {
            part.results.append(text)
        } else {
            let type = inner.type ?? ""
            warn(
                .unsupported, "a part of type \(FieldReader.quoted(type)) cannot be shown")
            part.results.append("[\(inner.type ?? "…")]")
        }
    }

    private func code(_ text: String) -> TextBlock {
        .code(language: nil, text: CleanText.clean(text))
    }

    private mutating func readPartMedia(_ part: inout Part) {
        guard peek() == .object else {
            part.note(source())
            return
        }
        guard beginObject() else { return }
        while let key = nextKey() {
            switch key {
            case "url", "file_data": part.note(sourceText())
            case "data": part.note(sourceData())
            case "file": part.note(source())
            case "filename", "name": part.name = line()
            case "format", "detail", "type", "media_type", "file_id": skip()
            default: unknown(key, among: ["data", "file", "url"])
            }
        }
    }

    /// Converts tool calls to code: the name and the arguments as written.
    mutating func readToolCalls(_ draft: inout MessageDraft) {
        let value = value()
        for call in value.array ?? [value] where call.kind == .object {
            let function = call["function"] ?? call
            draft.calls.append(
                toolCall(function["name"]?.string, function["arguments"] ?? function["input"]))
        }
    }

    private func toolCall(_ name: String?, _ input: JSONValue?) -> TextBlock {
        let arguments = input.map { $0.string ?? String(decoding: $0.bytes, as: UTF8.self) } ?? ""
        let text = name.map { "\($0)(\(arguments))" } ?? arguments
        return code(text)
    }
}

/// An element of a `content` array while it is read.
private struct Part {
    var type: String?
    var text: String?
    var name: String?
    var source: MediaStore.Source?
    var input: JSONValue?
    var address: String?
    var mediaType: String?
    var results: [String] = []
    var pictures: [Attachment] = []

    mutating func note(_ source: MediaStore.Source?) { self.source = source ?? self.source }

    var kind: Attachment.Kind {
        switch type {
        case "image_url", "input_image", "image", "output_image": .image
        case "input_audio", "audio", "output_audio": .audio
        case "video_url", "video": .video
        default: mediaType?.hasPrefix("image/") == true ? .image : .file
        }
    }
}
