package import Basics
import CPango
package import Fonts
package import Scene

/// Sets text: Pango and HarfBuzz select fonts and shape, and lines are broken here.
///
/// A typesetter is not thread-safe. Each thread has its own, and all share one `FontTable`.
package final class Typesetter {
    package let fonts: FontTable
    private let usesShortcuts: Bool
    private var shaper: Shaper
    private var shaped = ShapedUnits()
    private var failure: FontFailure?
    private var missing = MissingScalars()

    package convenience init(fonts: FontTable) { self.init(fonts: fonts, usesShortcuts: true) }

    /// Without shortcuts the typesetter is slower and has the same results.
    init(fonts: FontTable, usesShortcuts: Bool) {
        self.fonts = fonts
        self.usesShortcuts = usesShortcuts
        shaper = Self.shaper(fonts, usesShortcuts)
    }

    private static func shaper(_ fonts: FontTable, _ usesShortcuts: Bool) -> Shaper {
        Shaper(faces: FaceStore(table: fonts, installed: installed), usesShortcuts: usesShortcuts)
    }

    /// Returns the failure of any text set since the last call; its result must not be used.
    package func takeFailure() -> FontFailure? {
        defer { failure = nil }
        return failure
    }

    /// Breaks text greedily into lines no wider than `width`. The text is as wide as its widest
    /// line. After a font could not be opened, every text is empty until `takeFailure` is called.
    package func shape(_ text: StyledText, width: Double) -> ShapedText {
        shape(text, width: width, .unlimited)
    }

    /// The result is empty if the work has been stopped.
    func shape(_ text: StyledText, width: Double, _ budget: WorkBudget) -> ShapedText {
        guard failure == nil else { return .empty }
        do throws(FontFailure) {
            return try set(text, width: width, budget)
        } catch {
            // Pango, HarfBuzz and the caches may contain wrong results.
            shaper = Self.shaper(fonts, usesShortcuts)
            failure = error
            return .empty
        }
    }

    private func set(
        _ text: StyledText, width: Double, _ budget: WorkBudget
    ) throws(FontFailure) -> ShapedText {
        var copy = text.text
        let result = copy.withUTF8 { bytes in
            Result { () throws(FontFailure) in
                guard unsafe bytes.contains(0) else {
                    return unsafe try shape(text, bytes, width: width, within: budget)
                }
                // Pango ends the text at a zero byte, and aborts the process because of the rest.
                let sanitized = unsafe bytes.map { $0 == 0 ? 1 : $0 }
                return unsafe try sanitized.withUnsafeBufferPointer { bytes throws(FontFailure) in
                    unsafe try shape(text, bytes, width: width, within: budget)
                }
            }
        }
        return try result.get()
    }

    /// Returns the characters that no font has, from the texts set since the last call.
    package func takeMissing() -> Set<Unicode.Scalar> { missing.take() }

    private func shape(
        _ text: StyledText, _ bytes: UnsafeBufferPointer<UInt8>, width: Double,
        within budget: WorkBudget
    ) throws(FontFailure) -> ShapedText {
        // While a text is being set, it needs some 200 bytes per character.
        let working = bytes.count * 200
        guard budget.reserve(working) else { return .empty }
        defer { budget.release(working) }
        shaped.clear()
        var paragraphs = unsafe Paragraphs.split(bytes, direction: text.direction)
        let language = unsafe Language.of(text.language, text: bytes)
        let styles = unsafe try shaper.styles(of: text, bytes: bytes, language: language)
        unsafe try shaper.shape(
            &paragraphs, of: bytes, styles: styles, language: language, into: &shaped, budget)
        guard budget.mayContinue else { return .empty }
        if shaped.hasMissing { unsafe missing.add(shaped, of: bytes) }
        var breaker = LineBreaker(
            shaped: shaped, paragraphs: paragraphs, styles: styles, hangs: text.hangsFurtherLines,
            budget: budget)
        let lines = breaker.lines(in: width, limit: text.lineLimit)
        guard budget.mayContinue else { return .empty }
        let writer = LineWriter(
            text: text, shaped: breaker.shaped, paragraphs: paragraphs, styles: styles)
        return writer.write(lines, budget)
    }
}

extension ShapedText {
    fileprivate static let empty = ShapedText(
        text: "", size: Size(0, 0), lineHeight: 1, lines: [], runs: [], glyphs: [], links: [])
}

/// A typesetter for work with a budget, which it charges for the memory of results. Once the
/// work must end, every text is empty; the caller checks and throws.
package final class BoundedTypesetter {
    private let typesetter: Typesetter
    private let budget: WorkBudget

    package init(_ typesetter: Typesetter, _ budget: WorkBudget) {
        self.typesetter = typesetter
        self.budget = budget
    }

    package func shape(_ text: StyledText, width: Double) -> ShapedText {
        let shaped = typesetter.shape(text, width: width, budget)
        _ = budget.reserve(shaped.memory)
        return shaped
    }
}

extension ShapedText {
    /// The approximate memory in bytes, without the characters, which belong to the conversation.
    var memory: Int {
        160 + glyphs.count * MemoryLayout<Glyph>.stride + runs.count * MemoryLayout<Run>.stride
            + lines.count * MemoryLayout<Line>.stride + links.count * 16
    }
}

private struct MissingScalars {
    /// The maximum number of characters, more than a warning lists.
    private static let maxScalars = 256

    private var scalars: Set<Unicode.Scalar> = []

    mutating func take() -> Set<Unicode.Scalar> {
        defer { scalars = [] }
        return scalars
    }

    mutating func add(_ shaped: ShapedUnits, of bytes: UnsafeBufferPointer<UInt8>) {
        for (index, stretch) in shaped.stretches.enumerated() where stretch.kind == .missing {
            let end =
                index + 1 < shaped.stretches.count
                ? Int(shaped.stretches[index + 1].firstUnit) : shaped.units.count
            for unit in Int(stretch.firstUnit)..<end {
                guard scalars.count < Self.maxScalars else { return }
                let next =
                    unit + 1 < shaped.units.count ? Int(shaped.units[unit + 1].text) : bytes.count
                unsafe add(bytes, Int(shaped.units[unit].text)..<next)
            }
        }
    }

    /// Adds a grapheme without a font, and the characters between it and the next one.
    private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
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

    private static func isInSomeFont(_ scalar: Unicode.Scalar) -> Bool {
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
