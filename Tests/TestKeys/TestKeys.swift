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

/// Simulated with openssl.
extension TestKeys {
    /// Creates a folder with a new authority: `root`, which issued `inter`, which issued `signer`;
    /// and `stamps`, a timestamp authority. `stamp` is a program that requests timestamps from it.
    package func authority() throws -> TestAuthority { try TestAuthority(self) }
}

/// A root, an intermediate authority that issued a signer's certificate, and a timestamp authority.
package struct TestAuthority: Sendable {
    package let folder: URL
    private let keys: TestKeys

    package func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    package func bytes(_ name: String) -> [UInt8] {
        FileManager.default.contents(atPath: path(name)).map { Array($0) } ?? []
    }

    package func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: folder.appendingPathComponent(name))
    }

    private func write(_ text: String, to name: String) throws {
        try write(Array(text.utf8), to: name)
    }

    fileprivate init(_ keys: TestKeys) throws {
        self.keys = keys
        folder = keys.folder.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try write(
            "basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign,cRLSign\n",
            to: "ca.ext")
        try write(
            "keyUsage=critical,digitalSignature\n"
                + "crlDistributionPoints=URI:http://lists.invalid/1\n", to: "signer.ext")
        try write("extendedKeyUsage=critical,timeStamping\n", to: "stamps.ext")
        try write("extendedKeyUsage=OCSPSigning\nnoCheck=yes\n", to: "responder.ext")
        try write("extendedKeyUsage=OCSPSigning\n", to: "checked.ext")
        try openssl(
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", path("root.key"), "-out",
            path("root.crt"), "-days", "400", "-subj", "/CN=Lasting Root")
        try issue("inter", by: "root", "ca.ext", "Lasting Authority")
        try issue("signer", by: "inter", "signer.ext", "Ana Lasting")
        try issue("other", by: "inter", "signer.ext", "Ben Lasting")
        try issue("stamps", by: "root", "stamps.ext", "Lasting Stamps")
        try issue("responder", by: "inter", "responder.ext", "Lasting Responder")
        try issue("checked", by: "inter", "checked.ext", "Checked Responder")
        try write(bytes("signer.crt") + bytes("inter.crt") + bytes("root.crt"), to: "signer.pem")
        try write(
            """
            #!/bin/sh
            cd '\(folder.path)' || exit 1
            request=$(mktemp)
            cat > "$request"
            echo 01 > "$request.serial"
            sed "s|serial = .*|serial = $request.serial|" '\(keys.path("tsa.cnf"))' > "$request.cnf"
            exec openssl ts -reply -config "$request.cnf" -queryfile "$request" -inkey stamps.key \
              -signer stamps.crt -chain root.crt 2>/dev/null

            """, to: "stamp")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: path("stamp"))
    }

    private func openssl(_ words: String...) throws { try keys.openssl(words) }

    package func issue(
        _ name: String, by issuer: String, _ extensions: String, _ subject: String,
        key: String = "rsa:2048", digest: String = "sha256"
    ) throws {
        try openssl(
            "req", "-new", "-newkey", key, "-nodes", "-keyout", path(name + ".key"),
            "-out", path(name + ".csr"), "-subj", "/CN=" + subject)
        // A file with the next number would be shared by concurrent tests.
        try openssl(
            "x509", "-req", "-in", path(name + ".csr"), "-CA", path(issuer + ".crt"), "-CAkey",
            path(issuer + ".key"), "-set_serial", String(Int.random(in: 1...Int.max)), "-days",
            "300", "-extfile",
            path(extensions), "-" + digest, "-out", path(name + ".crt"))
    }

    /// In hexadecimal.
    private func serial(of name: String) throws -> String {
        let words = try keys.openssl(["x509", "-in", path(name + ".crt"), "-noout", "-serial"])
        return String(decoding: words, as: UTF8.self).split(separator: "=").last
            .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) } ?? ""
    }

    /// The lines of an index in the format of `openssl ca`.
    private func index(revoked: [String: String], good: [String] = []) throws -> String {
        var lines = ""
        for (name, time) in revoked.sorted(by: { $0.key < $1.key }) {
            lines += "R\t351231000000Z\t\(time)\t\(try serial(of: name))\tunknown\t/CN=\(name)\n"
        }
        for name in good {
            lines += "V\t351231000000Z\t\t\(try serial(of: name))\tunknown\t/CN=\(name)\n"
        }
        return lines
    }

    /// DER, valid for 30 days from now.
    ///
    /// - Parameters:
    ///   - revoked: revocation times such as `260531094000Z` by certificate name.
    ///   - extensions: lines of the configuration section.
    ///   - key: the key of another authority, which signs instead of the issuer.
    package func list(
        by issuer: String, revoked: [String: String] = [:], extensions: String = "",
        key: String? = nil, digest: String = "sha256"
    ) throws -> [UInt8] {
        let name = UUID().uuidString
        try write(try index(revoked: revoked), to: name + ".txt")
        try write("01\n", to: name + ".number")
        try write(
            """
            [ca]
            default_ca = own
            [own]
            database = \(path(name + ".txt"))
            crlnumber = \(path(name + ".number"))
            default_md = \(digest)
            default_crl_days = 30
            crl_extensions = more
            [more]
            \(extensions)
            """, to: name + ".cnf")
        try openssl(
            "ca", "-config", path(name + ".cnf"), "-gencrl", "-cert", path(issuer + ".crt"),
            "-keyfile", path((key ?? issuer) + ".key"), "-out", path(name + ".pem"))
        return Array(try keys.openssl(["crl", "-in", path(name + ".pem"), "-outform", "DER"]))
    }

    /// An OCSP response about a certificate of `inter`, valid for seven days from now.
    package func response(
        about name: String = "signer", by responder: String = "responder", revoked: String? = nil,
        isKnown: Bool = true, digest: String = "sha256"
    ) throws -> [UInt8] {
        let file = UUID().uuidString
        let lines = try index(
            revoked: revoked.map { [name: $0] } ?? [:],
            good: revoked == nil && isKnown ? [name] : [])
        try write(lines, to: file + ".txt")
        // openssl has no server to contact, and still writes the request.
        try openssl(
            "ocsp", "-issuer", path("inter.crt"), "-cert", path(name + ".crt"), "-reqout",
            path(file + ".request"), "-no_nonce")
        try openssl(
            "ocsp", "-index", path(file + ".txt"), "-CA", path("inter.crt"), "-rsigner",
            path(responder + ".crt"), "-rkey", path(responder + ".key"), "-reqin",
            path(file + ".request"), "-rmd", digest, "-respout", path(file), "-ndays", "7")
        return bytes(file)
    }
}
