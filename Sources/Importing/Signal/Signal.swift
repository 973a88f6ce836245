import Basics
import Model

/// Signal's own export, and the exports of third-party tools from before Signal had one.
enum Signal {
    static let importer = Importer(
        name: "signal", title: "Signal",
        summary:
            "main.jsonl of Signal's own export, data.json of signal-export, JSON or text of sigtop, with media",
        recognize: recognize, read: read)

    private enum Writer { case account, signalExport, sigtopJSON, sigtopText }

    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claimOne(SignalAccount.isAccount) ?? probe.claims { writer($0) != nil }
    }

    private static func writer(_ file: Probe.File) -> Writer? {
        if SignalAccount.isAccount(file) { return .account }
        if let shape = file.shape {
            if !shape.isArray, shape.has("date", "sender", "body") { return .signalExport }
            if shape.isArray, shape.has("[].conversationId"),
                shape.has("[].sent_at") || shape.has("[].received_at")
            {
                return .sigtopJSON
            }
            return nil
        }
        let isText = file.begins(with: "Conversation: ") && file.contains("\nType: ")
        return isText ? .sigtopText : nil
    }

    private static func read(
        _ claim: Claim, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        if let file = claim.files.first, Path.lastName(file) != "data.json" {
            let head = builder.sources.prefix(of: file, count: Probe.headLength)
            if SignalAccount.isAccount(Probe.File(name: file, head: head, shape: nil)) {
                builder.conversation.service = .signal
                return try SignalAccount.read(try builder.sources.lines(file), &builder)
            }
        }
        let names = claim.files.map { ChatName(id: $0, name: title(of: $0)) }
        try builder.choose(names) { index, builder throws(ImportError) in
            let file = claim.files[index]
            builder.conversation.service = .signal
            let head = builder.sources.head(of: file)
            switch writer(Probe.File(name: file, head: head, shape: JSONShape(head))) {
            case .sigtopJSON:
                try SigtopChat.read(file, title: names[index].name, &builder)
            case .sigtopText:
                try SigtopText(bytes: try builder.sources.decoded(file)).fill(&builder)
            case .account, .signalExport, nil:
                builder.conversation.title = names[index].name
                try SignalExportChat.read(file, &builder)
            }
        }
    }

    /// Returns the chat's title: signal-export uses it as the folder's name, sigtop as the file's.
    private static func title(of file: String) -> String {
        guard Path.lastName(file) == "data.json" else { return withoutID(Path.stem(file)) }
        let folder = Path.folder(file).dropLast()
        return folder.isEmpty ? "Signal" : Path.lastName(String(folder))
    }

    /// Removes the conversation ID that sigtop appends: `Ben Ito (a1b2c3)`.
    private static func withoutID(_ stem: String) -> String {
        guard let (name, _) = WhatsAppFileLine.parts(stem) else { return stem }
        return String(name)
    }
}
