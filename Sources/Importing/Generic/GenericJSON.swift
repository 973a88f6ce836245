import Basics
import Model

/// JSON of any program, read by common field names.
///
/// Recognition tries this format last and examines up to a hundred records in the head of the file.
/// At least 19 of 20 must have a sender, a time and a text. Files with Chatprint's own settings are
/// not accepted.
enum GenericJSON {
    static let importer = Importer(
        name: "json", title: "JSON of another program",
        summary: "JSON or JSON Lines of any program, with common names of sender, time and text",
        recognize: recognize, read: read)

    private static let sampleSize = 100

    private static func recognize(_ probe: Probe) -> Claim? {
        let files = probe.files.filter { isConfident($0, probe.budget) }
        guard files.isEmpty else { return Claim(.possible, files.map(\.name)) }
        let others = probe.files.filter { $0.shape != nil }
        return others.isEmpty ? nil : Claim(.unlikely, others.map(\.name))
    }

    private static func isConfident(_ file: Probe.File, _ budget: WorkBudget) -> Bool {
        guard let shape = file.shape,
            !["output", "options", "theme"].contains(where: { shape.has($0) })
        else { return false }
        let head = file.holdsLines ? JSONLines.array(file.head) : file.head
        let place = RecordPlace(inHead: head)
        guard place.isUsual, let path = place.path else { return false }
        let records = RecordSample.records(
            in: head, at: path, most: sampleSize, budget: budget
        ).map { GenericRecord($0) }
        let needed = records.count - records.count / 20
        return !records.isEmpty && records.count { $0.sender != nil } >= needed
            && records.count { $0.time != nil } >= needed
            && records.count { $0.text != nil } >= needed
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        let names = claim.files.map { ChatName(id: $0, name: Path.stem($0)) }
        let file = claim.files[try builder.choose(names)]
        let isLines = sources.holdsLines(file)
        let document = isLines ? try sources.jsonLines(file) : try sources.json(file)
        var reading = GenericReading()
        var path: [String] = []
        if !isLines {
            let place = try RecordPlace(in: document)
            guard let found = place.path else {
                throw .invalid(file: file, pointer: "", expected: "an array of messages")
            }
            path = found
            if let title = place.title {
                builder.conversation.title = CleanText.line(title.text)
                builder.warn(.importing, "\u{201C}\(title.name)\u{201D} read as the title")
            }
            if !path.isEmpty, path != ["messages"] {
                let place = CleanText.line(path.joined(separator: "."))
                builder.warn(.importing, "messages read from \u{201C}\(place)\u{201D}")
            }
        }
        builder.needsSorting = true
        var context = RecordContext(clock: builder.clock)
        try document.forEach(at: path) { source, _ throws(ImportError) in
            try builder.add(reading.record(source, &context), from: &sources)
        }
        reading.end(&builder)
        builder.setMeByName()
    }
}
