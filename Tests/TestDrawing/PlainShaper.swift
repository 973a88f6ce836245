import CFreeType
package import Scene

/// No kerning, no fallback, no wrapping.
package struct PlainShaper {
    package let files: [FontFile]

    package init(files: [FontFile]) { self.files = files }

    package static let inter = "/usr/share/fonts/opentype/inter/"
    package static let emoji = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"

    package func shape(
        _ pieces: [Piece], size: Double, lineHeight: Double? = nil, at baseline: Double? = nil
    ) -> ShapedText {
        let height = lineHeight ?? size * 1.2
        var text = ""
        var glyphs: [ShapedText.Glyph] = []
        var runs: [ShapedText.Run] = []
        var left = 0.0
        for piece in pieces {
            let start = (Int32(text.utf8.count), Int32(glyphs.count))
            var width = 0.0
            for (glyph, advance) in advances(of: piece, size: size) {
                glyphs.append(
                    ShapedText.Glyph(
                        id: glyph, x: Float(width), y: 0, cluster: start.0 + Int32(glyphs.count)))
                width += advance
            }
            text += piece.text
            runs.append(
                ShapedText.Run(
                    font: FontID(UInt16(piece.font)), size: size, color: piece.color,
                    background: piece.background, isUnderlined: piece.isUnderlined,
                    isStruck: piece.isStruck, isRightToLeft: false, link: nil, left: left,
                    width: width, glyphs: start.1..<Int32(glyphs.count),
                    text: start.0..<Int32(text.utf8.count)))
            left += width
        }
        let line = ShapedText.Line(
            baseline: baseline ?? height * 0.76, left: 0, width: left, runs: 0..<Int32(runs.count),
            text: 0..<Int32(text.utf8.count), isRightToLeft: false)
        return ShapedText(
            text: text, size: Size(left, height), lineHeight: height, lines: [line], runs: runs,
            glyphs: glyphs, links: [])
    }

    package struct Piece {
        package var text: String
        package var font = 0
        package var color = Color.black
        package var background: Color?
        package var isUnderlined = false
        package var isStruck = false

        package init(_ text: String, font: Int = 0, color: Color = .black) {
            self.text = text
            self.font = font
            self.color = color
        }
    }

    private func advances(of piece: Piece, size: Double) -> [(UInt32, Double)] {
        var library: FT_Library?
        var face: FT_Face?
        unsafe FT_Init_FreeType(&library)
        defer { unsafe FT_Done_FreeType(library) }
        unsafe FT_New_Face(library, files[piece.font].path, 0, &face)
        guard let face = unsafe face else { return [] }
        let flags = Int32(FT_LOAD_NO_SCALE) | Int32(FT_LOAD_NO_BITMAP)
        return piece.text.unicodeScalars.map { scalar in
            let glyph = unsafe FT_Get_Char_Index(face, FT_ULong(scalar.value))
            unsafe FT_Load_Glyph(face, glyph, flags)
            let units = unsafe Double(face.pointee.glyph.pointee.metrics.horiAdvance)
            return unsafe (glyph, units / Double(face.pointee.units_per_EM) * size)
        }
    }
}

extension PlainShaper: FontLookup {
    package func fontFile(_ id: FontID) -> FontFile? {
        files.indices.contains(Int(id.number)) ? files[Int(id.number)] : nil
    }
}
