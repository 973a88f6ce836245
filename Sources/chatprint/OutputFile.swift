import Glibc
import Rendering
import Server

/// Where a command writes. A file appears under its name only once it is whole.
struct OutputFile {
    private let path: String
    /// nil for standard output.
    private let draft: DraftFile?

    init(_ path: String) throws(CommandFailure) {
        self.path = path
        do throws(SystemError) {
            draft = path == "-" ? nil : try DraftFile(for: path)
        } catch {
            throw .file("\(path) cannot be written (\(error))")
        }
    }

    func write(_ bytes: [UInt8]) throws(SinkFailure) {
        do throws(SystemError) {
            guard let draft else { return try StandardOutput.write(bytes) }
            try draft.write(bytes)
        } catch {
            throw error.code == EPIPE ? .closed : .system(error.code)
        }
    }

    /// Gives the file its name.
    func finish() throws(CommandFailure) {
        do throws(SystemError) {
            try draft?.publish()
        } catch {
            throw .file("\(path) cannot be written (\(error))")
        }
    }

    func discard() { draft?.discard() }
}
