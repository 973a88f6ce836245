extension SettingsDecoder {
    /// The shapes of the values of parameters.
    private static let shapes = Dictionary(
        settings.map { ($0.name, $0.field.shape) }
            + RequestHead.declarations.map { ($0.name, $0.shape) },
        uniquingKeysWith: { first, _ in first })

    static func declares(_ value: String, of name: String) -> Bool {
        shapes[name]?.declares(value) ?? false
    }
}
