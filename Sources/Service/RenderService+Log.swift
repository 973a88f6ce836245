import Basics
import HTTP
import Model
import Rendering

extension RenderService {
    func logRequest(
        _ exchange: any Exchange, _ outcome: Outcome, _ record: RequestRecord.Facts, status: Int
    ) {
        var facts: [(String, LogValue)] = [
            ("request", .text(exchange.requestID)), ("peer", .text(exchange.peer.description)),
            ("status", .number(Double(status))),
            ("in", .number(Double(outcome.bytesIn))), ("out", .number(Double(outcome.bytesOut))),
            ("total_ms", .number(Double(outcome.elapsed.milliseconds))),
        ]
        if let head = exchange.head {
            facts.insert(("method", .text(head.method.name)), at: 2)
            facts.insert(("target", .text(head.loggedTarget(record.route))), at: 3)
            if let trace = TraceParent(head.fields) {
                facts.insert(("trace_id", .text(trace.traceID)), at: 1)
                facts.insert(("parent_span_id", .text(trace.parentID)), at: 2)
            }
        }
        if let key = record.key { facts.append(("key", .text(key))) }
        if let problem = record.problem { facts.append(("problem", .text(problem))) }
        if let pointer = record.pointer, !pointer.isEmpty {
            facts.append(("pointer", .text(pointer.loggedPointer)))
        }
        let notes = record.writer?.notes ?? WorkNotes()
        if notes.messages > 0 {
            facts.append(("messages", .number(Double(notes.messages))))
            facts.append(("warnings", .number(Double(notes.warnings))))
        }
        if record.cached != nil { facts.append(("cached", .flag(true))) }
        for (name, seconds) in [
            ("queue_ms", notes.queueSeconds), ("render_ms", notes.renderSeconds),
        ] {
            if let seconds { facts.append((name, .number((seconds * 1e5).rounded() / 100))) }
        }
        let memory = notes.reservation?.peak ?? notes.memory
        if memory > 0 { facts.append(("memory", .number(Double(memory)))) }
        if outcome.closes { facts.append(("close", .flag(true))) }
        let event =
            outcome.fault?.event
            ?? (outcome.cut.map { $0.rawValue } ?? (status >= 400 ? "refused" : "request"))
        let isProbe = record.route.map { Route.probes.contains($0.row.path) } ?? false
        log.write(status >= 500 ? .error : isProbe && status < 400 ? .debug : .info, event, facts)
    }
}

extension String {
    /// A JSON pointer with declared names and numbers alone: other names are text of the caller.
    var loggedPointer: String {
        split(separator: "/").prefix(16).map { name in
            let isKnown =
                name.allSatisfy(\.isASCII) && name.allSatisfy(\.isNumber)
                || RequestSchema.names.contains(String(name))
            return "/" + (isKnown ? name : "…")
        }.joined()
    }
}

extension RequestHead {
    /// The target without text of a caller, such as messages, passwords and signatures, even if the
    /// method or the path is wrong.
    func loggedTarget(_ route: Route?) -> String {
        let path = target.path
        let isPost = route?.takesBody(method) ?? false
        if path.hasPrefix("/render."), !isPost || URLConversation.isPart(of: target.query) {
            return "/render." + (route?.format.map { $0.rawValue + "/" } ?? "") + "…"
        }
        guard let route else {
            let end = path.dropFirst().firstIndex(of: "/")
            return (end.map { path[..<$0] + "/…" } ?? path).shortened
        }
        guard route.operation(method) != nil, !target.query.isEmpty else { return path }
        return path + "?" + loggedQuery
    }

    /// The parameters with the values that are declared words, numbers or switches. Other values,
    /// and unknown names, may be text. A line has no room for more parameters.
    private var loggedQuery: String {
        target.query.prefix(32).map { item in
            guard QueryParameters.contains(item.name) else { return "…" }
            let isDeclared = QueryParameters.declares(item.value, of: item.name)
            return item.name + "=" + (isDeclared ? item.value : "…")
        }.joined(separator: "&")
    }
}
