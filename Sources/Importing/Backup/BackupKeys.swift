import Basics
import Readers

/// The class keys of an encrypted backup, unwrapped with its password.
struct BackupKeys {
    private var classes: [UInt32: [UInt8]] = [:]

    /// Phones ask for 10 million and 10,000 rounds.
    private static let maxRounds = (sha256: 20_000_000, sha1: 1_000_000)

    init(_ list: PropertyList, of base: ExportFiles) throws(ImportError) {
        let name = base.name ?? ""
        guard let password = base.password else { throw .locked(file: name, .needs(.password)) }
        guard let bag = list["BackupKeyBag"]?.data.flatMap(KeyBag.init),
            bag.classes.contains(where: \.needsPassword)
        else { throw .refused(file: "Manifest.plist", reason: "has a damaged list of keys") }
        let key = try password.key(for: bag.salt) { (password) throws(ImportError) in
            try Self.key(from: password, bag, of: base)
        }
        for entry in bag.classes where entry.needsPassword {
            classes[entry.number] = AES.unwrapped(entry.key, key: key)
        }
        guard !classes.isEmpty else { throw .locked(file: name, .wrong(.password)) }
    }

    private static func key(
        from password: [UInt8], _ bag: KeyBag, of base: ExportFiles
    ) throws(ImportError) -> [UInt8] {
        let last = bag.number("ITER") ?? 0
        // Before iOS 10.2, there was only the last step.
        let first = bag.header["DPSL"] == nil ? 0 : bag.number("DPIC") ?? 0
        guard first <= maxRounds.sha256, last <= maxRounds.sha1 else {
            throw .refused(
                file: "Manifest.plist",
                reason:
                    "asks for more rounds of key derivation (\(max(first, last))) than any phone does"
            )
        }
        var key: [UInt8]? = password
        if let salt = bag.header["DPSL"] {
            let onProgress = base.onProgress
            key = PBKDF2.key(from: password, salt: salt, rounds: first, budget: base.budget) {
                onProgress(.unlocking, $0, first)
            }
        }
        key = key.flatMap {
            PBKDF2.key(
                from: $0, salt: bag.header["SALT"] ?? [], rounds: max(1, last), .sha1, count: 32)
        }
        guard let key else { throw base.budget.mayContinue ? .memory : .stopped }
        return key
    }

    /// Returns a file's key: the number of its class, and 40 bytes wrapped with the key of the
    /// class.
    func unwrapped(_ wrapped: [UInt8]) -> [UInt8]? {
        guard wrapped.count == 44 else { return nil }
        let number = wrapped[..<4].reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        return classes[number].flatMap { AES.unwrapped(Array(wrapped[4...]), key: $0) }
    }
}

/// Tags of four letters, each with a length and data: those of the list, then those of each class.
struct KeyBag {
    struct Class {
        var number: UInt32 = 0
        var wrap: UInt32 = 0
        var key: [UInt8] = []

        /// Whether the key is wrapped with that of the password; others need the device.
        var needsPassword: Bool { wrap & 2 != 0 && key.count == 40 }
    }

    private(set) var header: [String: [UInt8]] = [:]
    private(set) var classes: [Class] = []

    private static let maxBytes = 1 << 20
    /// Phones have about ten.
    private static let maxClasses = 100

    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maxBytes else { return nil }
        var place = 0
        while bytes.count - place >= 8 {
            let length = Self.number(bytes[place + 4..<place + 8])
            guard length <= bytes.count - place - 8 else { return nil }
            let tag = String(decoding: bytes[place..<place + 4], as: UTF8.self)
            let data = bytes[place + 8..<place + 8 + length]
            place += 8 + length
            if tag == "UUID", header[tag] != nil {
                guard classes.count < Self.maxClasses else { return nil }
                classes.append(Class())
            } else if classes.isEmpty {
                if header[tag] == nil { header[tag] = Array(data) }
            } else {
                classes[classes.count - 1].take(tag, data)
            }
        }
    }

    /// All that the key of a password depends on.
    var salt: [UInt8] {
        ["DPSL", "DPIC", "SALT", "ITER"].flatMap { tag in
            let value = header[tag]
            return Array("\(tag) \(value?.count ?? -1) ".utf8) + (value ?? [])
        }
    }

    func number(_ tag: String) -> Int? {
        header[tag].flatMap { $0.count <= 4 ? Self.number($0[...]) : .max }
    }

    fileprivate static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}

extension KeyBag.Class {
    fileprivate mutating func take(_ tag: String, _ data: ArraySlice<UInt8>) {
        switch tag {
        case "CLAS" where data.count <= 4: number = UInt32(KeyBag.number(data))
        case "WRAP" where data.count <= 4: wrap = UInt32(KeyBag.number(data))
        case "WPKY": key = Array(data)
        default: return
        }
    }
}

extension ByteSource {
    /// Decrypts a file of a backup, where it is read.
    ///
    /// - Parameter size: the length of the contents; nil if only the padding states it. Large files
    ///   may have no padding.
    /// - Returns: whether the file is as long as `size` says, too.
    func backedUp(key: [UInt8], size: Int?) -> (bytes: ByteSource, isAsLong: Bool) {
        let file = unchained(key: key, at: nil, count: count / 16 * 16)
        let isAsLong = size.map { $0 <= file.count && file.count - $0 <= 16 } ?? true
        let length = isAsLong ? size ?? file.unpadded : file.unpadded
        return (file.part(0..<length), isAsLong)
    }

    /// The length without padding (PKCS #7), or the whole length if the padding is not valid.
    private var unpadded: Int {
        guard let block = bytes(16, at: count - 16), let padding = block.last,
            (1...16).contains(padding), block.suffix(Int(padding)).allSatisfy({ $0 == padding })
        else { return count }
        return count - Int(padding)
    }
}
