import Basics

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

    var isEmpty: Bool { certificates.isEmpty && lists.isEmpty && responses.isEmpty }

    /// Adds all values in a file: DER, or PEM with any number of certificates and lists.
    package mutating func add(file bytes: [UInt8], path: String) throws(ValidationFault) {
        guard bytes.count <= Limits.fileBytes else {
            throw .tooLarge(path: path, limit: Limits.fileBytes)
        }
        guard bytes.first != DER.Tag.sequence.rawValue else {
            return try add(value: bytes, path: path)
        }
        let blocks = PEMBlocks(bytes)
        guard !blocks.all.isEmpty, blocks.isWhole else { throw .malformed(path: path) }
        for block in blocks.all { try add(value: block, path: path) }
    }

    /// Adds the certificates in a document or a message.
    mutating func add(_ certificates: [Certificate]) throws(ValidationFault) {
        for certificate in certificates { try add(certificate) }
    }

    /// Adds the values in a document's own security store.
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
        let value: Value
        do throws(DERFault) {
            value = try Value(bytes)
        } catch {
            throw .malformed(path: path)
        }
        switch value {
        case .certificate(let certificate): try add(certificate)
        case .list(let list):
            guard !lists.contains(where: { $0.bytes == bytes }) else { return }
            try spend(bytes, lists.count)
            lists.append(list)
        case .response(let response):
            guard !responses.contains(where: { $0.bytes == bytes }) else { return }
            try spend(bytes, responses.count)
            responses.append(response)
            try add(response.certificates)
        case .nothing: throw .noResponse(path: path)
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

    private enum Value {
        case certificate(Certificate), list(RevocationList), response(OCSPResponse)
        /// An OCSP response without a statement.
        case nothing

        /// Determines the kind of a value by its first element.
        init(_ bytes: [UInt8]) throws(DERFault) {
            let first = try DERElement(all: bytes).children.first
            guard first?.tag == DER.Tag.sequence.rawValue else {
                self = try OCSPResponse(bytes).map { .response($0) } ?? .nothing
                return
            }
            if let certificate = Certificate(bytes) {
                self = .certificate(certificate)
            } else {
                self = .list(try RevocationList(bytes))
            }
        }
    }
}

/// The certificates and revocation lists of a PEM file (RFC 7468).
private struct PEMBlocks {
    private(set) var all: [[UInt8]] = []
    /// Whether every block in the file is complete and supported.
    private(set) var isWhole = true

    private static let labels: Set<String> = ["CERTIFICATE", "X509 CRL", "OCSP RESPONSE"]

    init(_ bytes: [UInt8]) {
        var label: String?
        var digits: [UInt8] = []
        for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            guard line.starts(with: "-----".utf8) else {
                if label != nil { digits += line }
                continue
            }
            let text = String(decoding: line, as: UTF8.self)
            if let label, text.hasPrefix("-----END \(label)-----") {
                add(digits)
            } else if label != nil {
                isWhole = false
            }
            let name = text.dropFirst("-----BEGIN ".count).prefix { $0 != "-" }
            let begins = text.hasPrefix("-----BEGIN ") && Self.labels.contains(String(name))
            label = begins ? String(name) : nil
            digits.removeAll()
        }
        if label != nil { isWhole = false }
    }

    private mutating func add(_ digits: [UInt8]) {
        do throws(Base64.Failure) {
            all.append(try Base64.decode(digits[...], limit: ValidationData.Limits.fileBytes))
        } catch {
            isWhole = false
        }
    }
}
