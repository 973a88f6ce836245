import Basics

/// The size is a name or two sides.
private struct CanvasDraft: FieldObject {
    var canvas = PictureCanvas(.story)
    var size: PictureCanvas?
    var width: Int?
    var height: Int?

    static let fields: Fields<CanvasDraft> = [
        Field(
            "size", optional: \.size, .canvasSize,
            "A name, or WIDTHxHEIGHT, instead of `width` and `height`."),
        Field("width", optional: \.width, .integer(PictureCanvas.sides), "Width in pixels."),
        Field("height", optional: \.height, .integer(PictureCanvas.sides), "Height in pixels."),
        Field(
            "padding", optional: \.canvas.ownPadding, .padding,
            "Space between the canvas edges and the conversation: one value for all edges, or up to four clockwise from the top. Default: 0, or with a card 1/18 of the shorter side. At least 120 pixels must remain in each direction."
        ),
        Field(
            "corner_radius", optional: \.canvas.ownRadius,
            .integer(0...PictureCanvas.sides.upperBound),
            "Corner radius of the card behind the conversation. Default: 1/27 of the shorter side."
        ),
        Field(
            "shadow", optional: \.canvas.ownShadow, .bool,
            "Whether the card has a shadow. Default: true."),
        Field(
            "background", \.canvas.background, .background,
            "Background around the card. Default: a shade of the theme's background."),
    ]
}

extension FieldSyntax where Value == PictureCanvas {
    /// A name, `WIDTHxHEIGHT`, or an object with either and the properties of a card.
    static var canvas: FieldSyntax {
        FieldSyntax(
            .object(CanvasDraft.declarations, shorthand: "size"),
            read: { fields, _ in fields.canvas() })
    }

    fileprivate static var canvasSize: FieldSyntax {
        let shape = FieldShape.other([
            "type": ["string", "null"], "examples": ["story", "og", "1080x1350"],
        ])
        return FieldSyntax(shape) { fields, _ in fields.canvasSize() }
    }
}

extension FieldSyntax where Value == Edges<Int> {
    /// One number, or up to four clockwise from the top, as in CSS.
    fileprivate static var padding: FieldSyntax {
        let side = FieldShape.integer(0...PictureCanvas.sides.upperBound)
        let shape = FieldShape.either([
            side, .other(["type": "string", "examples": ["250 60 340"]]),
            .other([
                "type": "array", "items": side.schema, "minItems": 1, "maxItems": 4,
            ]),
        ])
        return FieldSyntax(shape) { fields, _ in fields.padding() }
    }
}

extension FieldReader {
    fileprivate mutating func canvas() -> PictureCanvas? {
        guard peek() == .object else { return canvasSize() }
        let start = diagnostics.issues.count
        var draft = CanvasDraft()
        guard object(into: &draft), diagnostics.issues.count == start else { return nil }
        var canvas = draft.canvas
        switch (draft.size, draft.width, draft.height) {
        case (let size?, nil, nil): (canvas.width, canvas.height) = (size.width, size.height)
        case (nil, let width?, let height?): (canvas.width, canvas.height) = (width, height)
        default:
            return reject(.notOne(of: ["size", "width and height"]))
        }
        return canvas
    }

    fileprivate mutating func canvasSize() -> PictureCanvas? {
        guard let text = string([.string, .object])?.lowercased() else { return nil }
        if let name = PictureCanvas.Name(rawValue: text) { return PictureCanvas(name) }
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
            .map { FieldReader.pixels($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1] else {
            return reject(
                text, allowed: PictureCanvas.Name.allCases.map(\.rawValue) + ["1080x1920"])
        }
        let range = PictureCanvas.sides
        guard range.contains(width), range.contains(height) else {
            return reject(text, outside: range)
        }
        return PictureCanvas(width: width, height: height)
    }

    fileprivate mutating func padding() -> Edges<Int>? {
        let range = 0...PictureCanvas.sides.upperBound
        var sides: [Int] = []
        switch peek() {
        case .array:
            guard beginArray() else { return nil }
            var count = 0
            while nextElement() {
                count += 1
                if let side = int(range) { sides.append(side) }
            }
            guard count == sides.count else { return nil }
        case .string:
            guard let text = string([.number, .array]) else { return nil }
            let words = text.split { $0 == " " || $0 == "," }
            sides = words.compactMap { FieldReader.pixels($0) }.filter(range.contains)
            guard sides.count == words.count else { return reject(text, outside: range) }
        case .number, .null, .bool, .object:
            guard let side = int(range) else { return nil }
            sides = [side]
        }
        return Edges(clockwise: sides)
            ?? reject(sides.isEmpty ? .empty : .tooManyValues(actual: sides.count, most: 4))
    }

    /// Parses up to nine digits; no picture has more pixels.
    private static func pixels(_ word: Substring) -> Int? {
        let isNumber = (1...9).contains(word.utf8.count) && word.utf8.allSatisfy(ASCII.isDigit)
        return isNumber ? Int(word) : nil
    }
}
