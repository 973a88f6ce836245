import HTTP
import Isolation
import Rendering
import System
import Testing

@testable import Service

/// The other end of a render process that runs in this process.
struct FrontProcess {
    let socket: FrameSocket
    private let packets: MessageSocket

    init(of backend: InProcessBackend) throws {
        let (ours, theirs) = try MessageSocket.pair()
        let (packets, theirPackets) = try MessageSocket.pair(keepsBoundaries: true)
        let worker = WorkerService(
            FrameSocket(theirs), try PacketReceiver(theirPackets), backend, allowsFaults: false)
        try SystemThread.start(stack: WorkerPool.stackBytes) { try? worker.run(facts: []) }
        (socket, self.packets) = (FrameSocket(ours, receivesRequests: false), packets)
        #expect(try socket.receive()?.kind == .ready)
    }

    func send(_ request: WorkRequest, body: ArraySlice<UInt8>) throws {
        var facts = PackedWriter()
        facts.text(request.requestID)
        facts.raw(request.packedHead)
        try socket.send(Frame(.request, 1, facts: facts.bytes, body: body))
    }

    func finish() { socket.finishSending() }
}
