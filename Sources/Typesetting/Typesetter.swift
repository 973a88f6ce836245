package import Fonts
import Resources
package import Scene

/// Sets text with Pango: fonts and shaping are Pango's and HarfBuzz's, lines are our own.
///
/// Not safe to share: one for each thread that sets text, all with one `FontTable`.
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

    /// Why what was set since it was last asked is not to be used; once.
    package func takeFailure() -> FontFailure? {
        defer { failure = nil }
        return failure
    }

    /// Breaks the text into lines no wider than `width`, each with every word that fits; the text
    /// is as wide as the widest of them. Where a font cannot be opened it sets nothing more until
    /// `takeFailure` was asked.
    package func shape(_ text: StyledText, width: Double) -> ShapedText {
        shape(text, width: width, .unlimited)
    }

    /// Shapes text, or returns nothing if the work has been stopped.
    func shape(_ text: StyledText, width: Double, _ allowance: Allowance) -> ShapedText {
        guard failure == nil else { return .empty }
        do throws(FontFailure) {
            return try set(text, width: width, allowance)
        } catch {
            // Pango, HarfBuzz and the caches keep what came of it; all of them begin anew.
            shaper = Self.shaper(fonts, usesShortcuts)
            failure = error
            return .empty
        }
    }

    private func set(
        _ text: StyledText, width: Double, _ allowance: Allowance
    ) throws(FontFailure) -> ShapedText {
        var copy = text.text
        let result = copy.withUTF8 { bytes in
            Result { () throws(FontFailure) in
                guard unsafe bytes.contains(0) else {
                    return unsafe try shape(text, bytes, width: width, allowance)
                }
                // Pango takes it for the end of the text, and aborts the process over the rest.
                let harmless = unsafe bytes.map { $0 == 0 ? 1 : $0 }
                return unsafe try harmless.withUnsafeBufferPointer { bytes throws(FontFailure) in
                    unsafe try shape(text, bytes, width: width, allowance)
                }
            }
        }
        return try result.get()
    }

    /// Returns the characters that no font has, from the texts set since the last call.
    package func takeMissing() -> Set<Unicode.Scalar> { missing.take() }

    private func shape(
        _ text: StyledText, _ bytes: UnsafeBufferPointer<UInt8>, width: Double,
        _ allowance: Allowance
    ) throws(FontFailure) -> ShapedText {
        // While it is set, a text takes some 200 bytes a character.
        let working = bytes.count * 200
        guard allowance.takes(working) else { return .empty }
        defer { allowance.givesBack(working) }
        shaped.clear()
        var paragraphs = unsafe Paragraphs.split(bytes, direction: text.direction)
        let language = unsafe Language.of(text.language, text: bytes)
        let styles = unsafe try shaper.styles(of: text, bytes: bytes, language: language)
        unsafe try shaper.shape(
            &paragraphs, of: bytes, styles: styles, language: language, into: &shaped, allowance)
        guard allowance.goesOn else { return .empty }
        if shaped.hasMissing { unsafe missing.note(shaped, of: bytes) }
        var breaker = LineBreaker(
            shaped: shaped, paragraphs: paragraphs, styles: styles, hangs: text.hangsFurtherLines,
            allowance: allowance)
        let lines = breaker.lines(in: width, limit: text.lineLimit)
        guard allowance.goesOn else { return .empty }
        let writer = LineWriter(
            text: text, shaped: breaker.shaped, paragraphs: paragraphs, styles: styles)
        return writer.write(lines, allowance)
    }
}

extension ShapedText {
    fileprivate static let empty = ShapedText(
        text: "", size: Size(0, 0), lineHeight: 1, lines: [], runs: [], glyphs: [], links: [])
}
