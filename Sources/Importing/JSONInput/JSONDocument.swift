import Basics

/// A JSON file read in passes: small values as trees, long arrays one element at a time. No chat is
/// ever in memory as one tree.
struct JSONDocument {
    enum Text {
        case whole([UInt8])
        /// A large file read in pieces.
        case pieces(ByteSource)
        /// A file in which each line is an element of one array.
        case lines(JSONLineReader)
    }

    let text: Text
    let file: String
    /// Whether strings may contain escapes such as `\x1F`.
    let knowsByteEscapes: Bool
    let budget: WorkBudget
    private let onProgress: @Sendable (_ done: Int, _ all: Int) -> Void
    /// The maximum nesting depth. No export is nested more deeply.
    static let maxDepth = 128

    init(
        _ text: Text, file: String, knowsByteEscapes: Bool = false, budget: WorkBudget,
        onProgress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) {
        self.text = text
        self.file = file
        self.knowsByteEscapes = knowsByteEscapes
        self.budget = budget
        self.onProgress = onProgress
    }

    private var count: Int {
        switch text {
        case .whole(let bytes): bytes.count
        case .pieces(let pieces): pieces.count
        case .lines(let lines): lines.count
        }
    }

    var holdsLines: Bool {
        if case .lines = text { true } else { false }
    }

    init(bytes: [UInt8], file: String, budget: WorkBudget = .unlimited) {
        self.init(.whole(bytes), file: file, budget: budget)
    }

    func members(
        at path: [String] = [], without skipped: Set<String>
    ) throws(ImportError) -> JSONValue? {
        var found: JSONValue?
        try visit(path) { reader throws(ImportError) in
            guard try reader.peek() == .object else { return try reader.skip() }
            found = try reader.members(without: skipped)
        }
        if let found { FieldLog.current?.saw(found) }
        return found
    }

    /// Fails if the document is not an object.
    func facts(without skipped: Set<String>) throws(ImportError) -> JSONValue {
        guard let facts = try members(without: skipped) else {
            throw .invalid(file: file, pointer: "", expected: "an object")
        }
        return facts
    }

    /// Calls `body` at each value found at a path; in JSON Lines, at the value of each line. The
    /// closure must read the value.
    func visit(
        _ path: [String], _ body: (inout DocumentReader) throws(ImportError) -> Void
    ) throws(ImportError) {
        var reader: DocumentReader
        switch text {
        case .lines(var lines):
            while try lines.next() {
                reader = try lines.reader()
                try reader.visit(path[...], body)
                try reader.end()
            }
            return
        case .whole(let bytes): reader = try open { () throws(JSONError) in try json(bytes) }
        case .pieces(let pieces):
            reader = try open { () throws(JSONError) in
                try JSONReader(
                    pieces, maxDepth: Self.maxDepth, knowsByteEscapes: knowsByteEscapes,
                    budget: budget)
            }
        }
        try reader.visit(path[...], body)
        try reader.end()
    }

    private func open(
        _ json: () throws(JSONError) -> JSONReader
    ) throws(ImportError) -> DocumentReader {
        try DocumentReader(file: file, budget: budget, count: count, onProgress: onProgress, json)
    }

    private func json(_ bytes: [UInt8]) throws(JSONError) -> JSONReader {
        try JSONReader(
            bytes, maxDepth: Self.maxDepth, knowsByteEscapes: knowsByteEscapes, budget: budget)
    }

    /// Returns a reader of a value that `DocumentReader.place` has found.
    func reader(in place: Range<Int>) throws(ImportError) -> DocumentReader {
        let source: ByteSource
        switch text {
        case .whole(let bytes): source = ByteSource(bytes)
        case .pieces(let pieces): source = pieces
        case .lines: throw .invalid(file: file, pointer: "", expected: "a document")
        }
        return try DocumentReader(
            file: file, budget: budget, count: count, from: (place.lowerBound, 0),
            onProgress: onProgress
        ) { () throws(JSONError) in
            try JSONReader(
                source.part(place), maxDepth: Self.maxDepth, knowsByteEscapes: knowsByteEscapes,
                budget: budget)
        }
    }

