import CFreeType
import Scene

/// A FreeType library. Each worker has one of its own, so that no two ever wait for one another.
@safe
final class FontLibrary {
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
