import Basics

/// Reads the fields after the last chunk, validates them like header fields, and discards them (RFC
/// 9110 §6.5.1).
///
/// No trailer is needed here, and a `Content-Length` or `Host` that arrives after the decisions it
/// would affect is an attack.
struct TrailerReader: Sendable {
    private let limits: MessageLimits
    private var line: [UInt8] = []
    private var total = 0
    private var count = 0

    init(limits: MessageLimits) {
        self.limits = limits
    }

    /// Returns true at the LF of the empty line that ends the body.
    mutating func step(_ byte: UInt8) throws(HTTPFault) -> Bool {
        total += 1
        if byte == ASCII.lineFeed {
            guard line.last == ASCII.carriageReturn else { throw .chunk(.lineEnding) }
            return try endLine()
        }
        if line.last == ASCII.carriageReturn { throw .chunk(.lineEnding) }
        line.append(byte)
        if line.count > limits.fieldBytes || total > limits.headBytes {
            throw .chunk(.trailerTooLarge)
        }
        return false
    }

    private mutating func endLine() throws(HTTPFault) -> Bool {
        if line.count == 1 { return true }
        count += 1
        if count > limits.fieldCount { throw .chunk(.trailerTooLarge) }
        do throws(FieldLine.Fault) {
            _ = try FieldLine(line.dropLast())
        } catch {
            throw .chunk(.trailer(error))
        }
        line.removeAll(keepingCapacity: true)
        return false
    }
}
