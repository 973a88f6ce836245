import Evidence
import FoundationEssentials
import Service
import System

/// A program that obtains timestamps. It reads an RFC 3161 request from standard input and writes
/// the response to standard output. The command itself opens no connection.
struct TimestampHook: Sendable {
    private let program: String

    private static let seconds = 60
    /// The maximum size of a response. A token with its chain has a few thousand bytes.
    private static let maxBytes = 1 << 20

    init(_ program: String) { self.program = program }

    /// Returns a verified token over a signature.
    @Sendable func token(over signature: [UInt8]) throws(TimestampFault) -> [UInt8] {
        try token(for: TimestampRequest(over: signature, hasNonce: true))
    }

    func token(for request: TimestampRequest) throws(TimestampFault) -> [UInt8] {
        try request.token(in: response(to: request.bytes))
    }

    private func response(to request: [UInt8]) throws(TimestampFault) -> [UInt8] {
        let answer: ProgramOutput
        do throws(SystemError) {
            answer = try ProgramOutput(
                of: program, to: request, environment: ProcessInfo.processInfo.environment,
                atMost: Self.maxBytes, seconds: Self.seconds)
        } catch {
            throw .program("\(program) cannot be started")
        }
        guard !answer.isTooLong else {
            throw .program("\(program) wrote more than \(Self.maxBytes) bytes")
        }
        switch answer.end {
        case .exit(0): return answer.bytes
        case .exit(let code): throw .program("\(program) exited with status \(code)")
        case .signal(let number):
            throw .program(
                "\(program) was ended by signal \(number) (time limit: \(Self.seconds) seconds)"
            )
        case .unknown: throw .program("\(program) exited with an unknown status")
        }
    }
}
