import Basics
import Synchronization

/// The themes of a folder, each read when it is first asked for.
final class LookShelf: Sendable {
    /// The names of the themes, sorted, those of the classics last.
    let names: [String]
    private let reader: Mutex<LookReader>

    init(_ folder: ThemeFolder) {
        let classics = folder.looks.filter { ThemeLayer(json: $0.value).isClassic }
        names =
            folder.looks.keys.filter { classics[$0] == nil }.sorted() + classics.keys.sorted()
        reader = Mutex(LookReader(folder))
    }

    /// Returns nil if there is no such theme. A theme with faults is never asked for: those of an
    /// operator prevent startup, and the tests read all shipped ones.
    subscript(name: String) -> Look? { try? read(name) }

    /// The warnings about the themes read so far.
    var warnings: [String: [ThemeWarning]] { reader.withLock(\.warnings) }

    @discardableResult func read(_ name: String) throws(ThemeFaults) -> Look {
        try reader.withLock { reader throws(ThemeFaults) in try reader.look(name, from: []) }
    }
}
