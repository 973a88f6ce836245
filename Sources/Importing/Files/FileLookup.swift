/// Files that came beside an export, by name: the parts of a form, or a folder's.
package struct FileLookup: Sendable {
    package let names: [String]
    package let read: @Sendable (String) -> [UInt8]?

    package init(names: [String], read: @escaping @Sendable (String) -> [UInt8]?) {
        self.names = names
        self.read = read
    }

    package init(_ files: [String: [UInt8]]) {
        self.init(names: files.keys.sorted()) { files[$0] }
    }

    package static let none = FileLookup([:])
}
