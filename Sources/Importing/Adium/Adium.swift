import Basics
import Model

/// Adium logs: one XML file (`.chatlog`) per session, or the HTML pages of Adium's first versions.
enum Adium {
    static let importer = Importer(
        name: "adium", title: "Adium",
        summary: "logs of Adium (.chatlog), one session or a folder of them",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claimsSorted {
            isLog($0) || isOldLog($0)
        } named: { name in
            let ending = Path.fileExtension(name)
            return ["chatlog", "adiumhtmllog"].contains(ending)
                || ending == "xml" && Path.folder(name).hasSuffix(".chatlog/")
        }
    }

    private static func isLog(_ file: Probe.File) -> Bool {
        file.begins(with: "<") && file.contains("<chat")
            && file.contains("http://purl.org/net/ulf/ns/")
    }

    private static func isOldLog(_ file: Probe.File) -> Bool {
        file.begins(with: "<div class=\"") && file.contains("<span class=\"timestamp\">")
            && (file.contains("<div class=\"send\">") || file.contains("<div class=\"receive\">"))
    }

    /// The number of bytes to search for the opening tag of a log.
    private static let headLength = 4096

    private static let read: Importer.Read = { claim, builder throws(ImportError) in
        let contacts = try claim.files.grouped(by: contact)
        let names = contacts.map { ChatName(id: $0.chat, name: $0.chat) }
        try builder.choose(names) { index, builder throws(ImportError) in
            let (contact, files) = contacts[index]
            if !contact.isEmpty { builder.conversation.title = CleanText.line(contact) }
            builder.needsSorting = true
            for file in files {
                let bytes = try builder.sources.decoded(file)
                var head = HTMLReader(Array(bytes.prefix(headLength)))
                let log = AdiumLog(file: file, account: head.next()?["account"])
                try builder.forEachElement(of: bytes, through: ["chat"], log.add)
            }
        }
    }

    /// Returns `ana` for the path `ana (2023-05-01T10.00.00+0200).chatlog/ana
    /// (2023-05-01T10.00.00+0200).xml`.
    private static func contact(of file: String) -> String {
        let stem = Path.lastName(file)
        guard let open = stem.place(of: " (") else { return Path.stem(file) }
        return String(stem[..<open.lowerBound])
    }
}

private struct AdiumLog {
    let file: String
    /// The day from the file name. Adium's first versions wrote only times of day.
    private let day: CivilTime?
    /// The log owner's account in lowercase.
    private let account: String?

    init(file: String, account: String?) {
        self.file = file
        self.account = account?.lowercased()
        day = DayInName.day(String(Path.lastName(file).drop { $0 != "(" }))
    }

    func add(_ element: HTMLElement, _ builder: inout ConversationBuilder) throws(ImportError) {
        switch element.name {
        case "message", "action": try said(element, &builder)
        case "status": try status(element, &builder)
        case "div": try old(element, &builder)
        default: break
        }
    }

    private func person(
        _ element: HTMLElement, _ builder: inout ConversationBuilder
    ) throws(ImportError) -> ParticipantIndex {
        let sender = element["sender"] ?? ""
        let alias = element["alias"]?.nonEmpty
        let index = try builder.participant(
            sender.lowercased(), name: alias ?? (sender.isEmpty ? "Unknown" : sender))
        if let alias, builder.conversation.participants[index].name == CleanText.line(sender) {
            builder.conversation.participants[index].name = CleanText.line(alias)
        }
        if !sender.isEmpty {
            builder.conversation.participants[index].handle = CleanText.line(sender)
        }
        if sender.lowercased() == account { builder.setMe(index) }
        return index
    }

    private func said(
        _ element: HTMLElement, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var record = Record(at: element["time"].flatMap { builder.moment($0) })
        let index = try person(element, &builder)
        record.sender = Record.Person(key: (element["sender"] ?? "").lowercased())
        record.message.body = AnswerPage.blocks(element)
        if element.name == "action" {
            let name = builder.conversation.participants[index].name
            let words = name + " " + record.message.body.map(\.plainText).joined(separator: " ")
            record.message.body = Body.marked(
                words, [TextMark(0..<words.utf8.count, .entity(.italic))])
        }
        for picture in element.all(tag: "img") {
            var file = RecordFile(.image, at: .beside(picture["src"] ?? ""))
            file.attachment.alt = picture["alt"].map(CleanText.line)
            record.files.append(file)
        }
        record.isShown = !record.isEmpty
        try builder.add(record, document: file)
    }

    private static let states: [String: String] = [
        "online": "is online", "connected": "is online", "offline": "is offline",
        "disconnected": "is offline", "away": "is away", "available": "is available",
        "back": "is back", "idle": "is idle", "unidle": "is no longer idle",
    ]

    private func status(
        _ element: HTMLElement, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        var record = Record(at: element["time"].flatMap { builder.moment($0) })
        let said = element.text.trimmingBlanks()
        let type = element["type"] ?? "status"
        let name = element["alias"] ?? element["sender"] ?? ""
        let state = name + " " + (Self.states[type] ?? type)
        record.becomeNotice(.notice, text: said.isEmpty ? state.trimmingBlanks() : said)
        try builder.add(record)
    }

    /// Reads an entry of Adium's first versions: `<div class="send"><span
    /// class="timestamp">10:01:02 AM</span> <span class="sender">ana: </span>…`.
    private func old(
        _ element: HTMLElement, _ builder: inout ConversationBuilder
    ) throws(ImportError) {
        let stamp = element.first("timestamp")?.text ?? ""
        let time = day.flatMap { day in PidginStamp("(\(stamp))", isPage: false)?.time(after: day) }
        var record = Record(at: time.map { builder.moment($0) })
        let isOwn = element.has("send")
        if isOwn || element.has("receive") {
            var name = element.first("sender")?.text.trimmingBlanks() ?? ""
            if name.hasSuffix(":") { name.removeLast() }
            record.sender = Record.Person(
                key: name.lowercased(), name: name.isEmpty ? "Unknown" : name, isMe: isOwn)
            if let text = element.first("message") {
                record.message.body = HTMLText.blocks(text, keepsBlanks: true)
            }
        } else {
            var rest = HTMLElement(name: "div", attributes: [])
            rest.children = element.children.filter { node in
                if case .element(let inner) = node { !inner.has("timestamp") } else { true }
            }
            record.becomeNotice(.notice, text: rest.text.trimmingBlanks())
        }
        record.isShown = !record.message.body.isEmpty
        try builder.add(record)
    }
}
