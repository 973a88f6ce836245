import Documents
import Fonts
import Graphics
import Importing
import Scene
import Typesetting

extension Worker {
    /// One word in each of the scripts that most chats use. Thai is included for its dictionary:
    /// Pango loads it once per process, and if that fails it never tries again.
    private static let words =
        "Aa 1 … 你好 こんにちは 안녕 سلام שלום नमस्ते สวัสดี 😀"

    /// Opens the fonts that nearly every conversation needs, so that the first one does not have
    /// to. By then the process may have run out of file descriptors.
    package func warmUp() throws(RenderFault) {
        for (family, weight) in [("sans-serif", 400), ("sans-serif", 600), ("monospace", 400)] {
            let style = TextStyle(families: [family], size: 16, lineHeight: 20, weight: weight)
            let text = try measure(RenderControl()) { typesetter in
                typesetter.shape(StyledText(Self.words, style: style, color: .black), width: 1_000)
            }
            do throws(FontFailure) {
                for run in text.runs { try open(run, of: text) }
            } catch {
                throw RenderFault(error)
            }
        }
    }

    /// Opens the libraries that decode HEIC and the sound of voice messages.
    package static func openDecoders() {
        PictureDecoder.openHEIF()
        Importing.openSoundDecoder()
    }

    private func open(_ run: ShapedText.Run, of text: ShapedText) throws(FontFailure) {
        guard let file = typesetter.fonts.fontFile(run.font),
            let glyph = text.glyphs(of: run).first?.id
        else { return }
        try painting.warmUp(glyph, of: run.font, in: file, pixelsPerEm: run.size)
        try documents.warmUp(glyph, of: run.font, in: file)
    }
}
