import Basics
import Scene

extension ValueSyntax where Value == [String] {
    /// Family names for fontconfig, in order of preference.
    static var families: ValueSyntax {
        ValueSyntax(
            "family name or list of up to 8",
            read: { json, old, reading in
                let names = ValueSyntax<[String]>.list(
                    .text(64), count: 1...8, expected: .texts, single: true)
                guard let read = names.read(json, nil, &reading) else { return nil }
                var families: [String] = []
                for name in read {
                    if name.isEmpty || !name.unicodeScalars.allSatisfy(isNamePart) {
                        reading.fail(.badFamily(value: clipped(name)))
                    } else if name.lowercased().contains("emoji") {
                        reading.warn { .ignoredFamily(pointer: $0, name: name) }
                    } else {
                        families.append(name)
                    }
                }
                return families.isEmpty ? old : families
            },
            write: { value, _ in .array(value.map { .string($0) }) })
    }

    /// Returns whether a character is allowed in a family name. A comma would separate two
    /// families, and other characters have a meaning in fontconfig.
    private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            || scalar == " " || scalar == "-" || scalar == "_" || scalar == "."
    }
}

enum TextStyleKeys {
    static let sizes = 4.0...200.0

    static let all: [Key<TextStyle>] = [
        Key(
            "families", \.families, .families,
            "fonts in order of preference; others are used for missing characters and emoji"),
        Key(
            "size", \.size, .number(sizes),
            "the font size; scales the line height unless `line_height` is set"),
        Key("line_height", \.lineHeight, .number(4...400), "the height of each line"),
        Key("weight", \.weight, .integer(100...900), "the weight: 400 is regular, 700 bold"),
        Key("italic", \.isItalic, .flag, "whether the text is italic"),
        Key("tracking", \.tracking, .number(-5...20), "space added after each letter"),
    ]

    /// Keeps the ratio of line height to text size if only the size is stated.
    static func spaced(_ style: TextStyle, from old: TextStyle, _ json: JSONValue) -> TextStyle {
        guard json["size"] != nil, json["line_height"] == nil, old.size > 0 else { return style }
        var style = style
        let height = old.lineHeight * style.size / old.size
        style.lineHeight = min(max((height * 100).rounded() / 100, 4), 400)
        return style
    }
}

extension ValueSyntax where Value == TextStyle {
    static var style: ValueSyntax {
        let section = ValueSyntax.section(
            TextStyleKeys.all, from: TextStyle(families: ["Inter"], size: 17, lineHeight: 20.3))
        return ValueSyntax(
            section.words, keys: section.keys,
            read: { json, old, reading in
                guard let style = section.read(json, old, &reading) else { return nil }
                return old.map { TextStyleKeys.spaced(style, from: $0, json) } ?? style
            },
            write: section.write)
    }
}

extension ValueSyntax where Value == TextStyles.Colored {
    static var colored: ValueSyntax {
        let keys =
            TextStyleKeys.all.map { $0.within(\TextStyles.Colored.style) }
            + [Key("color", \.color, .color, "the color")]
        let base = TextStyles.Colored(
            style: TextStyle(families: ["Inter"], size: 11, lineHeight: 13), color: .black)
        let section = ValueSyntax.section(keys, from: base)
        return ValueSyntax(
            section.words, keys: section.keys,
            read: { json, old, reading in
                guard var text = section.read(json, old, &reading) else { return nil }
                if let old {
                    text.style = TextStyleKeys.spaced(text.style, from: old.style, json)
                }
                return text
            },
            write: section.write)
    }
}
