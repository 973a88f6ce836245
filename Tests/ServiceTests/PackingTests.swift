import HTTP
import Isolation
import Model
import Rendering
import Testing

@testable import Service

@Suite struct PackingTests {
    private static func request(_ body: [UInt8]) -> WorkRequest {
        WorkRequest(
            requestID: "id", .render, as: .png, accepted: .pdf,
            query: [QueryItem("a", "ü"), QueryItem("b", "")], type: "text/plain; charset=utf-8",
            coding: .gzip, body: body)
    }

    private static func frame(_ request: WorkRequest) -> Frame {
        var facts = PackedWriter()
        facts.text(request.requestID)
        facts.raw(request.packedHead)
        return Frame(.request, 1, facts: facts.bytes, body: request.body[...])
    }

    @Test func requestsRoundTrip() throws {
        let request = try #require(WorkRequest(Self.frame(Self.request([1, 2, 3]))))
        #expect(request.requestID == "id" && request.work == .render)
        #expect(request.format == .png && request.accepted == .pdf)
        #expect(request.query.map(\.name) == ["a", "b"] && request.query[0].value == "ü")
        #expect(request.type == "text/plain; charset=utf-8" && request.coding == .gzip)
        #expect(request.body == [1, 2, 3])
        let plain = try #require(
            WorkRequest(
                Self.frame(WorkRequest(requestID: "id", .verify, type: nil, body: []))))
        #expect(plain.work == .verify && plain.format == nil && plain.accepted == nil)
        #expect(plain.type == nil && plain.coding == .identity)
    }

    @Test func truncatedRequestsAreNil() {
        let frame = Self.frame(Self.request([]))
        for count in 0..<frame.facts.count {
            let short = Frame(.request, 1, facts: Array(frame.facts.prefix(count)))
            #expect(WorkRequest(short) == nil, "\(count) bytes")
        }
    }

    /// A compromised process must not add a header field to a response.
    @Test func packedFieldsStayOneField() throws {
        var writer = PackedWriter()
        writer.integer(200)
        writer.list([("X-One", "a\r\nX-Two: b"), ("X Three\r\n", "c"), ("", "d")]) {
            $0.slice(Array($1.0.utf8)[...])
            $0.slice(Array($1.1.utf8)[...])
        }
        var reader = PackedReader(writer.bytes)
        let head = try #require(ResponseHead(&reader))
        #expect(head.fields == ["X-One": "a  X-Two: b"])
    }

    private static func isRead(_ change: (inout WorkNotes) -> Void) -> Bool {
        var notes = WorkNotes()
        notes.format = "png"
        notes.messages = 7
        notes.stages = ["read": 0.5, "layout": 1]
        notes.warningKinds = ["missing-media": 2]
        notes.problem = "render-timeout"
        notes.setting = "render_seconds"
        notes.pointer = "/messages/0/at"
        change(&notes)
        var writer = PackedWriter()
        notes.write(to: &writer)
        var (reader, copy) = (PackedReader(writer.bytes), WorkNotes())
        guard copy.read(&reader) else { return false }
        return copy.messages == notes.messages && copy.stages == notes.stages
            && copy.warningKinds == notes.warningKinds && copy.problem == notes.problem
            && copy.setting == notes.setting && copy.pointer == notes.pointer
            && copy.format == notes.format
    }

    /// Names that the front process would add to its metrics, and numbers that would overflow its
    /// sums.
    @Test func invalidNotesAreRejected() {
        #expect(Self.isRead { _ in })
        #expect(!Self.isRead { $0.problem = "no-such-problem" })
        #expect(!Self.isRead { $0.setting = "no_such_setting" })
        #expect(!Self.isRead { $0.format = "exe" })
        #expect(!Self.isRead { $0.messages = .max })
        #expect(!Self.isRead { $0.warnings = -1 })
        #expect(!Self.isRead { $0.warningKinds["\"} 1\n"] = 1 })
        #expect(!Self.isRead { $0.warningKinds["filter"] = .max })
        #expect(!Self.isRead { $0.stages["other"] = 1 })
        #expect(!Self.isRead { $0.stages["read"] = .infinity })
    }

    /// The same kind many times, each with the largest count.
    @Test func repeatedWarningKindsAreRejected() {
        var writer = PackedWriter()
        for _ in 0..<2 { writer.optional(nil) }
        writer.text("")
        for _ in 0..<2 { writer.integer(0) }
        writer.list(0..<100) { writer, _ in
            writer.text("filter")
            writer.integer(1 << 32)
        }
        writer.seconds(nil)
        writer.list([] as [Int]) { _, _ in }
        writer.integer(0)
        var (reader, notes) = (PackedReader(writer.bytes), WorkNotes())
        let isRead = notes.read(&reader)
        #expect(!isRead)
    }
}
