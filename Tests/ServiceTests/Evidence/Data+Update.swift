import Foundation
import Testing

extension Data {
    /// - Parameter trailer: the trailer, with words in place of the root, the size, and the offset of
    ///   the previous table.
    func updated(
        _ objects: [(Int, String)], before: String = "",
        trailer: String = "<</Size SIZE/Root ROOT/Prev PREV>>"
    ) throws -> Data {
        let previous = try #require(lastNumber(of: #/startxref\n(\d+)/#))
        let root = try #require(lastNumber(of: #/\/Root (\d+) 0 R/#))
        let size = try #require(lastNumber(of: #/\/Size (\d+)/#))
        var added = self + Data(before.utf8)
        var table = "xref\n"
        for (number, value) in objects {
            let offset = String(added.count)
            table +=
                "\(number) 1\n" + String(repeating: "0", count: 10 - offset.count) + offset
                + " 00000 n \n"
            added += Data("\(number) 0 obj\n\(value)\nendobj\n".utf8)
        }
        let start = added.count
        let last = Swift.max(size, (objects.map(\.0).max() ?? 0) + 1)
        let words =
            trailer.replacing("SIZE", with: String(last)).replacing("ROOT", with: "\(root) 0 R")
            .replacing("PREV", with: String(previous))
        added += Data("\(table)trailer\n\(words)\nstartxref\n\(start)\n%%EOF\n".utf8)
        return added
    }

    /// The number in the last match of a pattern.
    func lastNumber(of pattern: Regex<(Substring, Substring)>) -> Int? {
        String(decoding: self, as: Unicode.ASCII.self).matches(of: pattern).last.flatMap {
            Int($0.output.1)
        }
    }
}
