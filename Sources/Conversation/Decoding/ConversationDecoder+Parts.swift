import JSON
import Markup

extension ConversationDecoder {
    /// Reads `content` as an array of parts. Chat-completion formats use this for pictures with
    /// text.
    mutating func readParts(_ draft: inout MessageDraft) throws(ConversationError) {
        guard try fields.beginArray() else { return }
        draft.parts = []
        var texts: [String] = []
        while try fields.nextElement() {
            switch try fields.peek() {
            case .string: if let text = try fields.rawText() { texts.append(text) }
            case .object: try readPart(&draft, &texts)
            case .null, .bool, .number, .array: try fields.rejectType([.object, .string])
            }
        }
        if !texts.isEmpty { draft.text = texts.joined(separator: "\n\n") }
    }

    /// Reads `parts`. Some toolkits send them besides or instead of the same text.
    mutating func readMessageParts(_ draft: inout MessageDraft) throws(ConversationError) {
        guard try fields.peek() == .array else { return try fields.unknown("parts") }
        let text = draft.text
        draft.text = nil
        try readParts(&draft)
        draft.text = draft.text ?? text
        draft.textKey = "parts"
    }

    private mutating func readPart(
        _ draft: inout MessageDraft, _ texts: inout [String]
    ) throws(ConversationError) {
        guard try fields.beginObject() else { return }
        var part = Part()
        while let key = try fields.nextKey() {
            switch key {
            case "type": part.type = try fields.line()
            case "text", "refusal", "thinking", "reasoning": part.text = try fields.rawText()
            case "url":
                if part.type == "file" {
                    part.note(try mediaStore.source(fromText: &fields))
                } else {
                    part.address = try fields.rawText()
                }
            case "title", "toolName": part.name = try fields.line()
            case "mediaType", "mimeType": part.mediaType = try fields.line()
            case "errorText": if let text = try fields.rawText() { part.results.append(text) }
            case "image_url", "source", "input_audio", "file", "image", "audio", "video_url":
                try readPartMedia(&part)
            case "filename", "name": part.name = try fields.line()
            case "file_data":
                part.note(try mediaStore.source(fromText: &fields))
            case "input", "arguments": part.input = try fields.value()
            case "content": try readResult(&part)
            case "output": try readResult(&part)
            case "data", "id", "tool_use_id", "detail", "cache_control", "annotations", "signature",
                "is_error", "call_id", "file_id", "state", "toolCallId", "sourceId", "preliminary",
                "providerExecuted", "providerMetadata", "callProviderMetadata":
                try fields.skip()
            default: try fields.unknown(key)
            }
        }
        try finish(part, &draft, &texts)
    }

    private mutating func finish(
        _ part: Part, _ draft: inout MessageDraft, _ texts: inout [String]
    ) throws(ConversationError) {
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
                try countAttachment()
                draft.parts.append(picture)
            }
        case "thinking", "reasoning": if let text = part.text { draft.thoughts.append(text) }
        case "redacted_thinking":
            fields.warn(.unsupported, "a thought encrypted by its service cannot be shown")
        default:
            if let source = part.source {
                var attachment = Attachment(kind: part.kind)
                attachment.name = part.name
                take(source, into: &attachment)
                settle(&attachment, hasKind: true)
                try countAttachment()
                draft.parts.append(attachment)
            }
            if let text = part.text {
                texts.append(text)
            } else if part.source == nil {
                fields.warn(
                    .unsupported,
                    "a part of type \(FieldReader.quoted(part.type ?? "")) cannot be shown")
                texts.append("[\(part.type ?? "…")]")
            }
        }
    }

    /// Reads a tool's result: a text, or parts with text and pictures.
    private mutating func readResult(_ part: inout Part) throws(ConversationError) {
        guard try fields.peek() == .array else {
            if try fields.peek() == .string {
                if let text = try fields.rawText() { part.results.append(text) }
            } else {
                let text = ToolResult.text(try fields.value())
                if !text.isEmpty { part.results.append(text) }
            }
            return
        }
        guard try fields.beginArray() else { return }
        while try fields.nextElement() {
            switch try fields.peek() {
            case .string: if let text = try fields.rawText() { part.results.append(text) }
            case .object: try readResultPart(&part)
            case .null, .bool, .number, .array: try fields.rejectType([.object, .string])
            }
        }
    }

    private mutating func readResultPart(_ part: inout Part) throws(ConversationError) {
        guard try fields.beginObject() else { return }
        var inner = Part()
        while let key = try fields.nextKey() {
            switch key {
            case "type": inner.type = try fields.line()
            case "text": inner.text = try fields.rawText()
            case "image_url", "source", "image", "file", "input_audio": try readPartMedia(&inner)
            case "name", "filename", "title": inner.name = try fields.line()
            case "cache_control", "annotations", "detail", "citations": try fields.skip()
            default: try fields.unknown(key)
            }
        }
        if let source = inner.source {
            var attachment = Attachment(kind: inner.kind)
            attachment.name = inner.name
            take(source, into: &attachment)
            settle(&attachment, hasKind: true)
            part.pictures.append(attachment)
        } else if let text = inner.text {
            part.results.append(text)
        } else {
            let type = inner.type ?? ""
            fields.warn(
                .unsupported, "a part of type \(FieldReader.quoted(type)) cannot be shown")
            part.results.append("[\(inner.type ?? "…")]")
        }
    }

    private func code(_ text: String) -> TextBlock {
        .code(language: nil, text: CleanText.clean(text))
    }

    /// Reads the member with a part's data: a string, or an object that contains one.
    private mutating func readPartMedia(_ part: inout Part) throws(ConversationError) {
        guard try fields.peek() == .object else {
            part.note(try mediaStore.source(from: &fields))
            return
        }
        guard try fields.beginObject() else { return }
        while let key = try fields.nextKey() {
            switch key {
            case "url", "file_data": part.note(try mediaStore.source(fromText: &fields))
            case "data": part.note(try mediaStore.data(from: &fields))
            case "file": part.note(try mediaStore.source(from: &fields))
            case "filename", "name": part.name = try fields.line()
            case "format", "detail", "type", "media_type", "file_id": try fields.skip()
            default: try fields.unknown(key)
            }
        }
    }

    /// Converts tool calls to code: the name and the arguments as written.
    mutating func readToolCalls(_ draft: inout MessageDraft) throws(ConversationError) {
        let value = try fields.value()
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