    func tree() throws(ImportError) -> JSONValue {
        var value = JSONValue.null
        try visit([]) { reader throws(ImportError) in value = try reader.tree() }
        return value
    }

    /// Calls `body` with each element of the array at a path, or with each line, as a tree with its
    /// JSON Pointer.
    func forEach(
        at path: [String], _ body: (JSONValue, String) throws(ImportError) -> Void
    ) throws(ImportError) {
        if case .lines(var lines) = text {
            while try lines.next() { try body(try lines.value(), lines.pointer) }
            return
        }
        try visit(path) { reader throws(ImportError) in try reader.records(body) }
    }

    /// Calls `body` with each element of the array at a path, or with each line, and the place from
    /// which `entries` reads it again.
    func forEachEntry(
        at path: [String], _ body: (JSONValue, Range<Int>) throws(ImportError) -> Void
    ) throws(ImportError) {
        if case .lines(var lines) = text {
            while try lines.next() { try body(try lines.peek(), lines.place) }
            return
        }
        try visit(path) { reader throws(ImportError) in try reader.entries(body) }
    }

    /// Calls `body` with each element of members of the root, in one pass, and the member's name.
    func forEachEntry(
        ofMembers wanted: Set<String>,
        _ body: (String, JSONValue, Range<Int>) throws(ImportError) -> Void
    ) throws(ImportError) {
        try forEachMember { key, reader throws(ImportError) in
            guard wanted.contains(key) else { return try reader.skip() }
            try reader.entries { entry, place throws(ImportError) in try body(key, entry, place) }
        }
    }

    /// Reads consecutive elements or lines.
    func entries(in range: Range<Int>) throws(ImportError) -> [JSONValue] {
        guard budget.reserve(2 * range.count) else { throw .stopped }
        defer { budget.release(2 * range.count) }
        let bytes: [UInt8]
        switch text {
        case .whole(let all): bytes = Array(all[range])
        case .pieces(let pieces):
            guard let found = pieces.bytes(in: range) else {
                throw .unreadable(file: file, offset: range.lowerBound)
            }
            bytes = found
        case .lines(let lines): return try lines.values(in: range)
        }
        var entries: [JSONValue] = []
        var reader = try open { () throws(JSONError) in
            try json([UInt8(ascii: "[")] + bytes + [UInt8(ascii: "]")])
        }
        try reader.records { entry, _ in entries.append(entry) }
        return entries
    }

    /// Returns the first elements of an array in the head of a file. The array may be truncated.
    static func sample(
        of head: [UInt8], at path: [String], most: Int, budget: WorkBudget = .unlimited
    ) -> [JSONValue] {
        var records: [JSONValue] = []
        let document = JSONDocument(
            .whole(head), file: "", knowsByteEscapes: true, budget: budget)
        try? document.visit(path) { reader throws(ImportError) in
            try reader.elements { reader throws(ImportError) in
                records.append(try reader.value())
                // The remaining elements are not needed.
                guard records.count < most else { throw .stopped }
            }
        }
        return records
    }
}

/// Reads the JSON of an export. Errors name the file, so that they pass through the closures of
/// importers.
struct DocumentReader {
    private var json: JSONReader
    private let file: String
    private let budget: WorkBudget
    private let count: Int
    private let onProgress: @Sendable (_ done: Int, _ all: Int) -> Void
    /// The place in the file at which the text of `json` begins.
    private let start: (offset: Int, lines: Int)
    /// The amount read at the last progress report.
    private var last = 0
    private static let step = 1 << 18

