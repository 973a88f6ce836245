import Basics
package import Model

/// The statistics of an import: what was read and what became of it.
package struct ImportReport: Sendable, Equatable {
    /// The entries of the export, each of which may be a message.
    package struct Entries: Sendable, Equatable {
        package var read = 0
        /// Entries that became one or more messages.
        package var shown = 0
        /// Entries that were merged into an earlier message.
        package var joined = 0
        /// Entries outside of the requested time range.
        package var outside = 0
        /// Entries without content, or of an unknown type, which warnings list.
        package var empty = 0

        init() {}
    }

    package struct Field: Sendable, Equatable {
        package let name: String
        package let count: Int
    }

    package internal(set) var importer: String
    package internal(set) var entries = Entries()
    package internal(set) var messages = 0
    package internal(set) var notices = 0
    package internal(set) var calls = 0
    package internal(set) var notes = 0
    var mediaFound = 0
    package internal(set) var mediaMissing = 0
    /// The locale whose dates and times look like those of the export, if nobody chose another.
    private var locale: String?
    /// The fields of the export that were not imported, the most frequent first.
    package internal(set) var fields: [Field] = []
    /// The files that were read and are not part of the sent file, if they were asked for.
    package internal(set) var files: [ReadFile] = []
    /// What several exports of one talk have in common.
    package var joined: JoinReport?
    /// The maximum number of fields in the report. A hostile export may have any number.
    private static let maxFields = 200

    /// - Parameter importer: `chatprint` for conversations that needed no importer.
    package init(
        of conversation: Conversation, importer: String = "chatprint"
    ) {
        self.importer = importer
        count(conversation)
        entries.read = conversation.messages.count
        entries.shown = entries.read
    }

    /// Returns the report with the message and media counts of a filtered conversation.
    package func counting(_ conversation: Conversation) -> ImportReport {
        var report = self
        (report.messages, report.notices, report.calls, report.notes) = (0, 0, 0, 0)
        (report.mediaFound, report.mediaMissing) = (0, 0)
        report.count(conversation)
        if conversation.locale != locale { report.locale = nil }
        return report
    }

    private mutating func count(_ conversation: Conversation) {
        for message in conversation.messages {
            switch message.kind {
            case .system: notices += 1
            case .call: calls += 1
            case .note: notes += 1
            case .message, .typing, .unread, .unknown: messages += 1
            }
            for attachment in message.attachments {
                if attachment.missing == nil { mediaFound += 1 } else { mediaMissing += 1 }
            }
        }
    }

    init(
        of conversation: Conversation, importer: String, entries: Entries,
        fields: [(name: String, count: Int)]
    ) {
        self.init(of: conversation, importer: importer)
        if conversation.locale != Conversation().locale { locale = conversation.locale }
        if entries.read > 0 { self.entries = entries }
        self.fields = fields.prefix(Self.maxFields).map { Field(name: $0.name, count: $0.count) }
    }

    /// The JSON response of `POST /import?report=true`.
    package func json(warnings: [Warning]) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("importer", importer)
            writer.counts(
                "entries",
                [
                    ("read", entries.read), ("shown", entries.shown), ("joined", entries.joined),
                    ("outside", entries.outside), ("empty", entries.empty),
                ])
            writer.member("messages", messages)
            writer.member("notices", notices)
            writer.member("calls", calls)
            writer.member("notes", notes)
            writer.counts("media", [("found", mediaFound), ("missing", mediaMissing)])
            writer.counts("fields_left_out", fields.map { ($0.name, $0.count) })
            writer.member("warnings", warnings.map(\.detail))
            writer.member("locale", optional: locale)
            guard let joined else { return }
            writer.key("join")
            joined.write(to: &writer)
        }
        return writer.bytes
    }

    /// The report as lines for a terminal.
    package var lines: [String] {
        let entries = self.entries
        var lines = [
            "read as \(importer): \(entries.read) entries, \(entries.shown) shown, "
                + "\(entries.joined) joined to others, \(entries.outside) outside the time range, "
                + "\(entries.empty) empty",
            "\(messages) messages, \(notices) notices, \(calls) calls, \(notes) notes",
            "media: \(mediaFound) found, \(mediaMissing) missing",
        ]
        if let locale {
            lines.append("dates and times as the export writes them: locale \(locale)")
        }
        guard !fields.isEmpty else { return lines }
        let names = fields.map { "\(CleanText.line($0.name)) (\($0.count))" }
        lines.append("fields not imported: " + names.joined(separator: ", "))
        return lines
    }
}

extension JSONWriter {
    fileprivate mutating func counts(_ key: String, _ counts: [(name: String, count: Int)]) {
        self.key(key)
        object { writer in for (name, count) in counts { writer.member(name, count) } }
    }
}

/// A file of a folder or a backup, as it was read.
package struct ReadFile: Sendable, Equatable {
    /// The path in the folder or backup.
    package let name: String
    package let bytes: Int
    /// In hexadecimal; of a file that was encrypted, of its decrypted contents.
    package let sha256: String
}
