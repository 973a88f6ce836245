import Glibc

/// Metadata of the file at a path, following symbolic links.
package struct FileFacts: Sendable, Equatable {
    package enum Kind: Sendable { case file, folder, other }

    package let kind: Kind
    package let bytes: Int

    /// Returns nil if there is no file, or if it may not be examined.
    package init?(_ path: String) {
        var facts = Glibc.stat()
        guard unsafe stat(path, &facts) == 0 else { return nil }
        bytes = Int(facts.st_size)
        kind =
            switch facts.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
    }
}
