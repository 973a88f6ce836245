import Evidence
import FoundationEssentials
import Rendering
import Service
import System

/// The configured key and certificates, read once at startup.
struct SigningKey {
    private let files: SigningFiles
    private let settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
        files = settings.signing
    }

    /// Returns nil if no key is set.
    ///
    /// - Parameter timestamp: the source of timestamps for signatures.
    func identity(
        timestamp: SigningIdentity.TimestampSource? = nil
    ) throws(CommandFailure) -> SigningIdentity? {
        guard files.isSet else { return nil }
        do throws(KeyFault) {
            return try SigningIdentity(
                files, timestamp: timestamp, now: Self.now, read: Self.contents)
        } catch {
            throw .configuration(error.sentence)
        }
    }

    /// Reads the certificates for a key that is stored elsewhere, such as in a hardware token.
    func certificates() throws(CommandFailure) -> SigningCertificates {
        guard !files.certificate.isEmpty else {
            throw .configuration("no certificate; set sign_certificate (--sign-cert)")
        }
        do throws(KeyFault) {
            return try SigningCertificates(
                files.certificate, padding: files.padding, now: Self.now(), read: Self.contents)
        } catch {
            throw .configuration(error.sentence)
        }
    }

    /// Checks that no secret file is in a folder that render processes may read, because they
    /// process untrusted input.
    func expectHidden(from configuration: Configuration) throws(CommandFailure) {
        guard settings.isolation == .processes, settings.sandbox != .off else { return }
        let readable = WorkerCommand.readable(configuration).map(Self.real)
        let secrets = [
            (Setting.signKey, files.key), (.signPassphraseFile, files.passphrase),
        ]
        for (setting, path) in secrets where !path.isEmpty {
            let place = Self.real(path)
            guard let folder = readable.first(where: { place == $0 || place.hasPrefix($0 + "/") })
            else { continue }
            throw .configuration(
                "\(setting.name): render processes, which parse untrusted input, can read all files in "
                    + "\(folder); move \(path) elsewhere, such as to /run/secrets")
        }
    }

    static func now() -> Int { Int(Date().timeIntervalSince1970) }

    /// Reads a file up to a maximum length, because a path may refer to an endless device.
    static func contents(_ path: String, _ maxBytes: Int) -> [UInt8]? {
        do throws(SystemError) {
            return try FileBytes.read(path, atMost: maxBytes)
        } catch {
            return nil
        }
    }

    private static func real(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
}

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
