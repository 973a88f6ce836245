import Basics
import FoundationEssentials
import Glibc
import Model
import Rendering
import Server
import System

/// The output of a command. A file appears under its name only once it is complete; a device or a
/// pipe receives the bytes immediately.
struct OutputFile {
    private enum Way {
        case standardOutput
        case draft(DraftFile)
        case direct(DirectOutput)
    }

    private let path: String
    private let way: Way

    init(_ path: String) throws(CommandFailure) {
        self.path = path
        do throws(SystemError) {
            way = path == "-" ? .standardOutput : try OutputFile.way(to: OutputPlace(path))
        } catch {
            throw OutputFile.failure(path, error)
        }
    }

    private static func way(to place: OutputPlace) throws(SystemError) -> Way {
        switch place {
        case .descriptor(let number): return .direct(try DirectOutput(descriptor: number))
        case .socket(let path): return .direct(try DirectOutput(socket: path))
        case .stream(let path): return .direct(try DirectOutput(stream: path))
        case .file(let path, let existing):
            do throws(SystemError) {
                return .draft(try DraftFile(for: path, keeping: existing))
            } catch {
                // The existing file belongs to another user, or its folder is not writable, so it
                // cannot be replaced by a new file.
                guard existing != nil, error.code == EPERM || error.code == EACCES else {
                    throw error
                }
                return .direct(try DirectOutput(file: path))
            }
        }
    }

    static func failure(_ path: String, _ error: SystemError) -> CommandFailure {
        guard error.code != EISDIR else { return .file("\(path) is a folder, not a file") }
        let name = path == "-" ? "standard output" : path
        return .file("\(name) cannot be written (\(error.reason))")
    }

    /// Writes a whole file. Keeps an existing one on failure.
    static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        try write(to: path) { file throws(SinkFailure) in try file.write(bytes) }
    }

    static func write(
        to path: String, _ body: (OutputFile) throws(SinkFailure) -> Void
    ) throws(CommandFailure) {
        let file = try OutputFile(path)
        do throws(SinkFailure) {
            try body(file)
        } catch {
            file.discard()
            throw file.failure(error)
        }
        try file.finish()
    }

    /// Removes drafts left in a folder by killed runs.
    static func removeDrafts(in folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let formats = Output.Format.allCases.map { "." + $0.rawValue } + [".jpg"]
        for name in names {
            // Only drafts of the formats written here are removed, so that files with similar names
            // are kept.
            guard let target = DraftFile.target(ofDraft: name)?.lowercased(),
                formats.contains(where: target.hasSuffix)
            else { continue }
            DraftFile.removeIfAbandoned(folder + "/" + name)
        }
    }

    func failure(_ failure: SinkFailure) -> CommandFailure {
        switch failure {
        case .closed: .file("the reader has closed the output")
        case .system(let code): Self.failure(path, SystemError("write", code: code))
        }
    }

    func write(_ bytes: [UInt8]) throws(SinkFailure) {
        do throws(SystemError) {
            switch way {
            case .standardOutput: try StandardOutput.write(bytes)
            case .draft(let draft): try draft.write(bytes)
            case .direct(let output): try output.write(bytes)
            }
        } catch {
            throw error.code == EPIPE ? .closed : .system(error.code)
        }
    }

    /// Renames the complete file to its final name.
    func finish() throws(CommandFailure) {
        do throws(SystemError) {
            switch way {
            case .standardOutput: break
            case .draft(let draft): try draft.publish()
            case .direct(let output): try output.finish()
            }
        } catch {
            throw OutputFile.failure(path, error)
        }
    }

    func discard() {
        switch way {
        case .standardOutput, .direct: break
        case .draft(let draft): draft.discard()
        }
    }
}
