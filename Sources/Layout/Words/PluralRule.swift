/// Which form a whole number takes, by CLDR's rules for cardinals.
enum PluralRule: Sendable {
    /// Japanese, Korean, Chinese.
    case none
    /// English, German, Dutch, Italian, Spanish, Turkish.
    case one
    /// French, Portuguese, Hindi: nothing counts as one.
    case zeroAndOne
    /// Russian, Ukrainian.
    case eastSlavic
    case polish
    case arabic
    case hebrew

    func category(of number: Int) -> PluralForms.Category {
        let number = number.magnitude
        let ones = number % 10
        let tens = number % 100
        switch self {
        case .none: return .other
        case .one: return number == 1 ? .one : .other
        case .zeroAndOne: return number < 2 ? .one : .other
        case .eastSlavic:
            if ones == 1, tens != 11 { return .one }
            return (2...4).contains(ones) && !(12...14).contains(tens) ? .few : .many
        case .polish:
            if number == 1 { return .one }
            return (2...4).contains(ones) && !(12...14).contains(tens) ? .few : .many
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
}
