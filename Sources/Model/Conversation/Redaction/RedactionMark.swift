import Basics

/// The replacement of hidden text, `[redacted]` or `[redacted: PRIV]`. It is the same in every
/// language and output, so that its length discloses nothing but the reason. Layout draws it as a
/// bar.
package enum RedactionMark {
    static let plain = "[redacted]"
    private static let beginning = "[redacted"
    private static let colon = ": "
    private static let maxReasonLength = 24

    /// - Parameter reasons: the reason codes in the order of their rules.
    static func text(reasons: [String] = []) -> String {
        guard !reasons.isEmpty else { return plain }
        return beginning + colon + reasons.joined(separator: ", ") + "]"
    }

    /// Short, and without characters that could end the mark.
    static func isReason(_ code: String) -> Bool {
        !code.isEmpty && code.unicodeScalars.count <= maxReasonLength
            && code.unicodeScalars.allSatisfy { isOfReason($0) }
            && code.first != " " && code.last != " "
    }

    private static func isOfReason(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", " ", "(", ")", ".", ",", "/", "-", "§": true
        default: false
        }
    }

    private static func endOfReason(in bytes: [UInt8], from start: Int) -> Int {
        var end = start
        while end < bytes.count {
            if bytes[end] < 0x80 {
                guard isOfReason(Unicode.Scalar(bytes[end])) else { break }
                end += 1
            } else {
                guard bytes[end...].starts(with: "§".utf8) else { break }
                end += 2
            }
        }
        return end
    }

    /// The maximum length of a mark with the reasons of all rules.
    private static let maxLength = 3000

    /// Returns at most `count` characters of a text, without a part of a mark at the end.
    package static func beginning(of text: String, _ count: Int) -> Substring {
        let start = text.prefix(count)
        guard start.endIndex < text.endIndex, let bracket = start.lastIndex(of: "["),
            let mark = places(in: String(text[bracket...].prefix(maxLength))).first,
            mark.whole.lowerBound == 0, mark.whole.upperBound > start[bracket...].utf8.count
        else { return start }
        return text[..<bracket]
    }

    package static func isMark(_ text: String) -> Bool {
        guard let place = places(in: text).first else { return false }
        return place.whole == 0..<text.utf8.count
    }

    /// Alters marks that an author wrote, by an invisible character that distinguishes them from
    /// Chatprint's.
    static func without(_ text: String) -> String {
        text.replacing(beginning, with: "[\u{2060}redacted")
    }

    /// In UTF-8 offsets.
    package struct Place: Equatable {
        package let whole: Range<Int>
        /// Empty if there are no reason codes.
        package let reason: Range<Int>
    }

    package static func places(in text: String) -> [Place] { places(in: text.utf8[...], from: 0) }

    /// The marks that may reach into a part of the text.
    package static func places(in text: String, near part: Range<Int>) -> [Place] {
        let utf8 = text.utf8
        let near = (part.lowerBound - maxLength..<part.upperBound + maxLength)
            .clamped(to: 0..<utf8.count)
        let start = utf8.index(utf8.startIndex, offsetBy: near.lowerBound)
        let end = utf8.index(start, offsetBy: near.count)
        return places(in: utf8[start..<end], from: near.lowerBound)
    }

    private static func places(in utf8: Substring.UTF8View, from offset: Int) -> [Place] {
        guard utf8.contains(UInt8(ascii: "[")) else { return [] }
        let bytes = Array(utf8)
        let (lead, between) = (Array(beginning.utf8), Array(colon.utf8))
        var places: [Place] = []
        var index = 0
        while let start = bytes[index...].firstIndex(of: lead[0]) {
            index = start + 1
            guard bytes[start...].starts(with: lead) else { continue }
            var end = start + lead.count
            var reason = end..<end
            if bytes[end...].starts(with: between) {
                let first = end + between.count
                // Text that cannot be a reason code was written by an author.
                let last = endOfReason(in: bytes, from: first)
                guard last > first else { continue }
                reason = first..<last
                end = last
            }
            guard end < bytes.count, bytes[end] == UInt8(ascii: "]") else { continue }
            index = end + 1
            places.append(
                Place(
                    whole: start + offset..<index + offset,
                    reason: reason.lowerBound + offset..<reason.upperBound + offset))
        }
        return places
    }
}

/// The marks in a text that was redacted earlier, as ranges of its scalars. A mark is redacted as a
/// whole or not at all.
struct ExistingMarks {
    private var ranges: [Range<Int>] = []

    init(_ text: String, _ scalars: [Unicode.Scalar]) {
        var (offset, index) = (0, 0)
        for place in RedactionMark.places(in: text) {
            while offset < place.whole.lowerBound {
                offset += UTF8.width(scalars[index])
                index += 1
            }
            let start = index
            while offset < place.whole.upperBound {
                offset += UTF8.width(scalars[index])
                index += 1
            }
            ranges.append(start..<index)
        }
    }

    /// Returns the matches without those within a mark. Others are extended to whole marks.
    func outside(_ findings: [HiddenPlaces.Finding]) -> [HiddenPlaces.Finding] {
        guard !ranges.isEmpty else { return findings }
        return findings.compactMap { finding in
            let range = finding.range
            let first = ranges.partitionPoint { $0.upperBound > range.lowerBound }
            let end = ranges.partitionPoint { $0.lowerBound >= range.upperBound }
            guard first < end else { return finding }
            let (start, last) = (ranges[first], ranges[end - 1])
            if start.lowerBound <= range.lowerBound, range.upperBound <= start.upperBound {
                return nil
            }
            let whole =
                min(start.lowerBound, range.lowerBound)..<max(last.upperBound, range.upperBound)
            return HiddenPlaces.Finding(
                range: whole, rule: finding.rule, name: finding.name, isPart: finding.isPart)
        }
    }
}

extension Conversation {
    /// Within messages, by reason code. A message that is redacted as a whole counts none.
    package func markCounts() -> [String: Int] {
        // Otherwise, a mark is a text that an author wrote.
        guard isRedacted else { return [:] }
        var counts: [String: Int] = [:]
        func note(_ text: String) -> String {
            let places = RedactionMark.places(in: text)
            let bytes = places.isEmpty ? [] : Array(text.utf8)
            for place in places {
                counts[String(decoding: bytes[place.reason], as: UTF8.self), default: 0] += 1
            }
            return text
        }
        for message in messages where !message.hasDetails || message.details.redacted == nil {
            for block in message.body {
                _ = block.mapTexts(
                    rich: { (rich) throws(Never) in
                        _ = note(rich.text)
                        return rich
                    }, plain: note)
            }
            for var attachment in message.attachments { attachment.mapTexts(note) }
            guard message.hasDetails else { continue }
            var details = message.details
            details.mapTexts(note)
            details.mapNames(note)
            if let link = details.link { _ = note(link.url) }
        }
        return counts
    }
}
