/// The endings that languages append to a name to inflect it.
///
/// Only names of at least `minLetters` letters are searched for with endings. Shorter names would
/// match many other words.
struct NameEndings {
    /// The minimum number of letters of a name, or of its part before an ending.
    static let minLetters = 4
    private static let all = """
        s es n en ns ens je tje
        a u owi em ie ą ę y i o om ach ami ów owie ovi ou ům ech ech ové ova ově ových owa owe owej \
        owego owemu owy owym ego emu iego iemu iem ich imi iej ej im in ina ino iny inu inom \
        sche schen scher sches
        а у ом ем ём ам ям е ы и ой ей ою ею ов ев ам ами ами ах ях ю я ям ями ым ого ому ова овы \
        ову ово овой овых ых ыми ые ие их им ими ая ую юю его ему ин ина ину ины ино иной ові еві \
        єві і ї єю ї ът ят
        t na ta ssa sta lla lta lle ksi na tta ä tä ssä stä llä ltä nä ttä iin hin ia ja ina ista \
        issa illa ilta ille iksi it isse ilt ile iga is ist ita inkin nkin kin ni nsa
        nak nek val vel nal nél nel hoz hez höz tól től ról ről ra re ban ben ba be ból ből ért é ot \
        ék éi éval kal ral rel lal lel mal mel kel sal sel tal tel zal zel dal del bal bel
        ın un ün ı ü yı yi yu yü ya ye e de da te den dan ten tan nin nın nun nün le la yle yla ler \
        lar dir leri ları
        as os us um ae ai ui io iui ių ei ais ul ului ilor it on ön ας ος ου α η ης
        ი ის მა ს ად ით ო მ ի ին ը ն ով ից
        """
    static let maxScalars = 8

    private let endings: Set<[Unicode.Scalar]>
    /// Words of the conversation's language that may begin like a name, folded.
    private let words: Set<String>

    init(words: Set<String>, _ folding: Folding) {
        self.words = words
        endings = Set(
            NameEndings.all.split(whereSeparator: \.isWhitespace).map {
                folding.fold(name: String($0))
            })
    }

    /// Whether a word is a name with one of the endings.
    func contains(_ ending: ArraySlice<Unicode.Scalar>, of word: ArraySlice<Unicode.Scalar>) -> Bool
    {
        endings.contains(Array(ending)) && !isOtherWord(word)
    }

    /// Whether a word of the conversation's language is written like a form of the name.
    func isOtherWord(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
        words.contains(String(String.UnicodeScalarView(word)))
    }
}
