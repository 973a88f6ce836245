import Basics

/// Finds web and email addresses in plain text, in one pass.
///
/// An internationalized host is linked by its ASCII form (RFC 3492). Each of its labels must be in
/// one script, and none may look Latin, so that no link leads to a different host than displayed.
/// Addresses with `user@` before the host are not linked.
package struct LinkFinder {
    let bytes: [UInt8]
    var links: [Entity] = []
    /// The end of the last link. Nothing before it is read again.
    private var floor: Int
    let end: Int

    package static func links(in text: String) -> [Entity] {
        guard mayHoldLinks(text.utf8.span) else { return [] }
        let bytes = Array(text.utf8)
        return links(in: bytes, bytes.indices)
    }

    static func links(in bytes: [UInt8], _ range: Range<Int>) -> [Entity] {
        guard mayHoldLinks(bytes.span.extracting(range)) else { return [] }
        var finder = LinkFinder(bytes: bytes, range: range)
        finder.search(from: range.lowerBound)
        return finder.links
    }

    private init(bytes: [UInt8], range: Range<Int>) {
        self.bytes = bytes
        floor = range.lowerBound
        end = range.upperBound
    }

    /// Every link contains a colon before slashes, an at sign, or a full stop inside a word.
    private static func mayHoldLinks(_ span: Span<UInt8>) -> Bool {
        for index in span.indices {
            switch span[index] {
            case UInt8(ascii: "@"): return true
            case UInt8(ascii: "."):
                if index + 1 < span.count,
                    span[index + 1] >= 0x80 || ASCII.isAlphanumeric(span[index + 1])
                {
                    return true
                }
            case UInt8(ascii: ":"):
                if index + 1 < span.count, span[index + 1] == UInt8(ascii: "/") { return true }
            default: continue
            }
        }
        return false
    }

    private mutating func search(from start: Int) {
        var index = start
        while index < end {
            switch bytes[index] {
            case UInt8(ascii: ":"): index = address(withColonAt: index)
            case UInt8(ascii: "@"): index = mail(withSignAt: index)
            case UInt8(ascii: "."): index = bareHost(withDotAt: index)
            default: index += 1
            }
        }
    }

    // MARK: - Addresses with a scheme

    private mutating func address(withColonAt colon: Int) -> Int {
        guard colon + 2 < end, bytes[colon + 1] == UInt8(ascii: "/"),
            bytes[colon + 2] == UInt8(ascii: "/")
        else { return colon + 1 }
        var start = colon
        while start > floor, colon - start < 6, ASCII.isLetter(bytes[start - 1]) { start -= 1 }
        let scheme = String(decoding: bytes[start..<colon], as: UTF8.self).lowercased()
        guard ["http", "https", "ftp"].contains(scheme), isBoundary(before: start),
            let authority = authority(from: colon + 3)
        else { return colon + 3 }
        return add(from: start, prefix: "", authorityEnd: authority)
    }

    /// The end of a host and port, or nil if there is none or it may deceive.
    private func authority(from start: Int) -> Int? {
        var index = start
        if index < end, bytes[index] == UInt8(ascii: "[") {
            index += 1
            while index < end, ASCII.isHexDigit(bytes[index]) || bytes[index] == UInt8(ascii: ":") {
                index += 1
            }
            guard index < end, index - start > 2, bytes[index] == UInt8(ascii: "]") else {
                return nil
            }
            index += 1
        } else {
            index = hostEnd(from: index)
            guard index > start else { return nil }
        }
        if index + 1 < end, bytes[index] == UInt8(ascii: ":"), ASCII.isDigit(bytes[index + 1]) {
            index += 1
            while index < end, ASCII.isDigit(bytes[index]) { index += 1 }
        }
        guard isReadable(host: start..<index) else { return nil }
        guard index < end else { return index }
        if bytes[index] == UInt8(ascii: "@") || bytes[index] == UInt8(ascii: ":") { return nil }
        return deceives(at: index) ? nil : index
    }

    /// Letters, digits, hyphens and inner dots, including direction marks.
    private func hostEnd(from start: Int) -> Int {
        var index = start
        var stop = start
        let isForeign = start < end && bytes[start] >= 0x80
        while index < end {
            let byte = bytes[index]
            if byte < 0x80 {
                guard isHostByte(byte) else { break }
                index += 1
                if ASCII.isAlphanumeric(byte) { stop = index }
            } else {
                let scalar = scalar(at: index)
                // A host that begins in a script without spaces may continue in it.
                let isLetter = isForeign ? scalar.properties.isAlphabetic : isHostScalar(scalar)
                guard isLetter || isDirectionMark(scalar) else { break }
                index += UTF8.width(scalar)
                if !isDirectionMark(scalar) { stop = index }
            }
        }
        return stop
    }

    // MARK: - Hosts without a scheme

    private mutating func bareHost(withDotAt dot: Int) -> Int {
        guard dot + 1 < end, dot > floor,
            bytes[dot - 1] >= 0x80 || ASCII.isAlphanumeric(bytes[dot - 1]),
            bytes[dot + 1] >= 0x80 || ASCII.isAlphanumeric(bytes[dot + 1])
        else { return dot + 1 }
        var start = dot
        while start > floor, dot - start < 64, isHostPart(before: start) {
            start = scalarStart(before: start)
        }
        var stop = dot
        while stop < end, isHostByte(bytes[stop]) || bytes[stop] == UInt8(ascii: "@") {
            // This dot belongs to an email address.
            if bytes[stop] == UInt8(ascii: "@") { return stop }
            stop += 1
        }
        let host = start..<hostEnd(from: start)
        stop = max(stop, host.upperBound)
        guard bytes[start] >= 0x80 || ASCII.isAlphanumeric(bytes[start]), isBoundary(before: start),
            !deceives(at: host.upperBound),
            isKnownHost(host), let authority = authority(from: start)
        else { return stop }
        return add(from: start, prefix: "https://", authorityEnd: authority)
    }

    /// The top-level domain must be well known. If the domain is also a word (`hello.it was …`),
    /// the host needs `www.` or a path.
    private func isKnownHost(_ host: Range<Int>) -> Bool {
        let labels = withoutMarks(host).split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty && $0.count < 64 }),
            let top = labels.last, top.allSatisfy(ASCII.isLetter)
        else { return false }
        let name = String(decoding: top, as: UTF8.self).lowercased()
        let isWeb = labels[0].elementsEqual("www".utf8) || labels[0].elementsEqual("Www".utf8)
        if isWeb { return labels.count > 2 && top.count > 1 }
        let hasPath = host.upperBound < end && bytes[host.upperBound] == UInt8(ascii: "/")
        return TopLevels.plain.contains(name) || (hasPath && TopLevels.words.contains(name))
    }

    // MARK: - Mail

    private mutating func mail(withSignAt sign: Int) -> Int {
        var start = sign
        while start > floor, sign - start < 65, isMailByte(bytes[start - 1]) { start -= 1 }
        while start < sign, !ASCII.isAlphanumeric(bytes[start]) { start += 1 }
        let stop = hostEnd(from: sign + 1)
        let labels = bytes[sign + 1..<stop].split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard start < sign, sign - start < 65, isBoundary(before: start),
            bytes[sign + 1..<stop].allSatisfy({ $0 < 0x80 }), !isPassword(at: start),
            labels.count > 1,
            labels.allSatisfy({ !$0.isEmpty }), let top = labels.last, top.count > 1,
            top.allSatisfy(ASCII.isLetter), !deceives(at: stop)
        else { return max(stop, sign + 1) }
        let text = String(decoding: bytes[start..<stop], as: UTF8.self)
        links.append(Entity(start..<stop, .link(url: "mailto:" + text)))
        floor = stop
        return stop
    }

    // MARK: - Paths and queries

    private mutating func add(from start: Int, prefix: String, authorityEnd: Int) -> Int {
        var stop = authorityEnd
        if stop < end,
            [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains(bytes[stop])
        {
            let path = pathEnd(from: stop)
            if isTurned(at: path) { return path }
            stop = trimmed(authorityEnd..<path)
        }
        var url = Array(prefix.utf8)
        url += asciiHost(withoutMarks(start..<authorityEnd))
        for byte in withoutMarks(authorityEnd..<stop) {
            if byte < 0x80 {
                url.append(byte)
            } else {
                Hexadecimal.appendEscape(byte, to: &url)
            }
        }
        links.append(Entity(start..<stop, .link(url: String(decoding: url, as: UTF8.self))))
        floor = stop
        return stop
    }

    private func pathEnd(from start: Int) -> Int {
        var index = start
        while index < end {
            let byte = bytes[index]
            if byte < 0x80 {
                guard isPathByte(byte) else { return index }
                index += 1
            } else {
                let scalar = scalar(at: index)
                let next = index + UTF8.width(scalar)
                let isWithin = isDirectionMark(scalar) && next < end && isPathByte(bytes[next])
                guard isPathScalar(scalar) || isWithin else { return index }
                index = next
            }
        }
        return index
    }

    /// Excludes trailing punctuation and unmatched closing brackets from the link.
    private func trimmed(_ range: Range<Int>) -> Int {
        var open: [UInt8: Int] = [:]
        for byte in bytes[range] {
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: "["): open[byte, default: 0] += 1
            case UInt8(ascii: ")"): open[UInt8(ascii: "("), default: 0] -= 1
            case UInt8(ascii: "]"): open[UInt8(ascii: "["), default: 0] -= 1
            default: continue
            }
        }
        var stop = range.upperBound
        while stop > range.lowerBound {
            switch bytes[stop - 1] {
            case UInt8(ascii: ")"):
                guard open[UInt8(ascii: "("), default: 0] < 0 else { return stop }
                open[UInt8(ascii: "("), default: 0] += 1
            case UInt8(ascii: "]"):
                guard open[UInt8(ascii: "["), default: 0] < 0 else { return stop }
                open[UInt8(ascii: "["), default: 0] += 1
            case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"),
                UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "'"), UInt8(ascii: "*"),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                break
            default: return stop
            }
            stop -= 1
        }
        return stop
    }
}

