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

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        let contacts = try claim.files.grouped(by: contact)
        let names = contacts.map { ChatName(id: $0.chat, name: $0.chat) }
        try builder.choose(names) { index, builder throws(ImportError) in
            let (contact, files) = contacts[index]
            if !contact.isEmpty { builder.conversation.title = CleanText.line(contact) }
            builder.needsSorting = true
            for file in files {
                let bytes = try sources.decoded(file)
                var head = HTMLReader(Array(bytes.prefix(headLength)))
                let log = AdiumLog(file: file, account: head.next()?["account"])
                var reader = HTMLReader(bytes, through: ["chat"])
                while let element = reader.next() {
                    guard sources.budget.mayContinue else { throw .stopped }
                    try log.add(element, &builder, &sources)
                }
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
