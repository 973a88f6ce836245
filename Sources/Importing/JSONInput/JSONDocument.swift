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
        try visit(path) { reader throws(JSONError) in
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
        _ path: [String], _ body: (inout JSONReader) throws(JSONError) -> Void
    ) throws(ImportError) {
        switch text {
        case .whole(let bytes):
            try read(path, body) { () throws(JSONError) in
                try JSONReader(
                    bytes, maxDepth: Self.maxDepth, knowsByteEscapes: knowsByteEscapes,
                    budget: budget)
            }
        case .pieces(let pieces):
            try read(path, body) { () throws(JSONError) in
                try JSONReader(
                    pieces, maxDepth: Self.maxDepth, knowsByteEscapes: knowsByteEscapes,
                    budget: budget)
            }
        case .lines(var lines):
            while try lines.next() {
                try lines.read { reader throws(JSONError) in try reader.visit(path[...], body) }
            }
        }
    }

    private func read(
        _ path: [String], _ body: (inout JSONReader) throws(JSONError) -> Void,
        with reader: () throws(JSONError) -> JSONReader
    ) throws(ImportError) {
        do throws(JSONError) {
            var reader = try reader()
            try reader.visit(path[...], body)
            try reader.end()
        } catch {
            throw .json(file: file, error)
        }
    }

    /// A tree takes about three times the bytes of its text.
    func tree(from reader: inout JSONReader) throws(JSONError) -> JSONValue {
        let start = reader.offset
        let value = try reader.value()
        guard budget.reserve(3 * (reader.offset - start)) else { throw .stopped }
        FieldLog.current?.saw(value)
        return value
    }

    func tree() throws(ImportError) -> JSONValue {
        var value = JSONValue.null
        try visit([]) { reader throws(JSONError) in value = try tree(from: &reader) }
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
        var walk = walk()
        do throws(ImportError) {
            try visit(path) { reader throws(JSONError) in
                try walk.elements(of: &reader, body)
            }
        } catch {
            throw walk.failure ?? error
        }
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
        var walk = walk()
        do throws(ImportError) {
            try visit(path) { reader throws(JSONError) in try walk.entries(of: &reader, body) }
        } catch {
            throw walk.failure ?? error
        }
    }

    /// Calls `body` with each element of members of the root, in one pass, and the member's name.
    func forEachEntry(
        ofMembers wanted: Set<String>,
        _ body: (String, JSONValue, Range<Int>) throws(ImportError) -> Void
    ) throws(ImportError) {
        var walk = walk()
        do throws(ImportError) {
            try forEachMember { key, reader throws(JSONError) in
                guard wanted.contains(key) else { return try reader.skip() }
                try walk.entries(of: &reader) { entry, place throws(ImportError) in
                    try body(key, entry, place)
                }
            }
        } catch {
            throw walk.failure ?? error
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
        do throws(JSONError) {
            var reader = try JSONReader(
                [UInt8(ascii: "[")] + bytes + [UInt8(ascii: "]")], maxDepth: Self.maxDepth,
                knowsByteEscapes: knowsByteEscapes, budget: budget)
            try reader.elements { reader throws(JSONError) in entries.append(try reader.value()) }
        } catch {
            throw .json(file: file, error)
        }
        for entry in entries { FieldLog.current?.saw(entry) }
        return entries
    }

    func walk() -> Walk { Walk(count: count, onProgress: onProgress) }

    /// Carries an `ImportError` through a reader that throws only `JSONError`.
    struct Walk {
        private(set) var failure: ImportError?
        fileprivate let count: Int
        fileprivate let onProgress: @Sendable (_ done: Int, _ all: Int) -> Void
        /// The amount read at the last progress report.
        private var last = 0
        private static let step = 1 << 18

        fileprivate init(
            count: Int, onProgress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void
        ) {
            self.count = count
            self.onProgress = onProgress
        }

        mutating func entries(
            of reader: inout JSONReader,
            _ body: (JSONValue, Range<Int>) throws(ImportError) -> Void
        ) throws(JSONError) {
            try reader.elements { reader throws(JSONError) in
                report(reader.offset)
                let start = reader.offset
                let entry = try reader.value()
                let place = start..<reader.offset
                try run { () throws(ImportError) in try body(entry, place) }
            }
        }

        private mutating func report(_ offset: Int) {
            guard offset - last >= Self.step else { return }
            last = offset
            onProgress(last, count)
        }

        mutating func elements(
            of reader: inout JSONReader,
            _ body: (JSONValue, String) throws(ImportError) -> Void
        ) throws(JSONError) {
            try reader.elements { reader throws(JSONError) in
                report(reader.offset)
                let pointer = reader.pointer
                let element = try reader.value()
                FieldLog.current?.saw(element)
                try run { () throws(ImportError) in try body(element, pointer) }
            }
        }

        /// Any error ends the walk. The caller then throws `failure` instead.
        mutating func run(_ body: () throws(ImportError) -> Void) throws(JSONError) {
            do throws(ImportError) {
                try body()
            } catch {
                failure = error
                throw .encoding(offset: 0)
            }
        }
    }
}

