import Basics
import CCrypto

/// SignedData of one signer, possibly made by other software. Parsing does not judge it.
package struct ParsedSignedData {
    /// libcrypto's number of the type of the signed content.
    let contentType: Int32
    let content: [UInt8]?
    let certificates: [Certificate]
    /// The number of certificates that could not be parsed.
    private let unreadable: Int
    /// The signer's certificate; nil if the message does not contain it.
    let signer: Certificate?
    let digest: SHA2
    package let signature: [UInt8]
    let signedDigest: [UInt8]?
    /// By the key of the signer's certificate.
    let isSignedRight: Bool
    /// The content type is correct, and certificate references are to the signer's certificate.
    let isConsistent: Bool
    /// Whether the message references the signer's certificate, as PAdES requires.
    let namesCertificate: Bool
    /// Whether the message states a signing time, which PAdES forbids.
    let statesTime: Bool
    /// The unsigned tokens, as encoded.
    package let timestamps: [[UInt8]]
    /// The number of bytes of the message; zeros may follow.
    private let count: Int

    private static let maxCertificates = 100
    /// Revocation lists in a signature may have megabytes.
    static let maxBytes = 8 << 20

    /// Parses the first value in these bytes.
    package init(_ bytes: [UInt8]) throws(DERFault) {
        defer { ERR_clear_error() }
        let whole = try DERElement(bytes[...])
        count = whole.whole.count
        guard count <= Self.maxBytes, DER.isDistinguished(whole.whole),
            let message = unsafe LibcryptoObject(
                Array(whole.whole), d2i_CMS_ContentInfo, CMS_ContentInfo_free),
            unsafe OBJ_obj2nid(CMS_get0_type(message.pointer)) == NID_pkcs7_signed,
            let signers = unsafe CMS_get0_SignerInfos(message.pointer),
            // PAdES requires exactly one signer (as does ISO 19005-3, 6.4.3).
            unsafe OPENSSL_sk_num(signers) == 1,
            let info = unsafe OPENSSL_sk_value(signers, 0).map({ OpaquePointer($0) })
        else { throw DERFault() }
        // The signer's part belongs to the message.
        defer { withExtendedLifetime(message) {} }
        contentType = unsafe OBJ_obj2nid(CMS_get0_eContentType(message.pointer))
        content = unsafe CMS_get0_content(message.pointer)?.pointee?.pointee.bytes

        var algorithms: (UnsafeMutablePointer<X509_ALGOR>?, UnsafeMutablePointer<X509_ALGOR>?)
        unsafe CMS_SignerInfo_get0_algs(info, nil, nil, &algorithms.0, &algorithms.1)
        let hash = DER.encoding { unsafe i2d_X509_ALGOR(algorithms.0, $0) }
        let kind = DER.encoding { unsafe i2d_X509_ALGOR(algorithms.1, $0) }
        guard let digest = SHA2(algorithm: try DERElement(all: hash)),
            let algorithm = SignatureAlgorithm(kind), algorithm.digest ?? digest == digest,
            unsafe CMS_signed_get_attr_count(info) > 0
        else { throw DERFault() }
        self.digest = digest
        let chain = try Self.certificates(in: whole, contentType, digest)
        certificates = chain.compactMap { Certificate(Array($0.whole)) }
        unreadable = chain.count - certificates.count

        var name: (issuer: OpaquePointer?, serial: UnsafeMutablePointer<ASN1_INTEGER>?)
        unsafe CMS_SignerInfo_get0_signer_id(info, nil, &name.issuer, &name.serial)
        let issuer = DER.encoding { unsafe i2d_X509_NAME(name.issuer, $0) }
        let serial = DER.encoding { unsafe i2d_ASN1_INTEGER(name.serial, $0) }
        let signer = certificates.first { $0.issuer == issuer && $0.serial == serial }
        self.signer = signer
        signature = unsafe CMS_SignerInfo_get0_signature(info).pointee.bytes
        isSignedRight =
            if let signer, algorithm.fits(signer.key) {
                unsafe Self.verifies(info, signer)
            } else { false }

        /// The single value of a signed attribute; nil if it is missing or not unique.
        func value(_ name: Int32, _ type: Int32) -> UnsafeMutableRawPointer? {
            unsafe CMS_signed_get0_data_by_OBJ(info, OBJ_nid2obj(name), -3, type)
        }
        func has(_ name: Int32) -> Bool { unsafe CMS_signed_get_attr_by_NID(info, name, -1) >= 0 }
        func string(_ name: Int32, _ type: Int32) -> [UInt8]? {
            unsafe value(name, type)?.assumingMemoryBound(to: ASN1_STRING.self).pointee.bytes
        }
        signedDigest = string(NID_pkcs9_messageDigest, V_ASN1_OCTET_STRING)
        let type = unsafe value(NID_pkcs9_contentType, V_ASN1_OBJECT).map {
            unsafe OBJ_cmp(OpaquePointer($0), CMS_get0_eContentType(message.pointer))
        }
        namesCertificate = has(NID_id_smime_aa_signingCertificateV2)
        let reference = string(NID_id_smime_aa_signingCertificateV2, V_ASN1_SEQUENCE)
        isConsistent =
            type == 0 && (!namesCertificate || Self.names(reference ?? [], signer))
        statesTime = has(NID_pkcs9_signingTime)
        timestamps = unsafe Self.timestamps(in: info)
    }

    /// Returns the certificates. Checks what nothing signs and libcrypto ignores, so that no bit
    /// of a message can be changed: the versions, the list of digests and a bit of the tags (RFC
    /// 5652, 5.1 and 5.3).
    private static func certificates(
        in whole: DERElement, _ contentType: Int32, _ digest: SHA2
    ) throws(DERFault) -> [DERElement] {
        guard let inner = try whole.children.last, let data = try? inner.only.children,
            data.count >= 4, let signer = try data.last?.only.children,
            // A signer identified by its issuer has version 1.
            signer.first.map({ Array($0.content) }) == [1],
            (data + signer).allSatisfy({ $0.tag < 0x80 || $0.tag & 0x20 != 0 })
        else { throw DERFault() }
        let listed = try data[1].children.map { SHA2(algorithm: $0) }
        guard listed.contains(digest), !listed.contains(nil) else { throw DERFault() }
        let chain = try data.first { $0.tag == DER.context(0) }?.children ?? []
        guard chain.count <= maxCertificates else { throw DERFault() }
        let tags = Set(chain.map(\.tag))
        var versions: [UInt8] = [contentType == NID_pkcs7_data ? 1 : 3]
        if tags.contains(DER.context(1)) { versions = [3] }
        // Revocation lists may be in other formats.
        if data.contains(where: { $0.tag == DER.context(1) }) { versions.append(5) }
        if tags.contains(DER.context(2)) { versions = [4] }
        if tags.contains(DER.context(3)) { versions = [5] }
        guard data[0].content.count == 1, versions.contains(data[0].content.first ?? 0) else {
            throw DERFault()
        }
        return chain
    }

    private static func verifies(_ info: OpaquePointer, _ signer: Certificate) -> Bool {
        unsafe CMS_SignerInfo_set1_signer_cert(info, signer.object.pointer)
        return unsafe CMS_SignerInfo_verify(info) == 1
    }

    /// Whether a reference (RFC 5035, 3) begins with the digest of the signer's certificate.
    /// libcrypto also compares SHA-1.
    private static func names(_ reference: [UInt8], _ signer: Certificate?) -> Bool {
        guard let signer, let list = try? DERElement(all: reference).children.first?.children,
            let parts = try? list.first?.children, let first = parts.first
        else { return false }
        let isDefault = first.tag == 0x04
        guard let digest = isDefault ? .sha256 : SHA2(algorithm: first),
            let print = isDefault ? first : parts.dropFirst().first, print.tag == 0x04
        else { return false }
        return (try? digest.digest(of: signer.bytes[...])) == Array(print.content)
    }

    private static func timestamps(in info: OpaquePointer) -> [[UInt8]] {
        var tokens: [[UInt8]] = []
        for place in 0..<max(0, unsafe CMS_unsigned_get_attr_count(info)) {
            let attribute = unsafe CMS_unsigned_get_attr(info, place)
            guard
                unsafe OBJ_obj2nid(X509_ATTRIBUTE_get0_object(attribute))
                    == NID_id_smime_aa_timeStampToken
            else { continue }
            for index in 0..<max(0, unsafe X509_ATTRIBUTE_count(attribute)) {
                tokens.append(
                    DER.encoding {
                        unsafe i2d_ASN1_TYPE(X509_ATTRIBUTE_get0_type(attribute, index), $0)
                    })
            }
        }
        return tokens
    }

    /// Whether the signed digest is that of these bytes in parts.
    func isAbout(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8> = []) -> Bool {
        guard let signedDigest, let digest = try? digest.digest(of: one, other) else {
            return false
        }
        return digest == signedDigest
    }

    func isWhole(_ bytes: [UInt8]) -> Bool { bytes.count == count }

    /// Whether only zeros follow the message, as in the space reserved in a document.
    func isAlone(in bytes: [UInt8]) -> Bool {
        bytes.dropFirst(count).allSatisfy { $0 == 0 }
    }
}

// Certificates other than the signer's, which no signature of the message covers.
extension ParsedSignedData {
    var hasBrokenCertificate: Bool { unreadable > 0 || certificates.firstBroken != nil }

    /// Confirmed neither by this message nor by another certificate in it.
    var uncoveredCertificates: Int {
        certificates.count { certificate in
            if certificate == signer, namesCertificate { return false }
            return !certificates.contains { certificate.isIssued(by: $0) == true }
        }
    }
}

extension [Certificate] {
    /// A certificate whose issuer is not among these counts as intact.
    var firstBroken: Certificate? {
        first { certificate in contains { certificate.isIssued(by: $0) == false } }
    }
}
