import Glibc

/// The names of the files and folders in a folder, except hidden ones.
package struct FolderNames: Sendable {
    /// The valid names, sorted.
    package let names: [String]
    /// The names that are not valid UTF-8, repaired for display. They open no file.
    package let invalid: [String]

    package init(_ path: String) throws(SystemError) {
        guard let stream = unsafe opendir(path) else { throw SystemError("opendir") }
        defer { unsafe closedir(stream) }
        var (names, invalid): ([String], [String]) = ([], [])
        while let entry = unsafe readdir(stream) {
            unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    let repaired = unsafe String(cString: name)
                    guard !repaired.hasPrefix(".") else { return }
                    let isValid = unsafe String(validatingCString: name) != nil
                    if isValid { names.append(repaired) } else { invalid.append(repaired) }
                }
            }
        }
        (self.names, self.invalid) = (names.sorted(), invalid.sorted())
    }
}
