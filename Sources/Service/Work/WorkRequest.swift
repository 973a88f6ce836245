import Basics
import HTTP
import Isolation
import Model
import Rendering

/// A request with a body, independent of its connection. Route and header fields are parsed once,
/// where the request arrives.
package struct WorkRequest: Sendable {
    package private(set) var requestID: String
    let work: Route.Work
    /// The format in the path.
    let format: Output.Format?
    /// The format that the client prefers if neither the path nor the conversation names one; nil if
    /// `Accept` states no preference.
    let accepted: Output.Format?
    private(set) var query: [QueryItem]
    /// The type of the body, as declared.
    let type: String?
    let coding: ContentCoding
    package var body: [UInt8]

    init(
        requestID: String, _ work: Route.Work = .render, as format: Output.Format? = nil,
        accepted: Output.Format? = nil, query: [QueryItem] = [],
        type: String? = "application/json", coding: ContentCoding = .identity, body: [UInt8]
    ) {
        self.requestID = requestID
        self.work = work
        self.format = format
        self.accepted = accepted
        self.query = query
        self.type = type
        self.coding = coding
        self.body = body
    }

    init(_ request: consuming Request, _ work: Route.Work, on route: Route, requestID: String) {
        let head = request.head
        self.init(
            requestID: requestID, work, as: route.format,
            accepted: work == .render && route.format == nil ? Self.accepted(head.fields) : nil,
            query: head.target.query, type: head.fields["content-type"],
            coding: ContentCoding(head.fields) ?? .identity, body: (consume request).body)
    }

    private static func accepted(_ fields: HeaderFields) -> Output.Format? {
        let accepted = AcceptedTypes(fields)
        guard accepted.isStated,
            let best = accepted.best(of: Output.Format.offered.map(\.mediaType))
        else { return nil }
        return Output.Format.offered[best]
    }

    var mediaType: MediaType? { type.flatMap { MediaType($0) } }

    /// Whether the request is probably quick, so that it may overtake large ones: judged by its
    /// body's text, pictures and coding before it is parsed. `InProcessBackend` corrects it.
    var isSmall: Bool {
        guard format?.traits.kind != .clip else { return false }
        // JSON is compressed about eightfold.
        guard coding == .identity else { return body.count * 8 <= Upload.smallBytes }
        guard body.count > Upload.smallBytes,
            body.count <= Upload.smallBytes * Upload.mediaShare, let type = mediaType,
            type.type == "multipart",
            let parts = try? MultipartReader.parts(
                of: body, boundary: type.parameter("boundary"))
        else { return Upload.work(of: body[...]) <= Upload.smallBytes }
        let work = parts.reduce(0) { work, part in
            let isMedia = ["image", "audio", "video"].contains(part.contentType?.type)
            let text = isMedia ? 0 : Upload.work(of: body[part.content])
            return work + (isMedia ? part.content.count / Upload.mediaShare : text)
        }
        return work <= Upload.smallBytes
    }

    /// Returns the same request with the ID of another client's request.
    func with(requestID: String) -> WorkRequest {
        var request = self
        request.requestID = requestID
        return request
    }

    var withoutFaults: WorkRequest {
        var request = self
        request.query.removeAll { $0.name == FaultInjection.name }
        return request
    }
}

// The encoding of requests, response heads and notes between the processes of this program.

extension WorkRequest {
    /// The request without its ID and body.
    var packedHead: [UInt8] {
        var writer = PackedWriter(capacity: 256)
        writer.integer(work.rawValue)
        writer.optional(format?.rawValue)
        writer.optional(accepted?.rawValue)
        writer.list(query) { writer, item in
            writer.text(item.name)
            writer.text(item.value)
        }
        writer.optional(type)
        writer.integer(coding.rawValue)
        return writer.bytes
    }

    /// Returns nil if the frame does not hold a request.
    init?(_ frame: Frame) {
        var reader = PackedReader(frame.facts)
        guard let requestID = reader.text(),
            let work = reader.integer().flatMap({ Route.Work(rawValue: $0) }),
            let format = reader.format(), let accepted = reader.format(),
            let query = reader.list({ reader -> QueryItem? in
                guard let name = reader.text(), let value = reader.text() else { return nil }
                return QueryItem(name, value)
            }), let type = reader.optional(),
            let coding = reader.integer().flatMap({ ContentCoding(rawValue: $0) })
        else { return nil }
        self.init(
            requestID: requestID, work, as: format, accepted: accepted, query: query, type: type,
            coding: coding, body: Array(frame.body))
    }
}

