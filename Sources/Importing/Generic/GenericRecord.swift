import Basics
import Model

/// One record of an unknown JSON format, read by common field names.
struct GenericRecord {
    /// A value with the path of its field: `author.username`.
    typealias Found<Value> = (value: Value, path: String)

    private(set) var sender: Found<String>?
    private(set) var senderID: Found<String>?
    private(set) var time: Found<TimeText>?
    private(set) var text: Found<String>?
    private(set) var id: Found<String>?
    private(set) var reply: Found<String>?
    private(set) var isMe: Found<Bool>?
    /// A time that is not ISO 8601 but may be a local date.
    private(set) var localTime: Found<String>?

    private var ranks: [ForeignField: Int] = [:]
    /// A time of day in a separate field, such as `10:15`.
    private var clock: String?
    /// The date that belongs to it.
    private var day: Found<String>?

    /// Facts that the fields of a record do not state under common names.
    struct Known {
        var time: Found<TimeText>?
        var isMe: Found<Bool>?
        var files: [RecordFile] = []
    }

    init(_ record: JSONValue, _ known: Known = Known()) {
        if known.time != nil { ranks[.time] = -1 }
        if known.isMe != nil { ranks[.isMe] = -1 }
        (time, isMe) = (known.time, known.isMe)
        for member in record.members ?? [] {
            guard let (field, rank) = ForeignField.meaning(of: member.key),
                rank < ranks[field] ?? .max, take(member, as: field)
            else { continue }
            ranks[field] = rank
        }
        if time != nil { localTime = nil }
        addClock()
        noteUsed()
    }

    /// Returns whether the value is usable for the field. If so, it replaces the value of a less
    /// specific member.
    private mutating func take(_ member: JSONValue.Member, as field: ForeignField) -> Bool {
        let (key, value) = (member.key, member.value)
        switch field {
        case .sender:
            guard let name = GenericName(value) else { return false }
            sender = (name.name, key + name.namePath)
            if let id = name.id { senderID = (id.value, key + id.path) }
            if name.id != nil { ranks[.senderID] = -1 }
        case .senderID:
            guard let text = Self.identifier(value) else { return false }
            senderID = (text, key)
        case .time:
            if let text = value.string {
                switch ForeignField.plain(key) {
                case "time": clock = text
                case "date": day = (text, key)
                default: break
                }
            }
            guard let time = Self.time(value) else {
                localTime = localTime ?? value.string.map { ($0, key) }
                return false
            }
            self.time = (time, key)
        case .text:
            guard let text = Self.text(value) else { return false }
            self.text = (text.value, key + text.path)
        case .id:
            guard let text = Self.identifier(value) else { return false }
            id = (text, key)
        case .reply:
            let inner = value.members?.first { ForeignField.meaning(of: $0.key)?.field == .id }
            guard let text = Self.identifier(inner?.value ?? value) else { return false }
            reply = (text, key + (inner.map { "." + $0.key } ?? ""))
        case .isMe:
            guard let flag = value.bool ?? value.int.map({ $0 != 0 }) else { return false }
            isMe = (flag, key)
        }
        return true
    }

    /// Combines a day and a time of day from two fields.
    private mutating func addClock() {
        guard let clock, let day else { return }
        let path = "\(day.path) + time"
        guard let date = time else { return localTime = ("\(day.value) \(clock)", path) }
        guard date.path == day.path, case .local(let start) = date.value,
            start.isMultiple(of: 86_400_000)
        else { return }
        if case .local(let ofDay)? = TimeText("1970-01-01 " + clock) {
            time = (.local(start + ofDay), path)
        } else {
            localTime = ("\(day.value) \(clock)", path)
        }
    }

    /// Records the fields in use. The report lists all others.
    private func noteUsed() {
        guard let log = FieldLog.current else { return }
        let paths = [
            sender?.path, senderID?.path, time?.path, text?.path, id?.path, reply?.path,
            isMe?.path,
        ]
        for path in paths.compactMap(\.self) {
            log.asked(path)
            for name in path.split(whereSeparator: { ".+ []".contains($0) }) {
                log.asked(String(name))
            }
        }
    }

