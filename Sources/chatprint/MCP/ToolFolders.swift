import Basics
import Glibc
import Model
import Rendering
import System

/// The folders whose files the callers of tools may read, and the one to which outputs are written.
/// A caller may be misled by a text that it reads, so it reaches nothing else.
struct ToolFolders: Sendable {
    private let readable: [FolderTree]
    private let output: FolderTree?

    /// - Parameters:
    ///   - paths: the folders to read; relative paths of files are looked for in this order.
    ///   - output: the folder to write, which is also read.
    init(reading paths: [String], writing output: String?) throws(CommandFailure) {
        self.output = try output.map { path throws(CommandFailure) in try Self.folder(path) }
        readable =
            try paths.map { path throws(CommandFailure) in try Self.folder(path) }
            + [self.output].compactMap { $0 }
    }

    private static func folder(_ path: String) throws(CommandFailure) -> FolderTree {
        do throws(SystemError) {
            return try FolderTree(path)
        } catch {
            throw .file("\(path) is not a readable folder (\(error))")
        }
    }

    var hasOutput: Bool { output != nil }

    /// Words for callers, which know no other places.
    var readingWords: String {
        readable.isEmpty ? "No files are read" : "Files are read in \(places)"
    }

    var writingWords: String {
        output.map { "Files are written to \($0.root)" } ?? "No files are written"
    }

    private var places: String { readable.map(\.root).joined(separator: ", ") }

    // MARK: Reading

    func upload(_ path: String) throws(Explanation) -> Upload {
        let (tree, name) = try find(path)
        do throws(InputFault) {
            return try Upload(name, in: tree)
        } catch {
            throw Explanation(.inputUnreadable, "\(error.sentence).")
        }
    }

    func bytes(of path: String, atMost limit: Int) throws(Explanation) -> [UInt8] {
        let (tree, name) = try find(path)
        guard tree.kind(of: name) == .file, let file = tree.open(name) else {
            throw Explanation(.inputUnreadable, "\(path.shortened) is not a readable file.")
        }
        guard file.size <= limit else {
            throw Explanation(
                .contentTooLarge,
                "The file exceeds the limit of \(limit) bytes (setting inflated_bytes).",
                limit: limit, setting: "inflated_bytes")
        }
        guard let bytes = file.read() else { throw .unreadable(path) }
        return bytes
    }

    /// A file outside and a missing one have the same explanation, so that callers do not learn
    /// which files exist.
    private func find(_ path: String) throws(Explanation) -> (FolderTree, String) {
        for tree in readable {
            if let name = tree.name(of: path) { return (tree, name) }
        }
        throw Explanation(
            .inputUnreadable,
            readable.isEmpty
                ? "No folder may be read. The operator sets one with --folder FOLDER."
                : "\(path.shortened) does not exist in a folder that may be read: \(places).")
    }

    // MARK: Writing

    /// Begins a file, which has no name until it is complete.
    ///
    /// - Parameters:
    ///   - stem: a name of the caller's choice, without its ending.
    ///   - ending: with its dot.
    func draft(_ stem: String, _ ending: String) throws(Explanation) -> ToolDraft {
        guard let output else {
            throw Explanation(
                .outputFailed,
                "A \(String(ending.dropFirst())) file needs an output folder. The operator sets it with --output FOLDER."
            )
        }
        do throws(SystemError) {
            return try ToolDraft(in: output.root, stem, ending)
        } catch {
            throw .unwritable(output.root, error)
        }
    }

    func draft(
        _ stem: String, _ ending: String, of bytes: [UInt8]
    ) throws(Explanation) -> ToolDraft {
        let draft = try draft(stem, ending)
        do throws(SystemError) {
            try draft.write(bytes)
            return draft
        } catch {
            draft.discard()
            throw .unwritable(stem + ending, error)
        }
    }
}

/// A file that is being written to the output folder.
struct ToolDraft {
    private static let maxNumber = 1_000

    private let folder: String
    private let stem: String
    private let ending: String
    private let file: DraftFile

    fileprivate init(in folder: String, _ stem: String, _ ending: String) throws(SystemError) {
        (self.folder, self.stem, self.ending) = (folder, stem, ending)
        file = try DraftFile(for: Self.path(folder, stem, ending))
    }

    private static func path(_ folder: String, _ stem: String, _ ending: String) -> String {
        folder + "/" + ContentDisposition.harmless(stem, ending: ending)
    }

    func write(_ bytes: [UInt8]) throws(SystemError) { try file.write(bytes) }

    func discard() { file.discard() }

    /// Names the complete file and returns its path. An existing file is replaced only on request;
    /// otherwise, the name gets a number.
    func publish(overwriting: Bool) throws(Explanation) -> String {
        let path = Self.path(folder, stem, ending)
        do throws(SystemError) {
            if overwriting {
                try file.publish()
                return path
            }
            for number in 1...Self.maxNumber {
                let path = number == 1 ? path : Self.path(folder, stem, "-\(number)" + ending)
                if try file.publish(asNew: path) { return path }
            }
        } catch {
            discard()
            throw .unwritable(path, error)
        }
        discard()
        throw .unwritable(path, SystemError("open", code: EEXIST))
    }
}

extension Explanation {
    fileprivate static func unwritable(_ path: String, _ error: SystemError) -> Explanation {
        Explanation(.outputFailed, "\(path) cannot be written (\(error.reason)).")
    }
}