    init(
        file: String, budget: WorkBudget, count: Int = 0,
        from start: (offset: Int, lines: Int) = (0, 0),
        onProgress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in },
        _ json: () throws(JSONError) -> JSONReader
    ) throws(ImportError) {
        self.file = file
        self.budget = budget
        self.count = count
        self.start = start
        self.onProgress = onProgress
        do throws(JSONError) {
            self.json = try json()
        } catch {
            throw .json(file: file, error.moved(by: start.offset, lines: start.lines))
        }
    }

    private mutating func read<Value>(
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(ImportError) -> Value {
        do throws(JSONError) {
            return try body(&json)
        } catch {
            throw .json(file: file, error.moved(by: start.offset, lines: start.lines))
        }
    }

    mutating func peek() throws(ImportError) -> JSONKind {
        try read { json throws(JSONError) in try json.peek() }
    }

    mutating func skip() throws(ImportError) {
        try read { json throws(JSONError) in try json.skip() }
    }

    mutating func value() throws(ImportError) -> JSONValue {
        try read { json throws(JSONError) in try json.value() }
    }

    mutating func end() throws(ImportError) {
        try read { json throws(JSONError) in try json.end() }
    }

    /// Calls `body`, which must read the next value, and returns the value's place.
    mutating func place(
        _ body: (inout DocumentReader) throws(ImportError) -> Void
    ) throws(ImportError) -> Range<Int> {
        _ = try peek()
        let first = json.offset
        try body(&self)
        return start.offset + first..<start.offset + json.offset
    }

    /// A tree takes about three times the bytes of its text.
    mutating func tree() throws(ImportError) -> JSONValue {
        let start = json.offset
        let value = try value()
        guard budget.reserve(3 * (json.offset - start)) else { throw .stopped }
        FieldLog.current?.saw(value)
        return value
    }

    /// Descends a path of member names and calls `body` at its end. Everything else is skipped.
    mutating func visit(
        _ path: ArraySlice<String>, _ body: (inout DocumentReader) throws(ImportError) -> Void
    ) throws(ImportError) {
        guard let step = path.first else { return try body(&self) }
        try members { key, reader throws(ImportError) in
            guard key == step else { return try reader.skip() }
            try reader.visit(path.dropFirst(), body)
        }
    }

    /// Calls `body` for each member of an object. The closure must read the member's value. Other
    /// values are skipped.
    mutating func members(
        _ body: (String, inout DocumentReader) throws(ImportError) -> Void
    ) throws(ImportError) {
        guard try peek() == .object else { return try skip() }
        try read { json throws(JSONError) in try json.beginObject() }
        while let key = try read({ json throws(JSONError) in try json.nextKey() }) {
            try body(key, &self)
        }
    }

    mutating func members(without skipped: Set<String>) throws(ImportError) -> JSONValue {
        var found: [JSONValue.Member] = []
        try members { key, reader throws(ImportError) in
            guard !skipped.contains(key) else { return try reader.skip() }
            found.append(JSONValue.Member(key, try reader.value()))
        }
        return .object(found)
    }

    /// Calls `body` at each element of an array, which the closure must read. Other values are
    /// skipped.
    mutating func elements(
        _ body: (inout DocumentReader) throws(ImportError) -> Void
    ) throws(ImportError) {
        guard try peek() == .array else { return try skip() }
        try read { json throws(JSONError) in try json.beginArray() }
        while try read({ json throws(JSONError) in try json.nextElement() }) {
            try body(&self)
        }
    }

    /// Calls `body` with each element of an array as a tree with its JSON Pointer.
    mutating func records(
        _ body: (JSONValue, String) throws(ImportError) -> Void
    ) throws(ImportError) {
        try elements { reader throws(ImportError) in
            reader.report()
            let pointer = reader.json.pointer
            let element = try reader.value()
            FieldLog.current?.saw(element)
            try body(element, pointer)
        }
    }

    /// Calls `body` with each element of an array as a tree with its place, from which
    /// `JSONDocument.entries` reads it again.
    mutating func entries(
        _ body: (JSONValue, Range<Int>) throws(ImportError) -> Void
    ) throws(ImportError) {
        try elements { reader throws(ImportError) in
            reader.report()
            let start = reader.json.offset
            let entry = try reader.value()
            try body(entry, start..<reader.json.offset)
        }
    }

    fileprivate mutating func report() {
        guard json.offset - last >= Self.step else { return }
        last = json.offset
        onProgress(start.offset + last, count)
    }
}

