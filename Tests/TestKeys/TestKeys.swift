package import Foundation

/// Temporary keys for tests, created with openssl in their own folder.
///
/// `root.pem` has issued `KIND.pem`, a certificate with its chain, for each `KIND.key`.
package struct TestKeys: Sendable {
    package let folder: URL

    /// Created once for all tests of a process.
    package static let shared = Result { try TestKeys() }

    package enum Failure: Error { case command(String, Int32, String) }

    package static let passphrase = "correct horse"

    package func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    package func bytes(_ name: String) -> [UInt8] {
        FileManager.default.contents(atPath: path(name)).map { Array($0) } ?? []
    }

    private init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "chatprint-keys-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write("signing.ext", "keyUsage=critical,digitalSignature\n")
        try write("other.ext", "keyUsage=critical,keyEncipherment\n")
        try write("stamps.ext", "extendedKeyUsage=critical,timeStamping\n")
        try openssl(
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "root.key", "-out",
            "root.pem", "-days", "400", "-subj", "/CN=Test Root")
        try issue("rsa", ["rsa:2048"])
        try issue("other", ["rsa:2048"])
        try issue("weak", ["rsa:1024"])
        try issue("p256", ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"])
        try issue("p384", ["ec", "-pkeyopt", "ec_paramgen_curve:P-384"])
        try issue("p521", ["ec", "-pkeyopt", "ec_paramgen_curve:P-521"])
        try issue("ed25519", ["ed25519"])
        try issue("stamps", ["rsa:2048"], "stamps.ext", subject: "/CN=Test Authority")
        try certify("rsa", as: "expired", "signing.ext", days: -1)
        try certify("rsa", as: "encryption", "other.ext", days: 300)
        try openssl(
            "rsa", "-in", "rsa.key", "-aes256", "-passout", "pass:" + Self.passphrase, "-out",
            "locked.key")
        try openssl(
            "pkcs12", "-export", "-inkey", "rsa.key", "-in", "rsa.pem", "-certfile", "root.pem",
            "-passout", "pass:" + Self.passphrase, "-out", "rsa.p12")
        try write("passphrase", Self.passphrase + "\nsecond line\n")
        try write("wrong", "battery staple\n")
        try write(
            "tsa.cnf",
            """
            [tsa]
            default_tsa = own
            [own]
            serial = \(path("serial"))
            signer_digest = sha256
            default_policy = 1.2.3.4.1
            digests = sha256
            ess_cert_id_alg = sha256

            """)
        try write("serial", "01\n")
        try write(
            "stamp",
            """
            #!/bin/sh
            cd '\(folder.path)' || exit 1
            request=$(mktemp)
            cat > "$request"
            exec openssl ts -reply -config tsa.cnf -queryfile "$request" -inkey stamps.key \
              -signer stamps.pem -chain root.pem 2>/dev/null

            """)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: path("stamp"))
    }

    private func issue(
        _ name: String, _ kind: [String], _ extensions: String = "signing.ext",
        subject: String = "/C=DE/O=Example/CN=Ana Signer"
    ) throws {
        try openssl(
            ["req", "-new", "-newkey"] + kind + [
                "-nodes", "-keyout", name + ".key", "-out", name + ".csr", "-subj", subject,
            ])
        try certify(name, as: name, extensions, days: 300)
    }

    private func certify(
        _ key: String, as name: String, _ extensions: String, days: Int
    ) throws {
        try openssl(
            "x509", "-req", "-in", key + ".csr", "-CA", "root.pem", "-CAkey", "root.key",
            "-CAcreateserial", "-days", String(days), "-extfile", extensions, "-out",
            name + ".crt")
        let chain = bytes(name + ".crt") + bytes("root.pem")
        try Data(chain).write(to: folder.appendingPathComponent(name + ".pem"))
    }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    private func openssl(_ words: String...) throws { try openssl(words) }

    @discardableResult
    package func openssl(_ words: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + words
        process.currentDirectoryURL = folder
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        let words = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure.command(
                process.arguments?.joined(separator: " ") ?? "", process.terminationStatus,
                String(decoding: words, as: UTF8.self))
        }
        return said
    }
}
