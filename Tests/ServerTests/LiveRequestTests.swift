import Dispatch
import Foundation
import HTTP
import System
import TestSockets
import Testing

@testable import Server

/// Over real sockets, as raw bytes.
@Suite struct LiveRequestTests {
    static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    static let last = "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    @Test func sendsHeadAndBodyTogether() throws {
        let server = try RunningServer()
        let client = try server.connect(sending: Self.get)
        let first = String(decoding: client.receive() ?? [], as: UTF8.self)
        #expect(first.hasPrefix("HTTP/1.1 200 OK\r\nDate: "))
        #expect(first.hasSuffix(" GMT\r\nContent-Length: 1\r\n\r\n/"))
    }

    @Test func servesOneBytePerPacket() throws {
        let server = try RunningServer()
        let client = try server.connect()
        for byte in Self.last.utf8 { client.send([byte]) }
        #expect(client.receiveAllText()?.hasSuffix("\r\n\r\n/last") == true)
    }

    @Test func answersPipelinedRequestsInOrder() throws {
        let server = try RunningServer()
        let client = try server.connect()
        let paths = (0..<64).map { "/\($0)" }
        client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined() + Self.last)
        let text = client.receiveAllText() ?? ""
        let bodies = text.split(separator: "\r\n\r\n").dropFirst().map { $0.prefix { $0 != "H" } }
        #expect(bodies.map(String.init) == paths + ["/last"])
    }

    /// `MalformedRequestTests` cover each fault; these end early, in the middle and late.
    @Test(arguments: [
        ("\u{16}\u{3}\u{1}\u{2}", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10000000000000\r\n\r\n", 413),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 200_000))\r\n\r\n", 431),
    ])
    func malformedRequestsAreAnsweredAndClosedWithoutAReset(request: String, status: Int) throws {
        let server = try RunningServer()
        let client = try server.connect(sending: request)
        let text = try #require(client.receiveAllText())
        #expect(text.hasPrefix("HTTP/1.1 \(status) "))
        #expect(text.contains("\r\nConnection: close\r\n"))
        #expect(text.contains("application/problem+json"))
        #expect(server.server.statistics.faults.values.reduce(0, +) == 1)
    }

    @Test func refusalsByTheHeadReachTheClient() throws {
        let server = try RunningServer(
            ScriptedApplication(admission: { _ in .refuse(Response(401)) }))
        let client = try server.connect()
        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n")
        // The client is still sending when the response is sent.
        client.send([UInt8](repeating: 0, count: 200_000))
        #expect(client.receiveAllText()?.hasPrefix("HTTP/1.1 401 ") == true)
    }

    @Test func bodiesAreCollectedUpToTheLimit() throws {
        let server = try RunningServer(
            ScriptedApplication(
                admission: { _ in .accept(bodyLimit: 3_000_000) },
                answer: { request, exchange in
                    exchange.answer(Response(200, body: request.body))
                }))
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let client = try server.connect()
        client.send(
            "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: \(body.count)\r\n\r\n"
        )
        client.send(body)
        #expect(client.receiveAll()?.suffix(body.count).elementsEqual(body) == true)
        let long = try server.connect()
        long.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3000001\r\n\r\n")
        #expect(long.receiveAllText()?.hasPrefix("HTTP/1.1 413 ") == true)
    }

    @Test func sendsContinueAndThenTheResponse() throws {
        let server = try RunningServer()
        let client = try server.connect()
        client.send(
            "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        #expect(client.receiveText(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        client.send("hi")
        #expect(client.receiveText(until: "/x").hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    @Test func finishesResponsesToHalfClosedClients() throws {
        let server = try RunningServer(
            ScriptedApplication(answer: { _, exchange in
                Worker.run {
                    exchange.begin(ResponseHead(200))
                    for _ in 0..<10 { exchange.write([UInt8](repeating: 0x61, count: 100_000)) }
                    exchange.finish()
                }
            }))
        let client = try server.connect(sending: "GET / HTTP/1.0\r\n\r\n")
        client.finishSending()
        let all = try #require(client.receiveAll())
        #expect(all.suffix(1_000_000).allSatisfy { $0 == 0x61 })
        #expect(all.count > 1_000_000)
        #expect(server.application.hears(.ended(.served, requests: 1)))
    }

    @Test(arguments: ["::1", "::"])
    func servesIPv6(host: String) throws {
        let server = try RunningServer(addresses: [.tcp(host: host, port: 0)])
        let client = try RawClient(port: server.port, version6: true)
        client.send(Self.last)
        #expect(client.receiveAllText()?.hasSuffix("/last") == true)
        if host == "::" { #expect(try server.get("/x")?.hasSuffix("/x") == true) }
    }

    @Test func failsToStartOnAPortInUse() throws {
        let server = try RunningServer()
        let address = ListenAddress.tcp(host: "127.0.0.1", port: server.port)
        #expect(throws: ListenFault.system(SystemError("bind", code: 98), address)) {
            _ = try RunningServer(addresses: [address])
        }
    }

    @Test func failsToStartOnAnInvalidHost() {
        let host = String(repeating: "a", count: 300)
        #expect(throws: ListenFault.unknownHost(host)) {
            _ = try RunningServer(addresses: [.tcp(host: host, port: 0)])
        }
    }

    @Test func usesOrCreatesARequestID() throws {
        let server = try RunningServer(
            ScriptedApplication(answer: { _, exchange in
                exchange.answer(Response(200, body: Array(exchange.requestID.utf8)))
            }))
        let client = try server.connect()
        client.send("GET / HTTP/1.1\r\nHost: a\r\nX-Request-Id: my-id\r\n\r\n")
        #expect(client.receiveText(until: "my-id").hasSuffix("\r\n\r\nmy-id"))
        client.send("GET / HTTP/1.1\r\nHost: a\r\nX-Request-Id: b\"d\r\n\r\n\(Self.last)")
        #expect(client.receiveAllText()?.contains("b\"d") == false)
    }
}

