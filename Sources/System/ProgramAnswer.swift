import Dispatch
import Glibc

/// The output of a program for a given standard input.
package struct ProgramOutput: Sendable {
    package let bytes: [UInt8]
    /// Whether the program was terminated because it wrote too much.
    package let isTooLong: Bool
    package let end: ChildProcess.End

    /// - Parameters:
    ///   - program: a path, or a name to search in PATH.
    ///   - most: the maximum number of output bytes.
    ///   - seconds: the time after which the program is terminated (SIGTERM).
    package init(
        of program: String, to words: [UInt8], environment: [String: String], atMost most: Int,
        seconds: Int
    ) throws(SystemError) {
        let input = try Pipe()
        let output = try Pipe()
        let child = try ChildProcess(
            "/usr/bin/env", ["env", "--", program], environment: environment, files: [],
            input: input.readingEnd.number, output: output.writingEnd.number)
        let timer = DispatchSource.makeTimerSource()
        timer.schedule(deadline: .now() + .seconds(seconds))
        timer.setEventHandler { child.terminate() }
        timer.resume()
        defer { timer.cancel() }
        ProgramOutput.send(words, through: input)
        let bytes = ProgramOutput.all(from: output.forReading(), atMost: most + 1)
        isTooLong = bytes.count > most
        if isTooLong { child.terminate() }
        self.bytes = bytes
        end = child.wait(stopped: {})
    }

    /// Writes the input. Ignores errors, because a program may succeed without reading all of it.
    private static func send(_ words: [UInt8], through pipe: consuming Pipe) {
        do throws(SystemError) { try pipe.writingEnd.write(words) } catch {}
    }

    /// Reads until the program closes its output.
    private static func all(from file: consuming Descriptor, atMost most: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < most,
            case .moved(let count) = file.read(into: &piece, atMost: most - bytes.count), count > 0
        {
            bytes += piece[..<count]
        }
        return bytes
    }
}
