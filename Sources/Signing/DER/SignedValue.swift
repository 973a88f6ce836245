import Dates

/// A value with a signature over it, as certificates, revocation lists and OCSP responses are
/// (RFC 5280, 4.1.1; RFC 6960, 4.2.1).
struct SignedValue: Sendable {
    /// The signed value, with its tag and length.
    let facts: [UInt8]
    /// The algorithm as it is outside of what is signed.
    let algorithm: [UInt8]
    /// Nil if the kind of signature is unknown here.
    private let scheme: SignatureScheme?
    private let signature: [UInt8]

    /// Reads the three parts from a sequence, which may have more.
    init(_ parts: inout DERSequence) throws(DERFault) {
        facts = Array(try parts.next(.sequence).whole)
        let kind = try parts.next(.sequence)
        algorithm = Array(kind.whole)
        let (name, parameters) = try ReadMessage.algorithm(kind)
        // RSA without a digest in its name signs nothing of the kind.
        scheme = name == .rsa ? nil : try SignatureScheme(name, parameters, .sha256)
        let bits = try parts.next(.bits).content
        guard bits.first == 0 else { throw DERFault() }
        signature = Array(bits.dropFirst())
    }

    /// Whether a key made the signature; nil if the kind of signature is unknown here.
    func isSigned(by key: AsymmetricKey) -> Bool? {
        scheme.map { key.verifies(signature, over: facts, $0) }
    }
}

extension DERElement {
    /// A time of a certificate, a list or a response (RFC 5280, 4.1.2.5), in seconds since 1970.
    var seconds: Int {
        get throws(DERFault) {
            let isLong = tag == DER.Tag.generalizedTime.rawValue
            guard isLong || tag == DER.Tag.utcTime.rawValue,
                content.count == (isLong ? 15 : 13), content.last == UInt8(ascii: "Z"),
                content.dropLast().allSatisfy({ $0 &- 0x30 < 10 })
            else { throw DERFault() }
            return try DERElement.seconds(
                ofDigits: content.dropLast().map { Int($0) - 0x30 })
        }
    }
}

extension DERElement {
    /// - Parameter digits: those of a date with two or four digits of the year, and of a time.
    private static func seconds(ofDigits digits: [Int]) throws(DERFault) -> Int {
        func number(_ place: Int, _ count: Int = 2) -> Int {
            digits[place..<place + count].reduce(0) { $0 * 10 + $1 }
        }
        let isLong = digits.count == 14
        let start = isLong ? 4 : 2
        let short = number(0)
        let year = isLong ? number(0, 4) : short + (short < 50 ? 2_000 : 1_900)
        let date = CivilDate(year: year, month: number(start), day: number(start + 2))
        let (hour, minute, second) = (number(start + 4), number(start + 6), number(start + 8))
        // No other day has the same number.
        guard (1...12).contains(date.month),
            CivilDate(daysSinceEpoch: date.daysSinceEpoch) == date, hour < 24, minute < 60,
            second <= 60
        else { throw DERFault() }
        return date.daysSinceEpoch * 86_400 + hour * 3_600 + minute * 60 + second
    }
}
