import Basics

/// Reads the values of a request. An invalid value is recorded as a fault, and reading continues
/// after it. After a failure, every value is absent and every list ends, so that readers return
/// without asking. `null` always counts as absent.
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

    @discardableResult mutating func read<Value>(
        _ read: (inout JSONReader) throws(JSONError) -> Value?
    ) -> Value? {
        guard diagnostics.failure == nil else { return nil }
        do {
            return try read(&json)
        } catch {
            stop(.json(error))
            return nil
        }
    }

    mutating func peek() -> JSONKind {
        read { (json) throws(JSONError) in try json.peek() } ?? .null
    }

    mutating func skip() { read { (json) throws(JSONError) in try json.skip() } }

    mutating func end() { read { (json) throws(JSONError) in try json.end() } }

    mutating func beginObject() -> Bool {
        begins(.object) { (json) throws(JSONError) in try json.beginObject() }
    }

    mutating func beginArray() -> Bool {
        begins(.array) { (json) throws(JSONError) in try json.beginArray() }
    }

    mutating func nextKey() -> String? { read { (json) throws(JSONError) in try json.nextKey() } }

    mutating func nextElement() -> Bool {
        read { (json) throws(JSONError) in try json.nextElement() } ?? false
    }

    mutating func value() -> JSONValue {
        read { (json) throws(JSONError) in try json.value() } ?? .null
    }

    /// Reads the value if it is `null`.
    mutating func isNull() -> Bool { read { (json) throws(JSONError) in try json.null() } ?? true }

    /// Elements without a value are omitted.
    ///
    /// - Parameter most: the number of values after which reading ends with a fault, if each may
    ///   require a search through every text.
    mutating func elements<Element>(
        most: Int = .max, _ read: (inout FieldReader) -> Element?
    ) -> [Element] {
        guard beginArray() else { return [] }
        var elements: [Element] = []
        while nextElement() {
            guard elements.count < most else {
                rejectCount(most)
                break
            }
            if let element = read(&self) { elements.append(element) }
        }
        return elements
    }

    /// Also ends reading.
    mutating func rejectCount(_ most: Int) {
        reject(.outOfRange(value: String(most + 1), lower: nil, upper: Double(most)))
        stop(.invalid(diagnostics.issues))
    }

    private mutating func begins(
        _ kind: JSONKind, _ begin: (inout JSONReader) throws(JSONError) -> Void
    ) -> Bool {
        if peek() == kind { return read(begin) != nil }
        if !isNull() { rejectType([kind]) }
        return false
    }

    // MARK: - Faults and warnings

    mutating func stop(_ error: ConversationError) { diagnostics.stop(error) }

    mutating func reject(_ reason: FieldFault.Reason) {
        let pointer = pointer
        diagnostics.reject(FieldFault(at: pointer, parameter: parameters[pointer], reason))
    }

    // For readers that then return no value.

    mutating func reject<Value>(_ reason: FieldFault.Reason) -> Value? {
        reject(reason)
        return nil
    }

    mutating func reject<Value>(
        _ word: String, allowed: [String], meant: String? = nil
    ) -> Value? {
        reject(.notAllowed(value: FieldReader.excerpt(word), allowed: allowed, meant: meant))
    }

    mutating func reject<Value>(
        _ number: String, outside range: ClosedRange<Double>, unit: String = ""
    ) -> Value? {
        reject(
            .outOfRange(
                value: FieldReader.excerpt(number), lower: range.lowerBound,
                upper: range.upperBound, unit: unit))
    }

    mutating func reject<Value>(_ number: String, outside range: ClosedRange<Int>) -> Value? {
        reject(
            .outOfRange(
                value: FieldReader.excerpt(number), lower: Double(range.lowerBound),
                upper: range.upperBound == .max ? nil : Double(range.upperBound)))
    }

    mutating func reject<Value>(missing member: String) -> Value? {
        diagnostics.reject(FieldFault(at: pointer + "/" + member, .missing))
        return nil
    }

    /// Also skips the value.
    mutating func rejectType(_ expected: [JSONKind]) {
        reject(.wrongType(expected: expected, found: peek()))
        skip()
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
    ) {
        // A large export of another program has millions of unknown members: suggestions are only
        // looked up for warnings that are kept.
        if diagnostics.keepsWarnings || NearestName.closest(to: key, in: closing) != nil {
            let pointer = pointer
            let warning = Warning(
                unknown: "the field \(FieldReader.quoted(key))", key, at: pointer, among: names())
            if let meant = warning.meant, closing.contains(meant) {
                let end = pointer.utf8.lastIndex(of: UInt8(ascii: "/"))
                let parent = end.map { String(pointer[...$0]) } ?? ""
                diagnostics.reject(FieldFault(at: parent + meant, .missing, misspelled: key))
            } else {
                diagnostics.warn(warning)
            }
        } else {
            diagnostics.countWarning()
        }
        skip()
    }

    mutating func reportDuplicates() {
        for duplicate in json.takeDuplicates() {
            let place = prefix + duplicate
            if Self.protects(place) {
                diagnostics.reject(FieldFault(at: place, .repeated))
            } else {
                diagnostics.warn(
                    Warning(.duplicateKey, at: place, "duplicate member; the last is used"))
            }
        }
    }

    static func quoted(_ text: String) -> String { "\"" + excerpt(text) + "\"" }

    /// As much of a caller's text as an error should repeat.
    static func excerpt(_ text: String) -> String {
        text.utf8.count <= 64 ? text : String(text.prefix(48)) + "…"
    }
}
