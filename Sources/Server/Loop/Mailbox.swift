import CSockets
import Glibc
import Synchronization

/// How other threads speak to a loop: a list of messages, and a descriptor that wakes it.
final class Mailbox: Sendable {
    enum Message: Sendable {
        /// The exchange of that connection has something to send.
        case ready(UInt64)
        case drain(deadline: Int)
    }

    private let wake: Descriptor
    private let messages = Mutex<[Message]>([])

    init() throws(SystemError) {
        wake = try Descriptor(wake_open(), from: "eventfd")
    }

    var number: Int32 { wake.number }

    /// Only the first message of a batch costs a system call.
    func post(_ message: Message) {
        let isFirst = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        guard isFirst else { return }
        // Repeated after EINTR: those who come after the first rely on it.
        _ = Transfer("eventfd_write") { Int(eventfd_write(wake.number, 1)) }
    }

    func takeAll() -> [Message] {
        var count = eventfd_t()
        _ = unsafe eventfd_read(wake.number, &count)
        return messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
