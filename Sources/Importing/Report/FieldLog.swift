import JSON
import Synchronization

/// Which fields of an export stood in what was read, and which of them nobody asked for: those are
/// not carried over. It is kept only while somebody wants a report; an import is the work of one
/// thread.
final class FieldLog: Sendable {
    @TaskLocal static var current: FieldLog?

    /// Keeps a log, where there is one, while an importer reads.
    static func during(
        _ log: FieldLog?, _ body: () throws(ImportError) -> Void
    ) throws(ImportError) {
        guard let log else { return try body() }
        // `withValue` rethrows untyped, hence the way round through a Result.
        let outcome: Result<Void, ImportError> = $current.withValue(log) {
            do throws(ImportError) {
                return .success(try body())
            } catch {
                return .failure(error)
            }
        }
        try outcome.get()
    }

    private struct State {
        var seen: [String: Int] = [:]
        var asked: Set<String> = []
    }

    private let state = Mutex(State())

    /// Different names that are kept; what has more uses names as values.
    private static let mostNames = 10_000
    private static let maxDepth = 32

    /// Notes what an export holds.
    func saw(_ value: JSONValue) {
        state.withLock { Self.count(value, 0, &$0.seen) }
    }

    func asked(_ name: String) {
        state.withLock { state in
            if state.asked.count < Self.mostNames { state.asked.insert(name) }
        }
    }

    /// Notes what is shown as it stands, with all that is in it.
    func took(_ value: JSONValue) {
        var names: [String: Int] = [:]
        Self.count(value, 0, &names)
        state.withLock { state in
            for (name, count) in names {
                state.seen[name] = state.seen[name].flatMap { $0 > count ? $0 - count : nil }
            }
        }
    }

    /// The fields that nobody asked for, and how often each stood there; empty ones do not count.
    var notCarried: [(name: String, count: Int)] {
        state.withLock { state in
            state.seen.filter { !state.asked.contains($0.key) }
                .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { (name: $0.key, count: $0.value) }
        }
    }

    private static func count(_ value: JSONValue, _ depth: Int, _ names: inout [String: Int]) {
        guard depth < maxDepth else { return }
        switch value {
        case .object(let members):
            for member in members where !isEmpty(member.value) {
                if names[member.key] != nil || names.count < mostNames {
                    names[member.key, default: 0] += 1
                }
                count(member.value, depth + 1, &names)
            }
        case .array(let elements):
            for element in elements { count(element, depth + 1, &names) }
        case .null, .bool, .number, .string: break
        }
    }

    private static func isEmpty(_ value: JSONValue) -> Bool {
        switch value {
        case .null: true
        case .string(let text): text.isEmpty
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        case .bool(let flag): !flag
        case .number: false
        }
    }
}

extension JSONValue {
    /// Like JSON's own, which importers would call otherwise: what they ask for is carried over.
    subscript(key: String) -> JSONValue? {
        FieldLog.current?.asked(key)
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// An object whose names are ids or values, and no fields.
    var entries: [Member] {
        guard case .object(let members) = self else { return [] }
        if let log = FieldLog.current {
            for member in members { log.asked(member.key) }
        }
        return members
    }
}
