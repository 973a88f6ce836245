import Foundation
import Rendering
import Server
import Synchronization

/// Where a command writes. A file appears under its name only once it is whole.
struct OutputFile {
    /// nil for standard output.
    private let path: String?
    private let draft: String
    private let handle: FileHandle

    /// Several may be under way under one name.
    private static let drafts = Atomic(0)

    init(_ path: String) throws(CommandFailure) {
        guard path != "-" else {
            self.path = nil
            draft = ""
            handle = .standardOutput
            return
        }
        self.path = path
        let number = OutputFile.drafts.add(1, ordering: .relaxed).newValue
        draft = "\(path).part-\(ProcessInfo.processInfo.processIdentifier)-\(number)"
        do throws(SystemError) {
            try FileName.create(draft)
        } catch {
            throw .file("\(path) cannot be written (\(error))")
        }
        guard let handle = FileHandle(forWritingAtPath: draft) else {
            throw .file("\(path) cannot be written")
        }
        self.handle = handle
    }

    func write(_ bytes: [UInt8]) throws(SinkFailure) {
        do {
            try handle.write(contentsOf: bytes)
        } catch {
            let code = OutputFile.code(of: error)
            throw code == EPIPE ? .closed : .system(code)
        }
    }

    /// Gives the file its name.
    func finish() throws(CommandFailure) {
        guard let path else { return }
        do {
            try handle.close()
        } catch {
            discard()
            throw .file("\(path) cannot be written (error \(OutputFile.code(of: error)))")
        }
        do throws(SystemError) {
            try FileName.replace(path, by: draft)
        } catch {
            discard()
            throw .file("\(path) cannot be written (\(error))")
        }
    }

    func discard() {
        guard path != nil else { return }
        try? handle.close()
        try? FileManager.default.removeItem(atPath: draft)
    }

    private static func code(of error: any Error) -> Int32 {
        let error = error as NSError
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError
        return Int32(truncatingIfNeeded: cause?.code ?? error.code)
    }
}
