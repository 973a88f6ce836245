import Basics

/// Reads an HTML page piece by piece. Each element below the page's body is returned as a whole, so
/// that no page is in memory as one tree.
///
/// The reader tolerates errors as browsers do, runs no scripts and fetches nothing.
struct HTMLReader {
    private let bytes: [UInt8]
    private var position = 0
    /// The range of the last element.
    private(set) var range = 0..<0
    private var stack: [HTMLElement] = []
    private var text: [UInt8] = []
    /// Classes or names of elements that wrap a whole chat. Their children are returned one by one.
    private let wrappers: Set<Substring>
    /// Whether a `div` without attributes is a wrapper, too.
    private let passesPlainDivs: Bool

    /// The maximum depth. Deeper elements are read as if they were at this depth.
    static let maxDepth = 64
    private static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source",
        "track", "wbr",
    ]
    /// Elements that wrap the whole page; their closing tags are ignored.
    private static let frames: Set<String> = ["html", "head", "body", "main"]
    private static let raw: Set<String> = ["script", "style", "title", "textarea"]

    init(
        _ bytes: [UInt8], through wrappers: Set<Substring> = [], passesPlainDivs: Bool = false
    ) {
        self.bytes = bytes
        self.wrappers = wrappers
        self.passesPlainDivs = passesPlainDivs
    }

    mutating func next() -> HTMLElement? {
        var start = position
        while position < bytes.count {
            if stack.isEmpty { start = position }
            guard bytes[position] == UInt8(ascii: "<"), let tag = readTag() else {
                if !stack.isEmpty { text.append(bytes[position]) }
                position += 1
                continue
            }
            if let element = handle(tag) {
                range = start..<position
                return element
            }
        }
        range = start..<position
        // The page was truncated: its open elements end here.
        flushText()
        while stack.count > 1 { closeLast() }
        return stack.popLast()
    }

    private enum Tag {
        case open(HTMLElement, isClosed: Bool)
        case close(String)
        case other
    }

    private mutating func handle(_ tag: Tag) -> HTMLElement? {
        switch tag {
        case .other: return nil
        case .open(let element, let isClosed):
            flushText()
            if Self.frames.contains(element.name) { return nil }
            if stack.isEmpty, isWrapper(element) { return nil }
            if Self.raw.contains(element.name) {
                skip(past: element.name)
                return nil
            }
            if isClosed || Self.void.contains(element.name) {
                // XML elements without content close themselves.
                if stack.isEmpty, isClosed { return element }
                append(.element(element))
                return nil
            }
            guard stack.count < Self.maxDepth else { return nil }
            stack.append(element)
            return nil
        case .close(let name):
            flushText()
            guard let place = stack.lastIndex(where: { $0.name == name }) else { return nil }
            while stack.count > place + 1 { closeLast() }
            if place > 0 {
                closeLast()
                return nil
            }
            return stack.popLast()
        }
    }

    private func isWrapper(_ element: HTMLElement) -> Bool {
        wrappers.contains(element.name[...])
            || element.classes.contains(where: wrappers.contains)
            || passesPlainDivs && element.name == "div" && element.attributes.isEmpty
    }

    private mutating func append(_ node: HTMLElement.Node) {
        guard !stack.isEmpty else { return }
        stack[stack.count - 1].children.append(node)
    }

    private mutating func closeLast() {
        guard let element = stack.popLast() else { return }
        append(.element(element))
    }

    private mutating func flushText() {
        guard !text.isEmpty else { return }
        append(.text(Entities.decode(text)))
        text.removeAll(keepingCapacity: true)
    }

    /// Skips the text of a script or style element.
    private mutating func skip(past name: String) {
        let end = Array("</\(name)".utf8)
        guard let offset = bytes.span.offset(of: end, from: position) else {
            position = bytes.count
            return
        }
        position = offset
    }

    // MARK: Tags

    /// Reads a tag, a comment or a declaration. Returns nil and reads nothing for a `<` that is
    /// text.
    private mutating func readTag() -> Tag? {
        let start = position
        guard start + 1 < bytes.count else { return nil }
        let next = bytes[start + 1]
        if next == UInt8(ascii: "!") || next == UInt8(ascii: "?") {
            let isComment = bytes[start...].starts(with: "<!--".utf8)
            let end = Array((isComment ? "-->" : ">").utf8)
            guard let offset = bytes.span.offset(of: end, from: start) else {
                position = bytes.count
                return .other
            }
            position = offset + end.count
            return .other
        }
        let isClosing = next == UInt8(ascii: "/")
        var index = start + (isClosing ? 2 : 1)
        guard index < bytes.count, ASCII.isLetter(bytes[index]) else { return nil }
        let name = readName(&index)
        if isClosing {
            while index < bytes.count, bytes[index] != UInt8(ascii: ">") { index += 1 }
            position = index + 1
            return .close(name)
        }
        var attributes: [(name: String, value: String)] = []
        var isClosed = false
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            if bytes[index] == UInt8(ascii: "/") {
                isClosed = true
                index += 1
            } else if bytes[index] <= 0x20 || bytes[index] == UInt8(ascii: "=") {
                index += 1
            } else {
                isClosed = false
                let attribute = readAttribute(&index)
                if attributes.count < 64 { attributes.append(attribute) }
            }
        }
        position = index + 1
        return .open(HTMLElement(name: name, attributes: attributes), isClosed: isClosed)
    }

    private func readName(_ index: inout Int) -> String {
        let start = index
        while index < bytes.count, bytes[index] > 0x20,
            ![0x3E, 0x2F, 0x3D].contains(bytes[index])
        {
            index += 1
        }
        return String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
    }

    private func readAttribute(_ index: inout Int) -> (String, String) {
        let name = readName(&index)
        var look = index
        while look < bytes.count, bytes[look] <= 0x20 { look += 1 }
        guard look < bytes.count, bytes[look] == UInt8(ascii: "=") else {
            // A character that cannot begin a name is skipped, so that the loop makes progress.
            if name.isEmpty { index += 1 }
            return (name, "")
        }
        look += 1
        while look < bytes.count, bytes[look] <= 0x20 { look += 1 }
        guard look < bytes.count else {
            index = look
            return (name, "")
        }
        let quote = bytes[look]
        let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        let start = isQuoted ? look + 1 : look
        var end = start
        while end < bytes.count,
            isQuoted ? bytes[end] != quote : bytes[end] > 0x20 && bytes[end] != UInt8(ascii: ">")
        {
            end += 1
        }
        index = min(isQuoted ? end + 1 : end, bytes.count)
        return (name, Entities.decode(Array(bytes[start..<end])))
    }
}