extension LinkFinder {
    private func isHostByte(_ byte: UInt8) -> Bool {
        ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    private func isMailByte(_ byte: UInt8) -> Bool {
        isHostByte(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: "%")
    }

    private func isPathByte(_ byte: UInt8) -> Bool {
        switch byte {
        case ...0x20, 0x7F..., UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
            UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "|"),
            UInt8(ascii: "\\"), UInt8(ascii: "^"):
            false
        default: true
        }
    }

    /// Letters of all scripts; spaces, and the punctuation of scripts without spaces, end a path.
    private func isPathScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x80...0xBF, 0x1680, 0x2000...0x206F, 0x3000...0x303F, 0xFE10...0xFE6F,
            0xFF00...0xFFEF, 0xE000...0xF8FF:
            false
        default: true
        }
    }

    /// Not inside a word or another address.
    func isBoundary(before place: Int) -> Bool {
        var index = place
        // Direction marks and controls do not separate words.
        while index > floor, bytes[index - 1] >= 0x80 {
            let start = scalarStart(before: index)
            let scalar = scalar(at: start)
            guard isDirectionMark(scalar) || isDirectionControl(scalar) else { break }
            index = start
        }
        guard index > floor else { return true }
        let byte = bytes[index - 1]
        if byte < 0x80 {
            return !ASCII.isAlphanumeric(byte)
                && ![
                    UInt8(ascii: "@"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "."),
                    UInt8(ascii: "\\"),
                ].contains(byte)
        }
        var start = index - 1
        while start > floor, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return !isSpacedLetter(scalar(at: start))
    }

    /// The next letter could be part of the host, so that the host is not what it seems.
    private func deceives(at index: Int) -> Bool {
        guard index < end, bytes[index] >= 0x80 else { return false }
        return isSpacedLetter(scalar(at: index)) || isTurned(at: index)
    }

    /// Returns whether a scalar is a letter, digit or mark of a script with spaces between words,
    /// so that it could be part of a word.
    private func isSpacedLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Thai, Lao, Khmer, Myanmar, kana, ideographs and Hangul are written without spaces.
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x9FFF, 0xAC00...0xD7AF,
            0xF900...0xFAFF, 0x20000...0x3FFFF:
            false
        default:
            scalar.properties.isAlphabetic || CleanText.isMark(scalar)
                || scalar.properties.numericType != nil
        }
    }

    /// An override or isolate inside an address displays a different address.
    private func isTurned(at index: Int) -> Bool {
        guard index < end, bytes[index] >= 0x80 else { return false }
        let scalar = scalar(at: index)
        let next = index + UTF8.width(scalar)
        return isDirectionControl(scalar) && next < end && ASCII.isAlphanumeric(bytes[next])
    }

    /// The text must be valid UTF-8.
    func scalar(at index: Int) -> Unicode.Scalar {
        let first = UInt32(bytes[index])
        func next(_ step: Int) -> UInt32 {
            index + step < bytes.count ? UInt32(bytes[index + step] & 0x3F) : 0
        }
        let value: UInt32
        switch first {
        case ..<0x80: value = first
        case ..<0xE0: value = (first & 0x1F) << 6 | next(1)
        case ..<0xF0: value = (first & 0x0F) << 12 | next(1) << 6 | next(2)
        default: value = (first & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3)
        }
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }
}

