import Basics
import Scene

extension ValueSyntax where Value == CanvasStyle.Background {
    /// A background. A picture or wallpaper is an object that states the color below it; anything
    /// else is a paint.
    static var background: ValueSyntax {
        ValueSyntax(
            "color, gradient, {\"picture\", \"over\"} to be tiled, or "
                + "{\"pattern\", \"ink\", \"over\"} with pattern one of "
                + ValueSyntax<CanvasStyle.Pattern>.choice.words,
            read: { json, old, reading in
                switch json {
                case .string:
                    return ValueSyntax<Color>.color.read(json, nil, &reading).map { .color($0) }
                case .object(let members):
                    if let picture = json["picture"] {
                        reading.rejectUnknown(members, known: ["picture", "over"])
                        return tile(picture, over: json["over"], old: old, &reading)
                    }
                    if let name = json["pattern"] {
                        reading.rejectUnknown(members, known: ["pattern", "ink", "over"])
                        return pattern(name, json: json, old: old, &reading)
                    }
                    reading.rejectUnknown(members, known: ["from", "to", "stops"])
                case .array, .null, .bool, .number: break
                }
                return Gradient.read(json, &reading).map { .gradient($0) }
            },
            write: { value, pictures in
                switch value {
                case .color(let color): .string(color.hex)
                case .gradient(let stops): Gradient.write(stops)
                case .tile(let picture, let scale, let over):
                    .object([
                        .init(
                            "picture",
                            ValueSyntax<[BubbleImage.Variant]>.pictures.write(
                                [BubbleImage.Variant(picture: picture, scale: scale)], pictures)),
                        .init("over", .string(over.hex)),
                    ])
                case .pattern(let pattern, let ink, let over):
                    .object([
                        .init("pattern", .string(pattern.rawValue)), .init("ink", .string(ink.hex)),
                        .init("over", .string(over.hex)),
                    ])
                }
            })
    }

    private static func color(
        _ key: String, _ json: JSONValue?, else old: Color, _ reading: inout ThemeReading
    ) -> Color? {
        guard let json else { return old }
        return reading.at(key) { ValueSyntax<Color>.color.read(json, nil, &$0) }
    }

    private static func tile(
        _ picture: JSONValue, over: JSONValue?, old: Value?, _ reading: inout ThemeReading
    ) -> Value? {
        let variants = reading.at("picture") {
            ValueSyntax<[BubbleImage.Variant]>.pictures.read(picture, nil, &$0)
        }
        let over = color("over", over, else: old?.color ?? .white, &reading)
        guard let largest = variants?.max(by: { $0.scale < $1.scale }), let over else { return nil }
        return .tile(largest.picture, pixelsPerPoint: largest.scale, over: over)
    }

    private static func pattern(
        _ name: JSONValue, json: JSONValue, old: Value?, _ reading: inout ThemeReading
    ) -> Value? {
        let pattern = reading.at("pattern") {
            ValueSyntax<CanvasStyle.Pattern>.choice.read(name, nil, &$0)
        }
        let ink = color("ink", json["ink"], else: Color(0, 0, 0, alpha: 13), &reading)
        let over = color("over", json["over"], else: old?.color ?? .white, &reading)
        guard let pattern, let ink, let over else { return nil }
        return .pattern(pattern, ink: ink, over: over)
    }
}
