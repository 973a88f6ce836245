import Compression
import Glibc
import Rendering
import Server
import System

/// The output of a command. A file appears under its name only once it is complete; a device or a
/// pipe gets the bytes as they come.
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
                // Somebody else's, whom a file of ours cannot be given to, or in a folder that
                // takes no others.
                guard existing != nil, error.code == EPERM || error.code == EACCES else {
                    throw error
                }
                return .direct(try DirectOutput(file: path))
            }
        }
    }

    private static func failure(_ path: String, _ error: SystemError) -> CommandFailure {
        guard error.code != EISDIR else { return .file("\(path) is a folder; name a file in it") }
        return .file("\(path) cannot be written (\(error))")
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

    /// Gives the file its name.
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
