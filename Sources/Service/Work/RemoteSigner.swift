import Dispatch
package import Evidence
import Isolation
import Synchronization

/// Asks the front process for signatures, because render processes, which parse untrusted input,
/// never have the key.
final class RemoteSigner: DocumentSigner {
    let room: Int
    let name: String?
    private let number: UInt32
    private let socket: FrameSocket
    /// Parts of one output are rendered concurrently and signed one by one.
    private let asking = Mutex(())
    private let answer = Mutex<Frame?>(nil)
    private let answered = DispatchSemaphore(value: 0)

    /// - Parameter number: the number of the request.
    init(_ number: UInt32, _ socket: FrameSocket, _ facts: SignerFacts) {
        self.number = number
        self.socket = socket
        (room, name) = (facts.room, facts.name)
    }

    func message(about digest: [UInt8]) throws(SigningFailure) -> [UInt8] {
        try asking.withLock { _ throws(SigningFailure) in
            guard (try? socket.send(Frame(.sign, number, body: digest[...]))) != nil else {
                throw .gone
            }
            // If the front process is gone, this process ends as well.
            answered.wait()
            guard let frame = answer.withLock({ $0.take() }) else { throw .gone }
            return try SignatureReply(frame).message.get()
        }
    }

    func take(_ frame: Frame) {
        answer.withLock { $0 = frame }
        answered.signal()
    }
}

/// The facts about the signer that render processes receive: its name and the size of a signature.
package struct SignerFacts: Sendable {
    let room: Int
    let name: String?

    package init(room: Int, name: String?) {
        self.room = room
        self.name = name
    }
}

/// The reply to a request for a signature, from the process that has the key.
package struct SignatureReply: Sendable {
    let message: Result<[UInt8], SigningFailure>

    package init(_ message: Result<[UInt8], SigningFailure>) { self.message = message }

    /// The reply as facts and body of a frame.
    package var packed: (facts: [UInt8], body: [UInt8]) {
        var writer = PackedWriter()
        switch message {
        case .success(let bytes):
            writer.number(0)
            return (writer.bytes, bytes)
        case .failure(.expired): writer.number(1)
        case .failure(.notYetValid): writer.number(2)
        case .failure(.noRoom(let needed, let room)):
            writer.number(3)
            writer.integer(needed)
            writer.integer(room)
        // Only the command fetches timestamps.
        case .failure(.refused), .failure(.timestamp): writer.number(4)
        case .failure(.gone): writer.number(5)
        }
        return (writer.bytes, [])
    }

    init(_ frame: Frame) {
        var reader = PackedReader(frame.facts)
        message =
            switch reader.number() {
            case 0: .success(Array(frame.body))
            case 1: .failure(.expired)
            case 2: .failure(.notYetValid)
            case 3:
                .failure(.noRoom(needed: reader.integer() ?? 0, room: reader.integer() ?? 0))
            case 4: .failure(.refused)
            default: .failure(.gone)
            }
    }
}
