import Basics
import Scene

extension ValueSyntax where Value == Color {
    static var color: ValueSyntax {
        ValueSyntax(
            "color",
            read: { json, _, reading in
                guard case .string(let text) = json else {
                    reading.expected(.color, json)
                    return nil
                }
                // Text longer than `#rrggbbaa` is not a color.
                if text.utf8.count <= 9, let color = Color(hex: text) { return color }
                reading.fail(.badColor(value: clipped(text)))
                return nil
            },
            write: { value, _ in .string(value.hex) })
    }
}

/// The stops of a gradient from top to bottom: `["#a","#b"]`, `[{"at": 0.3, "color": "#a"}, …]`,
/// `{"from": "#a", "to": "#b"}` or `{"stops": […]}`.
enum Gradient {
    typealias Stops = [LinearGradient.Stop]

    private static let count = 2...16

    static func read(_ json: JSONValue, _ reading: inout ThemeReading) -> Stops? {
        switch json {
        case .array(let items): return read(items, &reading)
        case .object:
            if let stops = json["stops"] { return reading.at("stops") { read(stops, &$0) } }
            let ends = ["from", "to"].map { key in
                reading.at(key) { reading -> Color? in
                    guard let color = json[key] else {
                        reading.fail(.missing)
                        return nil
                    }
                    return ValueSyntax.color.read(color, nil, &reading)
                }
            }
            guard let from = ends[0], let to = ends[1] else { return nil }
            return [LinearGradient.Stop(0, from), LinearGradient.Stop(1, to)]
        case .null, .bool, .number, .string:
            reading.expected(.paint, json)
            return nil
        }
    }

    private static func read(_ items: [JSONValue], _ reading: inout ThemeReading) -> Stops? {
        guard count.contains(items.count) else {
            reading.fail(.wrongCount(actual: items.count, allowed: count))
            return nil
        }
        let stops = items.enumerated().map { index, item in
            reading.at(String(index)) { reading in
                stop(item, evenly: Double(index) / Double(items.count - 1), &reading)
            }
        }
        let read = stops.compactMap(\.self)
        guard read.count == stops.count else { return nil }
        return read.sorted { $0.offset < $1.offset }
    }

    private static func stop(
        _ json: JSONValue, evenly offset: Double, _ reading: inout ThemeReading
    ) -> LinearGradient.Stop? {
        guard case .object(let members) = json else {
            return ValueSyntax.color.read(json, nil, &reading).map {
                LinearGradient.Stop(offset, $0)
            }
        }
        reading.rejectUnknown(members, known: ["at", "color"])
        let at = json["at"].map { at in
            reading.at("at") { ValueSyntax<Double>.read(at, 0...1, &$0) }
        }
        let color = reading.at("color") { ValueSyntax.color.read(json["color"] ?? .null, nil, &$0) }
        guard let color else { return nil }
        return LinearGradient.Stop((at ?? offset) ?? offset, color)
    }

    static func write(_ stops: Stops) -> JSONValue {
        .array(
            stops.map { stop in
                .object([
                    JSONValue.Member("at", .number(short(stop.offset))),
                    JSONValue.Member("color", .string(stop.color.hex)),
                ])
            })
    }
}

extension ValueSyntax where Value == BubbleStyle.Fill {
    static var fill: ValueSyntax {
        ValueSyntax(
            "color, gradient, `none`, or {\"canvas\": gradient} across the whole canvas",
            read: { json, _, reading in
                switch json {
                case .string("none"): return BubbleStyle.Fill.none
                case .string:
                    return ValueSyntax<Color>.color.read(json, nil, &reading).map { .color($0) }
                case .array: break
                case .object(let members):
                    if let canvas = json["canvas"] {
                        reading.rejectUnknown(members, known: ["canvas"])
                        return reading.at("canvas") { Gradient.read(canvas, &$0) }
                            .map { .canvasGradient($0) }
                    }
                    reading.rejectUnknown(members, known: ["from", "to", "stops", "canvas"])
                case .null, .bool, .number: break
                }
                return Gradient.read(json, &reading).map { .gradient($0) }
            },
            write: { value, _ in
                switch value {
                case .none: .string("none")
                case .color(let color): .string(color.hex)
                case .gradient(let stops): Gradient.write(stops)
                case .canvasGradient(let stops):
                    .object([JSONValue.Member("canvas", Gradient.write(stops))])
                }
            })
    }
}
