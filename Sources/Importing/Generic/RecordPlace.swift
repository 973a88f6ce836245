import Basics
import Model

/// The path to the records of an unknown JSON document, and the document's title.
struct RecordPlace {
    private(set) var title: (text: String, name: String)?
    private var candidates: [Candidate] = []

    private struct Candidate {
        /// The member names from the root to the array; empty if the document is the array.
        let path: [String]
        /// The index of the last member name among the common names, or the largest number if the
        /// name is not common.
        let rank: Int
        var count: Int
    }

    /// Common names of the array of messages, and of the objects that contain it.
    private static let usual = [
        "messages", "chatmessages", "data", "chat", "conversation", "items", "records", "history",
        "results", "entries", "log", "events", "comments",
    ]
    private static let titles = ["title", "name", "chatname", "subject"]
    private static let maxDepth = 3

    init(in document: JSONDocument) throws(ImportError) {
        var place = RecordPlace()
        try document.visit([]) { reader throws(JSONError) in
            try place.look(&reader, at: [], rank: 0)
        }
        self = place
    }

    /// - Parameter head: the beginning of a document, possibly truncated.
    init(inHead head: [UInt8]) {
        do throws(JSONError) {
            var reader = try JSONReader(head, maxDepth: JSONDocument.maxDepth)
            try look(&reader, at: [], rank: 0)
        } catch {
            // Everything found before the truncation is used.
            return
        }
    }

    private init() {}

    private var best: Candidate? {
        candidates.min { ($0.rank, $1.count) < ($1.rank, $0.count) }
    }

    /// The path of the array of objects with the most common name; otherwise of the longest array.
    var path: [String]? { best?.path }

    /// Whether the array has a common name or is the document.
    var isUsual: Bool { best.map { $0.rank < Self.usual.count } ?? false }

    private mutating func look(
        _ reader: inout JSONReader, at path: [String], rank: Int
    ) throws(JSONError) {
        switch try reader.peek() {
        case .array: try count(&reader, at: path, rank: rank)
        case .object where path.count < Self.maxDepth:
            try reader.beginObject()
            while let key = try reader.nextKey() {
                try look(&reader, under: key, in: path)
            }
        case .object, .null, .bool, .number, .string: try reader.skip()
        }
    }

    /// Searches a member. Arrays may have any name if they are members of the root; objects must
    /// have a common name.
    private mutating func look(
        _ reader: inout JSONReader, under key: String, in path: [String]
    ) throws(JSONError) {
        let kind = try reader.peek()
        if path.isEmpty, kind == .string {
            entitle(try reader.string(), key)
        } else if let rank = Self.usual.firstIndex(of: ForeignField.plain(key)) {
            try look(&reader, at: path + [key], rank: rank)
        } else if path.isEmpty, kind == .array {
            try count(&reader, at: [key], rank: Self.usual.count)
        } else {
            try reader.skip()
        }
    }

    private mutating func entitle(_ text: String?, _ key: String) {
        guard title == nil, let text, !text.isEmpty,
            Self.titles.contains(ForeignField.plain(key))
        else { return }
        title = (text, key)
    }

    private mutating func count(
        _ reader: inout JSONReader, at path: [String], rank: Int
    ) throws(JSONError) {
        try reader.beginArray()
        guard try reader.nextElement() else { return }
        guard try reader.peek() == .object else {
            repeat { try reader.skip() } while try reader.nextElement()
            return
        }
        let index = candidates.count
        candidates.append(Candidate(path: path, rank: rank, count: 1))
        try reader.skip()
        while try reader.nextElement() {
            try reader.skip()
            candidates[index].count += 1
        }
    }
}
