import Basics
import Model
import Rendering
import Synchronization

/// A request or notification of JSON-RPC 2.0. Its parameters are not parsed, because they may
/// contain a large conversation.
struct RPCMessage {
    /// A string or a number; nil for a notification.
    let id: JSONValue?
    let method: String
    /// An object.
    let parameters: [UInt8]

    /// Returns nil for a response, because this program sends no requests.
    init?(_ line: [UInt8], maxDepth: Int) throws(RPCError) {
        var fields: (version: JSONValue?, id: JSONValue?, method: JSONValue?) = (nil, nil, nil)
        var parameters: [UInt8]?
        var isResponse = false
        do throws(JSONError) {
            var check = try JSONReader(line, maxDepth: maxDepth)
            try check.skip()
            try check.end()
            var reader = try JSONReader(line, maxDepth: maxDepth)
            guard try reader.peek() == .object else { throw .stopped }
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "jsonrpc": fields.version = try reader.shortValue()
                case "id": fields.id = try reader.shortValue() ?? .null
                case "method": fields.method = try reader.shortValue()
                case "params": parameters = Array(try reader.leapt())
                default:
                    isResponse = isResponse || key == "result" || key == "error"
                    try reader.leap()
                }
            }
        } catch .stopped {
            throw RPCError(
                .invalidRequest,
                "A message must be an object. Batches are not supported: send one "
                    + "message on each line.")
        } catch {
            throw RPCError(.malformed, error.explanation.detail)
        }
        let id: JSONValue? =
            switch fields.id {
            case .string?, .number?: fields.id
            case nil: nil
            case .null?, .bool?, .array?, .object?:
                throw RPCError(.invalidRequest, "\"id\" must be a string or a number.")
            }
        guard fields.version == "2.0" else {
            throw RPCError(.invalidRequest, "\"jsonrpc\" must be \"2.0\".", id: id)
        }
        guard let method = fields.method?.string else {
            if isResponse { return nil }
            throw RPCError(.invalidRequest, "\"method\" must be a string.", id: id)
        }
        (self.id, self.method) = (id, method)
        self.parameters = parameters ?? Array("{}".utf8)
    }

    /// The parameters of a request that contains no conversation.
    func parameterValues() throws(RPCError) -> JSONValue {
        guard var reader = try? JSONReader(parameters), let value = try? reader.shortValue(),
            value.kind == .object
        else {
            throw RPCError(.invalidParameters, "\"params\" must be an object.")
        }
        return value
    }
}

extension JSONReader {
    fileprivate static let maxShortValue = 1 << 20

    /// Reads a value that is not a conversation; nil if it is too long. A tree of values takes thirty
    /// times the memory of its text.
    fileprivate mutating func shortValue() throws(JSONError) -> JSONValue? {
        let text = try leapt()
        return text.count <= Self.maxShortValue
            ? try JSONValue(parsing: Array(text)) : nil
    }
}

/// An error of JSON-RPC. Faults of a tool are results instead, so that the model reads them.
struct RPCError: Error {
    enum Code: Int {
        case malformed = -32_700
        case invalidRequest = -32_600
        case unknownMethod = -32_601
        case invalidParameters = -32_602
        /// Defined by the Model Context Protocol.
        case unknownResource = -32_002
    }

    private let code: Code
    private let text: String
    /// Null if the message has no valid ID.
    let id: JSONValue

    init(_ code: Code, _ text: String, id: JSONValue? = nil) {
        self.code = code
        self.text = text
        self.id = id ?? .null
    }

    var json: JSONValue {
        ["code": .number(String(code.rawValue)), "message": .string(text)]
    }
}

/// The call of a tool, with its arguments as text.
struct ToolCall {
    let tool: MCPTools.Tool
    let progressToken: JSONValue?
    private let maxDepth: Int
    private let text: [UInt8]

    struct Arguments {
        /// JSON, or the text of an export.
        var conversation: [UInt8]?
        var file: String?
        var overwrites = false
        /// All others, named like query parameters.
        var parameters: Parameters = [:]

        /// The name of the output, without the extension of its format.
        func stem(_ format: Output.Format) -> String? {
            let name = parameters["filename", "output.filename"]
            let ending = "." + format.ending
            return name.map { $0.hasSuffix(ending) ? String($0.dropLast(ending.count)) : $0 }
        }
    }

    init(_ parameters: [UInt8], maxDepth: Int) throws(RPCError) {
        var name: JSONValue?
        var token: JSONValue?
        var text = Array("{}".utf8)
        do throws(JSONError) {
            var reader = try JSONReader(parameters, maxDepth: maxDepth)
            guard try reader.peek() == .object else { throw .stopped }
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "name": name = try reader.shortValue()
                case "arguments": text = Array(try reader.leapt())
                case "_meta": token = try reader.shortValue()?["progressToken"]
                default: try reader.leap()
                }
            }
        } catch {
            throw RPCError(.invalidParameters, "\"params\" must be an object.")
        }
        guard let name = name?.string, let tool = MCPTools.Tool(rawValue: name) else {
            let names = MCPTools.Tool.allCases.map(\.rawValue).joined(separator: ", ")
            throw RPCError(.invalidParameters, "Unknown tool. The tools are \(names).")
        }
        guard text.first == UInt8(ascii: "{") else {
            throw RPCError(.invalidParameters, "\"arguments\" must be an object.")
        }
        (self.tool, progressToken) = (tool, token)
        (self.text, self.maxDepth) = (text, maxDepth)
    }

    func arguments() throws(Explanation) -> Arguments {
        var arguments = Arguments()
        do {
            var reader = try JSONReader(text, maxDepth: maxDepth)
            try reader.beginObject()
            while let key = try reader.nextKey() {
                guard key != MCPTools.conversation else {
                    arguments.conversation = try reader.conversation()
                    continue
                }
                guard let value = try reader.shortValue() else {
                    throw Explanation(
                        .invalidParameter,
                        "\(subject: key.shortened) has more than \(JSONReader.maxShortValue) bytes."
                    )
                }
                switch (key, value) {
                case (_, .null): break
                case (MCPTools.file, .string(let path)): arguments.file = path
                case (MCPTools.file, _):
                    throw Explanation(.invalidParameter, "\"file\" must be a path.")
                case (MCPTools.overwrite, .bool(let isOn)): arguments.overwrites = isOn
                case (MCPTools.overwrite, _):
                    throw Explanation(.invalidParameter, "\"overwrite\" must be true or false.")
                default:
                    try arguments.parameters.append(
                        value, under: key, at: JSONPointer.step(key))
                }
            }
        } catch let problem as Explanation {
            throw problem
        } catch {
            throw (error as? JSONError)?.explanation
                ?? Explanation(.invalidParameter, "The arguments cannot be read.")
        }
        return arguments
    }
}

/// Limits a request to fifty notifications of progress.
final class ProgressSteps: Sendable {
    private let last = Mutex(0.0)

    /// Returns the progress to report; nil if the last report is close enough.
    func next(_ fraction: Double) -> Double? {
        last.withLock { last in
            guard fraction >= last + 0.02 else { return nil }
            last = fraction
            return fraction
        }
    }
}
