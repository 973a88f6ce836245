import CPango
import Scene

/// The characters that no font has.
struct MissingScalars {
    /// The maximum number of characters, more than a warning lists.
    private static let maxScalars = 256

    private var scalars: Set<Unicode.Scalar> = []

    mutating func take() -> Set<Unicode.Scalar> {
        defer { scalars = [] }
        return scalars
    }

    mutating func note(_ shaped: ShapedUnits, of bytes: UnsafeBufferPointer<UInt8>) {
        for (index, stretch) in shaped.stretches.enumerated() where stretch.kind == .missing {
            let end =
                index + 1 < shaped.stretches.count
                ? Int(shaped.stretches[index + 1].firstUnit) : shaped.units.count
            for unit in Int(stretch.firstUnit)..<end {
                guard scalars.count < Self.maxScalars else { return }
                let next =
                    unit + 1 < shaped.units.count ? Int(shaped.units[unit + 1].text) : bytes.count
                unsafe note(bytes, Int(shaped.units[unit].text)..<next)
            }
        }
    }

    /// Notes a grapheme without a font, and the characters between it and the next one.
    private mutating func note(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        var found: [Unicode.Scalar] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let scalar = unsafe UTF8Reading.scalar(in: bytes, at: index)
            index &+= max(scalar.length, 1)
            guard let value = Unicode.Scalar(scalar.value),
                !value.properties.isDefaultIgnorableCodePoint, !value.properties.isWhitespace,
                value.properties.generalCategory != .control
            else { continue }
            found.append(value)
        }
        let lacking = found.count > 1 ? found.filter { !Self.isInSomeFont($0) } : found
        scalars.formUnion(lacking.isEmpty ? found : lacking)
    }

    static func isInSomeFont(_ scalar: Unicode.Scalar) -> Bool {
        guard let fonts = unsafe FcConfigGetFonts(nil, FcSetSystem) else { return false }
        for index in 0..<Int(unsafe fonts.pointee.nfont) {
            var set: OpaquePointer?
            let pattern = unsafe fonts.pointee.fonts[index]
            if unsafe FcPatternGetCharSet(pattern, FC_CHARSET, 0, &set) == FcResultMatch,
                unsafe FcCharSetHasChar(set, scalar.value) != 0
            {
                return true
            }
        }
        return false
    }
}
