package import Basics
import Layout
package import Model
package import Themes

/// A conversation in Relativity's Short Message Format 2.0: one mail per day, in one ZIP. Each mail
/// contains the day as text and a ZIP with a manifest of its events and their files.
package struct RSMFArchive {
    private let conversation: Conversation
    private let source: RSMFSource
    private let options: Options
    private let language: InterfaceLanguage
    private let budget: WorkBudget

    package init(
        _ conversation: Conversation, _ source: RSMFSource, options: Options,
        language: InterfaceLanguage, budget: WorkBudget
    ) {
        self.conversation = conversation
        self.source = source
        self.language = language
        self.budget = budget
        var options = options
        // The searchable text includes all details, like the events.
        options.showAllDetails()
        self.options = options
    }

    /// - Parameter check: called before memory is allocated. Writing stops when it throws.
    package func write(
        to sink: ByteSink, check: (_ bytes: Int) throws -> Void
    ) throws {
        let room = conversation.messages.count * Message.place
        try check(room)
        defer { budget.release(room) }
        // Days are those of the conversation's zone.
        let parts = conversation.divided(by: .day, budget)
        let ids = RSMFEventIDs(conversation, parts, budget: budget)
        // Without a check, fewer IDs than messages would be used below.
        try check(0)
        let people = RSMFPeople(conversation, custodian: source.custodian)
        var archive = ZIPWriter()
        for part in parts {
            var held = 0
            defer { budget.release(held) }
            let mail = try mail(of: part, ids: ids, people: people, text: try text(of: part, check))
            { bytes in
                try check(bytes)
                held += bytes
            }
            // Encoded compressed data hardly compresses again.
            let method: ZIPWriter.Method = mail.hasFiles ? .stored : .deflated
            try archive.add(name(of: part), mail.bytes, method, to: sink) { try check(0) }
        }
        try check(0)
        try archive.finish(to: sink)
    }

    private func name(of part: ConversationPart) -> String {
        // The date must not be truncated, because it distinguishes the names.
        String(source.name.unicodeScalars.prefix(120)) + "-" + part.name + ".rsmf"
    }

    private func text(
        of part: ConversationPart, _ check: (_ bytes: Int) throws -> Void
    ) throws -> [UInt8] {
        let text = ByteSink()
        var document = TextDocument(
            part.conversation, as: .plain, options: options, language: language,
            budget: budget)
        try document.write(to: text, check: check)
        return text.bytes
    }

    private func mail(
        of part: ConversationPart, ids: RSMFEventIDs, people: RSMFPeople, text: [UInt8],
        reserve: (_ bytes: Int) throws -> Void
    ) throws -> (bytes: [UInt8], hasFiles: Bool) {
        try reserve(text.count)
        var manifest = RSMFManifest(
            part, of: conversation, source, ids: ids, people: people,
            words: MessageWords(
                part.conversation, options: options, language: language, budget: budget))
        let json = try manifest.json(reserve)
        let files = ByteSink()
        var inner = ZIPWriter()
        try inner.add("rsmf_manifest.json", json, .deflated, to: files) { try reserve(0) }
        for media in manifest.media {
            guard let name = source.fileNames[media] else { continue }
            let bytes = part.conversation.media[media].bytes
            try reserve(bytes.count)
            try inner.add(name, bytes, .stored, to: files)
        }
        try inner.finish(to: files)
        let zip = files.bytes
        try reserve(2 * zip.count + 2 * text.count)
        let mail = RSMFMail(
            fields: manifest.fields, text: text, archive: zip, budget: budget)
        return (try mail.bytes(), !manifest.media.isEmpty)
    }
}

package struct RSMFSource: Sendable {
    let generator: String
    let custodian: String?
    /// Files without a name are omitted.
    let fileNames: [MediaIndex: String]
    /// SHA-256, in the order of the messages.
    let digests: [String]
    /// The unique ID that links the files of a conversation.
    let collection: String
    let name: String

    package init(
        generator: String, custodian: String?, fileNames: [MediaIndex: String],
        digests: [String], collection: String, name: String
    ) {
        self.generator = generator
        self.custodian = custodian
        self.fileNames = fileNames
        self.digests = digests
        self.collection = collection
        self.name = name
    }
}

