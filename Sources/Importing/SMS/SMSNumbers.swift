import Basics

/// Determines which addresses of a backup belong to the same person: phones store numbers with or
/// without the country code.
struct SMSNumbers {
    /// The contacts' names by key; empty if the phone knew none.
    private var contacts: [String: Set<String>] = [:]
    /// The international numbers by the national numbers that they contain.
    private var whole: [String: String] = [:]

    /// A contact's name by key, for messages without a name.
    private var names: [String: String] = [:]

    /// The minimum number of digits by which a national number is unambiguous.
    private static let minDigits = 7

    /// Returns the key of an address. It depends neither on the order of people nor on the spelling
    /// of numbers.
    func key(_ address: String) -> String {
        address.split(separator: "~").map { part in
            let key = Self.number(part) ?? String(part)
            return whole[key] ?? key
        }.sorted().joined(separator: "~")
    }

    func name(of key: String) -> String? { names[key] }

    /// Returns the digits of a number, or nil for the name of a service.
    private static func number(_ text: Substring) -> String? {
        let digits = text.filter { $0.isASCII && $0.isNumber }
        let isNumber = text.allSatisfy { "+-() .0123456789\u{A0}".contains($0) }
        return isNumber && digits.count >= 3 ? (text.hasPrefix("+") ? "+" : "") + digits : nil
    }

    mutating func note(_ key: String, contact: String?) {
        contacts[key, default: []].formUnion(contact.map { [$0] } ?? [])
    }

    /// Joins each national number with the only international number that has the same ending,
    /// unless the phone knew them by different names.
    mutating func join() {
        var byEnding: [Substring: [String]] = [:]
        for key in contacts.keys where key.hasPrefix("+") && !key.contains("~") {
            byEnding[key.suffix(Self.minDigits), default: []].append(key)
        }
        for (key, names) in contacts where key.utf8.allSatisfy(ASCII.isDigit) {
            // A trunk prefix replaces the country code.
            let national = key.drop { $0 == "0" }
            guard national.utf8.count >= Self.minDigits else { continue }
            let candidates = (byEnding[national.suffix(Self.minDigits)] ?? []).prefix(8)
            let matching = candidates.filter { $0.hasSuffix(national) }
            guard matching.count == 1, let match = matching.first else { continue }
            let others = contacts[match] ?? []
            if names.isEmpty || others.isEmpty || !names.isDisjoint(with: others) {
                whole[key] = match
            }
        }
        for (key, contacts) in contacts {
            guard let name = contacts.min() else { continue }
            let key = whole[key] ?? key
            names[key] = min(names[key] ?? name, name)
        }
    }
}
