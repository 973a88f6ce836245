import Synchronization
import System

/// The names of the files in folders, listed when they are first asked for. The jobs of a batch
/// share them, because listing the folder for each of its files would take quadratic time.
package final class FolderListings: Sendable {
    /// The maximum number of files and folders listed; the others are found by their path.
    private static let maxFiles = 20_000
    private static let maxFolders = 16

    private let names = Mutex<[String: [String]]>([:])

    package init() {}

    func names(in tree: FolderTree) -> [String] {
        names.withLock { known in
            if let names = known[tree.root] { return names }
            let names = (try? tree.list(maxFiles: Self.maxFiles).names) ?? []
            if known.count >= Self.maxFolders { known = [:] }
            known[tree.root] = names
            return names
        }
    }
}
