import Resources

extension SourceFiles {
    /// A file of JSON Lines, from its first line on.
    mutating func lines(_ name: String) throws(ImportError) -> JSONLineReader {
        // What is no text is for the reader to refuse: nobody would see what was replaced.
        JSONLineReader(try text(name, repairs: false), allowance: allowance, told: told)
    }

    /// A file of JSON Lines, as one array of them.
    mutating func jsonLines(_ name: String) throws(ImportError) -> JSONDocument {
        JSONDocument(.lines(try lines(name)), file: name, allowance: allowance)
    }

    /// Whether a file is an object on each line, the first of which may be long.
    func holdsLines(_ name: String) -> Bool {
        JSONLines.areIn(head(of: name, count: Probe.headLength))
            || JSONLines.areIn(head(of: name, count: Probe.thoroughLength))
    }

    /// The first bytes of a file, in UTF-8.
    func head(of name: String, count: Int = Probe.headLength) -> [UInt8] {
        TextFile.decode(prefix(of: name, count: count)).bytes
    }
}
