import Rendering

/// Options that override those of the conversation.
///
///     var options = RenderOptions()
///     options.mode = .dark
///     options.scale = 3
///     options.fields["page.size"] = "A5"
///
/// A dictionary is enough if only fields are set: `["split_by": "month"]`.
public struct RenderOptions: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    /// The variant of a theme.
    public enum Mode: String, Sendable, CaseIterable { case light, dark }

    public var mode: Mode?
    /// The pixels per point of a picture: 1 to 4.
    public var scale: Double?
    /// The width in points.
    public var width: Double?
    /// The name or ID of the participant whose messages are on the right.
    public var me: String?
    /// The IANA name of the time zone for displayed times.
    public var timeZone: String?
    /// The language of the interface phrases, such as `de-DE`.
    public var locale: String?
    /// Whether warnings are errors (``ChatprintError/strict(_:)``).
    public var isStrict = false
    /// Other fields, named like the service's query parameters, such as `page.size`.
    public var fields: [String: String]

    public init(fields: [String: String] = [:]) { self.fields = fields }

    public init(dictionaryLiteral elements: (String, String)...) {
        fields = Dictionary(elements) { _, last in last }
    }

    func parameters(theme: String?) -> Parameters {
        let named: [(String, String?)] = [
            ("theme", theme), ("mode", mode?.rawValue), ("scale", scale.map { "\($0)" }),
            ("width", width.map { "\($0)" }), ("me", me), ("timezone", timeZone),
            ("locale", locale), ("strict", isStrict ? "true" : nil),
        ]
        let others = fields.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
        return Parameters(named.compactMap { name, value in value.map { (name, $0) } } + others)
    }
}
