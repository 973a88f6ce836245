package import JSON

extension Theme {
    /// The look with every key stated, its pictures in it: a look of its own that needs no other
    /// and that reads back as the same.
    package var json: JSONValue {
        let draft = ThemeDraft(theme: self)
        let members = ThemeKeys.all.compactMap { key in
            key.write(draft, pictures).map { JSONValue.Member(key.name, $0) }
        }
        return .object([JSONValue.Member("extends", .null)] + members)
    }
}
