/// The forms a phrase takes with numbers; `{n}` is the number.
struct PluralForms: Sendable {
    /// CLDR's categories of numbers.
    enum Category: Int, CodingKey, CaseIterable, Sendable { case zero, one, two, few, many, other }

    /// One for each category; those that a language does not have are never asked for.
    private let forms: [String]

    /// The same with every number.
    init(_ form: String) { forms = Category.allCases.map { _ in form } }

    init(_ form: (Category) -> String) { forms = Category.allCases.map(form) }

    subscript(category: Category) -> String { forms[category.rawValue] }
}