/// The IDs of messages, which are unique across all files. A message keeps its own ID if possible.
struct RSMFEventIDs {
    let ids: [String]
    let files: [Int]

    /// - Parameter budget: stops the work when it is exhausted. The caller checks it again.
    init(_ conversation: Conversation, _ parts: [ConversationPart], budget: WorkBudget) {
        var given: Set<String> = []
        var ids: [String?] = []
        for message in budget.checked(conversation.messages) {
            let isOwn = message.id.map { !$0.isEmpty && given.insert($0).inserted } ?? false
            ids.append(isOwn ? message.id : nil)
        }
        var all: [String] = []
        for (place, id) in budget.checked(ids.enumerated()) {
            if let id {
                all.append(id)
                continue
            }
            let number = conversation.messages[place].number
            let stated = "#\(number > 0 ? number : place + 1)"
            let id = RSMFPeople.id("", or: stated) { given.contains($0) }
            given.insert(id)
            all.append(id)
        }
        self.ids = all
        var files = [Int](repeating: 0, count: conversation.messages.count)
        for (number, part) in parts.enumerated() {
            for place in part.places { files[place] = number }
        }
        self.files = files
    }
}

/// The mail around a day's archive (RFC 5322, RFC 2045), with CRLF line ends.
private struct RSMFMail {
    /// The values are unencoded.
    let fields: [(name: String, value: String)]
    let text: [UInt8]
    let archive: [UInt8]
    let budget: WorkBudget

    /// The maximum length of a line (RFC 5322, 2.1.1).
    private static let maxLineLength = 998
    private static let end: [UInt8] = [0x0D, 0x0A]
    private static let linesAtOnce = 4_096

    func bytes() throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count * 3 / 2 + archive.count * 3 / 2 + 4_096)
        // No text can contain its own digest, and no base64 line begins with these characters.
        let boundary = "=_" + Hexadecimal.text(of: try SHA256.digest(of: text)).prefix(40)
        for field in fields { add(field.name + ": " + field.value, &bytes) }
        add("MIME-Version: 1.0", &bytes)
        add("Content-Type: multipart/mixed; boundary=\"\(boundary)\"", &bytes)
        add("", &bytes)
        add("--" + boundary, &bytes)
        add("Content-Type: text/plain; charset=utf-8", &bytes)
        addText(&bytes)
        add("--" + boundary, &bytes)
        add("Content-Type: application/zip; name=\"rsmf.zip\"", &bytes)
        add("Content-Disposition: attachment; filename=\"rsmf.zip\"", &bytes)
        add("Content-Transfer-Encoding: base64", &bytes)
        add("", &bytes)
        addCoded(archive, &bytes)
        add("--" + boundary + "--", &bytes)
        return bytes
    }

    private func add(_ line: String, _ bytes: inout [UInt8]) {
        bytes += line.utf8
        bytes += Self.end
    }

    /// Adds the text unencoded if every mail server transmits it unchanged.
    private func addText(_ bytes: inout [UInt8]) {
        var length = 0
        var isPlain = true
        for byte in text {
            length = byte == 0x0A ? 0 : length + 1
            guard byte < 0x80, byte != 0x0D, byte != 0, length < Self.maxLineLength else {
                isPlain = false
                break
            }
        }
        guard isPlain else {
            add("Content-Transfer-Encoding: base64", &bytes)
            add("", &bytes)
            return addCoded(text, &bytes)
        }
        add("Content-Transfer-Encoding: 7bit", &bytes)
        add("", &bytes)
        for byte in text {
            if byte == 0x0A { bytes.append(0x0D) }
            bytes.append(byte)
        }
        if text.last != 0x0A { bytes += Self.end }
    }

    /// Adds content in base64, in lines of 76 characters, which encode 57 bytes.
    private func addCoded(_ content: [UInt8], _ bytes: inout [UInt8]) {
        let piece = 57 * Self.linesAtOnce
        for start in stride(from: 0, to: content.count, by: piece) {
            guard budget.mayContinue else { return }
            let code = Base64.encode(Array(content[start..<min(content.count, start + piece)]))
            for line in stride(from: 0, to: code.count, by: 76) {
                bytes += code[line..<min(code.count, line + 76)]
                bytes += Self.end
            }
        }
    }
}
