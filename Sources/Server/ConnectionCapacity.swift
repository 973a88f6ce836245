import Glibc
import System

/// How many connections a server holds at once.
struct ConnectionCapacity: Sendable {
    /// More are told 503, and have time to read it.
    let limit: Int
    /// More than this are told 503 and closed at once: they would take the files that the answers to
    /// all others need.
    let room: Int

    /// - Parameters:
    ///   - wanted: as many as an operator would like.
    ///   - reserved: files that all but connections need beside those that are open now.
    init(wanted: Int, reserved: Int) throws(SystemError) {
        room = DescriptorLimit.present.soft - DescriptorLimit.inUse - reserved
        guard room > 0 else { throw SystemError("connections", code: EMFILE) }
        limit = min(wanted, max(1, room - max(1, min(64, room / 8))))
    }
}
