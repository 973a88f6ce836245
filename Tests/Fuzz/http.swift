@testable import HTTP

// Feeds the request parser and the connection state with fuzzer input; script/fuzz runs it.

/// The first byte decides how the rest is cut into pieces, which must not change the result.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let seed = input.first else { return 0 }
    let bytes = Array(input.dropFirst())
    let whole = Reading(of: bytes) { _ in bytes.count }
    let cut = Reading(of: bytes) { 1 + (Int(seed) &* 31 &+ $0 &* 17) % (1 + Int(seed) % 7) }
    precondition(whole == cut, "the cut changed the meaning")
    converse(bytes, seed: Int(seed))
    return 0
}

private struct Reading: Equatable {
    var heads: [RequestHead] = []
    var bodies: [[UInt8]] = []
    /// When bytes break two rules at once, the cut may decide which fault is reported.
    var isFaulty = false

    init(of bytes: [UInt8], pieces: (_ position: Int) -> Int) {
        var limits = MessageLimits()
        limits.headBytes = 2048
        limits.fieldBytes = 512
        limits.chunkExtensionBytes = 64
        var parser = RequestParser(limits: limits)
        var start = 0
        do throws(HTTPFault) {
            while start < bytes.count {
                let end = min(bytes.count, start + max(1, pieces(start)))
                try take(bytes[start..<end], with: &parser)
                start = end
            }
        } catch {
            isFaulty = true
        }
    }

    private mutating func take(
        _ bytes: ArraySlice<UInt8>, with parser: inout RequestParser
    ) throws(HTTPFault) {
        var position = bytes.startIndex
        while let event = try parser.next(bytes, &position) {
            switch event {
            case .head(let head):
                heads.append(head)
                bodies.append([])
                precondition(head.fields.count <= 100 && head.size <= 2048 + 600)
            case .body(let range):
                bodies[bodies.count - 1] += bytes[range]
            case .end:
                break
            }
        }
        precondition(position == bytes.endIndex, "bytes were left without a wish for more")
    }
}

/// Drives a connection with clients and applications that behave in every way.
private func converse(_ bytes: [UInt8], seed: Int) {
    var now = Instant(milliseconds: 0)
    var state = ConnectionState(now: now)
    var random = seed
    func roll(_ sides: Int) -> Int {
        random = (random &* 1_103_515_245 &+ 12345) & 0x7FFF_FFFF
        return (random >> 8) % sides
    }
    var position = 0
    for _ in 0..<(bytes.count + 64) where !state.isClosed {
        switch roll(8) {
        case 0: now = now + .milliseconds(roll(12_000))
        case 1: state.sent(roll(state.unsent + 1), now: now)
        case 2 where position == bytes.count: state.peerFinished(now: now)
        case 3 where roll(30) == 0: state.drain(now: now)
        default:
            let end = min(bytes.count, position + min(state.readBudget, 1 + roll(64)))
            if end > position { state.received(bytes[position..<end], now: now) }
            position = end
        }
        state.tick(now: now)
        while let action = state.nextAction() {
            switch action {
            case .admit:
                if roll(4) == 0 {
                    state.answer(Response(401), date: "", now: now)
                } else {
                    state.accept(bodyLimit: 1000, now: now)
                }
            case .respond(let request):
                precondition(request.body.count <= 1000)
                if roll(2) == 0 {
                    state.answer(Response(200, body: [0x61]), date: "", now: now)
                } else {
                    state.begin(ResponseHead(200), length: nil, date: "", now: now)
                    state.write(request.body[...], now: now)
                    state.finish(now: now)
                }
            case .refuse(let fault):
                precondition(fault.status.code >= 400)
                state.answer(fault.plainResponse, date: "", now: now)
            case .send, .finishWriting, .close:
                break
            }
        }
        precondition(state.heldBytes <= 200 << 10)
        precondition(state.unsent >= 0)
    }
}
