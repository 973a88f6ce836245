import Basics
import Model

/// Gemini's part of a Google Takeout: a list of prompts with their answers, as JSON or as an HTML
/// page, which is the default.
enum GeminiActivity {
    static let importer = Importer(
        name: "gemini", title: "Gemini",
        summary: "MyActivity.json or .html of Gemini Apps in Google's Takeout",
        recognize: recognize, read: read)

    private static func recognize(_ probe: Probe) -> Claim? {
        probe.claimOne { file in
            if let shape = file.shape {
                return shape.isArray && shape.has("[].header", "[].title", "[].time")
                    && (shape.has("[].safeHtmlItem") || file.contains("\"Gemini Apps\"")
                        || file.contains("gemini.google.com"))
            }
            return file.begins(with: "<") && file.contains("outer-cell")
                && (file.contains("Gemini Apps") || file.contains("gemini.google.com"))
        }
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        guard let file = claim.files.first else { return }
        var records: [GeminiRecord] = []
        if JSONShape(sources.head(of: file)) != nil {
            let document = try sources.json(file)
            try document.forEach(at: []) { record, _ throws(ImportError) in
                records.append(GeminiRecord(record, &builder.clock))
            }
        } else {
            let bytes = try sources.decoded(file)
            var reader = HTMLReader(bytes, through: ["mdl-grid", "mdl-typography"])
            while let element = reader.next() {
                guard sources.budget.mayContinue else { throw .stopped }
                let cells = element.has("outer-cell") ? [element] : element.all("outer-cell")
                for cell in cells { records.append(GeminiRecord(page: cell, &builder.clock)) }
            }
        }
        GeminiRecord.removeUnknownVerb(from: &records)
        try fill(records, &builder, &sources)
    }

    /// The records are newest first. Only an address identifies the chat of a record, and not every
    /// record has an address.
    private static func fill(
        _ records: [GeminiRecord], _ builder: inout ConversationBuilder,
        _ sources: inout ExportFiles
    ) throws(ImportError) {
        var chats: [String] = []
        var names: [String: String] = [:]
        for record in records.reversed() {
            if names[record.chat] == nil { chats.append(record.chat) }
            names[record.chat] = names[record.chat] ?? record.prompt
        }
        let choices = chats.map { id in
            let name = names[id].map { CleanText.line(String($0.prefix(60))) } ?? id
            return ChatName(id: id, name: name.isEmpty ? "Gemini" : name)
        }
        // With fewer than two chats there is nothing to choose.
        if chats.count < 2 { builder.options.chat = nil }
        let groups = Dictionary(grouping: records.reversed(), by: \.chat)
        try builder.choose(choices) { index, builder throws(ImportError) in
            var talk = AssistantTranscriptBuilder("Gemini", &builder)
            for record in groups[chats[index]] ?? [] {
                builder.beginEntry(at: record.at)
                try talk.add(record.turns, &builder, &sources)
            }
            talk.end(RecordContext(clock: builder.clock), &builder)
        }
    }
}
