import Basics

/// The descriptions of tools, from the declarations of the service's routes and of the fields.
extension MCPTools.Tool {
    /// Whether the tool reads a conversation or an export.
    var readsChat: Bool {
        switch self {
        case .render, .import, .chats, .validate: true
        case .verify, .themes: false
        }
    }

    var takesConversation: Bool { self == .render || self == .validate }

    private var writesFiles: Bool { self == .render || self == .import }

    /// - Parameters:
    ///   - schema: the schema of a conversation.
    ///   - paths: the paths of the API reference.
    func description(
        _ schema: JSONValue, _ paths: JSONValue?, omitting omitted: Set<String>,
        _ folders: ToolFolders
    ) -> JSONValue {
        var properties: [JSONValue.Member] = []
        var others: JSONValue = false
        if takesConversation {
            properties.append(.init(MCPTools.conversation, conversation(schema)))
        }
        if self != .themes { properties.append(.init(MCPTools.file, file)) }
        if writesFiles {
            let filename = schema["$defs"]?["output"]?["properties"]?["filename"]
            if let filename { properties.append(.init("filename", filename)) }
            properties.append(
                .init(
                    MCPTools.overwrite,
                    [
                        "type": "boolean", "default": false,
                        "description": "Whether to replace a file of the same name",
                    ]))
        }
        let route = paths?["/" + rawValue]
        let operation = route?["post"] ?? route?["get"]
        let parameters = operation?["parameters"]?.array ?? []
        for parameter in parameters where parameter["in"] == "query" {
            guard let name = parameter["name"]?.string, !omitted.contains(name) else { continue }
            if parameter["explode"] == true {
                others = ["description": parameter["description"] ?? ""]
            } else {
                properties.append(.init(name, Self.property(parameter)))
            }
        }
        let required: JSONValue =
            readsChat && !takesConversation || self == .verify
            ? [.string(MCPTools.file)] : []
        return [
            "name": .string(rawValue),
            "description": .string(
                ([operation?["summary"]?.string ?? rawValue]
                    + (self == .themes ? [] : [folders.readingWords])
                    + (writesFiles ? [folders.writingWords] : [])).joined(separator: ". ")),
            "inputSchema": [
                "type": "object", "properties": .object(properties), "required": required,
                "additionalProperties": others,
            ],
            "annotations": [
                "readOnlyHint": .bool(!writesFiles || !folders.hasOutput), "openWorldHint": false,
            ],
        ]
    }

    /// The fields of a conversation and of a message. All 60 KB of the schema would be in the context
    /// of every session; they are a resource.
    private func conversation(_ schema: JSONValue) -> JSONValue {
        let object = schema["anyOf"]?.array?.first { $0["properties"] != nil }
        guard self == .render, let fields = object?["properties"]?.members else {
            return [
                "type": ["object", "array", "string"],
                "description": "A conversation, as for the tool `render`",
            ]
        }
        let described = fields.map { field in
            let levels = field.key == "messages" ? 1 : 0
            return JSONValue.Member(
                field.key, field.value.inlined(by: schema["$defs"], levels: levels))
        }
        return [
            "description": schema["description"] ?? "", "examples": schema["examples"] ?? [],
            "anyOf": [
                ["type": "object", "properties": .object(described)],
                [
                    "type": ["array", "string"],
                    "description": "The messages alone, JSON as a string, or the text of an export",
                ],
            ],
        ]
    }

    private var file: JSONValue {
        let kind =
            self == .verify ? "PDF" : "chat export (a file, ZIP or folder) or conversation as JSON"
        return [
            "type": "string",
            "description": .string(
                "Path of a \(kind), in a folder that may be read. Relative paths are relative to it"
            ),
        ]
    }

    private static func property(_ parameter: JSONValue) -> JSONValue {
        var members = parameter["schema"]?.members ?? []
        if let words = parameter["description"] { members.append(.init("description", words)) }
        if let example = parameter["example"] { members.append(.init("examples", [example])) }
        return .object(members)
    }
}

extension JSONValue {
    /// The schema with its references replaced by their definitions, because many clients and models
    /// do not follow references. Objects within this many levels of objects have only a description.
    fileprivate func inlined(by definitions: JSONValue?, levels: Int) -> JSONValue {
        if let name = self["$ref"]?.string?.split(separator: "/").last {
            let definition = definitions?[String(name)] ?? [:]
            return definition.inlined(by: definitions, levels: levels)
        }
        switch self {
        case .object(let members):
            let isDeep = levels == 0 && self["properties"] != nil
            let kept = members.filter { member in
                isDeep
                    ? ["type", "description"].contains(member.key) : member.key != "examples"
            }
            return .object(
                kept.map { member in
                    let fields = member.key == "properties" ? member.value.members : nil
                    let value =
                        fields.map { fields in
                            JSONValue.object(
                                fields.map {
                                    Member(
                                        $0.key,
                                        $0.value.inlined(by: definitions, levels: levels - 1))
                                })
                        } ?? member.value.inlined(by: definitions, levels: levels)
                    return Member(member.key, value)
                })
        case .array(let elements):
            return .array(elements.map { $0.inlined(by: definitions, levels: levels) })
        case .null, .bool, .number, .string: return self
        }
    }
}
