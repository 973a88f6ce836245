/// The plural forms of a phrase; `{n}` is the number.
struct PluralForms: Sendable {
    /// CLDR's plural categories.
    enum Category: Int, CodingKey, CaseIterable, Sendable { case zero, one, two, few, many, other }

    /// One form per category. The forms of categories that a language does not have are never used.
    private let forms: [String]

    /// Creates the same form for every number.
    init(_ form: String) { forms = Category.allCases.map { _ in form } }

    init(_ form: (Category) -> String) { forms = Category.allCases.map(form) }

    subscript(category: Category) -> String { forms[category.rawValue] }
}
