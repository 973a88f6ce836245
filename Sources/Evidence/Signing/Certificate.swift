import Basics
import CCrypto

/// An X.509 certificate (RFC 5280): its original bytes and the properties needed for signing.
package struct Certificate: Sendable, Equatable {
    let bytes: [UInt8]
    let object: LibcryptoObject
    let key: AsymmetricKey
    /// The encoded issuer and serial number, by which a signature identifies its signer.
    let issuer: [UInt8]
    let serial: [UInt8]
    /// The encoded subject.
    let owner: [UInt8]
    /// The subject, formatted by RFC 2253.
    package let subject: String
    package let commonName: String?
    /// The issuer, formatted by RFC 2253.
    let issuerName: String
    /// The validity period in seconds since 1970.
    let notBefore: Int
    package let notAfter: Int

    package static func == (one: Certificate, other: Certificate) -> Bool {
        one.bytes == other.bytes
    }

    /// Returns nil if the bytes are not a certificate, or if libcrypto does not support its key.
    init?(_ bytes: [UInt8]) {
        defer { ERR_clear_error() }
        guard let object = unsafe LibcryptoObject(bytes, d2i_X509, X509_free),
            DER.isDistinguished(bytes)
        else { return nil }
        let read = unsafe object.pointer
        guard
            let key = unsafe X509_get_pubkey(read).map({ unsafe AsymmetricKey(owning: $0) }),
            let from = unsafe X509_get0_notBefore(read).pointee.seconds,
            let to = unsafe X509_get0_notAfter(read).pointee.seconds,
            let subject = unsafe Self.text(of: X509_get_subject_name(read)),
            let issuerName = unsafe Self.text(of: X509_get_issuer_name(read))
        else { return nil }
        (self.bytes, self.object, self.key) = (bytes, object, key)
        (notBefore, notAfter) = (from, to)
        (self.subject, self.issuerName) = (subject, issuerName)
        commonName = unsafe Self.commonName(in: X509_get_subject_name(read))
        issuer = DER.encoding { unsafe i2d_X509_NAME(X509_get_issuer_name(read), $0) }
        owner = DER.encoding { unsafe i2d_X509_NAME(X509_get_subject_name(read), $0) }
        serial = DER.encoding { unsafe i2d_ASN1_INTEGER(X509_get0_serialNumber(read), $0) }
    }

    /// The last day of validity in UTC: `2026-11-23`.
    package var lastDay: String { Self.day(notAfter) }

    /// - Parameter seconds: the time in seconds since 1970.
    static func day(_ seconds: Int) -> String {
        let date = CivilDate(daysSinceEpoch: seconds.flooredQuotient(by: 86_400).quotient)
        return "\(date.year)-\(String(date.month, digits: 2))-\(String(date.day, digits: 2))"
    }

    /// Whether the key usage excludes signatures (RFC 5280, 4.2.1.3).
    var forbidsSigning: Bool {
        unsafe X509_get_key_usage(object.pointer)
            & UInt32(KU_DIGITAL_SIGNATURE | KU_NON_REPUDIATION)
            == 0
    }

    /// Whether the certificate is issued for timestamps only (RFC 3161, 2.3).
    var isForTimestamps: Bool {
        unsafe X509_check_purpose(object.pointer, X509_PURPOSE_TIMESTAMP_SIGN, 0) == 1
    }

    /// As an authority, or as a root of version 1. For libcrypto a key usage suffices.
    var isAuthority: Bool { unsafe [1, 3].contains(X509_check_ca(object.pointer)) }

    var isSelfIssued: Bool { issuer == owner }

    /// Whether the revocation of this OCSP responder need not be checked (RFC 6960, 4.2.2.2.1).
    var needsNoRevocation: Bool {
        unsafe X509_get_ext_by_NID(object.pointer, NID_id_pkix_OCSP_noCheck, -1) >= 0
    }

    /// Nil for the certificate of another issuer, and if the algorithm is not supported.
    func isIssued(by issuer: Certificate) -> Bool? {
        guard self.issuer == issuer.owner else { return nil }
        defer { ERR_clear_error() }
        let algorithm = DER.encoding {
            unsafe i2d_X509_ALGOR(X509_get0_tbs_sigalg(object.pointer), $0)
        }
        guard SignatureAlgorithm(algorithm)?.digest != nil else { return nil }
        return unsafe X509_verify(object.pointer, issuer.key.pointer) == 1
    }

    private static func commonName(in name: OpaquePointer?) -> String? {
        let place = unsafe X509_NAME_get_index_by_NID(name, NID_commonName, -1)
        guard place >= 0, let entry = unsafe X509_NAME_get_entry(name, place) else { return nil }
        let text = DER.encoding {
            unsafe ASN1_STRING_to_UTF8($0, X509_NAME_ENTRY_get_data(entry))
        }
        guard !text.isEmpty else { return nil }
        // The name is shown on pages and passed to programs, so control characters are removed.
        let scalars = String(decoding: text, as: UTF8.self).unicodeScalars.filter {
            $0.properties.generalCategory != .control
        }
        return String(String(String.UnicodeScalarView(scalars)).prefix(200))
    }

    private static func text(of name: OpaquePointer?) -> String? {
        guard let name = unsafe name, let bio = unsafe BIO_new(BIO_s_mem()) else { return nil }
        defer { unsafe BIO_free(bio) }
        // Control characters stay escaped, because the text is written to terminals and logs.
        guard unsafe X509_NAME_print_ex(bio, name, 0, name_on_a_line) >= 0 else { return nil }
        var data: UnsafeMutablePointer<CChar>?
        let count = unsafe memory_bio_data(bio, &data)
        guard let data = unsafe data else { return "" }
        let text = unsafe UnsafeRawBufferPointer(start: data, count: count)
        return unsafe String(String(decoding: text, as: UTF8.self).prefix(512))
    }
}

extension ASN1_STRING {
    /// The time in certificates, lists and responses, in seconds since 1970. libcrypto also reads
    /// times without seconds and with time zones (RFC 5280, 4.1.2.5).
    var seconds: Int? {
        guard unsafe length == (type == V_ASN1_UTCTIME ? 13 : 15) else { return nil }
        return unsafe withUnsafePointer(to: self) { unsafe Self.seconds($0) }
    }

    static func seconds(_ time: UnsafePointer<ASN1_TIME>) -> Int? {
        var (days, seconds): (Int32, Int32) = (0, 0)
        guard let epoch = unsafe ASN1_TIME_set(nil, 0) else { return nil }
        defer { unsafe ASN1_STRING_free(epoch) }
        guard unsafe ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return nil }
        return Int(days) * 86_400 + Int(seconds)
    }

    var bytes: [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: data, count: Int(length)))
    }
}
