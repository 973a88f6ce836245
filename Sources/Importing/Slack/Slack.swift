import Basics
import Model

/// A Slack workspace's export: a ZIP with lists of channels and users, and one file per day and
/// channel.
enum Slack {
    static let importer = Importer(
        name: "slack", title: "Slack",
        summary:
            "a workspace's export ZIP (channels and direct messages), one channel's day, or slackdump",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        let names = Set(probe.names)
        for users in probe.names where probe.isArchive && users.hasSuffix("users.json") {
            let root = Path.folder(users)
            let lists = ["channels.json", "groups.json", "dms.json", "mpims.json"]
            if lists.contains(where: { names.contains(root + $0) }) {
                return Claim(.certain, [users])
            }
        }
        return SlackFragments.claim(probe)
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        builder.conversation.service = .slack
        builder.needsSorting = true
        guard sources.isArchive, let users = claim.files.first, users.hasSuffix("users.json") else {
            return try SlackFragments.choose(
                of: claim, &sources, &builder
            ) { files, sources, builder throws(ImportError) in
                let chat = SlackChat(directory: SlackDirectory(), file: files.first ?? "")
                try chat.read(files, &builder, &sources)
            }
        }
        let pictures = SlackPictures(root: Path.folder(users), in: sources)
        let directory = try SlackDirectory(usersFile: users, beside: pictures.index, in: &sources)
        let places = directory.conversations.map { ChatName(id: $0.id, name: $0.title) }
        guard !places.isEmpty else { throw .noMessages(importer: importer.name) }
        let wanted = builder.options.chat.map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }
        try builder.choose(places, named: wanted) { index, builder throws(ImportError) in
            let place = directory.conversations[index]
            builder.begin(
                title: place.isDirect || place.isGroup ? place.title : "#" + place.title,
                subtitle: place.topic, isGroup: !place.isDirect)
            let chat = SlackChat(directory: directory, file: users)
            try chat.read(place.files, &builder, &sources)
            try pictures.fill(&builder, &sources)
        }
    }
}
