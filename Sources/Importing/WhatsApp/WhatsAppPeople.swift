import Basics
import Model
import Readers

/// The people of a phone's database. Each has a phone number, a hidden ID ("lid"), or both, and a
/// name in any of several places.
struct WhatsAppPeople {
    /// The places of names, the best first.
    enum Source: Int { case addressBook, group, profile }

    /// The ID with the phone number, by the hidden one.
    private var numbers: [String: String] = [:]
    private var names: [String: (source: Source, name: String)] = [:]
    /// The phone's address book, or a vCard file.
    var book = ContactBook()
    var ownName: String?
    /// The senders so far, by any of their IDs. Most messages are of few people.
    private var persons: [String: Record.Person] = [:]

    static let me = ConversationBuilder.anonymousMe

    /// Returns an ID without the number of the device: `4915550100:12@s.whatsapp.net`.
    private static func plain(_ id: String) -> String {
        var mark: String.Index?
        for place in id.utf8.indices {
            switch id.utf8[place] {
            case UInt8(ascii: "@"): return mark.map { id[..<$0] + String(id[place...]) } ?? id
            case UInt8(ascii: ":"), UInt8(ascii: "."): mark = mark ?? place
            default: break
            }
        }
        return id
    }

    /// The part of an ID before its server.
    static func user(_ id: String) -> String { String(id.prefix { $0 != "@" && $0 != ":" }) }

    mutating func join(_ hidden: String?, with number: String?) {
        guard let hidden, let number, hidden.hasSuffix("@lid"), number.hasSuffix("@s.whatsapp.net")
        else { return }
        numbers[Self.plain(hidden)] = Self.plain(number)
    }

    /// Learns a name. All IDs must have been joined before.
    mutating func learn(_ name: String?, of id: String?, from source: Source) {
        guard let id, let name = name.map(CleanText.line), !name.trimmingBlanks().isEmpty else {
            return
        }
        let key = key(id)
        if let known = names[key], known.source.rawValue <= source.rawValue { return }
        names[key] = (source, name)
    }

    /// Returns the ID that all records of a person share.
    func key(_ id: String) -> String {
        let plain = Self.plain(id)
        return numbers[plain] ?? plain
    }

    func name(_ id: String) -> String {
        let key = key(id)
        if key == Self.me { return ownName ?? "Me" }
        let number = Self.number(key)
        if let known = names[key], known.source == .addressBook { return known.name }
        if let name = number.flatMap({ book.person($0)?.name }) { return name }
        return names[key]?.name ?? number ?? (key == "0@s.whatsapp.net" ? "WhatsApp" : key)
    }

    /// Returns `+4915550100` for `4915550100@s.whatsapp.net`.
    private static func number(_ key: String) -> String? {
        guard key.hasSuffix("@s.whatsapp.net") else { return nil }
        let user = key.utf8.prefix { $0 != 0x40 }
        guard user.count >= 5, user.allSatisfy(ASCII.isDigit) else { return nil }
        return "+" + String(Substring(user))
    }

    mutating func person(_ id: String) -> Record.Person {
        if let known = persons[id] { return known }
        let key = key(id)
        let isMe = key == Self.me
        let person = Record.Person(
            key: key, name: name(key), handle: isMe ? nil : Self.number(key), isMe: isMe)
        persons[id] = person
        return person
    }

    /// Replaces the digits of mentions, such as `@4915550100`, by names between the marks that
    /// `Body.whatsApp` reads.
    func naming(_ mentioned: [String], in text: String) -> String {
        let names = Dictionary(mentioned.map { (Self.user($0), name($0)) }) { first, _ in first }
        var (named, rest) = ("", text[...])
        while let mark = rest.utf8.firstIndex(of: UInt8(ascii: "@")) {
            named += rest[..<mark]
            rest = rest[rest.utf8.index(after: mark)...]
            let digits = Substring(rest.utf8.prefix(while: ASCII.isDigit))
            if let name = names[String(digits)] {
                named += "\u{2068}@\(name)\u{2069}"
                rest = rest[digits.endIndex...]
            } else {
                named += "@"
            }
        }
        return named + rest
    }
}
