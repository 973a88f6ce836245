import Basics
import CCrypto

/// The validation data in a document (`/DSS`; ETSI EN 319 142-1, 5.4).
struct SecurityStore {
    /// The entries of the store, and of each signature's part.
    enum Kind: String, CaseIterable {
        case certificates = "Certs"
        case lists = "CRLs"
        case responses = "OCSPs"

        var partName: String {
            switch self {
            case .certificates: "Cert"
            case .lists: "CRL"
            case .responses: "OCSP"
            }
        }
    }

    /// The streams with their contents by kind, in the order of the store.
    private(set) var values: [Kind: [(reference: PDFValue, bytes: [UInt8])]] = [:]
    /// The signatures' parts, by the digest of the signature.
    private(set) var parts: [String: [String: PDFValue]] = [:]

    /// Returns nil if the document has no store.
    init?(of objects: PDFObjects, budget: WorkBudget) throws(PDFReadFault) {
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
                guard budget.mayContinue else { throw .stopped }
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

    /// Checks that a signature's part refers only to data of the store.
    private func expectListed(
        _ part: [String: PDFValue], _ objects: PDFObjects
    ) throws(PDFReadFault) {
        for kind in Kind.allCases {
            let named = try objects.value(part[kind.partName]).array ?? []
            let listed = values[kind, default: []].map(\.reference)
            guard named.allSatisfy(listed.contains) else {
                throw .damaged("its validation data for a signature refers to unlisted data")
            }
        }
    }

    /// Returns the possible names of a signature's part: the SHA-1 digest of its `Contents`, with
    /// or without the zeros after the message, which some programs omit.
    static func names(of content: [UInt8]) -> [String] {
        let short = content.prefix((content.lastIndex { $0 != 0 } ?? -1) + 1)
        return [content, Array(short)].compactMap { bytes in
            var digest = [UInt8](repeating: 0, count: 20)
            let isDone = unsafe EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha1(), nil)
            return isDone == 1 ? Hexadecimal.text(of: digest).uppercased() : nil
        }
    }

    func bytes(_ kind: Kind) -> [[UInt8]] { values[kind, default: []].map(\.bytes) }

    func data() throws(ValidationFault) -> ValidationData {
        var data = ValidationData()
        try data.add(
            certificates: bytes(.certificates), lists: bytes(.lists), responses: bytes(.responses))
        return data
    }
}
