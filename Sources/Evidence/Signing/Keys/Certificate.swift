import Basics
import CCrypto

/// An X.509 certificate (RFC 5280): its original bytes and the properties needed for signing.
package struct Certificate: Sendable, Equatable {
    let bytes: [UInt8]
    /// The encoded issuer and serial number, by which a signature identifies its signer.
    let issuer: [UInt8]
    let serial: [UInt8]
    /// The encoded subject.
    let owner: [UInt8]
    /// The subject, formatted by RFC 2253.
    package let subject: String
    /// The common name of the subject; nil for a certificate without one.
    package let commonName: String?
    /// The issuer, formatted by RFC 2253.
    let issuerName: String
    let key: AsymmetricKey
    /// The validity period in seconds since 1970.
    let notBefore: Int
    package let notAfter: Int
    /// The key usage; nil if the certificate does not restrict it.
    private let usage: UInt32?
    /// Whether the certificate is issued for timestamps (RFC 3161, 2.3).
    let isForTimestamps: Bool
    /// Whether the certificate is issued for OCSP responses (RFC 6960, 4.2.2.2).
    let isForResponses: Bool

    package static func == (one: Certificate, other: Certificate) -> Bool {
        one.bytes == other.bytes
    }

    /// Returns nil if the bytes are not a certificate, or if libcrypto does not support its key.
    init?(_ bytes: [UInt8]) {
        defer { ERR_clear_error() }
        let read = unsafe bytes.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            var place = bytes.baseAddress
            let end = unsafe place.map { unsafe $0 + bytes.count }
            guard let read = unsafe d2i_X509(nil, &place, bytes.count) else { return nil }
            guard unsafe place == end else {
                unsafe X509_free(read)
                return nil
            }
            return unsafe read
        }
        guard let certificate = unsafe read else { return nil }
        defer { unsafe X509_free(certificate) }
        // Take ownership first, because the following code may fail.
        let owned = unsafe X509_get_pubkey(certificate).map { unsafe AsymmetricKey(owning: $0) }
        guard let key = owned,
            let from = unsafe Self.seconds(X509_get0_notBefore(certificate)),
            let to = unsafe Self.seconds(X509_get0_notAfter(certificate)),
            let subject = unsafe Self.text(of: X509_get_subject_name(certificate)),
            let issuerName = unsafe Self.text(of: X509_get_issuer_name(certificate)),
            let names = try? Self.names(in: bytes)
        else { return nil }
        self.bytes = bytes
        (self.subject, self.issuerName) = (subject, issuerName)
        commonName = unsafe Self.commonName(in: X509_get_subject_name(certificate))
        self.key = key
        (notBefore, notAfter) = (from, to)
        (issuer, serial, owner) = names
        let usage = unsafe X509_get_key_usage(certificate)
        self.usage = usage == UInt32.max ? nil : usage
        let purposes = unsafe X509_get_extended_key_usage(certificate)
        func isFor(_ purpose: Int32) -> Bool {
            purposes != UInt32.max && purposes & UInt32(purpose) != 0
        }
        isForTimestamps = isFor(XKU_TIMESTAMP)
        isForResponses = isFor(XKU_OCSP_SIGN)
    }

    /// The last day of validity in UTC: `2026-11-23`.
    package var lastDay: String { Self.day(notAfter) }

    /// - Parameter seconds: the time in seconds since 1970.
    static func day(_ seconds: Int) -> String {
        let date = CivilDate(daysSinceEpoch: seconds.flooredQuotient(by: 86_400).quotient)
        return "\(date.year)-\(String(date.month, digits: 2))-\(String(date.day, digits: 2))"
    }

    /// Whether the key usage excludes signatures (RFC 5280, 4.2.1.3).
    var forbidsSigning: Bool { forbids(KU_DIGITAL_SIGNATURE | KU_NON_REPUDIATION) }

    /// Whether the key usage is restricted and includes none of these uses.
    func forbids(_ uses: Int32) -> Bool { usage.map { $0 & UInt32(uses) == 0 } ?? false }

    /// Returns the issuer and serial number. `tbsCertificate` begins with version, serial number,
    /// algorithm and issuer.
    private static func names(
        in bytes: [UInt8]
    ) throws(DERFault) -> ([UInt8], [UInt8], [UInt8]) {
        var certificate = try DERSequence(DERElement(all: bytes))
        var facts = try DERSequence(certificate.next())
        _ = facts.take(DER.Tag.context(0))
        let serial = try facts.next(.integer)
        _ = try facts.next(.sequence)
        let issuer = try facts.next(.sequence)
        _ = try facts.next(.sequence)
        let owner = try facts.next(.sequence)
        return (Array(issuer.whole), Array(serial.whole), Array(owner.whole))
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int? {
        var days: Int32 = 0
        var seconds: Int32 = 0
        guard let time = unsafe time, let epoch = unsafe ASN1_TIME_set(nil, 0) else { return nil }
        defer { unsafe ASN1_STRING_free(epoch) }
        guard unsafe ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return nil }
        return Int(days) * 86_400 + Int(seconds)
    }

    private static func commonName(in name: OpaquePointer?) -> String? {
        let place = unsafe X509_NAME_get_index_by_NID(name, NID_commonName, -1)
        guard place >= 0, let entry = unsafe X509_NAME_get_entry(name, place) else { return nil }
        var bytes: UnsafeMutablePointer<UInt8>?
        let count = unsafe ASN1_STRING_to_UTF8(&bytes, X509_NAME_ENTRY_get_data(entry))
        guard count > 0, let start = unsafe bytes else { return nil }
        defer { unsafe bytes_free(start) }
        let text = unsafe UnsafeBufferPointer(start: start, count: Int(count))
        // The name is shown on pages and passed to programs, so control characters are removed.
        let scalars = unsafe String(decoding: text, as: UTF8.self).unicodeScalars.filter {
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
