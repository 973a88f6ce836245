import Basics
import Model

/// Facebook's and Instagram's "Download your information", with its `message_N.json` files and HTML
/// pages, and the `messages.htm` of Facebook's downloads until 2018.
enum Facebook {
    static let importer = Importer(
        name: "facebook", title: "Facebook or Instagram",
        summary:
            "message_1.json or .html, or the older messages.htm, of a Facebook, Messenger or Instagram download, or all of it",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        let known = probe.claims {
            $0.holdsObject { _, shape in
                // Some files list the participants after the messages.
                shape.has("messages")
                    && (shape.has("participants") || shape.has("messages[].timestamp_ms"))
                    && (shape.has("messages[].sender_name") || shape.has("messages[].senderName"))
            }
        }
        guard let known else { return pages(probe) }
        // A download has more threads than the probe reads; the file names identify them.
        let numbered = probe.names.filter { number(of: $0) != nil }
        let alone = known.files.filter { number(of: $0) == nil }
        let folders = Set(alone.map(Path.folder))
        let others = probe.unexamined {
            isEncrypted($0) && number(of: $0) == nil && folders.contains(Path.folder($0))
        }
        return Claim(.certain, numbered + alone + others)
    }

    /// Returns whether a file is named as an encrypted chat of Messenger, such as `Ana_4.json`.
    private static func isEncrypted(_ path: String) -> Bool {
        let parts = Path.stem(path).split(separator: "_")
        return Path.fileExtension(path) == "json" && parts.count > 1
            && Int(parts[parts.count - 1]) != nil
    }

    private static func pages(_ probe: Probe) -> Claim? {
        guard let first = probe.files.first(where: FacebookPages.isPage) else {
            return probe.claimsSorted(FacebookThreads.isPage)
        }
        let numbered =
            probe.isArchive ? probe.names.filter { number(of: $0, ending: "html") != nil } : []
        return Claim(.certain, numbered.isEmpty ? [first.name] : numbered)
    }

    /// Returns the N of `message_N.json`.
    static func number(of path: String, ending: String = "json") -> Int? {
        Path.pageNumber(path, after: "message_", endings: [ending])
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        if let first = claim.files.first, FacebookThreads.isPage(sources.head(of: first)) {
            return try FacebookThreads.read(claim.files, &sources, &builder)
        }
        let ending = Path.fileExtension(claim.files.first ?? "")
        let threads = Dictionary(grouping: claim.files) { file in
            number(of: file, ending: ending) == nil ? file : String(Path.folder(file).dropLast())
        }.sorted { $0.key < $1.key }
        let owner = try owner(&sources)
        try builder.choose(names(of: threads.map(\.key))) { index, builder throws(ImportError) in
            let files = threads[index].value.sorted {
                (number(of: $0, ending: ending) ?? 0, $0)
                    < (number(of: $1, ending: ending) ?? 0, $1)
            }
            if ending == "html" {
                try FacebookPages.read(files, &sources, &builder)
                return FacebookChat().end(&builder, owner: owner)
            }
            var driver = RecordDriver(FacebookChat(), builder, sources)
            for file in files {
                let document = try sources.json(file)
                driver.reader.begin(try document.members(without: ["messages"]), &builder)
                try driver.read(document, at: ["messages"], &builder, &sources)
            }
            let isInstagram = driver.reader.isInstagram || files.contains(where: isInstagram)
            builder.conversation.service = isInstagram ? .instagram : .messenger
            // Messages are newest first across all files.
            builder.conversation.messages.reverse()
            builder.needsSorting = true
            driver.reader.end(&builder, owner: owner)
        }
    }

    /// Returns the names of threads by their folders, or by the files of Messenger's encrypted chats.
    /// A person may have a thread of either kind with the same name.
    private static func names(of paths: [String]) -> [ChatName] {
        let ids = paths.map { Path.fileExtension($0) == "json" ? Path.stem($0) : Path.lastName($0) }
        let counts = Dictionary(ids.map { ($0, 1) }, uniquingKeysWith: +)
        return zip(paths, ids).map { path, id in
            let name = id.split(separator: "_").dropLast().joined(separator: "_")
            return ChatName(id: counts[id] == 1 ? id : path, name: name.isEmpty ? id : name)
        }
    }

    /// Returns whether a path is in Instagram's folder. Instagram's files refer to media by paths
    /// from this folder.
    static func isInstagram(_ path: String) -> Bool { path.contains(instagramFolder) }

    static let instagramFolder = "your_instagram_activity/"

    /// Returns the name of the account's owner if the profile is among the files.
    private static func owner(_ sources: inout ExportFiles) throws(ImportError) -> String? {
        let wanted = ["profile_information.json", "personal_information.json"]
        guard let file = sources.names.first(where: { wanted.contains(Path.lastName($0)) }) else {
            return nil
        }
        let root = try sources.smallTree(file)
        let facebook = root["profile_v2"]?["name"]?.text("full_name")
        let instagram = root.list("profile_user").first?["string_map_data"]?["Name"]?.text("value")
        return (facebook ?? instagram).map(Mojibake.repaired)
    }
}
