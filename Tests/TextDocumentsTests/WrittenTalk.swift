import Basics
import Model
import TestSupport

@testable import TextDocuments

/// A request in our own JSON as a text document.
enum WrittenTalk {
    static func bytes(
        _ json: String, _ form: TextDocument.Form,
        change: (inout RenderRequest) -> Void = { _ in }
    ) throws -> [UInt8] {
        var request = try ConversationDecoder.decode(Array(json.utf8))
        change(&request)
        let prepared = try request.prepared()
        var document = TextDocument(
            prepared.conversation, as: form, options: prepared.options,
            language: Languages.of(prepared.conversation.locale), budget: .unlimited)
        let sink = ByteSink()
        try document.write(to: sink) { _ in }
        return sink.bytes
    }

    static func text(
        _ json: String, _ form: TextDocument.Form,
        change: (inout RenderRequest) -> Void = { _ in }
    ) throws -> String {
        String(decoding: try bytes(json, form, change: change), as: UTF8.self)
    }

    /// Two people and most of what a message can contain.
    static let everything = #"""
        {"title": "Family", "me": "ana", "timezone": "Europe/Berlin", "participants": [
          {"id": "ana", "name": "Ana Ruiz"}, {"id": "ben", "name": "Ben", "handle": "+49 170 1"}],
         "messages": [
          {"id": "m1", "from": "ben", "at": "2026-05-31T09:40:00+02:00", "text": "First line\nFrom me",
           "reactions": [{"emoji": "👍", "by": ["ana"]}], "read_at": "2026-05-31T09:41:00+02:00"},
          {"id": "m2", "from": "ana", "at": "2026-05-31T09:42:00", "text": "=SUM(A1)",
           "reply_to": {"id": "m1"}, "edited": {"at": "2026-05-31T09:43:00+02:00", "history": ["old\nwords"]}},
          {"id": "m3", "from": "ben", "at": "2026-06-01T10:00:00+02:00", "deleted": {"by": "ben"}},
          {"id": "m4", "from": "ben", "attachments": [
            {"kind": "file", "name": "a, \"b\".pdf", "size": 1200000}]},
          {"id": "m5", "from": "ana", "poll": {"question": "When?", "options": [
            {"text": "Now", "votes": 2, "voters": ["ana", "ben"]}, {"text": "Never", "votes": 0}]}},
          {"id": "m6", "kind": "call", "from": "ben", "call": {"outcome": "missed"}},
          {"id": "m7", "kind": "system", "system": {"action": "member_added", "actors": ["ben"], "targets": ["ana"]}}
         ]}
        """#
}
