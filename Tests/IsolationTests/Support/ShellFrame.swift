@testable import Isolation

/// Frames that a shell sends instead of a render process.
enum ShellFrame {
    /// A frame without facts, as a format string of the shell's printf.
    static func text(_ kind: Frame.Kind, _ number: UInt32, body: Int = 0) -> String {
        let body = [UInt8](repeating: 0x41, count: body)
        return (Frame(kind, number, body: body[...]).head + body)
            .map { "\\" + String($0 >> 6) + String($0 >> 3 & 7) + String($0 & 7) }.joined()
    }
}
