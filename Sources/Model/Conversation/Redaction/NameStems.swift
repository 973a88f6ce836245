/// The forms of a name whose last letters change when it is inflected: Virtanen, Virtasen; Marek,
/// Marka; Полонский, Полонского.
///
/// A rule applies only if enough letters of the name stay unchanged. Otherwise the rules of many
/// languages would match many other words.
struct NameStems {
    /// Stems, which match only with an ending.
    private(set) var stems: [[Unicode.Scalar]] = []
    /// Complete words.
    private(set) var words: [[Unicode.Scalar]] = []

    /// - Parameter name: the folded name.
    init(_ name: [Unicode.Scalar]) {
        guard name.count > NameEndings.minLetters else { return }
        for rule in NameStems.rules where name.hasSuffix(rule.last) {
            let base = name.dropLast(rule.last.count)
            guard NameStems.letters(base) >= rule.minUnchanged else { continue }
            for stem in rule.stems where NameStems.letters(base + stem) >= rule.minLetters {
                stems.append(base + stem)
            }
            words += rule.words.map { base + $0 }
        }
    }

    private static func letters(_ scalars: some Sequence<Unicode.Scalar>) -> Int {
        scalars.count { $0.properties.isAlphabetic }
    }

    // MARK: - Rules

    private struct Rule {
        let last: [Unicode.Scalar]
        let stems: [[Unicode.Scalar]]
        let words: [[Unicode.Scalar]]
        /// The minimum number of letters before those that change.
        var minUnchanged = 3
        /// The minimum number of letters of a stem.
        var minLetters = NameEndings.minLetters
    }

    /// Last letters, the letters that replace them before an ending (`-`: none), and with `=` the
    /// letters that replace them at the end of a word.
    private static let table = """
        a - =aan
        ä =ään
        o -
        i e
        la loi
        nen s se si
        as akse
        es ekse
        is ikse
        us ukse
        ys ykse
        äs äkse
        ek k
        ec c
        iec c
        ł =le
        eł ł =le
        ła =le
        r =rze
        ra =rze
        t =cie
        ta =cie
        d =dzie
        da =dzie
        ka =ce
        ga =dze
        cha =sze
        ski sk =scy
        cki ck =ccy
        zki zk =zcy
        а -
        о -
        я -
        ь -
        й -
        ий -
        ый -
        ой -
        ая -
        яя -
        ей ь
        ец ц
        ек к
        ок к
        ел л
        ова =ов
        ева =ев
        ёва =ёв
        ина =ин
        η -
        α -
        """
    /// The last letters before which a stem of three letters is a name: Юри-я, Бел-ого.
    private static let endsOfShortStems: Set<String> = ["й", "ий", "ый", "ой", "ая", "яя"]
    /// Finnish consonants before the last vowel, and those that replace them in a closed syllable.
    private static let gradation = [
        ("kk", "k"), ("pp", "p"), ("tt", "t"), ("ht", "hd"), ("nt", "nn"), ("lt", "ll"),
        ("rt", "rr"), ("mp", "mm"), ("nk", "ng"),
    ]

    private static let rules: [Rule] = {
        let folding = Folding()
        func folded(_ letters: some StringProtocol) -> [Unicode.Scalar] {
            letters == "-" ? [] : folding.fold(name: String(letters))
        }
        var rules = table.split(separator: "\n").compactMap { line -> Rule? in
            let fields = line.split(separator: " ")
            guard let last = fields.first else { return nil }
            let words = fields.dropFirst().filter { $0.hasPrefix("=") }
            return Rule(
                last: folded(last),
                stems: fields.dropFirst().filter { !$0.hasPrefix("=") }.map { folded($0) },
                words: words.map { folded($0.dropFirst()) },
                minLetters: endsOfShortStems.contains(String(last)) ? 3 : NameEndings.minLetters)
        }
        for vowel in ["a", "e", "i", "o", "u", "y", "ä", "ö"] {
            for (strong, weak) in gradation {
                let stems = vowel == "i" ? [weak + "i", weak + "e"] : [weak + vowel]
                rules.append(
                    Rule(
                        last: folded(strong + vowel), stems: stems.map { folded($0) }, words: [],
                        minUnchanged: 1))
            }
        }
        return rules
    }()
}

extension [Unicode.Scalar] {
    fileprivate func hasSuffix(_ other: [Unicode.Scalar]) -> Bool {
        suffix(other.count).elementsEqual(other)
    }
}
