import Basics

/// Unknown members that may be meant to protect something, such as a password or a redaction. A
/// warning about one would come too late.
extension FieldReader {
    /// The places of the fields that protect something, by name.
    private static let protections: [String: String] = {
        var places: [String: String] = [:]
        for part in SettingsDecoder.parts {
            for field in part.fields where field.isClosing {
                places[field.name] = "/\(part.name)/\(field.name)"
            }
        }
        return places
    }()

    /// Rejects an unknown member that is named like a protecting field of another object: here, it
    /// would have no effect.
    ///
    /// - Parameters:
    ///   - own: the protecting fields of this object.
    ///   - names: all documented fields of this object, one of which may be meant instead.
    mutating func rejectProtection(_ key: String, besides own: [String], among names: [String]) {
        guard let name = Self.protection(named: key), !own.contains(name),
            name == key || NearestName.closest(to: key, in: names + [name]) == name,
            let place = Self.protections[name]
        else { return }
        diagnostics.reject(FieldFault(at: place, .missing, misspelled: pointer))
    }

    /// The parameter names the field, or may be meant to name it.
    static func protection(in parameter: String) -> String? {
        parameter.split(separator: ".").lazy.compactMap { protection(named: String($0)) }.first
            .flatMap { protections[$0] }
    }

    static func protects(_ place: String) -> Bool {
        place.hasSuffix("/redacted") || protections.values.contains(place)
            || SettingsDecoder.parts.contains { place == "/" + $0.name }
    }

    private static func protection(named key: String) -> String? {
        guard protections[key] == nil else { return key }
        // Many words resemble "sign".
        return NearestName.closest(to: key, in: protections.keys.filter { $0.count > 5 })
    }

    /// Rejects an unknown member of a message, or of anything in one, that may be meant to be
    /// `redacted`.
    mutating func rejectRedaction(_ key: String, in names: @autoclosure () -> [String]) {
        guard Self.mayMeanRedacted(key) else { return }
        // Other programs state what is not redacted.
        var copy = self
        if copy.isNull() || copy.read({ (json) throws(JSONError) in try json.bool() }) == false {
            return
        }
        let pointer = pointer
        guard names().contains("redacted") else {
            return diagnostics.reject(
                FieldFault(at: "/options/redact", .missing, misspelled: pointer))
        }
        let parent = pointer.utf8.lastIndex(of: UInt8(ascii: "/")).map { pointer[...$0] } ?? ""
        diagnostics.reject(FieldFault(at: parent + "redacted", .missing, misspelled: key))
    }

    /// The letters of `redact`, as bits by their place in the alphabet.
    private static let letters = "redact".utf8.reduce(UInt32(0)) { $0 | 1 << UInt32($1 & 31) }
    /// Names that other programs use for something else.
    private static let otherWords: Set = ["react", "reacted", "redacts"]

    private static func mayMeanRedacted(_ key: String) -> Bool {
        // Messages have millions of unknown members, and few names have these letters.
        guard (5...12).contains(key.utf8.count) else { return false }
        let present = key.utf8.reduce(UInt32(0)) { $0 | 1 << UInt32($1 & 31) }
        guard (present & letters).nonzeroBitCount >= 5 else { return false }
        switch ForeignField.plain(key) {
        case let word where otherWords.contains(word): return false
        case "redaction", "redactions", "isredacted", "wasredacted": return true
        case let word:
            return NearestName.isNear(word, "redacted") || NearestName.isNear(word, "redact")
        }
    }
}
