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
    var floor: Int
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

    /// Returns the end of a host and port, or nil if there is none or it may deceive.
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

    /// Returns the end of a run of letters, digits, hyphens and inner dots, including direction
    /// marks.
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

    /// Returns whether a host without a scheme is linked. Its top-level domain must be well known.
    /// If the domain is also a word (`hello.it was …`), the host needs `www.` or a path.
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
