import Basics
import Model

/// Google Voice's part of a Takeout: one page for each burst of messages and each call. Pages with
/// the same party are joined.
enum GoogleVoice {
    static let importer = Importer(
        name: "googlevoice", title: "Google Voice",
        summary: "the pages of Google Voice's Takeout (Voice/Calls), one or all with their media",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        let page = probe.files.first { file in
            file.begins(with: "<")
                && (file.contains("hChatLog")
                    || file.contains("class=\"haudio\"") && file.contains("class=\"tags\""))
        }
        guard let page else { return nil }
        guard probe.isArchive else { return Claim(.certain, [page.name]) }
        let files = probe.names.filter { GoogleVoiceName($0) != nil }
        return Claim(.certain, files.isEmpty ? [page.name] : files.sorted())
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        let parties = try claim.files.grouped { file throws(ImportError) in
            guard sources.budget.mayContinue else { throw .stopped }
            let party = GoogleVoiceName(file)?.party ?? Path.stem(file)
            return party == GoogleVoiceName.group
                ? GoogleVoicePage.participants(of: try sources.decoded(file)) : party
        }
        let names = parties.map { ChatName(id: $0.chat, name: $0.chat) }
        let page = GoogleVoicePage(sources: sources)
        try builder.choose(names) { index, builder throws(ImportError) in
            let (party, files) = parties[index]
            let isNamed = claim.files.contains { GoogleVoiceName($0) != nil }
            builder.conversation.title = isNamed ? CleanText.line(party) : nil
            builder.conversation.service = .sms
            builder.needsSorting = true
            for file in files {
                guard sources.budget.mayContinue else { throw .stopped }
                try page.read(file, party: party, &builder, &sources)
            }
            builder.setMe(key: ConversationBuilder.anonymousMe)
        }
    }
}

/// A file name such as `Ben Ito - Text - 2020-07-08T23_30_11Z.html`. Some names have no party (`-
/// Missed - …`) or no kind, or end with ` (1)` to distinguish equal names.
struct GoogleVoiceName {
    let party: String
    /// The kind of page, or nil if only the page states it.
    let kind: String?

    static let group = "Group Conversation"
    private static let kinds: Set<String> = [
        "Text", "Received", "Placed", "Missed", "Voicemail", "Recorded",
    ]

    init?(_ path: String) {
        guard Path.fileExtension(path) == "html" else { return nil }
        var parts = Self.withoutNumber(Path.stem(path))
            .split(separator: " - ", omittingEmptySubsequences: false).map(String.init)
        guard let stamp = parts.popLast(), stamp.hasSuffix("Z"), stamp.holds("T"),
            stamp.prefix(4).allSatisfy(\.isNumber), var first = parts.first
        else { return nil }
        if first.hasPrefix("- ") {
            first.removeFirst(2)
            parts.replaceSubrange(..<1, with: ["", first])
        }
        let last = parts[parts.count - 1]
        if parts.count > 1, Self.kinds.contains(last) {
            kind = last
            parts.removeLast()
        } else {
            kind = last == Self.group ? "Text" : nil
        }
        let name = parts.joined(separator: " - ").trimmingBlanks()
        party = name.isEmpty ? "Unknown" : name
    }

    private static func withoutNumber(_ stem: String) -> String {
        guard stem.hasSuffix(")"), let open = stem.lastIndex(of: "("),
            stem[stem.index(after: open)...].dropLast().allSatisfy(\.isNumber)
        else { return stem }
        return stem[..<open].trimmingBlanks()
    }
}
