import Basics
import Synchronization

/// Records the fields that an export contains and the fields that the importer asks for. All others
/// were not imported. The log exists only if a report is requested. An import runs on one thread.
///
/// A declared list of the fields that an importer can read would hide losses: it names a field even
/// if this export has it only where the importer does not look.
final class FieldLog: Sendable {
    @TaskLocal static var current: FieldLog?

    static func during(
        _ log: FieldLog?, _ body: () throws(ImportError) -> Void
    ) throws(ImportError) {
        guard let log else { return try body() }
        // `withValue` rethrows untyped errors, hence the `Result`.
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

    /// The maximum number of different names. An export with more uses names as values.
    private static let maxNames = 10_000
    private static let maxDepth = 32

    /// Records the fields of a value in the export.
    func saw(_ value: JSONValue) {
        state.withLock { Self.count(value, 0, &$0.seen) }
    }

    func asked(_ name: String) {
        state.withLock { state in
            if state.asked.count < Self.maxNames { state.asked.insert(name) }
        }
    }

    /// Records a value that is shown verbatim, with everything in it, as imported.
    func took(_ value: JSONValue) {
        var names: [String: Int] = [:]
        Self.count(value, 0, &names)
        state.withLock { state in
            for (name, count) in names {
                state.seen[name] = state.seen[name].flatMap { $0 > count ? $0 - count : nil }
            }
        }
    }

    /// The fields that the importer never asked for, with their counts. Empty fields are not
    /// counted.
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
                if names[member.key] != nil || names.count < maxNames {
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
    /// Returns a member and records its name as imported. Shadows the JSON module's subscript,
    /// which importers would call otherwise.
    subscript(key: String) -> JSONValue? {
        FieldLog.current?.asked(key)
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The members of an object whose names are IDs or values instead of fields.
    var entries: [Member] {
        guard case .object(let members) = self else { return [] }
        if let log = FieldLog.current {
            for member in members { log.asked(member.key) }
        }
        return members
    }
}
