import CSockets
import Glibc

/// A failed system call and its error code.
package struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
    let call: String
    package let code: Int32

    package init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    package var description: String { "\(call): \(reason)" }

    package var reason: String { unsafe String(cString: strerror(code)) }

    package var isAccessDenied: Bool { code == EACCES || code == EPERM }

    /// Whether the process or the machine has no free descriptors.
    package var isDescriptorLimit: Bool { code == EMFILE || code == ENFILE }
}
