import Glibc
import System

/// The processor time and the start of a process, from `/proc/PID/stat` (proc(5)).
struct ProcessTimes: Sendable, Equatable {
    /// Seconds of processor time.
    let used: Double
    /// Seconds of processor time of child processes that have exited.
    let usedByEnded: Double
    /// The start in seconds since 1970.
    let start: Double

    /// - Parameter process: the ID; `self` for this process.
    init?(
        of process: String = "self", ticks: Double = Double(sysconf(Int32(_SC_CLK_TCK))),
        _ read: (String) -> String? = ControlGroups.read
    ) {
        // The second field is the program's name in parentheses, which may contain any character.
        let fields = read("/proc/\(process)/stat").map { text in
            text.suffix(from: text.lastIndex(of: ")") ?? text.endIndex).split(separator: " ")
        }
        guard let fields, fields.count > 20 else { return nil }
        let boot = (read("/proc/stat") ?? "").split(separator: "\n")
            .first { $0.hasPrefix("btime ") }.flatMap { Double($0.dropFirst(6)) }
        // Field 3 of the manual follows the name.
        func seconds(_ field: Int) -> Double { (Double(fields[field - 2]) ?? 0) / ticks }
        used = seconds(14) + seconds(15)
        usedByEnded = seconds(16) + seconds(17)
        start = (boot ?? 0) + seconds(22)
    }
}
