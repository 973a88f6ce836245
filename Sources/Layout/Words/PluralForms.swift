/// The forms a phrase takes with numbers, by CLDR's categories; `{n}` is the number. Those a language
/// does not tell apart are `other`.
struct PluralForms: Sendable {
    enum Category: Sendable { case zero, one, two, few, many, other }

    private let zero: String?
    private let one: String?
    private let two: String?
    private let few: String?
    private let many: String?
    private let other: String

    init(
        zero: String? = nil, one: String? = nil, two: String? = nil, few: String? = nil,
        many: String? = nil, other: String
    ) {
        self.zero = zero
        self.one = one
        self.two = two
        self.few = few
        self.many = many
        self.other = other
    }

    subscript(category: Category) -> String {
        switch category {
        case .zero: zero ?? other
        case .one: one ?? other
        case .two: two ?? other
        case .few: few ?? other
        case .many: many ?? other
        case .other: other
        }
    }
}
