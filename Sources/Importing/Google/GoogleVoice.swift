import Conversation
import Markup
import Resources

/// Google Voice in a Takeout: a page for each burst of messages and each call, joined by whom they were with.
enum GoogleVoice {
    static let importer = Importer(
        name: "googlevoice", title: "Google Voice",
        summary: "the pages of Google Voice's Takeout (Voice/Calls), one or all with their media",
        recognize: recognize, read: read)

    @Sendable
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

    @Sendable
    private static func read(
        _ sources: inout SourceFiles, _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var parties: [String] = []
        var files: [String: [String]] = [:]
        for file in claim.files {
            guard sources.allowance.goesOn else { throw .stopped }
            var party = GoogleVoiceName(file)?.party ?? Path.stem(file)
            if party == GoogleVoiceName.group {
                let bytes = TextFile.decode(try sources.document(file)).bytes
                party = GoogleVoicePage.participants(of: bytes)
            }
            if files[party] == nil { parties.append(party) }
            files[party, default: []].append(file)
        }
        let index = try builder.choose(parties.map { ChatName(id: $0, name: $0) })
        let party = parties[index]
        let isNamed = claim.files.contains { GoogleVoiceName($0) != nil }
        builder.conversation.title = isNamed ? CleanText.line(party) : nil
        builder.conversation.service = .sms
        builder.needsSorting = true
        let page = GoogleVoicePage(sources: sources)
        for file in files[party] ?? [] {
            guard sources.allowance.goesOn else { throw .stopped }
            try page.read(file, party: party, &builder, &sources)
        }
        if let me = builder.known(ConversationBuilder.anonymousMe) { builder.setMe(me) }
    }
}

/// `Ben Ito - Text - 2020-07-08T23_30_11Z.html`
struct GoogleVoiceName {
    let party: String
    let kind: String

    static let group = "Group Conversation"
    private static let kinds: Set<String> = [
        "Text", "Received", "Placed", "Missed", "Voicemail", "Recorded",
    ]

    init?(_ path: String) {
        guard Path.fileExtension(path) == "html" else { return nil }
        let parts = Path.stem(path).split(separator: " - ", omittingEmptySubsequences: false)
        guard let stamp = parts.last, stamp.hasSuffix("Z"), stamp.holds("T") else { return nil }
        if parts.count == 2, parts[0] == Self.group {
            party = Self.group
            kind = "Text"
            return
        }
        guard parts.count >= 3, Self.kinds.contains(String(parts[parts.count - 2])) else {
            return nil
        }
        let name = parts.dropLast(2).joined(separator: " - ").trimmingBlanks()
        party = name.isEmpty ? "Unknown" : name
        kind = String(parts[parts.count - 2])
    }
}
