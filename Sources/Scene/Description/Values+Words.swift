extension Double {
    /// The number rounded to hundredths without trailing zeros, independent of locale and machine.
    var short: String {
        guard isFinite, magnitude < 1e15 else { return "\(self)" }
        let hundredths = Int64((self * 100).rounded())
        let sign = hundredths < 0 ? "-" : ""
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        if rest == 0 { return "\(sign)\(whole)" }
        return rest.isMultiple(of: 10)
            ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}

extension String {
    /// The text in quotes, with line breaks and control characters escaped.
    var quoted: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            default:
                if scalar.value < 0x20 || scalar.value == 0x7F
                    || (0x2028...0x2029).contains(scalar.value)
                {
                    quoted += "\\u{\(String(scalar.value, radix: 16))}"
                } else {
                    quoted.unicodeScalars.append(scalar)
                }
            }
        }
        return quoted + "\""
    }
}

extension ShapedText {
    func quote(_ range: Range<Int32>) -> String {
        let bytes = text.utf8
        guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return "?" }
        let start = bytes.index(bytes.startIndex, offsetBy: Int(range.lowerBound))
        let end = bytes.index(start, offsetBy: range.count)
        return String(decoding: bytes[start..<end], as: UTF8.self).quoted
    }
}

extension Point {
    var words: String { "\(x.short) \(y.short)" }
}

extension Size {
    var words: String { "\(width.short) × \(height.short)" }
}

extension Rect {
    var words: String { "\(minX.short) \(minY.short) \(width.short) × \(height.short)" }
}

extension Path {
    /// `rect x y w × h` for a rectangle, otherwise SVG path commands.
    var words: String {
        if let rect = rectangle { return "rect \(rect.words)" }
        let parts = elements.map { element in
            switch element {
            case .move(let point): "M \(point.words)"
            case .line(let point): "L \(point.words)"
            case .curve(let first, let second, let end):
                "C \(first.words) \(second.words) \(end.words)"
            case .close: "Z"
            }
        }
        return parts.joined(separator: " ")
    }
}

extension Paint {
    var words: String {
        switch self {
        case .color(let color): return color.hex
        case .linear(let gradient):
            let stops = gradient.stops.map { "\($0.offset.short) \($0.color.hex)" }
            return "from \(gradient.start.words) to \(gradient.end.words) "
                + "[\(stops.joined(separator: ", "))]"
        }
    }
}

extension Stroke {
    var words: String {
        var words = "stroke \(color.hex) \(width.short)"
        if !dashes.isEmpty { words += " dashes \(dashes.map(\.short).joined(separator: " "))" }
        if roundEnds { words += " round" }
        return words
    }
}

extension PlacedPicture {
    var words: String {
        var words = "\(id.number) \(frame.words) \(fit.words)"
        if isMirrored { words += " mirrored" }
        if let tint { words += " tint \(tint.hex)" }
        if let clip { words += " clip \(clip.words)" }
        return words
    }
}

extension PlacedPicture.Fit {
    var words: String {
        switch self {
        case .stretch: "stretch"
        case .cover: "cover"
        case .slices(let caps, let density):
            "slices \(caps.top.short) \(caps.left.short) \(caps.bottom.short) "
                + "\(caps.right.short) @\(density.short)"
        case .tile(let density): "tile @\(density.short)"
        }
    }
}
