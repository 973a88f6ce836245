import Basics

/// Reads JSON Lines one by one, with only the part around the current line in memory. A copy
/// continues at the line where it was made: a copy from before the first line serves for another
/// pass.
struct JSONLineReader {
    private var window: TextWindow
    private let budget: WorkBudget
    private let onProgress: @Sendable (_ done: Int, _ all: Int) -> Void
    /// The range of the current line in the window.
    private var line = 0..<0
    /// The number of lines before the current one, including blank lines.
    private var before = -1
    /// The index of the current line among the lines that are not blank.
    private var index = -1
    /// The amount read at the last progress report.
    private var last = 0
    private static let step = 1 << 18

    init(
        _ window: consuming TextWindow, budget: WorkBudget = .unlimited,
        onProgress: @escaping @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in }
    ) {
        self.window = window
        self.budget = budget
        self.onProgress = onProgress
    }

    /// The size of the file in bytes.
    var count: Int { window.progress.all }

    var text: ArraySlice<UInt8> { window.bytes[line] }

    /// The place of the current line, from which `values` reads it again.
    var place: Range<Int> {
        window.start + line.lowerBound..<window.start + line.upperBound
    }

    /// Reads the consecutive lines at a place.
    func values(in place: Range<Int>) throws(ImportError) -> [JSONValue] {
        var lines = JSONLineReader(try window.again(place), budget: budget)
        var values: [JSONValue] = []
        while try lines.next() { values.append(try lines.value()) }
        return values
    }

    /// The JSON Pointer of the current line, as an element of an array of all lines.
    var pointer: String { JSONPointer.step(index) }

    /// Advances to the next line that is not blank. Returns false at the end.
    mutating func next() throws(ImportError) -> Bool {
        while let next = try window.nextLine() {
            guard budget.mayContinue else { throw .stopped }
            let progress = window.progress
            if progress.done - last >= Self.step {
                last = progress.done
                onProgress(progress.done, progress.all)
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

    func value() throws(ImportError) -> JSONValue {
        let value = try peek()
        FieldLog.current?.saw(value)
        return value
    }

    /// Reads a line that the report does not count.
    func peek() throws(ImportError) -> JSONValue {
        var reader = try reader()
        let value = try reader.value()
        try reader.end()
        return value
    }

    /// Returns a reader at the beginning of the current line.
    func reader() throws(ImportError) -> DocumentReader {
        try DocumentReader(
            file: window.file, budget: budget, from: (window.start + line.lowerBound, before)
        ) { () throws(JSONError) in
            try JSONReader(Array(text), maxDepth: JSONDocument.maxDepth, budget: budget)
        }
    }
}

extension JSONError {
    /// Converts an error in one line to an error in the file.
    func moved(by offset: Int, lines: Int) -> JSONError {
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

/// JSON Lines: one object per line.
package enum JSONLines {
    /// Returns whether the first two lines that are not blank each begin with `{` and end with `}`.
    package static func areIn(_ bytes: [UInt8]) -> Bool {
        var count = 0
        var lines = Lines(bytes)
        while count < 2, let line = lines.next() {
            let text = Marks.trim(bytes, line)
            guard !text.isEmpty else { continue }
            guard bytes[text.lowerBound] == UInt8(ascii: "{"),
                bytes[text.upperBound - 1] == UInt8(ascii: "}")
            else { return false }
            count += 1
        }
        return count == 2
    }

    /// Joins the lines into one array without moving them to other lines: errors keep their line
    /// numbers.
    static func array(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count + bytes.count / 64 + 2)
        var isFirst = true
        out.append(UInt8(ascii: "["))
        for line in Lines(bytes) {
            let isBlank = Marks.trim(bytes, line).isEmpty
            if !isBlank, !isFirst { out.append(UInt8(ascii: ",")) }
            if !isBlank { isFirst = false }
            out += bytes[line]
            out.append(0x0A)
        }
        out.append(UInt8(ascii: "]"))
        return out
    }
}
