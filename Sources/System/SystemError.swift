import CSockets
import Glibc

/// A system call that failed, and how.
package struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
    package let call: String
    package let code: Int32

    package init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    package var description: String {
        "\(call): \(unsafe String(cString: strerror(code)))"
    }

    /// No file can be opened: the process's table, or the machine's, is full.
    package var isDescriptorLimit: Bool { code == EMFILE || code == ENFILE }
}
