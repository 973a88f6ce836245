package import Model

/// Names the files of an account's chats after date and title, valid on every system and without
/// two that differ only in case.
package struct ChatFileNames {
    /// The names in use, with folded case. Strings are equal in every normal form.
    private var used: Set<String> = []
    /// The last number given to the chats of one name, so that 100,000 equal titles are not counted
    /// from 2 each time.
    private var numbers: [String: Int] = [:]

    /// Systems allow 255 bytes, of which a draft's mark, a number and the extension need some.
    private static let maxBytes = 160
    /// The maximum number of scalars of a character that is kept.
    private static let maxScalars = 32
    /// Names that Windows reserves for devices, with any extension.
    private static let devices: Set<String> = Set(
        ["con", "prn", "aux", "nul", "conin$", "conout$"]
            + ["com", "lpt"].flatMap { name in
                (["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³"]).map {
                    name + $0
                }
            })

    /// - Parameter reserved: the names of other files in the folder.
    package init(reserved: [String]) { used = Set(reserved.map(Self.folded)) }

    /// Returns the next name, such as `2026-05-01 Title (2).pdf`.
    ///
    /// - Parameter ending: with its dot.
    package mutating func next(_ title: String, _ first: Moment?, ending: String) -> String {
        let name = Self.stem(title, first)
        let key = Self.folded(name + ending)
        var number = numbers[key] ?? 0
        while true {
            number += 1
            let file = (number == 1 ? name : "\(name) (\(number))") + ending
            if used.insert(Self.folded(file)).inserted {
                numbers[key] = number
                return file
            }
        }
    }

    private static func folded(_ name: String) -> String { name.uppercased().lowercased() }

    private static func stem(_ title: String, _ first: Moment?) -> String {
        let title = clean(title)
        guard let day = first?.text.prefix(10) else {
            let base = title.prefix { $0 != "." }.lowercased()
            return devices.contains(base.trimmingSpaces) ? "_" + title : title
        }
        // A year before 0 or after 9999.
        return clean(String(day)) + " " + title
    }

    /// Returns a title as a part of a file name.
    private static func clean(_ title: String) -> String {
        var text = ""
        var isBlank = true
        for character in title {
            var part = ""
            for scalar in character.unicodeScalars.prefix(maxScalars) {
                part.unicodeScalars.append(isAllowed(scalar) ? scalar : replacement(scalar))
            }
            part.unicodeScalars.removeAll { $0 == "\u{0}" }
            // Removed letters are no blank between words.
            guard !part.isEmpty else { continue }
            let isSpace = part.allSatisfy(\.isWhitespace)
            if isSpace {
                if !isBlank { text += " " }
            } else {
                guard text.utf8.count + part.utf8.count <= maxBytes else { break }
                text += part
            }
            isBlank = isSpace
        }
        // A leading dot hides a file, and Windows removes final dots and blanks.
        var rest = text[...]
        while let end = rest.last, end == "." || end == " " { rest.removeLast() }
        while let first = rest.first, first == "." || first == " " { rest.removeFirst() }
        return rest.isEmpty ? "Chat" : String(rest)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            return false
        // Marks of direction could show another name than the file has. Joiners are parts of words
        // and emoji.
        case .format: return scalar == "\u{200C}" || scalar == "\u{200D}"
        case .spaceSeparator: return true
        default: return !#"<>:"/\|?*"#.unicodeScalars.contains(scalar)
        }
    }

    private static func replacement(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator:
            return scalar.properties.isWhitespace ? " " : "\u{0}"
        case .format, .surrogate, .unassigned: return "\u{0}"
        default: return "_"
        }
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        var rest = self[...]
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
