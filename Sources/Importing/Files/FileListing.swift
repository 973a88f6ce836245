import Model
import Synchronization

/// The names of the files in which a chat's pictures may be. The folder of a single file is listed
/// when the names are first asked for: it may be large, and most chats name paths.
final class FileListing: Sendable {
    private let sent: [String]
    private let beside: FileLookup
    private let lastNames = Mutex<Set<String>?>(nil)

    init(sent: [String], beside: FileLookup) {
        self.sent = sent
        self.beside = beside
    }

    var names: [String] { sent + beside.names.filter { !sent.contains($0) } }

    /// Returns whether one of the files has this name, in any folder.
    func holds(lastName: String) -> Bool {
        lastNames.withLock { known in
            let names = known ?? Set(self.names.map(Path.lastName))
            known = names
            return names.contains(lastName)
        }
    }
}
