package import Foundation

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
        return Array(
            try keys.openssl(["crl", "-in", path(name + ".pem"), "-outform", "DER"]))
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
