import Basics
import Testing

@testable import Model

/// Every declared text field is redacted, so that no field can be added without redaction.
@Suite struct RedactedFieldsTests {
    /// Fields whose texts no output shows: rules, criteria that select messages, and a password.
    /// Reason codes are shown, because they explain a redaction.
    private static let kept: Set = [
        "options.redact", "options.filter", "options.highlight", "options.dim", "output.password",
        "messages.redacted.reason",
    ]

    private static let fields: [(object: String?, field: FieldDeclaration)] =
        RequestHead.fields.declarations()
        .filter { !["messages", "output", "options"].contains($0.name) }.map { (nil, $0) }
        + Output.declarations.map { ("output", $0) }
        + Options.declarations.map { ("options", $0) }
        + MessageDraft.fields.declarations().map { ("messages", $0) }

    @Test func everyTextFieldIsRedacted() throws {
        var redacted: Set<String> = []
        for (object, field) in Self.fields {
            guard let (request, marked) = try decoded(field, in: object) else { continue }
            let (before, after) = (dumped(request), dumped(try request.prepared()))
            for (marker, path) in zip(marked.markers, marked.paths) where before.contains(marker) {
                redacted.insert(path)
                #expect(!after.contains(marker), "\(path) is not redacted")
            }
        }
        #expect(redacted.isSuperset(of: ["output.page.header", "messages.payment.note"]))
        #expect(redacted.count > 95)
    }

    /// Decodes a request with texts in a field, except the texts that the field rejects.
    private func decoded(
        _ field: FieldDeclaration, in object: String?
    ) throws -> (RenderRequest, MarkedRequest)? {
        var omitted = Self.kept
        while true {
            let marked = MarkedRequest(field, in: object, omitting: omitted)
            if marked.paths.isEmpty { return nil }
            do {
                return (try decode(marked.json), marked)
            } catch ConversationError.invalid(let faults) {
                let rejected = faults.map { fault in
                    fault.pointer.split(separator: "/").filter { Int($0) == nil }
                        .joined(separator: ".")
                }
                try #require(!omitted.isSuperset(of: rejected), "\(faults)")
                omitted.formUnion(rejected)
            }
        }
    }

    private func dumped(_ value: some Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }
}

/// A request with one field, in which each text is different.
private struct MarkedRequest {
    private(set) var paths: [String] = []
    private(set) var json = ""
    private let omitted: Set<String>

    var markers: [String] { paths.indices.map { Self.marker($0) } }

    /// - Parameter object: the object of the field; nil for the request itself.
    init(_ field: FieldDeclaration, in object: String?, omitting omitted: Set<String>) {
        self.omitted = omitted
        let path = (object.map { $0 + "." } ?? "") + field.name
        guard let value = value(of: field.shape, at: path) else { return }
        let member = #""\#(field.name)":"# + String(decoding: value.bytes, as: UTF8.self)
        let rules = #""redact":[{"pattern":"Qu{2}x[0-9]+q"}]"#
        json =
            switch object {
            case "messages"?: #"{"messages":[{"text":"x",\#(member)}],"options":{\#(rules)}}"#
            case "options"?: #"{"messages":["x"],"options":{\#(rules),\#(member)}}"#
            case let name?:
                #"{"messages":["x"],"\#(name)":{\#(member)},"options":{\#(rules)}}"#
            case nil: #"{"messages":["x"],\#(member),"options":{\#(rules)}}"#
            }
    }

    private static func marker(_ index: Int) -> String { "Quux\(index)q" }

    private mutating func text(at path: String) -> JSONValue {
        paths.append(path)
        return .string(Self.marker(paths.count - 1))
    }

    private mutating func value(of shape: FieldShape, at path: String) -> JSONValue? {
        if omitted.contains(path) { return nil }
        // A note belongs to a message.
        if path == "options.notes.message" { return 1 }
        switch shape {
        case .flag, .words, .number, .integer, .length: return nil
        case .text: return text(at: path)
        case .texts: return .array([text(at: path)])
        case .object(let members, _), .part(let members, _, _):
            let values = members.compactMap { member in
                value(of: member.shape, at: path + "." + member.name)
                    .map { JSONValue.Member(member.name, $0) }
            }
            return values.isEmpty ? nil : .object(values)
        case .list(let element): return value(of: element, at: path).map { .array([$0]) }
        case .either(let shapes):
            for shape in shapes {
                if let value = value(of: shape, at: path) { return value }
            }
            return nil
        case .defined("participant"), .defined("sender"):
            return value(of: ParticipantDraft.shape(or: .key), at: path)
        case .defined("attachment"):
            let fields = AttachmentDraft.fields.declarations()
            return value(of: .part(fields, or: [], needing: []), at: path)
        // Pictures, and values that contain no texts.
        case .defined("source"), .defined("time"), .defined("duration"), .defined("color"),
            .defined("entity"), .defined("theme"):
            return nil
        case .defined: return text(at: path)
        case .other(let schema):
            let types = String(decoding: schema.bytes, as: UTF8.self)
            return types == "{}" || types.contains(#""string""#) ? text(at: path) : nil
        }
    }
}