extension JSONReader {
    /// Descends a path of member names and calls `body` at its end. Everything else is skipped.
    mutating func visit(
        _ path: ArraySlice<String>, _ body: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard let step = path.first else { return try body(&self) }
        guard try peek() == .object else { return try skip() }
        try beginObject()
        while let key = try nextKey() {
            if key == step {
                try visit(path.dropFirst(), body)
            } else {
                try skip()
            }
        }
    }

    /// Calls `body` for each member of an object. The closure must read the member's value. Other
    /// values are skipped.
    mutating func members(
        _ body: (String, inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard try peek() == .object else { return try skip() }
        try beginObject()
        while let key = try nextKey() { try body(key, &self) }
    }

    mutating func members(without skipped: Set<String>) throws(JSONError) -> JSONValue {
        var members: [JSONValue.Member] = []
        try beginObject()
        while let key = try nextKey() {
            if skipped.contains(key) {
                try skip()
            } else {
                members.append(JSONValue.Member(key, try value()))
            }
        }
        return .object(members)
    }
}

extension JSONReader {
    /// Calls `body` at each element of an array, which the closure must read. Other values are
    /// skipped.
    mutating func elements(
        _ body: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard try peek() == .array else { return try skip() }
        try beginArray()
        while try nextElement() { try body(&self) }
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
        _ body: (String, inout JSONReader) throws(JSONError) -> Void
    ) throws(ImportError) {
        func look(_ key: String, _ reader: inout JSONReader) throws(JSONError) {
            guard try reader.peek() == .object else { return try reader.skip() }
            try body(key, &reader)
        }
        guard !areMembers else { return try forEachMember(at: path, look) }
        try visit(path) { reader throws(JSONError) in
            let kind = try reader.peek()
            guard !holdsLines, kind == .array else { return try look("", &reader) }
            try reader.elements { reader throws(JSONError) in try look("", &reader) }
        }
    }

    /// Calls `body` for each member of the object at a path. The closure must read the member's
    /// value.
    func forEachMember(
        at path: [String] = [], _ body: (String, inout JSONReader) throws(JSONError) -> Void
    ) throws(ImportError) {
        try visit(path) { reader throws(JSONError) in try reader.members(body) }
    }
}

extension ConversationBuilder {
    /// Reads the selected one of the chats in JSON files, as a tree. While chats are listed, reads
    /// each of them in turn.
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
        var best: (rank: Int, name: ChatName, document: JSONDocument, reader: JSONReader)?
        for file in files {
            let document = try sources.json(file, mayBeLines: mayBeLines)
            var walk = document.walk()
            do throws(ImportError) {
                try document.forEachChat(
                    at: path, areMembers: areMembers
                ) { key, reader throws(JSONError) in
                    guard purpose == .listing else {
                        let start = reader
                        let chat = name(key, try reader.members(without: heavy))
                        names.append(chat)
                        if let rank = rank(of: chat), rank < best?.rank ?? .max {
                            best = (rank, chat, document, start)
                        }
                        return
                    }
                    let chat = try document.tree(from: &reader)
                    let head = chat.entries.filter { !heavy.contains($0.key) }
                    let name = name(key, .object(head))
                    try walk.run { () throws(ImportError) in
                        try read(name) { builder throws(ImportError) in
                            try body(chat, (name, file), &builder)
                        }
                    }
                }
            } catch {
                throw walk.failure ?? error
            }
        }
        guard purpose != .listing else { return }
        guard try chosen(names) != nil, let (_, name, document, start) = best else { return }
        var chat = JSONValue.null
        do throws(JSONError) {
            var reader = start
            chat = try document.tree(from: &reader)
        } catch {
            throw .json(file: document.file, error)
        }
        try body(chat, (name, document.file), &self)
    }
}
