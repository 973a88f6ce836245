import Basics
import Model

/// The encoding of IRC lines: style codes, and one of two character encodings.
enum IRCText {
    /// Decodes a line as UTF-8, or as Latin-1 if the bytes are not valid UTF-8. Each program chose
    /// its own encoding.
    static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return String(text)
    }

    /// Converts mIRC's style codes for bold, italic, underline, strikethrough and code. Colors are
    /// dropped.
    static func blocks(_ text: String) -> [TextBlock] {
        guard text.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            return Body.plain(text)
        }
        var builder = Body.Builder()
        var on: [UInt32] = []
        var piece = ""
        func kinds() -> [TextMark.Kind] { on.compactMap { styles[$0].map { .entity($0) } } }
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            guard scalar.value < 0x20 else {
                piece.unicodeScalars.append(scalar)
                continue
            }
            builder.append(piece, kinds())
            piece = ""
            switch scalar.value {
            case 0x0F: on = []
            case 0x03:
                skipNumber(&scalars, 2)
                let next = scalars.dropFirst().first
                if scalars.first == ",", next.map(ASCII.isDigit) == true {
                    scalars = scalars.dropFirst()
                    skipNumber(&scalars, 2)
                }
            case 0x04: skipHexadecimal(&scalars)
            case 0x09: piece = " "
            default:
                guard styles[scalar.value] != nil else { continue }
                if let place = on.firstIndex(of: scalar.value) {
                    on.remove(at: place)
                } else {
                    on.append(scalar.value)
                }
            }
        }
        builder.append(piece, kinds())
        return builder.blocks
    }

    private static let styles: [UInt32: Entity.Kind] = [
        0x02: .bold, 0x1D: .italic, 0x1F: .underline, 0x1E: .strike, 0x11: .code,
    ]

    private static func skipNumber(_ scalars: inout ArraySlice<Unicode.Scalar>, _ maxDigits: Int) {
        scalars = scalars.dropFirst(scalars.prefix(maxDigits).prefix(while: ASCII.isDigit).count)
    }

    private static func skipHexadecimal(_ scalars: inout ArraySlice<Unicode.Scalar>) {
        let digits = scalars.prefix(6).prefix { $0.properties.isASCIIHexDigit }
        if digits.count == 6 { scalars = scalars.dropFirst(6) }
    }
}
