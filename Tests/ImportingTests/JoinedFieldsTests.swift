import Basics
import Testing

@testable import Importing
@testable import Model

/// Every declared field of a message survives if only one of two exports has it, so that a new field
/// is not forgotten in `MessageMerger`.
@Suite struct JoinedFieldsTests {
    private func part(_ member: JSONValue.Member?, name: String) throws -> JoinPart {
        var members: [JSONValue.Member] = [
            .init("from", "Ana"), .init("at", "2026-05-01T10:00:00Z"), .init("text", "Hi there"),
        ]
        if let member { members.append(member) }
        let request = JSONValue.object([.init("messages", .array([.object(members)]))])
        let talk = try ConversationDecoder.decode(request.bytes).conversation
        return JoinPart(talk, name: name, format: "chatprint", sha256: name)
    }

    private func check(_ rich: JSONValue.Member?, _ plain: JSONValue.Member?, _ name: String) throws
    {
        let whole = try part(rich, name: "a")
        // The first of two equally old exports is that with the smaller digest.
        for other in ["0", "b"] {
            let joined = try join([whole, part(plain, name: other)]).conversation.messages
            guard joined.count == 1 else {
                Issue.record("\(name): \(joined.count) messages")
                continue
            }
            var (details, known) = (joined[0].details, whole.conversation.messages[0].details)
            details.sources = []
            if name == "deleted" { details.differences = [] }
            known.sources = []
            #expect(details == known, "\(name), \(other)")
            #expect(joined[0].attachments == whole.conversation.messages[0].attachments, "\(name)")
        }
    }

    /// Events are matched by their action; joining itself sets the sources.
    private static let others: Set = ["system", "sources", "differences", "unread"]

    @Test(arguments: MessageDetails.declarations.map(\.name))
    func everyDetailIsKept(name: String) throws {
        guard !Self.others.contains(name) else { return }
        let field = try #require(MessageDetails.declarations.first { $0.name == name })
        let example = try #require(field.examples.first ?? Self.example(of: field.shape))
        // A call is not the same message as a text.
        try check(.init(name, example), name == "call" ? .init("call", [:]) : nil, name)
    }

    @Test(arguments: AttachmentDraft.declarations.map(\.name))
    func everythingAboutAFileIsKept(name: String) throws {
        let field = try #require(AttachmentDraft.declarations.first { $0.name == name })
        guard let example = field.examples.first ?? Self.example(of: field.shape) else { return }
        func attachment(_ members: JSONValue.Member...) -> JSONValue.Member {
            .init("attachments", .array([.object([.init("kind", "file")] + members)]))
        }
        let isKind = name == "kind" || name == "type"
        try check(
            isKind
                ? .init("attachments", .array([.object([.init(name, example)])]))
                : attachment(.init(name, example)), attachment(), name)
    }

    private static func example(of shape: FieldShape) -> JSONValue? {
        switch shape {
        case .flag: true
        case .number, .integer: 3
        case .words(let words, _): words.first.map { .string($0) }
        case .list(.other): [1, 3]
        case .defined("time"): "2026-05-01T10:00:00Z"
        case .defined("duration"): 3
        case .defined("service"): "sms"
        case .part: true
        default: nil
        }
    }
}
