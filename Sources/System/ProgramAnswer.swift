import Dispatch
import Glibc

/// The output of a program for a given standard input.
package struct ProgramAnswer: Sendable {
    package let bytes: [UInt8]
    /// Whether it wrote more than was asked for, and was ended.
    package let isTooLong: Bool
    package let end: ChildProcess.End

    /// - Parameters:
    ///   - program: a path; a name without a folder is looked for as shells do.
    ///   - most: bytes to take.
    ///   - seconds: after which it is asked to end.
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
        ProgramAnswer.tell(words, through: input)
        let bytes = ProgramAnswer.all(from: output.forReading(), atMost: most + 1)
        isTooLong = bytes.count > most
        if isTooLong { child.terminate() }
        self.bytes = bytes
        end = child.wait(stopped: {})
    }

    /// A program that does not read, or not to the end, may answer all the same.
    private static func tell(_ words: [UInt8], through pipe: consuming Pipe) {
        do throws(SystemError) { try pipe.writingEnd.write(words) } catch {}
    }

    /// Until the program closes it.
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
