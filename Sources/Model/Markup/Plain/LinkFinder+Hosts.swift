/// Internationalized host names.
extension LinkFinder {
    /// Returns whether a scalar is an invisible direction mark. Overrides and isolates, which
    /// reorder text, are excluded.
    func isDirectionMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x200E || scalar.value == 0x200F || scalar.value == 0x61C
    }

    /// Returns whether a scalar is a directional override, embedding or isolate.
    func isDirectionControl(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    /// Returns whether a scalar may be part of a host name. Only scripts with spaces between words
    /// qualify: in others, the beginning of a host is ambiguous.
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

    /// Returns whether each label is in one script and is not deceptive.
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

    /// Returns the host as in the domain name system (RFC 5891, 4), with non-ASCII labels in
    /// Punycode.
    func asciiHost(_ host: [UInt8]) -> [UInt8] {
        guard host.contains(where: { $0 >= 0x80 }) else { return host }
        // The scheme and slashes are ASCII.
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

    /// Returns whether the text before an at sign is a password: `user:password@host` is not an
    /// email address. A word that means "mail" may precede a colon.
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

/// The script of a character in a host, for detecting lookalikes.
private struct HostScript: Hashable {
    private let number: Int

    var isLatin: Bool { number == 0 }

    /// Returns nil for digits and hyphens, which occur in every script.
    init?(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF: number = 0
        case 0x300...0x36F, 0x30...0x39, 0x2D: return nil
        case 0x370...0x3FF, 0x1F00...0x1FFF: number = 1
        case 0x400...0x52F: number = 2
        // Han, kana and Hangul are used together.
        case 0x3005...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x3FFFF: number = 3
        // Blocks of 128 are an adequate approximation: a label with characters of two blocks is not
        // linked.
        default: number = 4 + Int(scalar.value >> 7)
        }
    }

    static func looksLatin(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80 || lookalikes.contains(scalar)
    }

    private static let lookalikes = Set(
        "асԁеһіјӏорԛѕԝхуъьҽпгѵѡвкмнтзАВСЕНІЈКМОРЅТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧαινορτυχκ".unicodeScalars)
}
