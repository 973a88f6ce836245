import Basics
import CCrypto

/// Certificates, revocation lists and OCSP responses with which others can validate a signature
/// when the authorities no longer respond.
package struct ValidationData: Sendable {
    package enum Limits {
        /// The maximum size of a file. The largest lists of public authorities have about 10 MB.
        package static let fileBytes = 16 << 20
        static let allBytes = 64 << 20
        package static let files = 100
        /// The maximum number of values of a kind.
        static let values = 200
    }

    var certificates: [Certificate] = []
    private(set) var lists: [RevocationList] = []
    private(set) var responses: [OCSPResponse] = []
    private var count = 0

    package init() {}

    /// Adds all values in a file: DER, or PEM with any number of certificates and lists.
    package mutating func add(file bytes: [UInt8], path: String) throws(ValidationFault) {
        guard bytes.count <= Limits.fileBytes else {
            throw .tooLarge(path: path, limit: Limits.fileBytes)
        }
        guard bytes.first != 0x30 else { return try add(value: bytes, path: path) }
        let labels: Set = ["CERTIFICATE", "X509 CRL", "OCSP RESPONSE"]
        guard let values = PEMFile.values(in: bytes, labels: labels), !values.isEmpty else {
            throw .malformed(path: path)
        }
        for value in values { try add(value: value, path: path) }
    }

    mutating func add(_ certificates: [Certificate]) throws(ValidationFault) {
        for certificate in certificates { try add(certificate) }
    }

    mutating func add(
        certificates: [[UInt8]], lists: [[UInt8]], responses: [[UInt8]]
    ) throws(ValidationFault) {
        let path = "/DSS"
        for bytes in certificates {
            guard let certificate = Certificate(bytes) else { throw .malformed(path: path) }
            try add(certificate)
        }
        for bytes in lists + responses { try add(value: bytes, path: path) }
    }

    private mutating func add(value bytes: [UInt8], path: String) throws(ValidationFault) {
        let first = try? DERElement(DERElement(all: bytes).content)
        // Certificates and lists begin with a sequence, responses with their status.
        if first?.tag != 0x30 {
            guard let response = OCSPResponse(bytes) else { throw .malformed(path: path) }
            guard response.isSuccessful else { throw .noResponse(path: path) }
            guard !responses.contains(where: { $0.bytes == bytes }) else { return }
            try spend(bytes, responses.count)
            responses.append(response)
            try add(response.certificates)
        } else if let certificate = Certificate(bytes) {
            try add(certificate)
        } else if let list = RevocationList(bytes) {
            guard !lists.contains(where: { $0.bytes == bytes }) else { return }
            try spend(bytes, lists.count)
            lists.append(list)
        } else {
            throw .malformed(path: path)
        }
    }

    private mutating func add(_ certificate: Certificate) throws(ValidationFault) {
        guard !certificates.contains(certificate) else { return }
        try spend(certificate.bytes, certificates.count)
        certificates.append(certificate)
    }

    private mutating func spend(_ bytes: [UInt8], _ known: Int) throws(ValidationFault) {
        guard known < Limits.values else { throw .tooMuch(limit: Limits.values, unit: "values") }
        count += bytes.count
        guard count <= Limits.allBytes else {
            throw .tooMuch(limit: Limits.allBytes, unit: "bytes")
        }
    }
}

/// A certificate revocation list (RFC 5280, 5).
struct RevocationList: Sendable {
    let bytes: [UInt8]
    let object: LibcryptoObject
    /// The encoded name of the issuer.
    let issuer: [UInt8]
    private let thisUpdate: Int
    private let nextUpdate: Int?

    init?(_ bytes: [UInt8]) {
        guard DER.isDistinguished(bytes),
            let object = unsafe LibcryptoObject(bytes, d2i_X509_CRL, X509_CRL_free),
            let thisUpdate = unsafe X509_CRL_get0_lastUpdate(object.pointer)?.pointee.seconds
        else { return nil }
        let next = unsafe X509_CRL_get0_nextUpdate(object.pointer)
        nextUpdate = unsafe next?.pointee.seconds
        if unsafe next != nil, nextUpdate == nil { return nil }
        (self.bytes, self.object, self.thisUpdate) = (bytes, object, thisUpdate)
        issuer = DER.encoding { unsafe i2d_X509_NAME(X509_CRL_get_issuer(object.pointer), $0) }
    }

    /// What the list states, at any time, about a certificate of its issuer.
    func statement(
        about certificate: Certificate, of issuer: Certificate
    ) -> Result<RevocationStatement, ValidationFault.Reason> {
        var algorithm: UnsafePointer<X509_ALGOR>?
        unsafe X509_CRL_get0_signature(object.pointer, nil, &algorithm)
        let encoding = DER.encoding { unsafe i2d_X509_ALGOR(algorithm, $0) }
        guard SignatureAlgorithm(encoding)?.digest != nil else { return .failure(.badSignature) }
        switch TrustedIssuer(issuer, at: nil, by: self)?.verdict(of: [certificate])?.error {
        case X509_V_OK, X509_V_ERR_CERT_REVOKED: break
        case X509_V_ERR_CRL_SIGNATURE_FAILURE, X509_V_ERR_KEYUSAGE_NO_CRL_SIGN:
            return .failure(.badSignature)
        default: return .failure(.otherScope)
        }
        // libcrypto takes a delta, which only has changes, for a list.
        if unsafe X509_CRL_get_ext_by_NID(object.pointer, NID_delta_crl, -1) >= 0 {
            return .failure(.otherScope)
        }
        var entry: OpaquePointer?
        let isListed = unsafe X509_CRL_get0_by_cert(
            object.pointer, &entry, certificate.object.pointer)
        // A revocation without a valid time counts from the beginning.
        let status: RevocationStatement.Status =
            isListed == 0
            ? .good
            : .revoked(
                at: unsafe X509_REVOKED_get0_revocationDate(entry)?.pointee.seconds ?? 0)
        return .success(
            RevocationStatement(status: status, thisUpdate: thisUpdate, nextUpdate: nextUpdate))
    }
}

