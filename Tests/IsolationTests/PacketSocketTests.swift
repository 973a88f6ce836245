import Dispatch
import Glibc
import Synchronization
import System
import Testing

@testable import Isolation

/// Small requests arrive complete, each at one of the waiting receivers.
@Suite struct PacketSocketTests {
    @Test func eachRequestIsReceivedOnceAndComplete() throws {
        let (near, far) = try MessageSocket.pair(keepsBoundaries: true)
        let (sender, receiver) = (PacketSocket(near), try PacketReceiver(far))
        let received = Mutex<[UInt32: [UInt8]]>([:])
        let (came, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        for _ in 0..<3 {
            DispatchQueue.global().async {
                while let request = try? receiver.receive() {
                    received.withLock { $0[request.number] = request.facts + request.body }
                    came.signal()
                }
                ended.signal()
            }
        }
        for number in UInt32(0)..<50 {
            let count = Int(number) * PacketSocket.maxBody / 50
            let body = [UInt8](repeating: UInt8(number), count: count)
            try sender.send(Frame(.request, number, facts: [7], body: body[...]))
            came.wait()
        }
        sender.finishSending()
        for _ in 0..<3 { ended.wait() }
        let orders = received.withLock { $0 }
        #expect(orders.count == 50)
        for (number, bytes) in orders {
            #expect(bytes.count == 1 + Int(number) * PacketSocket.maxBody / 50)
            #expect(bytes.first == 7 && bytes.dropFirst().allSatisfy { $0 == UInt8(number) })
        }
    }

    /// Another kind, a request in a file, a truncated request, one with trailing bytes, one beyond
    /// the maximum length.
    @Test(arguments: [
        (Frame(.request, 1).storedHead, 0),
        (Frame(.cancel, 1).head, 0), (Frame(.request, 1, body: [1, 2]).head, 1),
        (Frame(.request, 1, body: [1, 2]).head, 3), ([1, 2, 3], 0),
        (Frame(.request, 1, body: [UInt8](repeating: 0, count: 70_000)[...]).head, 70_000),
    ])
    func invalidRequestsAreRejected(head: [UInt8], body: Int) throws {
        let (near, far) = try MessageSocket.pair(keepsBoundaries: true)
        try near.send(head, [UInt8](repeating: 0, count: body)[...])
        let receiver = try PacketReceiver(far)
        #expect(throws: SystemError.self) { try receiver.receive() }
    }
}
