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
        to sink: inout some ByteSink, check: (_ bytes: Int) throws -> Void
    ) throws {
        let room = conversation.messages.count * Message.place
        try check(room)
        defer { budget.release(room) }
        // Days are those of the conversation's zone.
        let parts = conversation.divided(by: .day, budget)
        let ids = RSMFEventIDs(conversation, parts, budget)
        // Without a check, fewer IDs than messages would be used below.
        try check(0)
        let people = RSMFPeople(conversation, custodian: source.custodian)
        var archive = ZIPWriter()
        for part in parts {
            var held = 0
            defer { budget.release(held) }
            let mail = try mail(of: part, ids, people, text: try text(of: part, check)) { bytes in
                try check(bytes)
                held += bytes
            }
            // Encoded compressed data hardly compresses again.
            let method: ZIPWriter.Method = mail.hasFiles ? .stored : .deflated
            try archive.add(name(of: part), mail.bytes, method, to: &sink) { try check(0) }
        }
        try check(0)
        try archive.finish(to: &sink)
    }

    private func name(of part: ConversationPart) -> String {
        // The date must not be truncated, because it distinguishes the names.
        String(source.name.unicodeScalars.prefix(120)) + "-" + part.name + ".rsmf"
    }

    private func text(
        of part: ConversationPart, _ check: (_ bytes: Int) throws -> Void
    ) throws -> [UInt8] {
        var text: [UInt8] = []
        var document = TextDocument(
            part.conversation, as: .plain, options: options, language: language,
            budget: budget)
        try document.write(to: &text, check: check)
        return text
    }

    private func mail(
        of part: ConversationPart, _ ids: RSMFEventIDs, _ people: RSMFPeople, text: [UInt8],
        _ take: (_ bytes: Int) throws -> Void
    ) throws -> (bytes: [UInt8], hasFiles: Bool) {
        try take(text.count)
        var manifest = RSMFManifest(
            part, of: conversation, source, ids, people,
            MessageWords(
                part.conversation, options: options, language: language, budget: budget))
        let json = try manifest.json(take)
        var zip: [UInt8] = []
        var inner = ZIPWriter()
        try inner.add("rsmf_manifest.json", json, .deflated, to: &zip) { try take(0) }
        for media in manifest.media {
            guard let name = source.fileNames[media] else { continue }
            let bytes = part.conversation.media[media].bytes
            try take(bytes.count)
            try inner.add(name, bytes, .stored, to: &zip)
        }
        try inner.finish(to: &zip)
        try take(2 * zip.count + 2 * text.count)
        let mail = RSMFMail(
            fields: manifest.fields, text: text, archive: zip, budget: budget)
        return (try mail.bytes(), !manifest.media.isEmpty)
    }
}
