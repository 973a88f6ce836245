/// Hosts of other letters than ASCII's.
extension LinkFinder {
    /// Marks that are not seen and turn nothing by themselves; overrides and isolates are not among
    /// them.
    func isDirectionMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x200E || scalar.value == 0x200F || scalar.value == 0x61C
    }

    /// Overrides and isolates.
    func isDirectionControl(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    /// Letters of scripts that set spaces between words: of the others nobody knows where a host
    /// begins.
    func isHostScalar(_ scalar: Unicode.Scalar) -> Bool {
        isSpacedLetter(scalar) && scalar.properties.generalCategory != .modifierLetter
    }

    func scalarStart(before index: Int) -> Int {
        var start = index - 1
        while start > floor, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }

    func isHostPart(before index: Int) -> Bool {
        guard bytes[index - 1] >= 0x80 else { return isHostByte(bytes[index - 1]) }
        let scalar = scalar(at: scalarStart(before: index))
        return isHostScalar(scalar) || isDirectionMark(scalar)
    }

    func withoutMarks(_ range: Range<Int>) -> [UInt8] {
        guard bytes[range].contains(where: { $0 >= 0x80 }) else { return Array(bytes[range]) }
        var clean = String.UnicodeScalarView()
        clean.append(
            contentsOf: String(decoding: bytes[range], as: UTF8.self).unicodeScalars
                .filter { !isDirectionMark($0) })
        return Array(String(clean).utf8)
    }

    /// Whether each label is in one script and reads as what it is.
    func isReadable(host range: Range<Int>) -> Bool {
        guard bytes[range].contains(where: { $0 >= 0x80 }) else { return true }
        let labels = String(decoding: withoutMarks(range), as: UTF8.self)
            .split(separator: ".", omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            let scripts = Set(label.unicodeScalars.compactMap(HostScript.init))
            guard scripts.count <= 1, label.utf8.count < 64 else { return false }
            return scripts.first?.isLatin ?? true
                || !label.unicodeScalars.allSatisfy(HostScript.looksLatin)
        }
    }

    /// As the domain name system has it (RFC 5891, 4): labels of other letters by Punycode.
    func asciiHost(_ host: [UInt8]) -> [UInt8] {
        guard host.contains(where: { $0 >= 0x80 }) else { return host }
        // A scheme and slashes have no letters but ASCII's.
        let labels = String(decoding: host, as: UTF8.self)
            .split(separator: ".", omittingEmptySubsequences: false)
        return Array(
            labels.map { label in
                guard label.utf8.contains(where: { $0 >= 0x80 }) else { return String(label) }
                let slash = label.lastIndex(of: "/").map { label.index(after: $0) }
                let name = label[(slash ?? label.startIndex)...]
                let coded = "xn--" + Punycode.encoded(String(name).lowercased())
                return label[..<(slash ?? label.startIndex)] + coded
            }.joined(separator: ".").utf8)
    }

    /// Whether what stands before an at sign is a password: `user:password@host` is no mail
    /// address. A word that says "mail" may stand before a colon.
    func isPassword(at start: Int) -> Bool {
        guard start - 1 > floor, bytes[start - 1] == UInt8(ascii: ":") else { return false }
        var word = start - 1
        while word > floor, isMailByte(bytes[word - 1]) { word -= 1 }
        guard word < start - 1 else { return false }
        let before = String(decoding: bytes[word..<(start - 1)], as: UTF8.self).lowercased()
        let isInAddress = word > floor && bytes[word - 1] == UInt8(ascii: "/")
        return isInAddress || !LinkFinder.labels.contains(before)
    }

    private static let labels: Set<String> = [
        "mail", "e-mail", "email", "mailto", "to", "from", "cc", "bcc", "contact", "kontakt",
        "correo", "courriel", "von", "an", "de", "para",
    ]
}

/// The scripts of a host that letters of another may be mistaken in.
private struct HostScript: Hashable {
    private let number: Int

    var isLatin: Bool { number == 0 }

    /// Nil for digits and hyphens, which every script has.
    init?(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF: number = 0
        case 0x300...0x36F, 0x30...0x39, 0x2D: return nil
        case 0x370...0x3FF, 0x1F00...0x1FFF: number = 1
        case 0x400...0x52F: number = 2
        // Written together.
        case 0x3005...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x3FFFF: number = 3
        // Blocks of 128 are close enough: a label of two of them is not linked.
        default: number = 4 + Int(scalar.value >> 7)
        }
    }

    /// Letters that are drawn as Latin ones are.
    static func looksLatin(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80 || lookalikes.contains(scalar)
    }

    private static let lookalikes = Set(
        "асԁеһіјӏорԛѕԝхуъьҽпгѵѡвкмнтзАВСЕНІЈКМОРЅТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧαινορτυχκ".unicodeScalars)
}
