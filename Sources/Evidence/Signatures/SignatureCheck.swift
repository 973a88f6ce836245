package import Resources
import Signing

/// Checks a document's signatures: about which bytes, whether these are as they were, whose key it
/// was, and when that was seen. A chain of certificates is not followed: whom to trust is for the
/// reader to say.
package struct SignatureCheck {
    private let document: [UInt8]

    package static func findings(
        in document: [UInt8], limit: Int, allowance: Allowance = .unlimited
    ) throws(PDFReadFault) -> [SignatureFinding] {
        let fields = try SignatureField.all(of: document, limit: limit, allowance: allowance)
        let check = SignatureCheck(document: document)
        var findings: [SignatureFinding] = []
        for (index, field) in fields.enumerated() {
            guard allowance.goesOn else { throw .stopped }
            var finding = check.finding(of: field)
            // What was added behind an earlier one may be a later one, and belongs to that, unless
            // the earlier one forbids it.
            let isLast = index == fields.count - 1
            let isStrict = isLast || field.forbidsChanges
            if isStrict || field.isTimestamp, !finding.coversAll, field.room != nil {
                let later = try LaterParts(
                    behind: field.end, in: document, limit: limit, allowance: allowance)
                finding.reachesEnd = later.fault == nil
                if isStrict, let fault = later.fault {
                    finding.faults.append(
                        "\(document.count - field.end) bytes were added behind what is signed: \(fault)"
                    )
                }
            }
            findings.append(finding)
        }
        try validate(
            &findings, of: fields, in: document, limit: limit, allowance: allowance)
        return try findings
            + removed(from: document, left: fields, limit: limit, allowance: allowance)
    }

    /// Earlier ends of a file that are looked at.
    private static let maxEnds = 16

    /// Signatures over the file up to an earlier end, which what was added behind it took out of
    /// the form.
    private static func removed(
        from document: [UInt8], left fields: [SignatureField], limit: Int, allowance: Allowance
    ) throws(PDFReadFault) -> [SignatureFinding] {
        var findings: [SignatureFinding] = []
        for end in ends(in: document).dropLast().prefix(maxEnds) {
            let part = Array(document[..<end])
            let known: [SignatureField]
            do throws(PDFReadFault) {
                known = try SignatureField.all(of: part, limit: limit, allowance: allowance)
            } catch {
                // An end within an object, such as an attachment.
                if case .damaged = error { continue }
                throw error
            }
            for field in known where !fields.contains(where: { $0.content == field.content }) {
                guard !findings.contains(where: { $0.field == field.name }) else { continue }
                var finding = SignatureFinding(field: field.name, kind: field.kind)
                finding.faults.append("what was added behind it removes it from the document")
                findings.append(finding)
            }
        }
        return findings
    }

    private static func ends(in document: [UInt8]) -> [Int] {
        let word = Array("%%EOF".utf8)
        return document.indices.filter {
            document[$0] == 0x25 && document[$0...].starts(with: word)
        }.map { $0 + word.count }
    }

    private static let brokenCertificate =
        "a certificate in it is not the one that its issuer signed"

    private func finding(of field: SignatureField) -> SignatureFinding {
        var finding = SignatureFinding(field: field.name, kind: field.kind)
        finding.reason = field.reason
        finding.location = field.location
        finding.name = field.signerName
        guard let room = field.room else {
            finding.faults.append("it does not say right which bytes are signed")
            return finding
        }
        finding.coversAll = field.end == document.count
        finding.reachesEnd = finding.coversAll
        let before = document[..<room.lowerBound]
        let behind = document[room.upperBound..<field.end]
        switch field.kind {
        case "ETSI.CAdES.detached", "adbe.pkcs7.detached":
            check(field.content, before, behind, &finding)
        case SignatureField.timestampKind: checkStamp(field.content, before, behind, &finding)
        default: finding.faults.append("it is of a kind that is not read here")
        }
        return finding
    }

    private func check(
        _ content: [UInt8], _ before: ArraySlice<UInt8>, _ behind: ArraySlice<UInt8>,
        _ finding: inout SignatureFinding
    ) {
        guard content.contains(where: { $0 != 0 }) else {
            finding.faults.append("there is room for it, and nothing in it")
            return
        }
        // Its one fault is that it is not what it should be, which is the finding.
        guard let message = try? ReadMessage(content) else {
            finding.faults.append("what it says cannot be read")
            return
        }
        finding.signer = message.signer?.subject
        finding.certificateEnds = message.signer?.lastDay
        finding.digestFits = message.told == message.digest(of: before, behind)
        finding.isRight = message.isSignedRight && message.isConsistent
        if !message.isAlone(in: content) {
            finding.faults.append("something stands behind it that nobody has signed")
        }
        if !finding.digestFits {
            finding.faults.append("the document was changed since it was signed")
        }
        if !finding.isRight {
            finding.faults.append("the signature was not made by the key of its certificate")
        }
        if message.hasBrokenCertificate { finding.faults.append(Self.brokenCertificate) }
        finding.uncoveredCertificates = message.uncoveredCertificates
        for bytes in message.timestamps.prefix(4) {
            do throws(TimestampFault) {
                let token = try TimestampToken(bytes)
                try token.expect(over: message.signature[...])
                finding.timestamp = token.finding
                if token.hasBrokenCertificate { finding.faults.append(Self.brokenCertificate) }
                finding.uncoveredCertificates += token.uncoveredCertificates
            } catch {
                finding.faults.append("its timestamp is not right")
            }
        }
    }

    /// A time stamp over the whole document.
    private func checkStamp(
        _ content: [UInt8], _ before: ArraySlice<UInt8>, _ behind: ArraySlice<UInt8>,
        _ finding: inout SignatureFinding
    ) {
        do throws(TimestampFault) {
            let token = try TimestampToken(content, isPadded: true)
            finding.signer = token.authority
            try token.expect(over: before, behind)
            (finding.digestFits, finding.isRight) = (true, true)
            finding.timestamp = token.finding
            if token.hasBrokenCertificate { finding.faults.append(Self.brokenCertificate) }
            finding.uncoveredCertificates = token.uncoveredCertificates
        } catch {
            finding.digestFits = error == .badSignature
            finding.faults.append(
                error == .otherImprint
                    ? "the document was changed since it was stamped"
                    : "the timestamp is not right")
        }
    }
}

extension TimestampToken {
    fileprivate var finding: SignatureFinding.Timestamp {
        SignatureFinding.Timestamp(moment: moment, authority: authority ?? "")
    }
}
