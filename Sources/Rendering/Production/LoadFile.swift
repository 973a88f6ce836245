import Conversation

/// The two files by which a platform loads a production: what each document is (Concordance's
/// `.dat`), and which file each page is (Opticon's `.opt`).
struct LoadFile {
    typealias Values = [ProductionSetup.Column: String]

    private let setup: ProductionSetup
    private(set) var documents: [UInt8]
    private(set) var pages: [UInt8] = []

    init(_ setup: ProductionSetup) {
        self.setup = setup
        // With a mark, by which its readers know UTF-8.
        documents = [0xEF, 0xBB, 0xBF]
        addRow(setup.fields.map { $0.rawValue.uppercased() })
    }

    mutating func add(_ values: Values) { addRow(setup.fields.map { values[$0] ?? "" }) }

    /// - Parameter count: how many pages the document has that it begins; nil for a page within
    ///   one.
    mutating func addPage(_ number: String, _ path: String, beginning count: Int?) {
        let ends = count.map { "Y,,,\($0)" } ?? ",,,"
        pages += "\(number),\(setup.volume),\(path),\(ends)\r\n".utf8
    }

    private mutating func addRow(_ values: [String]) {
        let separator = String(Character(setup.separator))
        let quote = String(Character(setup.quote))
        let row = values.map { quote + quoted($0) + quote }.joined(separator: separator)
        documents += row.utf8
        documents += [0x0D, 0x0A]
    }

    /// A load file has no way to write its own signs in a value: a blank stands there, which a
    /// warning tells.
    private func quoted(_ value: String) -> String {
        var text = ""
        var wasReturn = false
        for scalar in value.unicodeScalars {
            let isEnd = scalar == "\n" || scalar == "\r"
            if isEnd {
                if !(scalar == "\n" && wasReturn) { text.unicodeScalars.append(setup.newline) }
            } else {
                text.unicodeScalars.append(setup.signs.contains(scalar) ? " " : scalar)
            }
            wasReturn = scalar == "\r"
        }
        return text
    }
}
