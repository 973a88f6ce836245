import Basics

extension FieldSyntax where Value == Watermark {
    static var watermark: FieldSyntax {
        FieldSyntax(
            .object(Watermark.declarations, shorthand: "text"),
            read: { fields, _ in
                guard fields.peek() == .object else {
                    return fields.line().map { Watermark($0) }
                }
                var mark = Watermark()
                _ = fields.object(into: &mark)
                return mark.text.isEmpty ? nil : mark
            })
    }
}

extension FieldSyntax where Value == Edges<Double> {
    /// One length, or up to four clockwise from the top, as in CSS.
    static var margin: FieldSyntax {
        let length: JSONValue = ["$ref": "#/$defs/length"]
        let shape = FieldShape.other([
            "anyOf": [
                length, ["type": "array", "items": length, "minItems": 1, "maxItems": 4],
            ]
        ])
        return FieldSyntax(shape) { fields, _ in fields.margin() }
    }
}

extension FieldSyntax where Value == PageSetup.Size {
    /// A name, `WIDTHxHEIGHT` with a unit, or an object with both.
    static var pageSize: FieldSyntax {
        let sides = FieldShape.object(PageSides.declarations).schema["properties"] ?? .null
        let shape = FieldShape.other([
            "anyOf": [
                [
                    "type": ["string", "null"],
                    "description":
                        "`a4`, `a5`, `a3`, `letter`, `legal`, `phone`, `endless`, or WIDTHxHEIGHT with a unit.",
                    "examples": ["A4", "letter", "210x297mm"],
                ],
                ["type": "object", "properties": sides, "required": ["width", "height"]],
            ]
        ])
        return FieldSyntax(shape, write: { $0 == .a4 ? "a4" : nil }) {
            fields, _ in fields.pageSize()
        }
    }
}

private struct PageSides: FieldObject {
    var width: Double?
    var height: Double?

    /// The range from one inch to 200 inches, the maximum that PDF readers must support (ISO
    /// 32000-1, Annex C).
    static let paper: ClosedRange<Double> = 72...14_400

    static let fields: Fields<PageSides> = [
        Field("width", optional: \.width, .length(paper), "", examples: ["148mm"]),
        Field("height", optional: \.height, .length(paper), "", examples: ["210mm"]),
    ]
}

extension FieldReader {
    fileprivate mutating func margin() -> Edges<Double>? {
        var lengths: [Double] = []
        let range = 0.0...400.0
        if peek() == .array {
            guard beginArray() else { return nil }
            while nextElement() {
                guard let length = length(range) else { continue }
                lengths.append(length)
            }
            if !diagnostics.issues.isEmpty { return nil }
        } else if peek() == .string {
            guard let text = string([.number, .string]) else { return nil }
            for word in Length.words(of: text) {
                guard let length = Length(word) else {
                    return reject(.malformedLength(FieldReader.excerpt(text)))
                }
                guard range.contains(length.points) else {
                    return reject(text, outside: range, unit: "points")
                }
                lengths.append(length.points)
            }
        } else if let length = length(range) {
            lengths = [length]
        } else {
            return nil
        }
        return Edges(clockwise: lengths)
            ?? reject(.malformedLength("\(lengths.count) lengths"))
    }

    fileprivate mutating func pageSize() -> PageSetup.Size? {
        guard peek() == .string else {
            var sides = PageSides()
            guard object(into: &sides), let width = sides.width, let height = sides.height
            else { return nil }
            return .custom(width: width, height: height)
        }
        guard let text = string([.string, .object])?.lowercased() else { return nil }
        let names: [(String, PageSetup.Size)] = [
            ("a4", .a4), ("a5", .a5), ("a3", .a3), ("letter", .letter), ("legal", .legal),
            ("phone", .phone), ("endless", .endless),
        ]
        if let named = names.first(where: { $0.0 == text }) { return named.1 }
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
        if sides.count == 2, let height = Length(String(sides[1])) {
            // The unit after the height applies to both sides.
            let first = String(sides[0])
            if let width = Length(first, unit: height.unit) {
                return pageSize(width.points, height.points, text)
            }
        }
        return reject(text, allowed: names.map(\.0) + ["210x297mm"])
    }

    private mutating func pageSize(
        _ width: Double, _ height: Double, _ text: String
    ) -> PageSetup.Size? {
        let paper = PageSides.paper
        if paper.contains(width), paper.contains(height) {
            return .custom(width: width, height: height)
        }
        return reject(text, outside: paper, unit: "points")
    }
}
