import CFreeType
import CHarfBuzz
import Scene

/// A FreeType library. Each worker has its own, so that workers never wait for each other.
@safe
package final class FontLibrary {
    let library: FT_Library

    init() throws(FontFailure) {
        var made: FT_Library?
        let code = unsafe FT_Init_FreeType(&made)
        guard code == 0, let library = unsafe made else { throw .outOfMemory }
        unsafe self.library = library
    }

    deinit { unsafe FT_Done_FreeType(library) }

    func open(_ file: FontFile) throws(FontFailure) -> OpenFace {
        var made: FT_Face?
        let code = unsafe FT_New_Face(library, file.path, FT_Long(file.index), &made)
        guard code == 0, let face = unsafe made else {
            throw .unreadable(path: file.path, code: code)
        }
        return unsafe try OpenFace(face, file, of: self)
    }
}

extension FontLibrary {
    /// The versions of the libraries that shape and outline glyphs.
    package static var versions: [(name: String, version: String)] {
        var numbers: (Int32, Int32, Int32) = (0, 0, 0)
        if let library = try? FontLibrary() {
            unsafe FT_Library_Version(library.library, &numbers.0, &numbers.1, &numbers.2)
        }
        return [
            ("freetype", "\(numbers.0).\(numbers.1).\(numbers.2)"),
            ("harfbuzz", unsafe String(cString: hb_version_string())),
        ]
    }
}