/// Top-level domains that identify a host without a scheme as an address.
private enum TopLevels {
    static let plain: Set<String> = [
        "com", "org", "net", "edu", "gov", "mil", "int", "info", "biz", "io", "dev", "app", "ai",
        "co",
        "tv", "eu", "de", "uk", "fr", "es", "nl", "pl", "ch", "cz", "dk", "fi", "gr", "hu", "ie",
        "pt",
        "ro", "ru", "se", "sk", "ua", "tr", "il", "ae", "sa", "ir", "cn", "jp", "kr", "tw", "hk",
        "sg",
        "th", "vn", "au", "nz", "ca", "mx", "br", "ar", "cl", "za", "ng", "ke", "eg", "online",
        "site",
        "shop", "store", "blog", "page", "xyz", "tech", "cloud", "gg", "ly", "ee", "lt", "lv", "hr",
        "bg", "lu", "li", "cat",
    ]

    /// Top-level domains that are also words or file name extensions.
    static let words: Set<String> = [
        "it", "is", "in", "me", "to", "so", "no", "at", "be", "am", "my", "us", "do", "as", "by",
        "id",
        "la", "rs", "fm", "cc", "md", "sh", "py", "pm", "news", "live", "link", "chat", "one",
        "pro", "wiki",
    ]
}

