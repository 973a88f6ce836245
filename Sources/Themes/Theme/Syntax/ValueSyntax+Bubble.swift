import Basics
import Scene

extension ValueSyntax where Value == BubbleStyle.MaxWidth {
    private static var shares: ClosedRange<Double> { 0.1...1 }
    private static var points: ClosedRange<Double> { 20...4000 }

    /// A maximum width. Numbers up to 1 are fractions of the canvas, larger ones points.
    static var maxWidth: ValueSyntax {
        ValueSyntax(
            "0.1 to 1 of the canvas, 20 to 4000 points, or [share, points] for the lesser",
            read: { json, _, reading in
                if case .array(let both) = json {
                    guard both.count == 2 else {
                        reading.fail(.wrongCount(actual: both.count, allowed: 2...2))
                        return nil
                    }
                    let share = reading.at("0") { ValueSyntax<Double>.read(both[0], shares, &$0) }
                    let most = reading.at("1") { ValueSyntax<Double>.read(both[1], points, &$0) }
                    guard let share, let most else { return nil }
                    return .least(share: share, points: most)
                }
                guard
                    let value = ValueSyntax<Double>.read(
                        json, 0.1...4000, &reading, expected: .maxWidth)
                else { return nil }
                if shares.contains(value) { return .share(value) }
                if points.contains(value) { return .points(value) }
                reading.fail(.outOfRange(value: value, allowed: points))
                return nil
            },
            write: { value, _ in
                switch value {
                case .share(let share): .number(short(share))
                case .points(let points): .number(short(points))
                case .least(let share, let points):
                    .array([.number(short(share)), .number(short(points))])
                }
            })
    }
}

extension ValueSyntax where Value == BubbleStyle.Width {
    static var width: ValueSyntax {
        ValueSyntax(
            "`shrink`, `column`, or 1 to 4000",
            read: { json, _, reading in
                if case .string(let text) = json {
                    if text == "shrink" { return .shrink }
                    if text == "column" { return .column }
                    reading.fail(
                        .unknownChoice(value: clipped(text), allowed: ["shrink", "column"]))
                    return nil
                }
                return ValueSyntax<Double>.read(json, 1...4000, &reading, expected: .width)
                    .map { .fixed($0) }
            },
            write: { value, _ in
                switch value {
                case .shrink: .string("shrink")
                case .column: .string("column")
                case .fixed(let width): .number(short(width))
                }
            })
    }
}

extension ValueSyntax where Value == StyledText.Alignment {
    private enum Name: String, CaseIterable, Sendable {
        case start, left, center, right

        var alignment: StyledText.Alignment {
            switch self {
            case .start: .start
            case .left: .left
            case .center: .center
            case .right: .right
            }
        }
    }

    static var alignment: ValueSyntax {
        let names = ValueSyntax<Name>.choice
        return ValueSyntax(
            names.words,
            read: { json, _, reading in names.read(json, nil, &reading)?.alignment },
            write: { value, _ in
                .string((Name.allCases.first { $0.alignment == value } ?? .start).rawValue)
            })
    }
}
