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
