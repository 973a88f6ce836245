import Basics

extension FieldReader {
    /// Reads `content` as an array of parts. Chat-completion formats use this for pictures with
    /// text.
    mutating func readParts(_ draft: inout MessageDraft) throws(ConversationError) {
        guard try beginArray() else { return }
        draft.parts = []
        var texts: [String] = []
        while try nextElement() {
            switch try peek() {
            case .string: if let text = try rawText() { texts.append(text) }
            case .object: try readPart(&draft, &texts)
            case .null, .bool, .number, .array: try rejectType([.object, .string])
            }
        }
        if !texts.isEmpty { draft.text = texts.joined(separator: "\n\n") }
    }

    /// Reads `parts`. Some toolkits send them besides or instead of the same text.
    mutating func readMessageParts(_ draft: inout MessageDraft) throws(ConversationError) {
        guard try peek() == .array else { return try unknown("parts", in: MessageDraft.self) }
        let text = draft.text
        draft.text = nil
        try readParts(&draft)
        draft.text = draft.text ?? text
        draft.textKey = "parts"
    }

    private mutating func readPart(
        _ draft: inout MessageDraft, _ texts: inout [String]
    ) throws(ConversationError) {
        guard try beginObject() else { return }
        var part = Part()
        while let key = try nextKey() {
            switch key {
            case "type": part.type = try line()
            case "text", "refusal", "thinking", "reasoning": part.text = try rawText()
            case "url":
                if part.type == "file" {
                    part.note(try sourceText())
                } else {
                    part.address = try rawText()
                }
            case "title", "toolName": part.name = try line()
            case "mediaType", "mimeType": part.mediaType = try line()
            case "errorText": if let text = try rawText() { part.results.append(text) }
            case "image_url", "source", "input_audio", "file", "image", "audio", "video_url":
                try readPartMedia(&part)
            case "filename", "name": part.name = try line()
            case "file_data":
                part.note(try sourceText())
            case "input", "arguments": part.input = try value()
            case "content": try readResult(&part)
            case "output": try readResult(&part)
            case "data", "id", "tool_use_id", "detail", "cache_control", "annotations", "signature",
                "is_error", "call_id", "file_id", "state", "toolCallId", "sourceId", "preliminary",
                "providerExecuted", "providerMetadata", "callProviderMetadata":
                try skip()
            default: try unknown(key, among: ["text", "type"])
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
            warn(.unsupported, "a thought encrypted by its service cannot be shown")
        default:
            if let source = part.source {
                var attachment = Attachment(kind: part.kind)
                attachment.name = part.name
                attachment.take(source)
                settle(&attachment, hasKind: true)
                try countAttachment()
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

    /// Reads a tool's result: a text, or parts with text and pictures.
    private mutating func readResult(_ part: inout Part) throws(ConversationError) {
        guard try peek() == .array else {
            if try peek() == .string {
                if let text = try rawText() { part.results.append(text) }
            } else {
                let text = ToolResult.text(try value())
                if !text.isEmpty { part.results.append(text) }
            }
            return
        }
        guard try beginArray() else { return }
        while try nextElement() {
            switch try peek() {
            case .string: if let text = try rawText() { part.results.append(text) }
            case .object: try readResultPart(&part)
            case .null, .bool, .number, .array: try rejectType([.object, .string])
            }
        }
    }

    private mutating func readResultPart(_ part: inout Part) throws(ConversationError) {
        guard try beginObject() else { return }
        var inner = Part()
        while let key = try nextKey() {
            switch key {
            case "type": inner.type = try line()
            case "text": inner.text = try rawText()
            case "image_url", "source", "image", "file", "input_audio": try readPartMedia(&inner)
            case "name", "filename", "title": inner.name = try line()
            case "cache_control", "annotations", "detail", "citations": try skip()
            default: try unknown(key, among: ["text", "type"])
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

    /// Reads the member with a part's data: a string, or an object that contains one.
    private mutating func readPartMedia(_ part: inout Part) throws(ConversationError) {
        guard try peek() == .object else {
            part.note(try source())
            return
        }
        guard try beginObject() else { return }
        while let key = try nextKey() {
            switch key {
            case "url", "file_data": part.note(try sourceText())
            case "data": part.note(try sourceData())
            case "file": part.note(try source())
            case "filename", "name": part.name = try line()
            case "format", "detail", "type", "media_type", "file_id": try skip()
            default: try unknown(key, among: ["data", "file", "url"])
            }
        }
    }

    /// Converts tool calls to code: the name and the arguments as written.
    mutating func readToolCalls(_ draft: inout MessageDraft) throws(ConversationError) {
        let value = try value()
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
