import Basics
import Model

/// Converts the messages of one thread, in file order: newest first.
struct FacebookChat: RecordReader {
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
        if let action = Self.action(type, content, by: name) {
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
    private static func action(_ type: String, _ content: String, by name: String?) -> SystemAction?
    {
        switch type {
        case "Subscribe": return .memberAdded
        case "Unsubscribe": return .memberRemoved
        default: break
        }
        guard let name, content.hasPrefix(name + " "), content.utf8.count < 300 else { return nil }
        let rest = content.dropFirst(name.count)
        let phrases: [(String, SystemAction)] = [
            (" named the group", .titleChanged), (" set the nickname", .nameChanged),
            (" created the group", .groupCreated), (" added ", .memberAdded),
            (" removed ", .memberRemoved), (" left the group", .memberLeft),
            (" joined ", .memberJoined), (" changed the theme", .themeChanged),
            (" changed the chat theme", .themeChanged), (" set the quick reaction", .themeChanged),
            (" set the emoji", .themeChanged), (" changed the group photo", .photoChanged),
            (" pinned a message", .pinned), (" created a poll", .notice), (" voted for", .notice),
            (" started a call", .call), (" started a video chat", .call),
            (" joined the video chat", .call), (" joined the call", .call),
        ]
        return phrases.first { rest.hasPrefix($0.0) }?.1
    }
}
