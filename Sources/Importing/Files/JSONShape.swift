import Basics

/// The member names in the first bytes of a JSON text, by path: `messages[].sender_name`,
/// `[].mapping`.
///
/// The scanner tolerates all errors, because the text is truncated and may not be JSON at all.
struct JSONShape: Sendable {
    let paths: Set<String>
    let isArray: Bool

    static let maxDepth = 4

    func has(_ paths: String...) -> Bool { paths.allSatisfy(self.paths.contains) }

    func has(prefix: String) -> Bool { paths.contains { $0.hasPrefix(prefix) } }

    init?(_ head: [UInt8], while budget: WorkBudget = .unlimited) {
        var scanner = Scanner(bytes: head, budget: budget)
        scanner.skipMark()
        scanner.skipBlanks()
        guard let first = scanner.current, first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        isArray = first == UInt8(ascii: "[")
        // A text chat's lines may begin with a bracket, too.
        guard !isArray || scanner.opensJSONArray else { return nil }
        scanner.scan()
        paths = scanner.paths
        guard !paths.isEmpty || scanner.isWhole || isArray else { return nil }
    }

    private struct Scanner {
        let bytes: [UInt8]
        private let budget: WorkBudget
        var position = 0
        private var asked = 0
        var paths: Set<String> = []
        /// The path of each open object and array.
        private var open: [String] = []
        /// The path of the next value.
        private var path = ""
        var isWhole = false

        init(bytes: [UInt8], budget: WorkBudget) {
            self.bytes = bytes
            self.budget = budget
        }

        var current: UInt8? { position < bytes.count ? bytes[position] : nil }

        /// Skips a byte order mark, or an assignment before the JSON.
        mutating func skipMark() {
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
            position = max(position, ScriptAssignment.length(in: bytes))
        }

        mutating func skipBlanks() {
            while let byte = current, byte <= 0x20 { position += 1 }
        }

        var opensJSONArray: Bool {
            let next = bytes[position...].dropFirst().first { $0 > 0x20 }
            return next.map { "{[\"]".utf8.contains($0) } ?? false
        }

        mutating func scan() {
            while let byte = current {
                if position - asked >= 1 << 16 {
                    asked = position
                    guard budget.mayContinue else { return }
                }
                position += 1
                switch byte {
                case UInt8(ascii: "{"): open.append(path)
                case UInt8(ascii: "["):
                    // Beyond the maximum depth, paths are no longer extended, which prevents
                    // quadratic growth.
                    if open.count < JSONShape.maxDepth { path += "[]" }
                    open.append(path)
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    guard open.popLast() != nil else { return }
                    guard let outer = open.last else {
                        isWhole = true
                        return
                    }
                    path = outer
                case UInt8(ascii: "\""): string()
                default: break
                }
            }
        }

        /// Scans a string, and records it as a member name if a colon follows.
        private mutating func string() {
            let start = position
            while let byte = current, byte != UInt8(ascii: "\"") {
                position += byte == UInt8(ascii: "\\") ? 2 : 1
            }
            let end = min(position, bytes.count)
            position += 1
            skipBlanks()
            guard current == UInt8(ascii: ":"), let outer = open.last else { return }
            guard open.count <= JSONShape.maxDepth, end - start <= 64, paths.count < 4096 else {
                return
            }
            let name = String(decoding: bytes[start..<end], as: UTF8.self)
            path = outer.isEmpty ? name : "\(outer).\(name)"
            paths.insert(path)
        }
    }
}

/// The assignment before the JSON of a script, such as `window.YTD.account.part0 = `. X writes its
/// archive as scripts, so that a page can load them.
enum ScriptAssignment {
    private static let opening = Array("window.".utf8)
    private static let maxLength = 256

    /// Returns the length of the assignment at the beginning of a text, including a byte order mark
    /// and whitespace before it; 0 if there is none.
    static func length(in head: [UInt8]) -> Int {
        var start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < head.count, head[start] <= 0x20 { start += 1 }
        guard head[start...].starts(with: opening) else { return 0 }
        for index in start..<min(head.count, start + maxLength) {
            switch head[index] {
            case UInt8(ascii: "="): return index + 1
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("): return 0
            default: continue
            }
        }
        return 0
    }

    /// Replaces the assignment by spaces, so that offsets in errors remain those of the file.
    static func blanked(_ bytes: [UInt8]) -> [UInt8] {
        let length = length(in: bytes)
        guard length > 0 else { return bytes }
        var bytes = bytes
        for index in 0..<length { bytes[index] = 0x20 }
        return bytes
    }

    /// Replaces the assignment by spaces in a file that is read in pieces.
    static func blanked(_ pieces: ByteSource, length: Int) -> ByteSource {
        guard length > 0 else { return pieces }
        return ByteSource(count: pieces.count) { range in
            guard var bytes = pieces.read(range) else { return nil }
            let end = min(range.lowerBound + bytes.count, length)
            for index in range.lowerBound..<max(range.lowerBound, end) {
                bytes[index - range.lowerBound] = 0x20
            }
            return bytes
        }
    }
}