    // MARK: Values

    /// Returns a string, a number as it was written, or the ID in `{"$oid": …}`.
    static func identifier(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text.isEmpty ? nil : text
        case .number(let text): text
        case .object(let members):
            members.first { $0.key == "$oid" }.flatMap { $0.value.string }
        case .null, .bool, .array: nil
        }
    }

    /// The earliest time in milliseconds, in 1973. Smaller numbers are counts or lengths.
    private static let earliest: Int64 = 100_000_000_000

    /// Parses ISO 8601, or Unix seconds to nanoseconds as a number or string. Databases wrap either
    /// of them in an object.
    static func time(_ value: JSONValue) -> TimeText? {
        switch value {
        case .string(let text):
            guard let time = TimeText(text.trimmingBlanks()) else { return nil }
            if case .instant(let moment) = time, moment.offset == nil {
                return moment.milliseconds >= earliest ? time : nil
            }
            return time
        case .number(let text): return self.time(.string(text))
        case .object(let members):
            let names: Set = ["$date", "$numberLong", "seconds", "_seconds"]
            return members.first { names.contains($0.key) }.flatMap { time($0.value) }
        case .null, .bool, .array: return nil
        }
    }

    private static let maxDepth = 4

    /// Returns the text of a string, an array of parts, or an object that holds one of them under a
    /// common name.
    ///
    /// Strings between objects are pieces of one line; otherwise each part is a separate line.
    static func text(_ value: JSONValue, depth: Int = 0) -> Found<String>? {
        guard depth < maxDepth else { return nil }
        switch value {
        case .string(let text): return text.isEmpty ? nil : (text, "")
        case .array(let parts):
            let texts = parts.compactMap { text($0, depth: depth + 1) }
            guard let path = texts.first(where: { !$0.path.isEmpty })?.path ?? texts.first?.path
            else { return nil }
            let kinds = Set(parts.map(\.kind))
            let separator = kinds.contains(.string) && kinds.contains(.object) ? "" : "\n"
            return (texts.map(\.value).joined(separator: separator), "[]" + path)
        case .object(let members):
            var best: (found: Found<String>, rank: Int)?
            for member in members {
                guard let (field, rank) = ForeignField.meaning(of: member.key), field == .text,
                    rank < best?.rank ?? .max,
                    let inner = text(member.value, depth: depth + 1)
                else { continue }
                best = ((inner.value, ".\(member.key)\(inner.path)"), rank)
            }
            return best?.found
        case .null, .bool, .number: return nil
        }
    }
}

/// The sender in a field: a name, or an object with a name and an ID.
struct GenericName {
    let name: String
    let namePath: String
    let id: (value: String, path: String)?

    private static let names = [
        "displayname", "name", "fullname", "realname", "username", "nickname", "nick",
        "screenname", "globalname", "login", "handle", "firstname", "email", "phone",
        "phonenumber",
    ]
    private static let ids = ["id", "uuid", "userid", "uid"]

    init?(_ value: JSONValue) {
        guard let members = value.members else {
            guard let name = GenericRecord.identifier(value) else { return nil }
            (self.name, namePath, id) = (name, "", nil)
            return
        }
        var best: [String: (value: String, key: String)] = [:]
        for member in members {
            guard let text = GenericRecord.identifier(member.value) else { continue }
            best[ForeignField.plain(member.key)] = (text, member.key)
        }
        let id = Self.ids.lazy.compactMap { best[$0] }.first
        guard let name = Self.names.lazy.compactMap({ best[$0] }).first ?? id else { return nil }
        let isFirst = ForeignField.plain(name.key) == "firstname"
        let last = isFirst ? best["lastname"] : nil
        self.name = last.map { "\(name.value) \($0.value)" } ?? name.value
        namePath = ".\(name.key)" + (last.map { " + \($0.key)" } ?? "")
        self.id = id.map { ($0.value, "." + $0.key) }
    }
}