extension ByteSource {
    /// Reads a whole range. Returns nil if reading fails.
    func bytes(in range: Range<Int>) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < range.count {
            guard let piece = read(range.lowerBound + bytes.count..<range.upperBound),
                !piece.isEmpty
            else { return nil }
            bytes += piece
        }
        return bytes
    }
}

extension JSONDocument {
    /// Calls `body` at each object in the array at a path, or at an object that is there instead of
    /// an array. The closure must read the value; a copy of its reader can read the value later.
    ///
    /// - Parameter areMembers: whether the chats are the members of an object, with their names as
    ///   keys.
    fileprivate func forEachChat(
        at path: [String], areMembers: Bool,
        _ body: (String, inout DocumentReader) throws(ImportError) -> Void
    ) throws(ImportError) {
        func look(_ key: String, _ reader: inout DocumentReader) throws(ImportError) {
            guard try reader.peek() == .object else { return try reader.skip() }
            try body(key, &reader)
        }
        guard !areMembers else { return try forEachMember(at: path, look) }
        try visit(path) { reader throws(ImportError) in
            let kind = try reader.peek()
            guard !holdsLines, kind == .array else { return try look("", &reader) }
            try reader.elements { reader throws(ImportError) in try look("", &reader) }
        }
    }

    /// Calls `body` for each member of the object at a path. The closure must read the member's
    /// value.
    func forEachMember(
        at path: [String] = [], _ body: (String, inout DocumentReader) throws(ImportError) -> Void
    ) throws(ImportError) {
        try visit(path) { reader throws(ImportError) in try reader.members(body) }
    }
}

extension ConversationBuilder {
    /// Reads the selected one of the chats in JSON files, as a tree. While chats are listed or
    /// delivered, reads each of them in turn.
    ///
    /// - Parameters:
    ///   - path: the path of the array of chats, or of the only chat.
    ///   - areMembers: whether the chats are the members of an object instead.
    ///   - heavy: the members with the messages, which are skipped while a chat is searched.
    ///   - name: returns the name of a chat, from its key and its other members.
    mutating func chooseTree(
        in files: [String], at path: [String] = [], areMembers: Bool = false, heavy: Set<String>,
        mayBeLines: Bool = false, name: (String, JSONValue) -> ChatName,
        _ body: (JSONValue, (name: ChatName, file: String), inout ConversationBuilder)
            throws(ImportError) -> Void
    ) throws(ImportError) {
        var names: [ChatName] = []
        var best: (rank: Int, name: ChatName, file: String, reader: DocumentReader)?
        for file in files {
            let document = try sources.json(file, mayBeLines: mayBeLines)
            try document.forEachChat(
                at: path, areMembers: areMembers
            ) { key, reader throws(ImportError) in
                guard purpose == .listing || purpose == .delivering else {
                    let start = reader
                    let chat = name(key, try reader.members(without: heavy))
                    names.append(chat)
                    if let rank = rank(of: chat), rank < best?.rank ?? .max {
                        best = (rank, chat, file, start)
                    }
                    return
                }
                reader.report()
                var chat = JSONValue.null
                let place = try reader.place { reader throws(ImportError) in
                    chat = try reader.tree()
                }
                // Only one chat is in memory.
                defer { budget.release(3 * place.count) }
                let head = chat.entries.filter { !heavy.contains($0.key) }
                let name = name(key, .object(head))
                try read(name) { builder throws(ImportError) in
                    try body(chat, (name, file), &builder)
                }
            }
        }
        guard purpose != .listing, purpose != .delivering else { return }
        guard try chosen(names) != nil, var best else { return }
        try body(try best.reader.tree(), (best.name, best.file), &self)
    }
}
