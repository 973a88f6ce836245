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
    private var found: [String: [String]] = [:]

    private static let folders = [
        "m.image": "images", "m.video": "videos", "m.audio": "audio", "m.file": "files",
        "m.sticker": "stickers",
    ]

    /// Counts a message with a file.
    mutating func note(_ content: JSONValue, _ type: String) {
        let kind = type == "m.sticker" ? type : content.text("msgtype") ?? ""
        if let (start, ending) = Self.name(of: content, kind) {
            counts[start + "*" + ending, default: 0] += 1
        }
    }

    /// Returns the path of the next message with such a file. Nil if the files do not match the
    /// messages: a wrong picture would be worse than none.
    mutating func path(
        of content: JSONValue, _ type: String, _ context: RecordContext
    ) -> String? {
        guard let (start, ending) = Self.name(of: content, type) else { return nil }
        let key = start + "*" + ending
        if found[key] == nil {
            found[key] = paths(
                from: Path.folder(context.document) + start, to: ending, context.files)
        }
        guard let paths = found[key], paths.count == counts[key] else { return nil }
        defer { used[key, default: 0] += 1 }
        let index = used[key] ?? 0
        return index < paths.count ? paths[index] : nil
    }

    /// The beginning and the end of the name of a file.
    private static func name(of content: JSONValue, _ type: String) -> (String, String)? {
        guard let folder = folders[type], let body = content.text("body") else { return nil }
        let isVoice = content["org.matrix.msc3245.voice"] != nil || content["m.voice"] != nil
        let dot = body.lastIndex(of: ".") ?? body.endIndex
        let ending = type == "m.sticker" ? ".png" : isVoice ? ".ogg" : String(body[dot...])
        return (folder + "/" + body[..<dot] + "-", ending)
    }

    /// The files with a beginning and an end, in the archive's order, which is that of messages.
    private mutating func paths(
        from start: String, to ending: String, _ files: FileIndex
    ) -> [String] {
        let names =
            sorted ?? files.names.enumerated().map { ($1, $0) }.sorted { $0.0 < $1.0 }
        sorted = names
        var (low, high) = (0, names.count)
        while low < high {
            let middle = (low + high) / 2
            if names[middle].name < start { low = middle + 1 } else { high = middle }
        }
        return names[low...].prefix { $0.name.hasPrefix(start) }
            .filter { $0.name.hasSuffix(ending) }
            .sorted { $0.place < $1.place }.map(\.name)
    }
}
