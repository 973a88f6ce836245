import Basics
import CCrypto

package enum TimestampFault: Error, Sendable, Hashable {
    /// The data is not a response or a token of RFC 3161.
    case unreadable
    /// The authority rejected the request with this status (RFC 3161, 2.4.2).
    case refused(status: Int)
    /// The token is about other data.
    case otherImprint
    /// The response belongs to another request, perhaps an older request.
    case otherNonce
    /// The token's signature does not verify, or its certificate is not for timestamps.
    case badSignature
    /// The timestamp program failed, with a description.
    case program(String)
}

/// The request to a timestamp authority for a token over a signature (RFC 3161, 2.4.1).
package struct TimestampRequest: Sendable {
    private let imprint: [UInt8]
    /// The nonce; nil if replayed responses need not be detected.
    private let nonce: [UInt8]?

    /// - Parameter hasNonce: whether the response must repeat a random number.
    package init(over signature: [UInt8], hasNonce: Bool) throws(TimestampFault) {
        guard let imprint = try? SHA256.digest(of: signature) else { throw .unreadable }
        try self.init(of: imprint, hasNonce: hasNonce)
    }

    /// - Parameter digest: the SHA-256 digest of the data to stamp, such as a document without the
    ///   space reserved for the token.
    package init(of digest: [UInt8], hasNonce: Bool) throws(TimestampFault) {
        imprint = digest
        guard hasNonce else {
            nonce = nil
            return
        }
        var random = [UInt8](repeating: 0, count: 8)
        guard unsafe RAND_bytes(&random, Int32(random.count)) == 1 else { throw .unreadable }
        nonce = random
    }

    package var bytes: [UInt8] {
        DER.sequence(
            DER.integer([1]),
            DER.sequence(DER.algorithm(NID_sha256, DER.null), DER.octets(imprint)),
            nonce.map { DER.integer($0) } ?? [],
            // Requests the authority's certificate in the token.
            DER.value(0x01, [0xFF]))
    }

    /// Returns the token in a response, which must match this request.
    ///
    /// - Parameter orAlone: whether the response may be a bare token without a status.
    package func token(
        in response: [UInt8], orAlone: Bool = false
    ) throws(TimestampFault) -> [UInt8] {
        if orAlone, (try? TimestampToken(response)) != nil {
            try check(response)
            return response
        }
        guard let parts = try? DERElement(all: response).children,
            let state = try? parts.first?.children.first, state.tag == 0x02
        else { throw .unreadable }
        // Granted, possibly with modifications that the token describes.
        let status = state.content.count == 1 ? state.content.first ?? 2 : 2
        guard status <= 1 else { throw .refused(status: Int(status)) }
        let bytes = parts.dropFirst().first.map { Array($0.whole) } ?? []
        try check(bytes)
        return bytes
    }

    private func check(_ bytes: [UInt8]) throws(TimestampFault) {
        let token = try TimestampToken(bytes)
        try token.expect(imprint: imprint)
        if let nonce, token.nonce != DER.integer(nonce) { throw .otherNonce }
    }
}

/// An RFC 3161 token: an authority's statement that a digest existed at a time.
///
/// TS_RESP_verify needs the root of the authority and a chain to it, but trust is not judged here.
/// Therefore the signature is verified like that of a document.
struct TimestampToken {
    private let message: ParsedSignedData
    private let digest: SHA2
    private let imprint: [UInt8]
    /// The time in seconds since 1970.
    let seconds: Int
    /// The time in ISO 8601: `2026-11-23T09:30:00Z`.
    let moment: String
    /// The nonce including tag and length; empty if there is none.
    let nonce: [UInt8]

    var authority: String? { message.signer?.subject }

    var hasBrokenCertificate: Bool { message.hasBrokenCertificate }
    var uncoveredCertificates: Int { message.uncoveredCertificates }

    /// - Parameter isPadded: whether zeros may follow, as in the space reserved in a document.
    init(_ bytes: [UInt8], isPadded: Bool = false) throws(TimestampFault) {
        guard let message = try? ParsedSignedData(bytes), isPadded || message.isWhole(bytes),
            message.contentType == NID_id_smime_ct_TSTInfo, let content = message.content,
            DER.isDistinguished(content),
            let info = unsafe LibcryptoObject(content, d2i_TS_TST_INFO, TS_TST_INFO_free),
            unsafe TS_TST_INFO_get_version(info.pointer) == 1,
            let imprint = unsafe TS_TST_INFO_get_msg_imprint(info.pointer),
            let digest = SHA2(
                algorithm: try? DERElement(
                    all: DER.encoding {
                        unsafe i2d_X509_ALGOR(TS_MSG_IMPRINT_get_algo(imprint), $0)
                    })),
            let time = unsafe TS_TST_INFO_get_time(info.pointer), unsafe time.pointee.length >= 15,
            // The time may have fractions of a second.
            case let text = unsafe time.pointee.bytes, text.last == UInt8(ascii: "Z"),
            text.prefix(14).allSatisfy(ASCII.isDigit),
            let seconds = unsafe ASN1_STRING.seconds(time)
        else { throw .unreadable }
        defer { withExtendedLifetime(info) {} }
        (self.message, self.digest, self.seconds) = (message, digest, seconds)
        self.imprint = unsafe TS_MSG_IMPRINT_get_msg(imprint).pointee.bytes
        nonce = DER.encoding { unsafe i2d_ASN1_INTEGER(TS_TST_INFO_get_nonce(info.pointer), $0) }
        func part(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
        moment =
            "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T"
            + "\(part(8..<10)):\(part(10..<12)):\(part(12..<14))Z"
    }

    var signer: Certificate? { message.signer }
    var certificates: [Certificate] { message.certificates }

    func expect(imprint: [UInt8]) throws(TimestampFault) {
        guard digest == .sha256, self.imprint == imprint else { throw .otherImprint }
        guard isSignedRight else { throw .badSignature }
    }

    /// The token must be about these bytes and verify with its own certificate.
    func expect(
        over one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8> = []
    ) throws(TimestampFault) {
        guard let seen = try? digest.digest(of: one, other), seen == imprint else {
            throw .otherImprint
        }
        guard isSignedRight else { throw .badSignature }
    }

    private var isSignedRight: Bool {
        guard let content = message.content, let signer = message.signer else { return false }
        return message.isAbout(content[...]) && message.isConsistent && message.isSignedRight
            && signer.isForTimestamps && signer.key.isStrong
    }
}

extension TimestampFault {
    /// The fault as the last part of a sentence.
    var words: String {
        switch self {
        case .unreadable: "the response is not valid (RFC 3161)"
        case .refused(let status): "the authority rejected the request with status \(status)"
        case .otherImprint: "the response is for another signature"
        case .otherNonce: "the response is for another request"
        case .badSignature: "its signature is invalid, or its certificate is not for timestamps"
        case .program(let words): words
        }
    }
}
