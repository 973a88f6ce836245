import Basics

/// An sRGB color with straight alpha.
package struct Color: Sendable, Hashable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    package var alpha: UInt8

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    package static let black = Color(0, 0, 0)
    package static let white = Color(255, 255, 255)
    package static let clear = Color(0, 0, 0, alpha: 0)

    package init(rgb: UInt32) {
        self.init(
            UInt8(truncatingIfNeeded: rgb >> 16), UInt8(truncatingIfNeeded: rgb >> 8),
            UInt8(truncatingIfNeeded: rgb))
    }

    /// Parses `#rgb`, `#rgba`, `#rrggbb` and `#rrggbbaa`, as in CSS.
    ///
    /// Reads bytes of a concrete type. A generic function on characters took a sixth of the startup
    /// time, because thousands of colors are read.
    package init?(hex: String) {
        let text = hex.utf8
        guard text.first == UInt8(ascii: "#") else { return nil }
        var digits: [UInt8] = []
        for byte in text.dropFirst() {
            guard let digit = Hexadecimal.value(byte) else { return nil }
            digits.append(digit)
        }
        switch digits.count {
        case 3, 4: digits = digits.flatMap { [$0, $0] }
        case 6, 8: break
        default: return nil
        }
        func byte(_ index: Int) -> UInt8 { digits[index] << 4 | digits[index + 1] }
        self.init(byte(0), byte(2), byte(4), alpha: digits.count == 8 ? byte(6) : 255)
    }

    package var hex: String {
        let bytes = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
        return bytes.reduce(into: "#") { text, byte in
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }

    package func withAlpha(_ share: Double) -> Color {
        Color(red, green, blue, alpha: UInt8((Double(alpha) * min(max(share, 0), 1)).rounded()))
    }

    /// Returns this color blended over an opaque one.
    package func over(_ below: Color) -> Color {
        func mix(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
            let share = Double(alpha) / 255
            return UInt8((Double(top) * share + Double(bottom) * (1 - share)).rounded())
        }
        return Color(mix(red, below.red), mix(green, below.green), mix(blue, below.blue))
    }

    /// The relative luminance by WCAG 2.2.
    package var luminance: Double {
        func linear(_ channel: UInt8) -> Double {
            let value = Double(channel) / 255
            return value <= 0.04045 ? value / 12.92 : Color.power((value + 0.055) / 1.055)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Returns the contrast ratio by WCAG 2.2, from 1 to 21.
    package func contrast(with other: Color) -> Double {
        let high = max(luminance, other.luminance)
        let low = min(luminance, other.luminance)
        return (high + 0.05) / (low + 0.05)
    }

    /// The nearest one, darker or lighter. The background must be opaque.
    package func shade(standingOutFrom ground: Color, atLeast least: Double) -> Color {
        let end: Color =
            Color.white.contrast(with: ground) >= Color.black.contrast(with: ground)
            ? .white : .black
        var shade = self
        for step in 0...20 where shade.contrast(with: ground) < least {
            shade = end.withAlpha(Double(step) / 20).over(self)
        }
        return shade
    }

    /// x^2.4 without a math library: x² · x^0.4, the fifth root of x² by Newton's method.
    private static func power(_ x: Double) -> Double {
        guard x > 0 else { return 0 }
        let square = x * x
        var root = square < 0.01 ? 0.3 : 0.8
        for _ in 0..<24 {
            let fourth = root * root * root * root
            root -= (fourth * root - square) / (5 * fourth)
        }
        return square * root
    }
}

package enum Paint: Sendable, Hashable {
    case color(Color)
    /// A gradient between two points of the drawing, so that neighboring shapes can share it.
    case linear(LinearGradient)
}

package struct LinearGradient: Sendable, Hashable {
    package struct Stop: Sendable, Hashable {
        package let offset: Double
        package let color: Color

        package init(_ offset: Double, _ color: Color) {
            self.offset = offset
            self.color = color
        }
    }

    package let start: Point
    package let end: Point
    package let stops: [Stop]

    package init(from start: Point, to end: Point, stops: [Stop]) {
        self.start = start
        self.end = end
        self.stops = stops
    }
}

/// A line drawn along an outline, centered on it.
package struct Stroke: Sendable, Hashable {
    package let color: Color
    package let width: Double
    /// The lengths of dashes and gaps; empty for a solid line.
    package let dashes: [Double]
    package let roundEnds: Bool

    package init(_ color: Color, width: Double, dashes: [Double] = [], roundEnds: Bool = false) {
        self.color = color
        self.width = width
        self.dashes = dashes
        self.roundEnds = roundEnds
    }
}