extension PackedReader {
    fileprivate mutating func format() -> Output.Format?? {
        switch optional() {
        case nil: nil
        case .some(nil): .some(nil)
        case .some(let name?): Output.Format(rawValue: name).map { .some($0) }
        }
    }
}

extension HeaderFields {
    func write(to writer: inout PackedWriter) {
        writer.list(0..<count) { writer, index in
            let field = encoded(at: index)
            writer.slice(field.name)
            writer.slice(field.value)
        }
    }

    init?(_ reader: inout PackedReader) {
        self.init()
        guard let count = reader.integer(), count >= 0 else { return nil }
        for _ in 0..<count {
            guard let name = reader.slice(), let value = reader.slice() else { return nil }
            append(name: name, value: value)
        }
    }
}

extension ResponseHead {
    func write(to writer: inout PackedWriter) {
        writer.integer(status.code)
        fields.write(to: &writer)
    }

    init?(_ reader: inout PackedReader) {
        guard let code = reader.integer(), (200..<600).contains(code),
            let fields = HeaderFields(&reader)
        else { return nil }
        self.init(Status(code), fields)
    }
}

extension RenderProgress {
    func write(to writer: inout PackedWriter) {
        writer.integer(stage.rawValue)
        writer.integer(done)
        writer.integer(all)
    }

    init?(_ reader: inout PackedReader) {
        guard let stage = reader.integer().flatMap({ Stage(rawValue: $0) }),
            let done = reader.integer(), let all = reader.integer(), done >= 0, all >= done
        else { return nil }
        self.init(stage, done: done, of: all)
    }
}

extension WorkNotes {
    func write(to writer: inout PackedWriter) {
        writer.optional(problem)
        writer.optional(setting)
        writer.optional(pointer)
        writer.text(format)
        writer.integer(messages)
        writer.integer(warnings)
        writer.list(warningKinds) { writer, kind in
            writer.text(kind.key)
            writer.integer(kind.value)
        }
        writer.seconds(renderSeconds)
        writer.list(stages) { writer, stage in
            writer.text(stage.key)
            writer.seconds(stage.value)
        }
        writer.list(rows) { writer, way in
            writer.text(way.key)
            writer.integer(way.value)
        }
        writer.integer(reservation?.peak ?? 0)
    }

    /// Adopts the notes of another process. Returns false if they are invalid: a compromised
    /// process must not add names to the metrics of this one, nor overflow its sums.
    mutating func read(_ reader: inout PackedReader) -> Bool {
        guard let problem = reader.optional(), problem.map(Self.isProblem) ?? true,
            let setting = reader.optional(), setting.map(Self.isSetting) ?? true,
            let pointer = reader.optional(),
            let format = reader.text(), format.isEmpty || Output.Format(rawValue: format) != nil,
            let messages = reader.count(), let warnings = reader.count(),
            let kinds = reader.list({ reader -> (String, Int)? in
                guard let name = reader.text(), Warning.Kind(rawValue: name) != nil,
                    let count = reader.count()
                else { return nil }
                return (name, count)
            }), kinds.count <= Warning.Kind.allCases.count, let spent = reader.seconds(),
            let stages = reader.list({ reader -> (String, Double)? in
                guard let name = reader.text(), Self.isStage(name), let seconds = reader.seconds()
                else { return nil }
                return (name, seconds ?? 0)
            }),
            let rows = reader.list({ reader -> (String, Int)? in
                guard let name = reader.text(), RenderTimings.Rows(rawValue: name) != nil,
                    let count = reader.count()
                else { return nil }
                return (name, count)
            }), rows.count <= RenderTimings.Rows.allCases.count, let memory = reader.count()
        else { return false }
        (self.problem, self.setting, self.pointer) = (problem, setting, pointer)
        (self.format, self.messages, self.warnings) = (format, messages, warnings)
        warningKinds = Dictionary(kinds, uniquingKeysWith: +)
        renderSeconds = spent
        self.stages = Dictionary(stages, uniquingKeysWith: +)
        self.rows = Dictionary(rows) { $1 }
        self.memory = memory
        return true
    }
    private static func isProblem(_ name: String) -> Bool { ProblemType(rawValue: name) != nil }

    private static func isSetting(_ name: String) -> Bool { Setting.named(name) != nil }

    private static func isStage(_ name: String) -> Bool {
        name == "read" || RenderTimings.Stage(rawValue: name) != nil
    }
}
