// Feeds the readers of signatures, certificates, timestamps, revocation lists, OCSP responses and
// documents with validation data with fuzzer input; script/fuzz runs it.

@testable import Evidence

/// A parsed message must be read the same after a timestamp is added.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if bytes.starts(with: "%PDF-".utf8) {
        _ = try? SignatureCheck.findings(in: bytes, limit: 1 << 20)
        if let last = try? LastingDocument(bytes, limit: 1 << 20) {
            let stamped = try? last.addingTimestampRoom(bytes: 2_000)
            _ = try? last.adding(ValidationData(), now: 0, isStampedNext: true)
            if let stamped { precondition(stamped.starts(with: bytes)) }
        }
        return 0
    }
    _ = Certificate(bytes)
    var data = ValidationData()
    if (try? data.add(file: bytes, path: "")) != nil {
        for certificate in data.certificates {
            _ = try? CertificatePath(
                of: certificate, by: data, at: CertificatePath.Moment(proven: nil, now: 0))
            // The certificate itself is a root, which needs no revocation data.
            for list in data.lists { _ = list.statement(about: certificate, of: certificate) }
            for response in data.responses {
                _ = response.statements(about: certificate, of: certificate)
                _ = response.isSigned(by: certificate, of: certificate)
            }
        }
    }
    if let token = try? TimestampToken(bytes) { _ = (token.moment, token.authority) }
    guard let message = try? ParsedSignedData(bytes) else { return 0 }
    _ = (message.signedDigest, message.isConsistent, message.isSignedRight, message.timestamps)
    _ = (message.hasBrokenCertificate, message.uncoveredCertificates)
    guard message.isWhole(bytes), let stamped = try? SignedMessage.adding(bytes, to: bytes) else {
        return 0
    }
    guard let again = try? ParsedSignedData(stamped) else {
        preconditionFailure("the stamped message cannot be read")
    }
    precondition(again.signature == message.signature && again.signedDigest == message.signedDigest)
    return 0
}
