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
        let known = probe.claims { $0.has("facebook") }
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

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        if let first = claim.files.first, FacebookThreads.isPage(builder.sources.head(of: first)) {
            return try FacebookThreads.read(claim.files, &builder)
        }
        let ending = Path.fileExtension(claim.files.first ?? "")
        let threads = Dictionary(grouping: claim.files) { file in
            number(of: file, ending: ending) == nil ? file : String(Path.folder(file).dropLast())
        }.sorted { $0.key < $1.key }
        let owner = try owner(builder.sources)
        try builder.choose(names(of: threads.map(\.key))) { index, builder throws(ImportError) in
            let files = threads[index].value.sorted {
                (number(of: $0, ending: ending) ?? 0, $0)
                    < (number(of: $1, ending: ending) ?? 0, $1)
            }
            if ending == "html" {
                try FacebookPages.read(files, &builder)
                return FacebookChat().end(&builder, owner: owner)
            }
            var driver = RecordDriver(FacebookChat(), builder)
            for file in files {
                let document = try builder.sources.json(file)
                driver.reader.begin(try document.members(without: ["messages"]), &builder)
                try driver.read(document, at: ["messages"], &builder)
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
            return ChatName(id: counts[id] == 1 ? id : path, name: name.nonEmpty ?? id)
        }
    }

    /// Returns whether a path is in Instagram's folder. Instagram's files refer to media by paths
    /// from this folder.
    static func isInstagram(_ path: String) -> Bool { path.contains(instagramFolder) }

    static let instagramFolder = "your_instagram_activity/"

    /// Returns the name of the account's owner if the profile is among the files.
    private static func owner(_ sources: ExportFiles) throws(ImportError) -> String? {
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

/// Converts the messages of one thread, in file order: newest first.
private struct FacebookChat: RecordReader {
    static let needsObjects = true

    private var hasBegun = false
    /// Whether the thread refers to a file in Instagram's folder.
    private(set) var isInstagram = false

    init() {}

    mutating func begin(_ head: JSONValue?, _ builder: inout ConversationBuilder) {
        guard let head, !hasBegun else { return }
        hasBegun = true
        isInstagram = text(head["image"], "uri").map(Facebook.isInstagram) ?? false
        let title = text(head, "title") ?? text(head, "threadName").map(Self.withoutNumber)
        builder.conversation.title = title.map(CleanText.line)
        if head.list("participants").count > 2 {
            builder.conversation.kind = .group
            builder.isKindKnown = true
        }
    }

    /// Removes the number that the names of encrypted threads end with: `Tobias_4`.
    private static func withoutNumber(_ name: String) -> String {
        guard let mark = name.utf8.lastIndex(of: UInt8(ascii: "_")), mark > name.startIndex,
            Int(name[name.utf8.index(after: mark)...]) != nil
        else { return name }
        return String(name[..<mark])
    }

    /// Determines "me": the account's owner, or, in a thread of two, the sender whose name is not
    /// the title.
    func end(_ builder: inout ConversationBuilder, owner: String?) {
        let people = builder.conversation.participants
        if let owner, let me = people.firstIndex(where: { $0.name == owner }) {
            return builder.setMe(me)
        }
        guard builder.conversation.kind == .direct, let title = builder.conversation.title else {
            return
        }
        let others = builder.senders.count { people[$0].name != title }
        if others == 1, builder.senders.count <= 2 { builder.suggestMe(otherThan: title) }
    }

    private func text(_ source: JSONValue?, _ key: String) -> String? {
        source?.text(key).map(Mojibake.repaired)
    }

    mutating func record(_ source: JSONValue, _ context: inout RecordContext) -> Record? {
        var record = Record(
            at: source.milliseconds("timestamp_ms") ?? source.milliseconds("timestamp"))
        let content = text(source, "content") ?? text(source, "text") ?? ""
        let type = source.text("type") ?? "Generic"
        let name = text(source, "sender_name") ?? text(source, "senderName")
        if let action = Self.action(type, content, by: name, context.phrases) {
            record.becomeNotice(action, by: [name].compactMap(\.self), text: content)
            return record
        }
        record.sender = name.map { Record.Person(key: $0) }
        if type == "Call" || source["call_duration"] != nil {
            record.becomeCall(call(source))
        } else {
            record.message.body = Body.plain(content)
        }
        if source.flag("is_unsent") || source.flag("isUnsent") {
            record.message.details.deleted = Deleted(at: nil, reason: "unsent")
            record.message.body = []
        }
        attach(source, &record)
        if let share = source["share"], let url = text(share, "link").flatMap(Link.url) {
            record.message.details.link = LinkPreview(
                url: url, title: nil, summary: text(share, "share_text"))
        }
        // Instagram lists the reactions of encrypted threads twice.
        var seen: Set<[String]> = []
        let reactions = source.list("reactions").prefix(1000).compactMap {
            item -> (name: String, emoji: String)? in
            guard let emoji = text(item, "reaction") else { return nil }
            let actor = text(item, "actor") ?? ""
            guard actor.isEmpty || seen.insert([actor, emoji]).inserted else { return nil }
            return (actor, emoji)
        }
        record.message.details.reactions = Reaction.grouped(reactions)
        return record
    }

    private func call(_ source: JSONValue) -> Call {
        var call = Call()
        call.duration = source.span("call_duration").flatMap { $0 > 0 ? $0 : nil }
        let words = text(source, "content")?.lowercased() ?? ""
        call.isVideo = words.holds("video")
        // An ended call was answered, even if its duration is not stated.
        let isMissed = source.flag("missed") || words.holds("missed") || words.isEmpty
        call.outcome = call.duration == nil && isMissed ? .missed : .answered
        return call
    }

    private mutating func attach(_ source: JSONValue, _ record: inout Record) {
        let lists: [(String, Attachment.Kind?)] = [
            ("photos", .image), ("videos", .video), ("audio_files", .voice), ("gifs", .gif),
            ("files", nil), ("media", nil),
        ]
        for (key, kind) in lists {
            for item in source.list(key) { record.files.append(file(item, kind)) }
        }
        if let sticker = source["sticker"], sticker.kind == .object {
            record.files.append(file(sticker, .sticker))
        }
    }

    private mutating func file(_ item: JSONValue, _ kind: Attachment.Kind?) -> RecordFile {
        let path = text(item, "uri") ?? ""
        isInstagram = isInstagram || Facebook.isInstagram(path)
        let known = kind == .image && Path.fileExtension(path) == "gif" ? .gif : kind
        var file = RecordFile(
            known ?? FileKind.kind(name: path),
            named: path.isEmpty ? nil : Path.lastName(path),
            at: path.holds("://") ? .missing(RecordFile.absent) : .beside(path))
        file.poster = { item["thumbnail"]?.text("uri").map(Mojibake.repaired) }
        return file
    }

    /// Returns the action of a system message, which is text that begins with its sender's name.
    private static func action(
        _ type: String, _ content: String, by name: String?, _ phrases: AppPhrases
    ) -> SystemAction? {
        switch type {
        case "Subscribe": return .memberAdded
        case "Unsubscribe": return .memberRemoved
        default: break
        }
        guard let name, content.hasPrefix(name + " "), content.utf8.count < 300 else { return nil }
        let rest = content.dropFirst(name.count)
        return phrases.notices.first { rest.hasPrefix($0.says) }?.event
    }
}
