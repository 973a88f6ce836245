import Basics
import Model

/// The times of unknown formats: ISO 8601, or local dates such as `13.05.2024`.
struct GenericTimes {
    private var reader: LocalizedStampReader
    private var stamps: [LocalizedStamp] = []

    init(_ phrases: WhatsAppPhrases) { reader = LocalizedStampReader(phrases) }

    mutating func look(at text: String) {
        if Self.plain(text) == nil, let stamp = stamp(text) { stamps.append(stamp) }
    }

    mutating func stamp(_ text: String) -> LocalizedStamp? {
        let bytes = Array(text.utf8)
        reader.take(bytes)
        return reader.read(bytes.indices)
    }

    mutating func canRead(_ text: String?) -> Bool { text.flatMap { stamp($0) } != nil }

    static func plain(_ text: String) -> TimeText? {
        GenericRecord.time(.string(text.hasSuffix(" UTC") ? text.dropLast(4) + "Z" : text))
    }

    func dates(_ options: ImportOptions) -> LocalizedDates {
        LocalizedDates(stamps, order: options.dateOrder, year: options.year)
    }

    mutating func time(in text: String, _ dates: inout LocalizedDates) -> TimeText? {
        Self.plain(text)
            ?? stamp(text).flatMap { dates.time(of: $0) }.map { .local($0.milliseconds) }
    }
}
