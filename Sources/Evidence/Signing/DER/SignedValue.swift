import Basics

/// A value and its signature, the structure of certificates, revocation lists and OCSP responses
/// (RFC 5280, 4.1.1; RFC 6960, 4.2.1).
struct SignedValue: Sendable {
    /// The signed value, including tag and length.
    let facts: [UInt8]
    /// The algorithm outside of the signed value.
    let algorithm: [UInt8]
    /// The scheme; nil if the algorithm is not supported.
    private let scheme: SignatureScheme?
    private let signature: [UInt8]

    /// Reads the three parts from a sequence, which may have more.
    init(_ parts: inout DERSequence) throws(DERFault) {
        facts = Array(try parts.next(.sequence).whole)
        let kind = try parts.next(.sequence)
        algorithm = Array(kind.whole)
        let (name, parameters) = try ParsedSignedData.algorithm(kind)
        // An RSA algorithm without a digest is not a signature algorithm.
        scheme = name == .rsa ? nil : try SignatureScheme(name, parameters, .sha256)
        let bits = try parts.next(.bits).content
        guard bits.first == 0 else { throw DERFault() }
        signature = Array(bits.dropFirst())
    }

    /// Whether the signature verifies with a key; nil if the algorithm is not supported.
    func isSigned(by key: AsymmetricKey) -> Bool? {
        scheme.map { key.verifies(signature, over: facts, $0) }
    }
}

extension DERElement {
    /// The time in a certificate, list or response (RFC 5280, 4.1.2.5), in seconds since 1970.
    var seconds: Int {
        get throws(DERFault) {
            let isLong = tag == DER.Tag.generalizedTime.rawValue
            guard isLong || tag == DER.Tag.utcTime.rawValue,
                content.count == (isLong ? 15 : 13), content.last == UInt8(ascii: "Z"),
                content.dropLast().allSatisfy(ASCII.isDigit)
            else { throw DERFault() }
            return try DERElement.seconds(
                ofDigits: content.dropLast().map { Int($0) - 0x30 })
        }
    }
}

extension DERElement {
    /// - Parameter digits: the digits of a date, with a year of two or four digits, and of a time.
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
        // Rejects dates that do not exist.
        guard (1...12).contains(date.month),
            CivilDate(daysSinceEpoch: date.daysSinceEpoch) == date, hour < 24, minute < 60,
            second <= 60
        else { throw DERFault() }
        return date.daysSinceEpoch * 86_400 + hour * 3_600 + minute * 60 + second
    }
}
