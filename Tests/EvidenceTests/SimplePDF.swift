/// A minimal PDF with embedded files, as another program might write it.
struct SimplePDF {
    private(set) var bytes: [UInt8] = Array("%PDF-1.7\n".utf8)
    private var offsets: [Int] = []

    init(files: [(String, [UInt8])], metadata: String) {
        add("<</Type/Catalog/Metadata 2 0 R/Names<</EmbeddedFiles 3 0 R>>>>")
        add(stream: Array(metadata.utf8))
        let names = files.enumerated().map { "(\($0.element.0))\(2 * $0.offset + 4) 0 R" }
        add("<</Names[\(names.joined())]>>")
        for (index, file) in files.enumerated() {
            add("<</F(\(file.0))/UF(\(file.0))/EF<</F \(2 * index + 5) 0 R>>>>")
            add(stream: file.1)
        }
        end()
    }

    /// The first object is the catalog.
    init(objects: [String]) {
        for object in objects { add(object) }
        end()
    }

    /// An incremental update with objects by number, and a table of them.
    static func update(
        _ objects: [(Int, String)], of document: [UInt8],
        trailer: (_ size: Int, _ previous: Int) -> String = {
            "<</Root 1 0 R/Size \($0)/Prev \($1)>>"
        }
    ) -> [UInt8] {
        var bytes = document
        let text = String(decoding: document, as: UTF8.self)
        let previous = text.matches(of: /startxref\n(\d+)/).last.flatMap { Int($0.1) } ?? 0
        let size = text.matches(of: /\/Size (\d+)/).compactMap { Int($0.1) }.max() ?? 0
        var table = "xref\n"
        for (number, object) in objects {
            let offset = String(bytes.count)
            let zeros = String(repeating: "0", count: 10 - offset.count)
            table += "\(number) 1\n\(zeros)\(offset) 00000 n \n"
            bytes += "\(number) 0 obj\n\(object)\nendobj\n".utf8
        }
        let last = max(size, (objects.map(\.0).max() ?? 0) + 1)
        let start = bytes.count
        bytes += "\(table)trailer\n\(trailer(last, previous))\n".utf8
        return bytes + "startxref\n\(start)\n%%EOF\n".utf8
    }

    private mutating func end() {
        let table = bytes.count
        append("xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n")
        for offset in offsets {
            let digits = String(offset)
            append(String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n")
        }
        append("trailer\n<</Root 1 0 R/Size \(offsets.count + 1)>>\nstartxref\n\(table)\n%%EOF\n")
    }

    private mutating func append(_ text: String) { bytes += text.utf8 }

    private mutating func add(_ object: String) {
        offsets.append(bytes.count)
        append("\(offsets.count) 0 obj\n\(object)\nendobj\n")
    }

    private mutating func add(stream: [UInt8]) {
        offsets.append(bytes.count)
        append("\(offsets.count) 0 obj\n<</Length \(stream.count)>>\nstream\n")
        bytes += stream
        append("\nendstream\nendobj\n")
    }
}
