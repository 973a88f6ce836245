import Encodings
import Resources
import Signing

/// A document's own certificates, revocation lists and OCSP responses (`/DSS`; ETSI EN 319 142-1,
/// 5.4).
struct SecurityStore {
    /// The entries of the store, and of each signature's part of it.
    enum Kind: String, CaseIterable {
        case certificates = "Certs"
        case lists = "CRLs"
        case responses = "OCSPs"

        /// Its name within the part of a signature.
        var partName: String {
            switch self {
            case .certificates: "Cert"
            case .lists: "CRL"
            case .responses: "OCSP"
            }
        }
    }

    /// The streams with what is in them, by kind, in the order of the store.
    private(set) var values: [Kind: [(reference: PDFValue, bytes: [UInt8])]] = [:]
    /// The parts by the digest that names a signature.
    private(set) var parts: [String: [String: PDFValue]] = [:]

    /// Nil for a document without one.
    init?(of objects: PDFObjects, allowance: Allowance) throws(PDFReadFault) {
        guard let root = try objects.value(objects.trailer["Root"]).dictionary, root["DSS"] != nil
        else { return nil }
        guard let store = try objects.value(root["DSS"]).dictionary else {
            throw .damaged("its validation data cannot be read")
        }
        var known: [Int: Int] = [:]
        for kind in Kind.allCases {
            let list = try objects.value(store[kind.rawValue])
            guard list == .null || list.array != nil else {
                throw .damaged("its validation data cannot be read")
            }
            for item in list.array ?? [] {
                guard allowance.goesOn else { throw .stopped }
                guard case .reference(let number) = item,
                    case .stream(let stream) = try objects.resolved(item),
                    known.count < Self.maxValues, known.updateValue(1, forKey: number) == nil
                else { throw .damaged("its validation data cannot be read") }
                values[kind, default: []].append((item, try objects.content(of: stream)))
            }
        }
        let list = try objects.value(store["VRI"])
        guard list == .null || list.dictionary != nil else {
            throw .damaged("its validation data cannot be read")
        }
        for (key, value) in list.dictionary ?? [:] where key != "Type" {
            guard parts.count < Self.maxValues, let part = try objects.value(value).dictionary
            else { throw .damaged("its validation data cannot be read") }
            parts[key] = part
            try expectListed(part, objects)
        }
    }

    private static let maxValues = 1_000

    /// A signature's part names nothing that the store does not have.
    private func expectListed(
        _ part: [String: PDFValue], _ objects: PDFObjects
    ) throws(PDFReadFault) {
        for kind in Kind.allCases {
            let named = try objects.value(part[kind.partName]).array ?? []
            let listed = values[kind, default: []].map(\.reference)
            guard named.allSatisfy(listed.contains) else {
                throw .damaged("the part of its validation data for a signature names others")
            }
        }
    }

    /// The name of a signature's part: the SHA-1 of its `Contents`, with the zeros behind the
    /// message. Some programs leave these out.
    static func names(of content: [UInt8]) -> [String] {
        let short = content.prefix((content.lastIndex { $0 != 0 } ?? -1) + 1)
        return [content, Array(short)].compactMap { bytes in
            SHA1.digest(of: bytes).map { Hexadecimal.text(of: $0).uppercased() }
        }
    }

    func bytes(_ kind: Kind) -> [[UInt8]] { values[kind, default: []].map(\.bytes) }

    /// For validating.
    func data() throws(ValidationFault) -> ValidationData {
        var data = ValidationData()
        try data.add(
            certificates: bytes(.certificates), lists: bytes(.lists), responses: bytes(.responses))
        return data
    }
}
