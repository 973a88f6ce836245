import Model

/// The two load files of a production: the fields of each document (Concordance's `.dat`) and the
/// file of each page (Opticon's `.opt`).
struct LoadFile {
    typealias Values = [ProductionSetup.Column: String]

    private let setup: ProductionSetup
    private(set) var documents: [UInt8]
    private(set) var pages: [UInt8] = []

    init(_ setup: ProductionSetup) {
        self.setup = setup
        // Begins with a byte order mark, by which readers recognize UTF-8.
        documents = [0xEF, 0xBB, 0xBF]
        addRow(setup.fields.map { $0.rawValue.uppercased() })
    }

    mutating func add(_ values: Values) { addRow(setup.fields.map { values[$0] ?? "" }) }

    /// - Parameter count: the number of pages of the document that starts with this page; nil for
    ///   other pages.
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

    /// A load file cannot escape its own delimiters within a value. They become spaces, and a
    /// warning says so.
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
