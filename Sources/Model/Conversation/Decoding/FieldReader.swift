import Basics

/// Reads the values of a request. An invalid value is recorded as a fault, and reading continues
/// after it. `null` always counts as absent.
struct FieldReader {
    var json: JSONReader
    var diagnostics = Diagnostics()
    let limits: Limits
    var clock: Clock
    /// The JSON Pointer of the document within the request.
    var prefix = ""
    /// The query parameters by the pointer of the value that they replace. Their text may be a
    /// number.
    var parameters: [String: String] = [:]

    let budget: WorkBudget
    var mediaStore: MediaStore
    /// The number of attachments in all messages.
    var attachmentCount = 0

    init(
        _ bytes: [UInt8], limits: Limits, files: FileLookup = .none,
        budget: WorkBudget = .unlimited
    ) throws(ConversationError) {
        self.budget = budget
        mediaStore = MediaStore(files: files)
        do {
            json = try JSONReader(bytes, maxDepth: limits.jsonDepth, budget: budget)
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

    /// Returns false if the value is not an object.
    mutating func beginObject() throws(ConversationError) -> Bool {
        guard try begins(.object) else { return false }
        do { try json.beginObject() } catch { throw .json(error) }
        return true
    }

    /// Returns false if the value is not an array.
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

    /// Returns whether the value is `null`, and reads it if so.
    mutating func isNull() throws(ConversationError) -> Bool {
        do { return try json.null() } catch { throw .json(error) }
    }

    private mutating func begins(_ kind: JSONKind) throws(ConversationError) -> Bool {
        if try peek() == kind { return true }
        if try !isNull() { try rejectType([kind]) }
        return false
    }

    // MARK: - Faults and warnings

    mutating func reject(_ reason: FieldFault.Reason) throws(ConversationError) {
        let pointer = pointer
        try diagnostics.reject(FieldFault(at: pointer, parameter: parameters[pointer], reason))
    }

    /// Records a fault for a value of the wrong kind, and skips the value.
    mutating func rejectType(_ expected: [JSONKind]) throws(ConversationError) {
        try reject(.wrongType(expected: expected, found: peek()))
        try skip()
    }

    mutating func warn(_ kind: Warning.Kind, _ detail: @autoclosure () -> String) {
        let pointer = pointer
        diagnostics.warn(Warning(kind, at: pointer, detail()))
    }

    /// Skips an unknown member with a warning.
    ///
    /// - Parameters:
    ///   - names: the documented names, for a suggestion.
    ///   - closing: the names of fields that protect something, such as a password. If one is
    ///     misspelled, a warning would come too late.
    mutating func unknown(
        _ key: String, among names: @autoclosure () -> [String],
        closing: [String] = []
    ) throws(ConversationError) {
        // A large export of another program has millions of unknown members: suggestions are only
        // looked up for warnings that are kept.
        if diagnostics.keepsWarnings || NearestName.closest(to: key, in: closing) != nil {
            let pointer = pointer
            let warning = Warning(unknown: "the field", key, at: pointer, among: names())
            if let meant = warning.meant, closing.contains(meant) {
                let end = pointer.utf8.lastIndex(of: UInt8(ascii: "/"))
                let parent = end.map { String(pointer[...$0]) } ?? ""
                try diagnostics.reject(
                    FieldFault(at: parent + meant, .missing, misspelled: key))
            } else {
                diagnostics.warn(warning)
            }
        } else {
            diagnostics.countWarning()
        }
        try skip()
    }

    mutating func reportDuplicates() throws(ConversationError) {
        for duplicate in json.takeDuplicates() {
            let place = prefix + duplicate
            if Self.protects(place) {
                try diagnostics.reject(FieldFault(at: place, .repeated))
            } else {
                diagnostics.warn(
                    Warning(.duplicateKey, at: place, "duplicate member; the last is used"))
            }
        }
    }

    static func quoted(_ text: String) -> String { "\"" + excerpt(text) + "\"" }

    /// Returns as much of a caller's text as an error should repeat.
    static func excerpt(_ text: String) -> String {
        text.utf8.count <= 64 ? text : String(text.prefix(48)) + "…"
    }
}
