import Encodings
import JSON
import Resources

/// Reads values of the kinds that a request is made of; what is wrong becomes an issue, and reading
/// goes on behind it. `null` counts as absent everywhere.
struct FieldReader {
    var json: JSONReader
    var diagnostics = Diagnostics()
    let limits: Limits
    var clock: Clock
    /// The place of the document in the request.
    var prefix = ""
    /// Query parameters by the pointer of the value they stand in for; their text may be a number.
    var parameters: [String: String] = [:]

    let allowance: Allowance

    init(
        _ bytes: [UInt8], limits: Limits, allowance: Allowance = .unlimited
    ) throws(ConversationError) {
        self.allowance = allowance
        do {
            json = try JSONReader(bytes, maxDepth: limits.jsonDepth, allowance: allowance)
        } catch {
            throw .json(error)
        }
        self.limits = limits
        clock = Clock()
    }

    var pointer: String { prefix + json.pointer }

    // MARK: - Structure

    mutating func peek() throws(ConversationError) -> JSONKind {
        do { return try json.peek() } catch { throw .json(error) }
    }

    mutating func skip() throws(ConversationError) {
        do { try json.skip() } catch { throw .json(error) }
    }

    mutating func end() throws(ConversationError) {
        do { try json.end() } catch { throw .json(error) }
    }

    /// Whether an object was opened.
    mutating func beginObject() throws(ConversationError) -> Bool {
        guard try begins(.object) else { return false }
        do { try json.beginObject() } catch { throw .json(error) }
        return true
    }

    /// Whether an array was opened.
    mutating func beginArray() throws(ConversationError) -> Bool {
        guard try begins(.array) else { return false }
        do { try json.beginArray() } catch { throw .json(error) }
        return true
    }

    mutating func nextKey() throws(ConversationError) -> String? {
        do { return try json.nextKey() } catch { throw .json(error) }
    }

    mutating func nextElement() throws(ConversationError) -> Bool {
        do { return try json.nextElement() } catch { throw .json(error) }
    }

    mutating func value() throws(ConversationError) -> JSONValue {
        do { return try json.value() } catch { throw .json(error) }
    }

    /// Whether the value is `null`, which is then read.
    mutating func isNull() throws(ConversationError) -> Bool {
        do { return try json.null() } catch { throw .json(error) }
    }

    private mutating func begins(_ kind: JSONKind) throws(ConversationError) -> Bool {
        if try peek() == kind { return true }
        if try !isNull() { try rejectType([kind]) }
        return false
    }

    // MARK: - Findings

    mutating func reject(_ reason: FieldFault.Reason) throws(ConversationError) {
        let pointer = pointer
        try diagnostics.reject(FieldFault(at: pointer, parameter: parameters[pointer], reason))
    }

    /// Reports and passes over a value of a kind that has no meaning here.
    mutating func rejectType(_ expected: [JSONKind]) throws(ConversationError) {
        try reject(.wrongType(expected: expected, found: peek()))
        try skip()
    }

    mutating func warn(_ kind: Warning.Kind, _ detail: @autoclosure () -> String) {
        let pointer = pointer
        diagnostics.warn(Warning(kind, at: pointer, detail()))
    }

    /// Passes over a member that nobody knows.
    mutating func unknown(_ key: String) throws(ConversationError) {
        let pointer = pointer
        try unknown(key, among: FieldNames.beside(pointer), closing: EmptyCollection())
    }

    /// - Parameter closing: those of the names that close something. A misspelt one would leave it
    ///   open, and a warning would come too late.
    mutating func unknown(
        _ key: String, among names: @autoclosure () -> [String],
        closing: some Sequence<String>
    ) throws(ConversationError) {
        // A large export of another program holds millions: what nobody will read is not compared
        // with all names.
        if diagnostics.keepsWarnings || NearestName.of(key, among: closing) != nil {
            let pointer = pointer
            let warning = Warning(unknown: "the field", key, at: pointer, among: names())
            if let meant = warning.meant, closing.contains(meant) {
                let end = pointer.utf8.lastIndex(of: UInt8(ascii: "/"))
                let parent = end.map { String(pointer[...$0]) } ?? ""
                try diagnostics.reject(
                    FieldFault(at: parent + meant, .missing, misspelt: key))
            } else {
                diagnostics.warn(warning)
            }
        } else {
            diagnostics.countWarning()
        }
        try skip()
    }

    mutating func warnOfDuplicates() {
        for duplicate in json.takeDuplicates() {
            diagnostics.warn(
                Warning(
                    .duplicateKey, at: prefix + duplicate, "it stands twice; the last one counts"))
        }
    }

    static func quoted(_ text: String) -> String { "\"" + excerpt(text) + "\"" }

    /// As much of a caller's text as an error should repeat.
    static func excerpt(_ text: String) -> String {
        text.utf8.count <= 64 ? text : String(text.prefix(48)) + "…"
    }
}
