import Basics
import Documents
import Evidence
import Fonts
import Layout
import Model
import Typesetting

/// The settings that an evidence document stores so that it can be drawn again: everything that
/// affects its pages and is not part of the conversation.
struct DrawingRecord: Sendable {
    let settings: DrawingSettings
    /// The source's name, even if the document does not contain the source.
    let sourceName: String?
    let format: String
    let look: String
    let stated: [String]
    let total: Int
    let inAllParts: Int?
    let gaps: [SheetFacts.Gap]
    let filters: [FilterCount]
    let redactions: [RedactionCount]
    /// Whether the tables state how certain the redactions are. Otherwise, the document does not
    /// contain these numbers.
    let statesCertainty: Bool
    let part: PartNumber?
    let numbers: PageNumbers
    /// Whether the part's last message does not show its status.
    let hidesStatus: Bool
    /// Whether the document shows pictures without including their files, because something in it
    /// is redacted.
    let lacksPictures: Bool
    /// The certificate owner's name in the signature line; nil without a signature line.
    let signer: String?

    init(_ job: RenderJob, _ origin: JobOrigin, _ numbers: PageNumbers) {
        signer = job.signatureOwner
        settings = origin.drawing
        sourceName = origin.name
        format = origin.format
        look = origin.look
        stated = origin.settings
        total = origin.total
        inAllParts = origin.inAllParts
        gaps = origin.gaps
        filters = job.filters
        redactions = job.redactions
        statesCertainty = job.options.show.redactions
        part = job.part
        self.numbers = numbers
        hidesStatus = job.part != nil && job.options.show.status == .never
        lacksPictures =
            job.conversation.isRedacted
            && job.conversation.media.contains { $0.isPicture && !$0.bytes.isEmpty }
    }
}

extension DrawingRecord {
    var json: JSONValue {
        var members: [JSONValue.Member] = []
        func add(_ key: String, _ value: JSONValue?) {
            if let value { members.append(JSONValue.Member(key, value)) }
        }
        func number(_ value: Int?) -> JSONValue? { value.map { .number(String($0)) } }
        func list<Element>(_ elements: [Element], _ json: (Element) -> JSONValue) -> JSONValue? {
            elements.isEmpty ? nil : .array(elements.map(json))
        }
        add("settings", settings.json)
        add("source_name", sourceName.map { .string($0) })
        add("format", .string(format))
        add("look", .string(look))
        add("stated", list(stated) { .string($0) })
        add("total", number(total))
        add("in_all_parts", number(inAllParts))
        add(
            "gaps",
            list(gaps) { gap in
                [
                    "first": .number(String(gap.numbers.lowerBound)),
                    "last": .number(String(gap.numbers.upperBound)),
                    "criterion": .string(gap.criterion),
                ]
            })
        add(
            "filters",
            list(filters) {
                ["criterion": .string($0.pointer), "left_out": .number(String($0.leftOut))]
            })
        add(
            "redactions",
            list(redactions) { count in
                var members: [JSONValue.Member] = []
                if let reason = count.reason {
                    members.append(JSONValue.Member("reason", .string(reason)))
                }
                members.append(JSONValue.Member("places", .number(String(count.places))))
                if count.participants > 0 {
                    let number = String(count.participants)
                    members.append(JSONValue.Member("participants", .number(number)))
                }
                if statesCertainty {
                    members += [
                        JSONValue.Member("parts", .number(String(count.parts))),
                        JSONValue.Member("similar", .number(String(count.similarPlaces))),
                    ]
                }
                return .object(members)
            })
        add(
            "part",
            part.map { ["number": .number(String($0.number)), "of": .number(String($0.count))] })
        add("pages_before", number(numbers.before))
        add("pages_in_all", number(numbers.all))
        add("pages_skipped", number(numbers.skipped))
        if hidesStatus { add("hides_status", true) }
        if lacksPictures { add("lacks_pictures", true) }
        add("signer", signer.map { .string($0) })
        return .object(members)
    }

