import Basics
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

    /// Creates a typesetter. Without shortcuts it is slower and has the same results.
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
            // Pango, HarfBuzz and the caches may contain wrong results, so all of them are
            // recreated.
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
                    return unsafe try shape(text, bytes, width: width, budget)
                }
                // Pango treats a zero byte as the end of the text, and aborts the process because
                // of the rest.
                let sanitized = unsafe bytes.map { $0 == 0 ? 1 : $0 }
                return unsafe try sanitized.withUnsafeBufferPointer { bytes throws(FontFailure) in
                    unsafe try shape(text, bytes, width: width, budget)
                }
            }
        }
        return try result.get()
    }

    /// Returns the characters that no font has, from the texts set since the last call.
    package func takeMissing() -> Set<Unicode.Scalar> { missing.take() }

    private func shape(
        _ text: StyledText, _ bytes: UnsafeBufferPointer<UInt8>, width: Double,
        _ budget: WorkBudget
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
        if shaped.hasMissing { unsafe missing.note(shaped, of: bytes) }
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
