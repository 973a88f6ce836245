import Glibc

package enum FileName {
    /// Gives a file another name, in one step: who looks sees the file that had the name before, or
    /// this one whole.
    package static func replace(_ name: String, by file: String) throws(SystemError) {
        guard unsafe rename(file, name) == 0 else { throw SystemError("rename") }
    }
}
