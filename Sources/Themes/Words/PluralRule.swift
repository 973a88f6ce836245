/// Selects the plural form of a whole number: CLDR's rules for cardinals, restricted to whole
/// numbers. A language's file names its rule.
enum PluralRule: String, CaseIterable, Sendable {
    /// Chinese, Indonesian, Japanese, Korean, Thai, Vietnamese.
    case none
    /// English, German, Dutch, Italian, Spanish, Turkish, Danish, Greek, Finnish, Hungarian,
    /// Swedish.
    case one
    /// French, Portuguese, Hindi, Persian, Bengali: zero is singular, too.
    case zeroAndOne = "zero_and_one"
    /// Russian, Ukrainian, Belarusian.
    case eastSlavic = "east_slavic"
    /// Serbian, Croatian, Bosnian.
    case southSlavic = "south_slavic"
    case polish
    /// Czech, Slovak.
    case czech
    case slovenian
    case lithuanian
    case latvian
    case romanian
    case arabic
    case hebrew

    /// The categories of the language. `many` in Czech and Lithuanian is for fractions.
    var categories: [PluralForms.Category] {
        switch self {
        case .none: [.other]
        case .one, .zeroAndOne: [.one, .other]
        case .eastSlavic, .polish, .czech, .lithuanian: [.one, .few, .many, .other]
        case .southSlavic, .romanian: [.one, .few, .other]
        case .slovenian: [.one, .two, .few, .other]
        case .latvian: [.zero, .one, .other]
        case .arabic: [.zero, .one, .two, .few, .many, .other]
        case .hebrew: [.one, .two, .other]
        }
    }

    func category(of number: Int) -> PluralForms.Category {
        let number = number.magnitude
        let ones = number % 10
        let tens = number % 100
        let isTeen = (11...19).contains(tens)
        let isFew = (2...4).contains(ones) && !(12...14).contains(tens)
        switch self {
        case .none: return .other
        case .one: return number == 1 ? .one : .other
        case .zeroAndOne: return number < 2 ? .one : .other
        case .eastSlavic: return ones == 1 && tens != 11 ? .one : isFew ? .few : .many
        case .southSlavic: return ones == 1 && tens != 11 ? .one : isFew ? .few : .other
        case .polish: return number == 1 ? .one : isFew ? .few : .many
        case .czech: return number == 1 ? .one : (2...4).contains(number) ? .few : .other
        case .slovenian:
            return tens == 1 ? .one : tens == 2 ? .two : tens == 3 || tens == 4 ? .few : .other
        case .lithuanian:
            if isTeen || ones == 0 { return .other }
            return ones == 1 ? .one : .few
        case .latvian:
            if isTeen || ones == 0 { return .zero }
            return ones == 1 ? .one : .other
        case .romanian:
            if number == 1 { return .one }
            return number == 0 || (1...19).contains(tens) ? .few : .other
        case .arabic:
            switch number {
            case 0: return .zero
            case 1: return .one
            case 2: return .two
            default: break
            }
            if (3...10).contains(tens) { return .few }
            return (11...99).contains(tens) ? .many : .other
        case .hebrew:
            return number == 1 ? .one : number == 2 ? .two : .other
        }
    }

    /// Returns whether a category contains a single number, so that its form may omit `{n}`.
    func isOneNumber(_ category: PluralForms.Category) -> Bool {
        (0...200).count { self.category(of: $0) == category } == 1
    }
}
