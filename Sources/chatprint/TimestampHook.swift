import Dispatch
import Foundation
import Service
import Signing

/// A program that has signatures time-stamped: it gets a request of RFC 3161 on its standard input and writes the
/// response. The command itself opens no connection.
struct TimestampHook: Sendable {
    private let program: String

    private static let seconds = 60
    /// A token with its chain has a few thousand.
    private static let mostBytes = 1 << 20

    init(_ program: String) { self.program = program }

    /// A token over a signature, which was checked to be one.
    @Sendable func token(over signature: [UInt8]) throws(TimestampFault) -> [UInt8] {
        let request = try TimestampRequest(over: signature, hasNonce: true)
        return try request.token(in: response(to: request.bytes))
    }

    private func response(to request: [UInt8]) throws(TimestampFault) -> [UInt8] {
        let process = Process()
        // A name without a folder is looked for as shells do.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["--", program]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            throw .program("\(program) cannot be started")
        }
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now() + .seconds(Self.seconds))
        timer.setEventHandler { process.terminate() }
        timer.resume()
        defer { timer.cancel() }
        try? input.fileHandleForWriting.write(contentsOf: Data(request))
        try? input.fileHandleForWriting.close()
        var bytes: [UInt8] = []
        while bytes.count <= Self.mostBytes,
            let data = try? output.fileHandleForReading.read(upToCount: 1 << 16), !data.isEmpty
        {
            bytes += data
        }
        let isTooLong = bytes.count > Self.mostBytes
        if isTooLong { process.terminate() }
        try? output.fileHandleForReading.close()
        process.waitUntilExit()
        guard !isTooLong else {
            throw .program("\(program) writes more than \(Self.mostBytes) bytes")
        }
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw .program(
                "\(program) ended with \(process.terminationStatus)"
                    + (process.terminationReason == .exit
                        ? "" : " by a signal, after \(Self.seconds) seconds at most"))
        }
        return bytes
    }
}
