package import Evidence

extension KeyFault {
    /// One line for the operator who started the program.
    package var sentence: String {
        switch self {
        case .missing(.key):
            "sign_key names no key, which sign_certificate is for"
        case .missing(.certificate):
            "sign_certificate names no certificate, and the file of sign_key holds none"
        case .missing(.passphrase): "sign_passphrase_file names no file"
        case .unreadable(.key, let path): "sign_key: \(path) cannot be read"
        case .unreadable(.certificate, let path):
            "sign_certificate: \(path) cannot be read"
        case .unreadable(.passphrase, let path):
            "sign_passphrase_file: \(path) cannot be read"
        case .malformed(.passphrase, let path):
            "sign_passphrase_file: the first line of \(path) is no text"
        case .malformed(.key, let path), .malformed(.certificate, let path):
            "sign_key: \(path) is no key as PEM, nor PKCS#12 with ciphers of today"
        case .tooLarge(let path, let limit):
            "\(path) has more than \(limit) bytes: it is no file for sign_key, "
                + "sign_certificate or sign_passphrase_file"
        case .wantsPassphrase(let path):
            "sign_key: \(path) is encrypted; sign_passphrase_file names a file with its passphrase"
        case .wrongPassphrase(let path):
            "sign_passphrase_file: the passphrase does not open \(path)"
        case .empty(.key, let path): "sign_key: \(path) holds no private key"
        case .empty(.certificate, let path), .empty(.passphrase, let path):
            "sign_certificate: \(path) holds no certificate"
        case .noFit(let path):
            "sign_certificate: no certificate in \(path) is the one of sign_key"
        case .weak(let bits):
            "sign_key: an RSA key has at least 2048 bits, and this one has \(bits)"
        case .unsupported(let kind):
            "sign_key: keys of the kind \(kind) are not used, since not all readers know them; "
                + "RSA from 2048 bits on and ECDSA on P-256 or P-384 are"
        case .expired(let subject):
            "sign_certificate: the certificate of \(subject) has expired"
        case .notYetValid(let subject):
            "sign_certificate: the certificate of \(subject) is not valid yet"
        case .notForSigning(let subject):
            "sign_certificate: the certificate of \(subject) is not for signatures"
        case .noRoom(let needed, let room):
            "sign_room: a signature with these certificates has \(needed) bytes, and there is room "
                + "for \(room)"
        case .refused: "sign_key: the system's library makes no signature with it"
        }
    }
}
