import Basics

/// The media files of Element's export: `images/pond-11-14-2023 at 11-14-20 PM.png` for a picture
/// `pond.png`, with a time in the language and zone of the computer.
struct MatrixMedia {
    /// The number of messages whose file has the same name but for the time.
    private var counts: [String: Int] = [:]
    private var used: [String: Int] = [:]
    /// All names with their places in the archive, sorted, so that those with a common beginning
    /// are neighbors.
    private var sorted: [(name: String, place: Int)]?
    /// The files by the beginnings and ends of their names. A file is compared only with beginnings
    /// that it has, and these are fewer than its letters.
    private var found: [String: [String: [String]]] = [:]

    private static let folders = [
        "m.image": "images", "m.video": "videos", "m.audio": "audio", "m.file": "files",
        "m.sticker": "stickers",
    ]

    /// Returns the kind of a message's file, or nil for a message without one.
    static func kind(of content: JSONValue, in type: String?) -> String? {
        let kind = type == "m.sticker" ? type : content.text("msgtype")
        return kind.flatMap { folders[$0] == nil ? nil : $0 }
    }

    static func isVoice(_ content: JSONValue) -> Bool {
        content["org.matrix.msc3245.voice"] != nil || content["m.voice"] != nil
    }

    /// Counts a message with a file.
    mutating func note(_ content: JSONValue, _ type: String?) {
        if let kind = Self.kind(of: content, in: type),
            let (start, ending) = Self.name(of: content, kind)
        {
            counts[start + "*" + ending, default: 0] += 1
        }
    }

    /// Returns the path of the next message with such a file. Nil if the files do not match the
    /// messages: a wrong picture would be worse than none.
    mutating func path(
        of content: JSONValue, _ kind: String, _ context: RecordContext
    ) -> String? {
        guard let (start, ending) = Self.name(of: content, kind) else { return nil }
        let key = start + "*" + ending
        if found[start] == nil {
            found[start] = paths(from: Path.folder(context.document) + start, context.files)
        }
        guard let paths = found[start]?[ending], paths.count == counts[key] else { return nil }
        defer { used[key, default: 0] += 1 }
        let index = used[key] ?? 0
        return index < paths.count ? paths[index] : nil
    }

    /// The beginning and the end of the name of a file.
    private static func name(of content: JSONValue, _ kind: String) -> (String, String)? {
        guard let folder = folders[kind], let body = content.text("body") else { return nil }
        let ending = ending(of: body)
        let stored = kind == "m.sticker" ? ".png" : isVoice(content) ? ".ogg" : String(ending)
        return (folder + "/" + body[..<ending.startIndex] + "-", stored)
    }

    private static func ending(of name: String) -> Substring {
        name[(name.lastIndex(of: ".") ?? name.endIndex)...]
    }

    /// Returns the files with a beginning, by their ends, in the archive's order, which is that of
    /// messages. Every file has the empty end, that of names without an extension.
    private mutating func paths(from start: String, _ files: FileIndex) -> [String: [String]] {
        let names =
            sorted ?? files.names.enumerated().map { ($1, $0) }.sorted { $0.0 < $1.0 }
        sorted = names
        let first = names.partitionPoint { $0.name >= start }
        let paths = names[first...].prefix { $0.name.hasPrefix(start) }
            .sorted { $0.place < $1.place }.map(\.name)
        var found = Dictionary(grouping: paths) { String(Self.ending(of: $0)) }
        found[""] = paths
        return found
    }
}