/// Internationalized host names.
extension LinkFinder {
    /// Overrides and isolates, which reorder text, are excluded.
    private func isDirectionMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x200E || scalar.value == 0x200F || scalar.value == 0x61C
    }

    /// A directional override, embedding or isolate.
    private func isDirectionControl(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    /// Only scripts with spaces between words: in others, the beginning of a host is ambiguous.
    private func isHostScalar(_ scalar: Unicode.Scalar) -> Bool {
        isSpacedLetter(scalar) && scalar.properties.generalCategory != .modifierLetter
    }

    private func scalarStart(before index: Int) -> Int {
        var start = index - 1
        while start > floor, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }

    private func isHostPart(before index: Int) -> Bool {
        guard bytes[index - 1] >= 0x80 else { return isHostByte(bytes[index - 1]) }
        let scalar = scalar(at: scalarStart(before: index))
        return isHostScalar(scalar) || isDirectionMark(scalar)
    }

    private func withoutMarks(_ range: Range<Int>) -> [UInt8] {
        guard bytes[range].contains(where: { $0 >= 0x80 }) else { return Array(bytes[range]) }
        var clean = String.UnicodeScalarView()
        clean.append(
            contentsOf: String(decoding: bytes[range], as: UTF8.self).unicodeScalars
                .filter { !isDirectionMark($0) })
        return Array(String(clean).utf8)
    }

    /// Each label is in one script and is not deceptive.
    private func isReadable(host range: Range<Int>) -> Bool {
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

    /// As in the domain name system (RFC 5891, 4), with non-ASCII labels in Punycode.
    private func asciiHost(_ host: [UInt8]) -> [UInt8] {
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
    private func isPassword(at start: Int) -> Bool {
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

    fileprivate var isLatin: Bool { number == 0 }

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

    fileprivate static func looksLatin(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80 || lookalikes.contains(scalar)
    }

    private static let lookalikes = Set(
        "асԁеһіјӏорԛѕԝхуъьҽпгѵѡвкмнтзАВСЕНІЈКМОРЅТХУΑΒΕΖΗΙΚΜΝΟΡΤΥΧαινορτυχκ".unicodeScalars)
}
