import Basics
import Rendering
import Service

extension BatchEntry {
    /// Parses a line: an object with `id`, `conversation` or `input`, `output`, and any query
    /// parameter as a setting.
    ///
    /// The fields read before an error are kept, so that the error can be reported with the job's
    /// ID.
    mutating func read(_ line: [UInt8], depth: Int) throws(Explanation) {
        do {
            var reader = try JSONReader(line, maxDepth: depth + 1)
            guard try reader.peek() == .object else {
                throw Explanation.job(
                    "The line is not an object with \"conversation\" or \"input\".")
            }
            try reader.beginObject()
            while let key = try reader.nextKey() {
                try readMember(key, &reader)
            }
            try reader.end()
        } catch let problem as Explanation {
            throw problem
        } catch let error as JSONError {
            throw error.explanation
        } catch {
            throw Explanation.job("The line cannot be read.")
        }
        guard source != nil else {
            throw Explanation.job("A job needs \"conversation\" or \"input\".")
        }
        guard id != nil || output != nil else {
            throw Explanation.job("A job needs \"id\" or \"output\", which name its file.")
        }
    }

    private mutating func readMember(_ key: String, _ reader: inout JSONReader) throws {
        switch key {
        case "id":
            let value = try reader.value()
            switch value {
            case .string, .number: id = value
            case .null: break
            case .bool, .array, .object:
                throw Explanation.job("\"id\" must be a string or a number.", at: "/id")
            }
        case "conversation": try readConversation(&reader)
        case "input":
            if let path = try text(key, &reader) { try take(.file(path), at: "/input") }
        case "output": output = try text(key, &reader) ?? output
        default: try take(try reader.value(), under: key, at: JSONPointer.step(key))
        }
    }

    private mutating func readConversation(_ reader: inout JSONReader) throws {
        let bytes: [UInt8]
        switch try reader.peek() {
        case .string: bytes = Array(try reader.stringBytes() ?? [])
        // The decoder validates it later; here it is only skipped.
        case .object, .array: bytes = Array(try reader.leapt())
        case .null: return try reader.skip()
        case .bool, .number:
            throw Explanation.job(
                "\"conversation\" must be a conversation or the text of an export.",
                at: "/conversation")
        }
        try take(.conversation(bytes), at: "/conversation")
    }

    private mutating func take(_ source: Source, at pointer: String) throws {
        guard self.source == nil else {
            throw Explanation.job("A job has either \"conversation\" or \"input\".", at: pointer)
        }
        self.source = source
    }

    private func text(_ key: String, _ reader: inout JSONReader) throws -> String? {
        let value = try reader.value()
        if value.isNull { return nil }
        guard let text = value.string, !text.isEmpty, !text.utf8.contains(0) else {
            throw Explanation.job("\"\(key)\" must be a path.", at: JSONPointer.step(key))
        }
        return text
    }

    /// Turns nested settings into dotted names: `{"page": {"size": "A5"}}` is `page.size=A5`.
    private mutating func take(
        _ value: JSONValue, under name: String, at pointer: String
    ) throws(Explanation) {
        switch value {
        case .null: break
        case .bool(let isOn): parameters.append(name, isOn ? "true" : "false")
        case .number(let lexeme): parameters.append(name, lexeme)
        case .string(let text): parameters.append(name, text)
        case .object(let members):
            for member in members {
                try take(
                    member.value, under: "\(name).\(member.key)",
                    at: pointer + JSONPointer.step(member.key))
            }
        case .array(let elements):
            let values = elements.compactMap { $0.string ?? $0.number?.text }
            if values.count == elements.count {
                parameters.append(name, values.joined(separator: ","))
                return
            }
            for (index, element) in elements.enumerated() {
                guard element.kind == .object else {
                    throw Explanation.job(
                        "A list of settings must contain strings or objects.",
                        at: pointer + JSONPointer.step(index))
                }
                try take(element, under: name, at: pointer + JSONPointer.step(index))
            }
        }
    }
}
