/// The files that came with a conversation or an export, by name: form parts, or the contents of a
/// folder, which are read on demand.
package struct FileLookup: Sendable {
    /// Whether exactly these files were sent. Files that are only in the same folder are found by
    /// path alone: another chat's picture may have the same file name.
    package let isSent: Bool
    /// Problems with the files, reported as warnings.
    package let oddities: [String]
    private let list: @Sendable () -> [String]
    private let failed: @Sendable () -> Bool
    private let sizeOf: @Sendable (String) -> Int?
    private let readFile: @Sendable (_ name: String, _ range: Range<Int>) -> [UInt8]?

    package init(
        names: @autoclosure @escaping @Sendable () -> [String], oddities: [String] = [],
        isSent: Bool = false, failed: @escaping @Sendable () -> Bool = { false },
        size: @escaping @Sendable (String) -> Int?,
        read: @escaping @Sendable (_ name: String, _ range: Range<Int>) -> [UInt8]?
    ) {
        list = names
        self.failed = failed
        self.oddities = oddities
        self.isSent = isSent
        sizeOf = size
        readFile = read
    }

    package init(_ files: [String: [UInt8]]) {
        let names = files.keys.sorted()
        self.init(
            names: names, isSent: true, size: { files[$0]?.count },
            read: { name, range in
                files[name].map { file in
                    let range = range.clamped(to: file.indices)
                    return range == file.indices ? file : Array(file[range])
                }
            })
    }

    package static let none = FileLookup([:])

    /// The names of the files. A large folder takes time to list; a file with a known path is found
    /// without a list.
    package var names: [String] { list() }

    /// Whether names were asked for and could not be listed.
    package var hasFailed: Bool { failed() }

    package subscript(name: String) -> [UInt8]? { readFile(name, 0..<Int.max) }

    package func size(of name: String) -> Int? { sizeOf(name) }

    package func prefix(of name: String, count: Int) -> [UInt8] { readFile(name, 0..<count) ?? [] }

    /// Returns the existing part of a file's range, or nil if there is no such file.
    package func range(of name: String, _ range: Range<Int>) -> [UInt8]? { readFile(name, range) }
}
