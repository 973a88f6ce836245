import Synchronization
import System

/// The names of the files in folders, listed when they are first asked for. The jobs of a batch
/// share them, because listing the folder for each of its files would take quadratic time.
package final class FolderListings: Sendable {
    /// The maximum number of files and folders listed; the others are found by their path.
    private static let maxFiles = 20_000
    private static let maxFolders = 16

    /// The names by folder; nil for a folder that could not be listed at the last attempt.
    private let listings = Mutex<[String: [String]?]>([:])

    package init() {}

    /// Returns no names if the folder cannot be listed; `hasFailed` then ends the import.
    func names(in tree: FolderTree) -> [String] {
        listings.withLock { known in
            if let names = known[tree.root] ?? nil { return names }
            // A failure is kept as nil, and `hasFailed` reports it.
            let names = try? tree.list(maxFiles: Self.maxFiles).names
            if known.count >= Self.maxFolders { known = [:] }
            known.updateValue(names, forKey: tree.root)
            return names ?? []
        }
    }

    func hasFailed(in tree: FolderTree) -> Bool {
        listings.withLock { known in
            guard let names = known[tree.root] else { return false }
            return names == nil
        }
    }
}