    /// Returns nil if the value is not a record in the format of this version.
    init?(_ json: JSONValue) {
        guard let settings = json["settings"], settings.kind == .object,
            let format = json["format"]?.string, let look = json["look"]?.string,
            let total = json["total"]?.int
        else { return nil }
        self.settings = DrawingSettings(settings)
        self.format = format
        self.look = look
        self.total = total
        sourceName = json["source_name"]?.string
        stated = (json["stated"]?.array ?? []).compactMap(\.string)
        inAllParts = json["in_all_parts"]?.int
        gaps = (json["gaps"]?.array ?? []).compactMap { gap in
            guard let first = gap["first"]?.int, let last = gap["last"]?.int, first <= last,
                let criterion = gap["criterion"]?.string
            else { return nil }
            return SheetFacts.Gap(numbers: first...last, criterion: criterion)
        }
        filters = (json["filters"]?.array ?? []).compactMap { filter in
            guard let pointer = filter["criterion"]?.string, let count = filter["left_out"]?.int
            else { return nil }
            return FilterCount(pointer: pointer, leftOut: count)
        }
        let rules = json["redactions"]?.array ?? []
        redactions = rules.map { rule in
            RedactionCount(
                participants: DrawingRecord.count(rule["participants"]) ?? 0,
                places: DrawingRecord.count(rule["places"]) ?? 0,
                parts: DrawingRecord.count(rule["parts"]) ?? 0,
                similarPlaces: DrawingRecord.count(rule["similar"]) ?? 0,
                reason: rule["reason"]?.string)
        }
        statesCertainty = rules.contains { $0["parts"] != nil }
        part = json["part"].flatMap { part in
            guard let number = part["number"]?.int, let count = part["of"]?.int else { return nil }
            return PartNumber(number, of: count)
        }
        var numbers = PageNumbers()
        numbers.before = DrawingRecord.count(json["pages_before"]) ?? 0
        numbers.all = DrawingRecord.count(json["pages_in_all"])
        numbers.skipped = DrawingRecord.count(json["pages_skipped"]) ?? 0
        self.numbers = numbers
        hidesStatus = json["hides_status"]?.bool ?? false
        lacksPictures = json["lacks_pictures"]?.bool ?? false
        signer = json["signer"]?.string
    }

    /// Reads a count, small enough to be added to others.
    private static func count(_ value: JSONValue?) -> Int? {
        value?.int.flatMap { (0...1_000_000_000_000).contains($0) ? $0 : nil }
    }

    /// Restores the recorded settings in a job that was read from the document's conversation.
    func apply(
        to job: inout RenderJob, program: String, sources: [JobOrigin.Source],
        files: [Manifest.File]
    ) {
        let source = sources.first
        job.origin = JobOrigin(
            name: sourceName, source: source?.bytes ?? [], known: source?.known,
            others: Array(sources.dropFirst()), files: files,
            format: format, program: program, look: look, settings: stated, drawing: settings,
            total: total,
            inAllParts: inAllParts, gaps: gaps)
        job.filters = filters
        job.redactions = redactions
        job.part = part
        job.numbers = numbers
        if hidesStatus { job.options.show.status = .never }
    }
}

/// Everything besides the request that affects a document's bytes: the program, its configuration,
/// libraries and fonts.
enum DrawingEnvironment {
    static func json(
        program: String, configuration: String?, _ fonts: [FontSource]
    ) -> JSONValue {
        var members = [JSONValue.Member("program", .string(program))]
        if let configuration {
            members.append(JSONValue.Member("configuration", .string(configuration)))
        }
        if let rules = Clock.dataVersion {
            members.append(JSONValue.Member("zoneinfo", .string(rules)))
        }
        let libraries =
            FontLibrary.versions + [("pango", Typesetter.version), ("libdeflate", Zlib.version)]
        members.append(
            JSONValue.Member(
                "libraries",
                .object(libraries.map { JSONValue.Member($0.0, .string($0.1)) })))
        members.append(
            JSONValue.Member(
                "fonts",
                .array(
                    fonts.map { font in
                        .object(
                            [JSONValue.Member("name", .string(font.name))]
                                + [font.digest.map { JSONValue.Member("sha256", .string($0)) }]
                                .compactMap { $0 })
                    })))
        return .object(members)
    }
}
