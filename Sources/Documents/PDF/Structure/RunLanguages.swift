import Scene

/// The language in which a screen reader reads text, derived from the script if nothing else states
/// it: an English voice cannot read Korean.
struct RunLanguages {
    /// The language of most of the text, if its script is not the document's.
    private(set) var whole: String?
    private let document: String
    private var present: String
    private var hasKana = false

    init(of block: Block? = nil, in document: String) {
        self.document = document
        present = block?.language ?? document
        guard let block, block.language == nil, Self.mayHoldScript(block.text.utf8) else { return }
        // A name and a time may be in the document's own script.
        var counts: [WritingScript: Int] = [:]
        var others = 0
        for scalar in block.text.unicodeScalars {
            if let script = WritingScript(scalar) {
                counts[script, default: 0] += 1
            } else if Self.isAlphabetic(scalar) {
                others += 1
            }
        }
        if let kana = counts[.kana] {
            hasKana = true
            counts[.kana] = kana + (counts.removeValue(forKey: .han) ?? 0)
        }
        let most = counts.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
        guard let most, most.value > others, !most.key.writes(present) else { return }
        whole = most.key.tag
        present = most.key.tag
    }

    /// The language of a run's text; nil for the part's own language.
    func language(of bytes: [UInt8], in range: Range<Int32>) -> String? {
        let range = (Int(range.lowerBound)..<max(Int(range.lowerBound), Int(range.upperBound)))
            .clamped(to: bytes.indices)
        guard Self.mayHoldScript(bytes[range]) else {
            let hasLetters = bytes[range].contains(where: Self.isLetter)
            return whole != nil && hasLetters ? document : nil
        }
        for scalar in String(decoding: bytes[range], as: UTF8.self).unicodeScalars {
            guard var script = WritingScript(scalar) else { continue }
            if hasKana, script == .han { script = .kana }
            guard !script.writes(present) else { return nil }
            return script.writes(document) ? document : script.tag
        }
        return nil
    }

    private static func isAlphabetic(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? isLetter(UInt8(scalar.value)) : scalar.properties.isAlphabetic
    }

    private static func isLetter(_ ascii: UInt8) -> Bool { (ascii | 0x20) &- 0x61 < 26 }

    /// Whether the bytes may contain a script other than Latin. Greek follows all Latin letters.
    private static func mayHoldScript(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.contains { $0 >= 0xCD }
    }
}
