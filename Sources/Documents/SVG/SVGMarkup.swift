import Basics
import Scene

/// Builds the bytes of an SVG document. All text of a caller passes through `escaped`.
struct SVGMarkup {
    private(set) var bytes: [UInt8] = []

    mutating func raw(_ text: StaticString) {
        text.withUTF8Buffer { text in unsafe bytes.append(contentsOf: text) }
    }

    /// Appends characters of an ID that we generated, or base64.
    mutating func raw(_ own: some Sequence<UInt8>) { bytes.append(contentsOf: own) }

    /// Appends a number rounded to thousandths; 0 for NaN and infinity.
    mutating func number(_ value: Double) {
        DecimalDigits.append(thousandths: value, below: 1e15, leadingZero: true, to: &bytes)
    }

    /// Neither markup nor the end of an attribute; only characters of XML 1.0 §2.2.
    mutating func escaped(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            for place in utf8.indices {
                let byte = unsafe utf8[place]
                if let entity = XMLEscape.entity(byte, in: .quotes) {
                    raw(entity)
                    continue
                }
                switch byte {
                case 0x09, 0x0A, 0x0D: raw(" ")
                case ..<0x20: raw("\u{FFFD}")
                // U+FFFE and U+FFFF end in BE and BF; one less is U+FFFD, the replacement
                // character.
                case 0xBE where unsafe isNoncharacter(utf8, place): bytes.append(0xBD)
                case 0xBF where unsafe isNoncharacter(utf8, place): bytes.append(0xBD)
                default: bytes.append(byte)
                }
            }
        }
    }

    private func isNoncharacter(_ utf8: UnsafeBufferPointer<UInt8>, _ place: Int) -> Bool {
        unsafe place >= 2 && utf8[place - 1] == 0xBF && utf8[place - 2] == 0xEF
    }

    mutating func attribute(_ name: StaticString, _ value: Double) {
        attribute(name) { $0.number(value) }
    }

    mutating func attribute(_ name: StaticString, _ value: String) {
        attribute(name) { $0.escaped(value) }
    }

    mutating func attribute(_ name: StaticString, _ value: (inout SVGMarkup) -> Void) {
        raw(" ")
        raw(name)
        raw("=\"")
        value(&self)
        raw("\"")
    }

    /// Appends `fill` or `stroke`, with its opacity if there is one.
    mutating func paint(_ name: StaticString, _ opacity: StaticString, _ color: Color) {
        attribute(name, Color(color.red, color.green, color.blue).hex)
        if color.alpha < 255 { attribute(opacity, Double(color.alpha) / 255) }
    }

    mutating func frame(_ rect: Rect) {
        attribute("x", rect.minX)
        attribute("y", rect.minY)
        attribute("width", max(0, rect.width))
        attribute("height", max(0, rect.height))
    }

    mutating func data(_ path: Path) {
        for element in path.elements {
            switch element {
            case .move(let point):
                raw("M")
                numbers(point)
            case .line(let point):
                raw("L")
                numbers(point)
            case .curve(let first, let second, let end):
                raw("C")
                numbers(first)
                raw(" ")
                numbers(second)
                raw(" ")
                numbers(end)
            case .close: raw("Z")
            }
        }
    }

    private mutating func numbers(_ point: Point) {
        number(point.x)
        raw(" ")
        number(point.y)
    }

    /// Appends an element for the outline, without its end: `<rect …` or `<path …`.
    mutating func outline(_ path: Path) {
        if let rect = path.rectangle {
            raw("<rect")
            frame(rect)
        } else {
            raw("<path")
            attribute("d") { $0.data(path) }
        }
    }

    mutating func stroke(_ stroke: Stroke) {
        paint("stroke", "stroke-opacity", stroke.color)
        attribute("stroke-width", stroke.width)
        if !stroke.dashes.isEmpty {
            attribute("stroke-dasharray") { markup in
                for (place, length) in stroke.dashes.enumerated() {
                    if place > 0 { markup.raw(" ") }
                    markup.number(length)
                }
            }
        }
        if stroke.roundEnds {
            attribute("stroke-linecap", "round")
            attribute("stroke-linejoin", "round")
        }
    }
}
