package import Scene
import Synchronization

/// All fonts that any typesetter of the process has used, each with a short identifier.
///
/// The table never shrinks, but contains only installed fonts (never names from a caller), so it
/// stays small.
package final class FontTable: FontLookup, Sendable {
    private struct Entries {
        var files: [FontFile] = []
        var ids: [FontFile: FontID] = [:]
    }

    private let entries = Mutex(Entries())

    package init() {}

    package func file(_ id: FontID) -> FontFile {
        entries.withLock { $0.files[Int(id.number)] }
    }

    package func fontFile(_ id: FontID) -> FontFile? { file(id) }

    func id(of file: FontFile) -> FontID {
        entries.withLock { entries in
            if let id = entries.ids[file] { return id }
            // No machine has 65,536 fonts; the last identifier would represent all further ones.
            guard entries.files.count <= Int(UInt16.max) else { return FontID(.max) }
            let id = FontID(UInt16(entries.files.count))
            entries.files.append(file)
            entries.ids[file] = id
            return id
        }
    }

    package var count: Int { entries.withLock { $0.files.count } }
}
