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
        let files = probe.files.filter { isConfident($0, probe) }
        guard files.isEmpty else { return Claim(.possible, files.map(\.name)) }
        let others = probe.files.filter { $0.shape != nil }
        return others.isEmpty ? nil : Claim(.unlikely, others.map(\.name))
    }

    private static func isConfident(_ file: Probe.File, _ probe: Probe) -> Bool {
        guard let shape = file.shape,
            !["output", "options", "theme"].contains(where: { shape.has($0) })
        else { return false }
        let head = file.holdsLines ? JSONLines.array(file.head) : file.head
        let place = RecordPlace(inHead: head)
        guard place.isUsual, let path = place.path else { return false }
        var records = RecordSample.records(
            in: head, at: path, most: sampleSize, budget: probe.budget
        ).map { GenericRecord($0) }
        // The first line may describe the chat.
        if file.holdsLines, let first = records.first, first.text == nil { records.removeFirst() }
        var times = GenericTimes(probe.phrases.whatsApp)
        let needed = records.count - records.count / 20
        return !records.isEmpty && records.count { $0.sender != nil } >= needed
            && records.count { $0.time != nil || times.canRead($0.localTime?.value) } >= needed
            && records.count { $0.text != nil } >= needed
    }

    /// Returns whether all times of records are local dates, and all their fields have common names.
    static func haveLocalTimes(_ records: [JSONValue], _ phrases: ImportPhrases) -> Bool {
        var times = GenericTimes(phrases.whatsApp)
        return !records.isEmpty
            && records.allSatisfy { record in
                let names = record.members?.map(\.key) ?? []
                return names.allSatisfy { ForeignField.meaning(of: $0) != nil }
                    && times.canRead(GenericRecord(record).localTime?.value)
            }
    }

    private static let read: Importer.Read = { sources, claim, builder throws(ImportError) in
        try builder.chooseNamedFile(claim.files) { file, builder throws(ImportError) in
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
            var times = GenericTimes(builder.phrases.whatsApp)
            let head = sources.head(of: file)
            let hasLocalTimes = RecordSample.records(
                in: isLines ? JSONLines.array(head) : head, at: path, most: sampleSize
            ).contains { GenericRecord($0).localTime != nil }
            if hasLocalTimes {
                try document.forEach(at: path) { source, _ throws(ImportError) in
                    if let text = GenericRecord(source).localTime?.value { times.look(at: text) }
                }
            }
            var dates = times.dates(builder.options)
            var context = RecordContext(clock: builder.clock)
            try document.forEach(at: path) { source, _ throws(ImportError) in
                var known = GenericRecord.Known()
                if hasLocalTimes, let (text, path) = GenericRecord(source).localTime {
                    known.time = times.time(in: text, &dates).map { ($0, path) }
                }
                let record = reading.record(source, &context, knowing: known)
                try builder.add(record, from: &sources)
            }
            reading.end(&builder)
            dates.warn(of: "message", &builder)
            builder.setMeByName()
        }
    }
}
