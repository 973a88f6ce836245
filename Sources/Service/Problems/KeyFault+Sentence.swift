package import Evidence

extension KeyFault {
    /// One line for the operator who started the program.
    package var sentence: String {
        switch self {
        case .missing(.key):
            "sign_certificate or sign_passphrase_file is set, but sign_key is not"
        case .missing(.certificate):
            "sign_certificate is not set, and the file of sign_key contains no certificate"
        case .missing(.passphrase): "sign_passphrase_file is not set"
        case .unreadable(.key, let path): "sign_key: \(path) cannot be read"
        case .unreadable(.certificate, let path):
            "sign_certificate: \(path) cannot be read"
        case .unreadable(.passphrase, let path):
            "sign_passphrase_file: \(path) cannot be read"
        case .malformed(.passphrase, let path):
            "sign_passphrase_file: the first line of \(path) is not a valid passphrase"
        case .malformed(.key, let path):
            "sign_key: \(path) is neither a PEM file nor PKCS#12 with current ciphers"
        case .malformed(.certificate, let path):
            "sign_certificate: \(path) is neither a PEM file nor PKCS#12 with current ciphers"
        case .tooLarge(let path, let limit):
            "\(path) has more than \(limit) bytes: it is not a valid file for "
                + "sign_key, sign_certificate or sign_passphrase_file"
        case .wantsPassphrase(let role, let path):
            "\(role == .key ? "sign_key" : "sign_certificate"): \(path) is encrypted; set sign_passphrase_file to a file with its passphrase"
        case .wrongPassphrase(let path):
            "sign_passphrase_file: the passphrase does not decrypt \(path)"
        case .empty(.key, let path): "sign_key: \(path) contains no private key"
        case .empty(.certificate, let path), .empty(.passphrase, let path):
            "sign_certificate: \(path) contains no certificate"
        case .noFit(let path):
            "sign_certificate: no certificate in \(path) belongs to the key of sign_key"
        case .weak(let bits):
            "sign_key: the RSA key has \(bits) bits, but must have at least 2048"
        case .unsupported(let kind):
            "sign_key: keys of type \(kind) are not supported, since not all PDF readers verify "
                + "them; use RSA with at least 2048 bits, or ECDSA on P-256 or P-384"
        case .expired(let subject):
            "sign_certificate: the certificate of \(subject) has expired"
        case .notYetValid(let subject):
            "sign_certificate: the certificate of \(subject) is not valid yet"
        case .notForSigning(let subject):
            "sign_certificate: the certificate of \(subject) does not allow signatures"
        case .brokenChain(let subject):
            "sign_certificate: the issuer in the chain did not sign the certificate of \(subject)"
        case .noRoom(let needed, let room):
            "sign_room: a signature with these certificates has \(needed) bytes, but only "
                + "\(room) are reserved"
        case .refused: "sign_key: libcrypto cannot sign with this key"
        }
    }
}