/// The statements of an OCSP responder about certificates (RFC 6960, 4.2).
struct OCSPResponse: Sendable {
    let bytes: [UInt8]
    private(set) var certificates: [Certificate] = []
    private var basic: LibcryptoObject?

    private static let maxAnswers = 1_000
    private static let maxCertificates = 20

    /// Whether the response states more than an error.
    var isSuccessful: Bool { basic != nil }

    init?(_ bytes: [UInt8]) {
        defer { ERR_clear_error() }
        guard DER.isDistinguished(bytes),
            let whole = unsafe LibcryptoObject(bytes, d2i_OCSP_RESPONSE, OCSP_RESPONSE_free)
        else { return nil }
        self.bytes = bytes
        guard unsafe OCSP_response_status(whole.pointer) == OCSP_RESPONSE_STATUS_SUCCESSFUL else {
            return
        }
        guard let inner = try? DERElement(all: bytes).children.last?.only.children.last,
            (try? DERElement(all: Array(inner.content))) != nil,
            DER.isDistinguished(inner.content),
            let read = unsafe OCSP_response_get1_basic(whole.pointer)
        else { return nil }
        let basic = unsafe LibcryptoObject(owning: read, OCSP_BASICRESP_free)
        self.basic = basic
        let sent = unsafe OCSP_resp_get0_certs(read)
        let count = unsafe max(0, OPENSSL_sk_num(sent))
        guard unsafe OCSP_resp_count(read) <= Self.maxAnswers, count <= Self.maxCertificates,
            // An unknown critical extension could change the meaning.
            unsafe OCSP_BASICRESP_get_ext_by_critical(read, 1, -1) < 0
        else { return nil }
        certificates = (0..<count).compactMap { index in
            Certificate(
                DER.encoding { unsafe i2d_X509(OpaquePointer(OPENSSL_sk_value(sent, index)), $0) })
        }
    }

    func statements(
        about certificate: Certificate, of issuer: Certificate
    ) -> [RevocationStatement] {
        guard let basic else { return [] }
        return unsafe (0..<max(0, OCSP_resp_count(basic.pointer))).compactMap { index in
            let answer = unsafe OCSP_resp_get0(basic.pointer, index)
            let id = unsafe OCSP_SINGLERESP_get0_id(answer)
            var digest: OpaquePointer?
            unsafe OCSP_id_get0_info(nil, &digest, nil, nil, id)
            // The digest that identifies a certificate need not be secure.
            let name = unsafe OBJ_obj2nid(digest)
            guard name == NID_sha1 || SHA2(name) != nil,
                let own = unsafe OCSP_cert_to_id(
                    EVP_get_digestbyname(OBJ_nid2sn(name)), certificate.object.pointer,
                    issuer.object.pointer)
            else { return nil }
            defer { unsafe OCSP_CERTID_free(own) }
            guard unsafe OCSP_id_cmp(own, id) == 0 else { return nil }
            var times:
                (
                    revoked: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?,
                    this: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?,
                    next: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
                )
            let said = unsafe OCSP_single_get0_status(
                answer, nil, &times.revoked, &times.this, &times.next)
            guard let thisUpdate = unsafe times.this?.pointee.seconds else { return nil }
            let status: RevocationStatement.Status =
                switch said {
                case V_OCSP_CERTSTATUS_GOOD: .good
                case V_OCSP_CERTSTATUS_REVOKED:
                    .revoked(at: unsafe times.revoked?.pointee.seconds ?? 0)
                default: .unknown
                }
            return unsafe RevocationStatement(
                status: status, thisUpdate: thisUpdate, nextUpdate: times.next?.pointee.seconds)
        }
    }

    /// Whether the response was signed by a certificate: that of the issuer, or one that the
    /// issuer authorized for responses (RFC 6960, 4.2.2.2).
    func isSigned(by responder: Certificate, of issuer: Certificate) -> Bool {
        defer { ERR_clear_error() }
        guard let basic, let trust = TrustedIssuer(issuer, at: nil) else { return false }
        let algorithm = DER.encoding {
            unsafe i2d_X509_ALGOR(OCSP_resp_get0_tbs_sigalg(basic.pointer), $0)
        }
        guard SignatureAlgorithm(algorithm)?.digest != nil,
            responder == issuer || !responder.forbidsSigning
        else { return false }
        return unsafe LibcryptoObject.withStack(of: [responder.object]) { stack in
            unsafe OCSP_basic_verify(
                basic.pointer, stack, trust.store.pointer, UInt(OCSP_NOINTERN | OCSP_NOEXPLICIT))
                == 1
        }
    }
}
