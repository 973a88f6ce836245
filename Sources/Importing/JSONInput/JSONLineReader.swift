import JSON
import Resources

/// JSON Lines one after another, of which those near the present one stand in memory. A copy goes
/// on from where it was made: one that is kept before the first line is read for each pass anew.
struct JSONLineReader {
    private var window: TextWindow
    private let allowance: Allowance
    private let told: @Sendable (_ done: Int, _ all: Int) -> Void
    /// The present line in the window.
    private var line = 0..<0
    /// Lines before the present one, blank ones too.
    private var before = -1
    /// The present line's place among those that are not blank.
    private var index = -1
    /// The amount read at the last progress report.
    private var last = 0
    private static let step = 1 << 18

    init(
        _ window: consuming TextWindow, allowance: Allowance = .unlimited,
        told: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) {
        self.window = window
        self.allowance = allowance
        self.told = told
    }

    /// Bytes of the file.
    var count: Int { window.progress.all }

    /// The present line's bytes.
    var text: ArraySlice<UInt8> { window.bytes[line] }

    /// The present line as an element of an array of them all.
    var pointer: String { JSONPointer.step(index) }

    /// Goes on to the next line that is not blank; false at the end.
    mutating func next() throws(ImportError) -> Bool {
        while let next = try window.nextLine() {
            guard allowance.goesOn else { throw .stopped }
            let progress = window.progress
            if progress.done - last >= Self.step {
                last = progress.done
                told(progress.done, progress.all)
            }
            line = next
            before += 1
            guard text.contains(where: { $0 > 0x20 }), !Marks.trim(window.bytes, line).isEmpty
            else { continue }
            index += 1
            return true
        }
        return false
    }

    /// The present line as a tree.
    func value() throws(ImportError) -> JSONValue {
        try read { reader throws(JSONError) in try reader.value() }
    }

    /// Calls with a reader before the present line; the call reads all of it.
    func read<Value>(
        _ body: (inout JSONReader) throws(JSONError) -> Value
    ) throws(ImportError) -> Value {
        do throws(JSONError) {
            var reader = try JSONReader(
                Array(text), maxDepth: JSONDocument.maxDepth, allowance: allowance)
            let value = try body(&reader)
            try reader.end()
            return value
        } catch {
            throw .json(
                file: window.file, error.moved(by: window.start + line.lowerBound, lines: before))
        }
    }
}

extension JSONError {
    /// An error in one line of a file, as an error in the file.
    fileprivate func moved(by offset: Int, lines: Int) -> JSONError {
        switch self {
        case .syntax(let place, let fault): .syntax(place.moved(by: offset, lines: lines), fault)
        case .tooDeep(let place, let limit):
            .tooDeep(place.moved(by: offset, lines: lines), limit: limit)
        case .encoding(let inner): .encoding(offset: offset + inner)
        case .unreadable(let inner): .unreadable(offset: offset + inner)
        case .stopped: .stopped
        }
    }
}

extension JSONPosition {
    fileprivate func moved(by offset: Int, lines: Int) -> JSONPosition {
        JSONPosition(offset: offset + self.offset, line: lines + line, column: column)
    }
}
