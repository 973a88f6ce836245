import Layout
import Model

/// The characters of a conversation that no font has, and how often each occurs.
struct MissingCharacters: Sendable {
    private var counts: [Unicode.Scalar: Int] = [:]

    private static let maxListed = 20

    init() {}

    init(_ scalars: Set<Unicode.Scalar>, in rows: [Row]) {
        guard !scalars.isEmpty else { return }
        for row in rows {
            for scalar in row.text.unicodeScalars where scalars.contains(scalar) {
                counts[scalar, default: 0] += 1
            }
        }
        // A missing character that is not in any row's text was drawn elsewhere.
        for scalar in scalars where counts[scalar] == nil { counts[scalar] = 1 }
    }

    mutating func add(_ other: MissingCharacters) { counts.merge(other.counts) { $0 + $1 } }

    /// One warning for all missing characters.
    var warning: Warning? {
        guard !counts.isEmpty else { return nil }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        var words = sorted.prefix(Self.maxListed).map { scalar, count in
            Self.name(scalar) + (count > 1 ? " (\(count) times)" : "")
        }
        let others = sorted.dropFirst(Self.maxListed).reduce(0) { $0 + $1.value }
        if others > 0 {
            words.append("\(sorted.count - Self.maxListed) other characters (\(others) times)")
        }
        return Warning(
            .missingLetter, at: "",
            "no font has \(words.joined(separator: ", ")): drawn as hollow boxes")
    }

    private static func name(_ scalar: Unicode.Scalar) -> String {
        let code = String(scalar.value, radix: 16, uppercase: true)
        let name = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
        switch scalar.properties.generalCategory {
        case .privateUse, .unassigned, .surrogate, .format, .nonspacingMark, .enclosingMark:
            return name
        default: return "\(scalar) \(name)"
        }
    }
}
