import Glibc

package enum FileName {
    /// Makes an empty file that nobody has yet. Foundation makes one under a name of its own first,
    /// which stays behind when the process is killed.
    package static func create(_ name: String) throws(SystemError) {
        _ = try Descriptor(
            unsafe open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666), from: "open")
    }

    /// Gives a file another name, in one step: who looks sees the file that had the name before, or
    /// this one whole.
    package static func replace(_ name: String, by file: String) throws(SystemError) {
        guard unsafe rename(file, name) == 0 else { throw SystemError("rename") }
    }
}
