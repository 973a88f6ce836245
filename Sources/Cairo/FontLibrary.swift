import CCairo
import Scene
import Synchronization

/// A FreeType library. Each worker has one of its own, so that no two ever wait for one another.
///
/// Shared ownership, because cairo keeps scaled fonts for a while after we let them go and lets go of
/// their faces on whatever thread it pleases: a face holds its library until it is closed.
@safe
final class FontLibrary {
    private let library: FT_Library
    /// FreeType wants faces of one library opened and closed one at a time.
    private let gate = Mutex(())

    init() throws(CairoFailure) {
        var made: FT_Library?
        let code = unsafe FT_Init_FreeType(&made)
        guard code == 0, let library = unsafe made else { throw .outOfMemory }
        unsafe self.library = library
    }

    deinit { unsafe FT_Done_FreeType(library) }

    func open(_ file: FontFile) throws(CairoFailure) -> OpenFace {
        var made: FT_Face?
        let code = gate.withLock { _ in
            unsafe FT_New_Face(library, file.path, FT_Long(file.index), &made)
        }
        guard code == 0, let face = unsafe made else {
            throw .unreadableFont(path: file.path, code: code)
        }
        return unsafe OpenFace(face, of: self)
    }

    fileprivate func close(_ face: FT_Face) {
        _ = gate.withLock { _ in unsafe FT_Done_Face(face) }
    }
}

/// A face that closes itself when the last of its users lets go.
@safe
final class OpenFace {
    let face: FT_Face
    private let library: FontLibrary

    init(_ face: FT_Face, of library: FontLibrary) {
        unsafe self.face = face
        self.library = library
    }

    deinit { unsafe library.close(face) }
}
