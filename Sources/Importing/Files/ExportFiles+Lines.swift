import Basics

extension ExportFiles {
    mutating func lines(_ name: String) throws(ImportError) -> JSONLineReader {
        // The reader must see and reject invalid UTF-8: U+FFFD in JSON would go unnoticed.
        JSONLineReader(try text(name, repairs: false), budget: budget, onProgress: onProgress)
    }

    /// Opens a file of JSON Lines as one array of its lines.
    mutating func jsonLines(_ name: String) throws(ImportError) -> JSONDocument {
        JSONDocument(.lines(try lines(name)), file: name, budget: budget)
    }

    /// Returns whether a file has a JSON object on each line. The first line may be long.
    func holdsLines(_ name: String) -> Bool {
        JSONLines.areIn(head(of: name, count: Probe.headLength))
            || JSONLines.areIn(head(of: name, count: Probe.thoroughLength))
    }

    /// Returns the path of a JSON file's records: the whole file if it is an array, otherwise the
    /// named member.
    func path(ofRecords member: String, in file: String) -> [String] {
        JSONShape(head(of: file))?.isArray == true ? [] : [member]
    }

    /// Returns the first bytes of a file, converted to UTF-8.
    func head(of name: String, count: Int = Probe.headLength) -> [UInt8] {
        TextFile.decode(prefix(of: name, count: count)).bytes
    }
}
