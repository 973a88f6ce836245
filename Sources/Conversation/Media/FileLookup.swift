/// Files that came beside a conversation or an export, by name: the parts of a form, or what a
/// folder holds, which is read when it is asked for.
package struct FileLookup: Sendable {
    package let names: [String]
    /// Whether somebody sent exactly these files along. What merely lies in the same folder is
    /// found by its path alone: a name that is usual in every chat must not bring another chat's
    /// picture.
    package let isSent: Bool
    /// The problems with the files, for warnings.
    package let oddities: [String]
    private let sizeOf: @Sendable (String) -> Int?
    private let readFile: @Sendable (_ name: String, _ range: Range<Int>) -> [UInt8]?

    package init(
        names: [String], oddities: [String] = [], isSent: Bool = false,
        size: @escaping @Sendable (String) -> Int?,
        read: @escaping @Sendable (_ name: String, _ range: Range<Int>) -> [UInt8]?
    ) {
        self.names = names
        self.oddities = oddities
        self.isSent = isSent
        sizeOf = size
        readFile = read
    }

    package init(_ files: [String: [UInt8]]) {
        self.init(
            names: files.keys.sorted(), isSent: true, size: { files[$0]?.count },
            read: { name, range in
                files[name].map { file in
                    let range = range.clamped(to: file.indices)
                    return range == file.indices ? file : Array(file[range])
                }
            })
    }

    package static let none = FileLookup([:])

    /// nil where there is no such file.
    package subscript(name: String) -> [UInt8]? { readFile(name, 0..<Int.max) }

    package func size(of name: String) -> Int? { sizeOf(name) }

    package func prefix(of name: String, count: Int) -> [UInt8] { readFile(name, 0..<count) ?? [] }

    /// As much of a stretch of a file as there is; nil where there is no such file.
    package func range(of name: String, _ range: Range<Int>) -> [UInt8]? { readFile(name, range) }
}
