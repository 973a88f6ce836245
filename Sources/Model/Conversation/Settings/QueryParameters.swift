/// The parameters of a URL that set something in a request.
package enum QueryParameters {
    /// Those of imports are read elsewhere.
    static let names =
        SettingsDecoder.paths.keys.sorted() + ["mode", "from", "chat", "date_order", "year"]

    private static let shapes = Dictionary(
        SettingsDecoder.settings.map { ($0.name, $0.field.shape) }
            + RequestHead.declarations.map { ($0.name, $0.shape) },
        uniquingKeysWith: { first, _ in first })

    package static func contains(_ name: String) -> Bool { names.contains(name) }

    /// Whether the parameter sets the theme, an output or an option, instead of a fact about the
    /// conversation or the export.
    package static func styles(_ name: String) -> Bool {
        guard let part = SettingsDecoder.path(of: name)?[0] else { return name == "mode" }
        return part == "theme" || SettingsDecoder.isPart(part)
    }

    /// A declared word, a number or a switch, not text of the caller.
    package static func declares(_ value: String, of name: String) -> Bool {
        shapes[name]?.declares(value) ?? false
    }

    /// Whether a name is, contains or may be meant to be a setting that protects something, such as
    /// a password or a redaction.
    package static func mayProtect(_ name: String) -> Bool {
        SettingsDecoder.isPart(name) || FieldReader.protection(in: name) != nil
    }
}
