import Basics
import Model

/// Reads the entries of a backup one by one.
struct SMSReader {
    struct Part {
        var type: String
        var name: String?
        var text: String?
        /// The content in base64.
        var data: String?
    }

    struct Entry {
        var isMultimedia = false
        var attributes: [String: String] = [:]
        var parts: [Part] = []
        /// The senders and receivers of a multimedia message. Type 137 marks the sender.
        var addresses: [(address: String, type: String)] = []

        static let drafts = "3"

        /// The message box: `type` of an SMS, `msg_box` of an MMS. 1 means received; sent, drafts,
        /// outbox, failed and queued are outgoing.
        var box: String { attributes[isMultimedia ? "msg_box" : "type"] ?? "1" }

        /// The address, or for a group all numbers joined by `~`.
        var address: String { attributes["address"] ?? "" }

        var contact: String? {
            guard let name = attributes["contact_name"], !name.isEmpty, name != "(Unknown)",
                name != "null"
            else { return nil }
            return name
        }
    }

    private let bytes: [UInt8]
    private let file: String
    private var xml: XMLReader
    /// Whether to skip parts, which are nearly all of a backup's bytes. A first pass does not need
    /// them.
    var skipsParts = false

    init(bytes: [UInt8], file: String) {
        self.bytes = bytes
        self.file = file
        xml = XMLReader(bytes)
    }

    /// Calls `body` with each entry and its place.
    mutating func forEach(
        _ body: (Entry, Int) throws(ImportError) -> Void
    ) throws(ImportError) {
        while let (entry, place) = try next() { try body(entry, place) }
    }

    mutating func entry(at place: Int) throws(ImportError) -> Entry? {
        xml = XMLReader(bytes, at: place, in: "smses")
        return try next()?.entry
    }

    private mutating func next() throws(ImportError) -> (entry: Entry, place: Int)? {
        var entry = Entry()
        var place = 0
        while true {
            let start = xml.place
            guard let event = try event() else { return nil }
            switch event {
            case .open("sms", let attributes):
                (entry, place) = (Entry(), start)
                entry.attributes = Self.dictionary(attributes)
            case .open("mms", let attributes):
                (entry, place) = (Entry(isMultimedia: true), start)
                entry.attributes = Self.dictionary(attributes)
            case .open("part", let attributes) where !skipsParts && entry.parts.count < 500:
                entry.parts.append(Self.part(Self.dictionary(attributes)))
            case .open("addr", let attributes) where entry.addresses.count < 1000:
                let values = Self.dictionary(attributes)
                entry.addresses.append((values["address"] ?? "", values["type"] ?? ""))
            case .close("sms"), .close("mms"): return (entry, place)
            case .open, .close, .text: break
            }
        }
    }

    private mutating func event() throws(ImportError) -> XMLReader.Event? {
        do throws(XMLFault) {
            return try xml.next()
        } catch {
            throw .xml(file: file, error)
        }
    }

    private static func dictionary(
        _ attributes: [(name: String, value: String)]
    ) -> [String: String] {
        Dictionary(attributes.map { ($0.name, $0.value) }) { first, _ in first }
    }

    private static func part(_ values: [String: String]) -> Part {
        func given(_ key: String) -> String? {
            values[key].flatMap { $0.isEmpty || $0 == "null" ? nil : $0 }
        }
        return Part(
            type: given("ct") ?? "", name: given("cl") ?? given("name") ?? given("fn"),
            text: given("text"), data: given("data"))
    }
}
