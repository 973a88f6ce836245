import Basics
import Model
import Testing

func decode(
    _ json: String, _ overrides: [(key: String, value: String)] = [],
    files: [String: [UInt8]] = [:], limits: Limits = Limits()
) throws -> RenderRequest {
    try ConversationDecoder.decode(
        Array(json.utf8), overrides: overrides, files: files, limits: limits)
}

/// The only message of a conversation that has `json` and the fields `around` it.
func message(_ json: String, _ around: String = "") throws -> Message {
    try #require(try decode("{\(around)\"messages\":[\(json)]}").conversation.messages.first)
}

func issues(
    _ json: String, _ overrides: [(key: String, value: String)] = [], limits: Limits = Limits()
) -> [FieldFault] {
    do {
        _ = try decode(json, overrides, limits: limits)
        return []
    } catch ConversationError.invalid(let issues) {
        return issues
    } catch {
        Issue.record(error)
        return []
    }
}
