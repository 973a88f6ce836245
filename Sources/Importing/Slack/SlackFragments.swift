import Basics
import Model

/// Parts of a Slack workspace without its lists of users and channels: the days of a channel, each
/// an array of messages, or dumps of slackdump. Each dump is an object with a whole channel.
enum SlackFragments {
    static func claim(_ probe: Probe) -> Claim? {
        let files = probe.files.filter { $0.shape.map(isFragment) ?? false }
        guard probe.isArchive, !files.isEmpty else {
            return files.first.map { Claim(.certain, [$0.name]) }
        }
        // A channel may have more days than the probe examines; the others are recognized by name.
        let folders = Set(files.filter { $0.shape?.isArray == true }.map { Path.folder($0.name) })
        let days = probe.names.filter { name in
            folders.contains(Path.folder(name)) && Path.fileExtension(name) == "json"
                && DayInName.day(Path.stem(name)) != nil
        }
        return Claim(.certain, Set(files.map(\.name) + days).sorted())
    }

    private static func isFragment(_ shape: JSONShape) -> Bool {
        let path = shape.isArray ? "[]" : "messages[]"
        guard shape.isArray || shape.has("channel_id"), shape.has(path + ".ts", path + ".type")
        else { return false }
        return ["user", "text", "bot_id"].contains { shape.has("\(path).\($0)") }
    }

    /// Reads the files of the selected channel: the days in a folder, or one dump.
    static func choose(
        of claim: Claim, _ sources: inout ExportFiles, _ builder: inout ConversationBuilder,
        _ body: ([String], inout ExportFiles, inout ConversationBuilder) throws(ImportError) -> Void
    ) throws(ImportError) {
        guard claim.files.count > 1 else { return try body(claim.files, &sources, &builder) }
        var names: [ChatName] = []
        var files: [[String]] = []
        var folders: [String: Int] = [:]
        for file in claim.files {
            let folder = Path.folder(file)
            if let dump = try sources.json(file).members(without: ["messages"]) {
                let id = dump.text("channel_id") ?? file
                names.append(ChatName(id: id, name: dump.text("name") ?? id))
                files.append([file])
            } else if let place = folders[folder] {
                files[place].append(file)
            } else {
                folders[folder] = files.count
                names.append(ChatName(id: folder, name: Path.lastName(String(folder.dropLast()))))
                files.append([file])
            }
        }
        try builder.choose(names) { index, builder throws(ImportError) in
            try body(files[index], &sources, &builder)
        }
    }
}
