package import Scene
import Synchronization

/// Every font that any typesetter of the process has used, each with one short name.
///
/// It only grows, and only by fonts of the machine (never by what a caller names), so it stays
/// small.
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

    package func id(of file: FontFile) -> FontID {
        entries.withLock { entries in
            if let id = entries.ids[file] { return id }
            // 65,536 fonts do not fit on a machine; the last one would stand for the rest.
            guard entries.files.count <= Int(UInt16.max) else { return FontID(.max) }
            let id = FontID(UInt16(entries.files.count))
            entries.files.append(file)
            entries.ids[file] = id
            return id
        }
    }

    package var count: Int { entries.withLock { $0.files.count } }
}