@Suite struct SpillTests {
    private static let block = SpillFile.blockSize

    private func file(_ blocks: Int) throws -> SpillFile {
        try SpillFile(
            folder: FileManager.default.temporaryDirectory.path, limit: blocks * Self.block)
    }

    private func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 4) }
    }

    private func read(_ block: SpillFile.Block) async throws -> [UInt8] {
        try await withCheckedThrowingContinuation { continuation in
            block.read { continuation.resume(with: $0) }
        }
    }

    /// Waits until released blocks are free.
    private func settled(_ block: SpillFile.Block) async throws { _ = try await read(block) }

    @Test func bytesReturnInOrderFromMemoryAndFile() async throws {
        let file = try file(64)
        var waiting = SpillBuffer(memoryLimit: 2 * Self.block)
        let given = bytes(20 * Self.block + 1_234)
        var rest = given[...]
        for size in [70, 65_536, 1, 40_000].cycled where !rest.isEmpty {
            if let full = waiting.append(rest.prefix(size)) {
                // No later bytes may overtake those being written to the file.
                waiting.keep(try #require(file.write(full)))
            }
            rest = rest.dropFirst(size)
            if rest.isEmpty { break }
        }
        #expect(file.bytesWritten > given.count - 4 * Self.block)
        var back: [UInt8] = []
        reading: while true {
            switch waiting.next(10_000) {
            case .bytes(let bytes): back += bytes
            case .block(let block): waiting.replaceFirst(by: try await read(block))
            case .nothing: break reading
            }
        }
        #expect(back == given)
    }

    @Test func releasedBlocksAreReused() async throws {
        let file = try file(2)
        let kept = try #require(file.write(bytes(Self.block)))
        do {
            let other = file.write(bytes(Self.block))
            #expect(other != nil)
            #expect(file.write(bytes(Self.block)) == nil)
            withExtendedLifetime(other) {}
        }
        try await settled(kept)
        let again = try #require(file.write([UInt8](repeating: 7, count: Self.block)))
        #expect(try await read(kept) == bytes(Self.block))
        #expect(try await read(again) == [UInt8](repeating: 7, count: Self.block))
    }

    @Test func foldersInMemoryHaveTheirOwnLimitAndCount() throws {
        try #require(FileManager.default.isWritableFile(atPath: "/dev/shm"))
        let file = try SpillFile(
            folder: "/dev/shm", limit: 100 * Self.block, limitInMemory: 3 * Self.block)
        #expect(file.limit == 3 * Self.block && file.memory == 0)
        let blocks = (0..<4).map { _ in file.write(bytes(Self.block)) }
        // Released blocks are free at once.
        withExtendedLifetime(blocks) {
            #expect(blocks.count { $0 != nil } == 3 && file.memory == 3 * Self.block)
        }
    }

    @Test func invalidFoldersFailAtOnce() {
        #expect(throws: SystemError.self) {
            _ = try SpillFile(folder: "/proc/nowhere", limit: 1 << 20)
        }
    }

    /// An SVG is one piece of any size: thirty stalled readers kept 666 MB.
    @Test func responsesBeyondTheLimitAreCutAndLaterOnesServed() throws {
        let (hasBegun, hasOverflowed) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let server = try RunningServer(
            ScriptedApplication(answer: { request, exchange in
                guard request.head.target.path == "/large" else {
                    return exchange.answer(Response(200, body: Array("small".utf8)))
                }
                Worker.run {
                    exchange.begin(ResponseHead(200))
                    hasBegun.wait()
                    // As much as the reader's socket buffers, and a little more than the spill
                    // limit.
                    while exchange.write([UInt8](repeating: 1, count: 1 << 20)) {}
                    if exchange.hasOverflowed { hasOverflowed.signal() }
                    exchange.fail()
                }
            }), spill: try file(16)
        ) { $0.answerMemory = 1 << 16 }
        let client = try server.connect()
        client.shrinkReceiveBuffer()
        client.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.receiveText(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        hasBegun.signal()
        #expect(hasOverflowed.wait(timeout: .now() + 20) == .success)
        #expect(client.receiveAll() == nil)
        #expect(server.application.hears(.ended(.broken, requests: 1)))
        #expect(try server.get("/small")?.hasSuffix("small") == true)
    }
}

extension Collection {
    fileprivate var cycled: some Sequence<Element> {
        sequence(state: startIndex) { index -> Element? in
            defer {
                formIndex(after: &index)
                if index == endIndex { index = startIndex }
            }
            return self[index]
        }
    }
}
