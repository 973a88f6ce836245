import Dispatch
import Foundation
import HTTP
import System
import TestSockets
import Testing

@testable import Server

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
