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
        // The page was truncated: its open elements end here, perhaps within a tag.
        range = min(start, bytes.count)..<bytes.count
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

struct HTMLElement: Sendable {
    enum Node: Sendable {
        case text(String)
        case element(HTMLElement)
    }

    let name: String
    let attributes: [(name: String, value: String)]
    var children: [Node] = []

    subscript(attribute: String) -> String? {
        attributes.first { $0.name == attribute }?.value
    }

    var classes: [Substring] { self["class"]?.split(separator: " ") ?? [] }

    func has(_ name: String) -> Bool { classes.contains { $0 == name } }

    /// All text of the element and its descendants, in order.
    var text: String {
        var out = ""
        collect(into: &out)
        return out
    }

    private func collect(into out: inout String) {
        for child in children {
            switch child {
            case .text(let text): out += text
            case .element(let element):
                if element.name == "br" { out += "\n" }
                element.collect(into: &out)
            }
        }
    }

    var elements: [HTMLElement] {
        children.compactMap { child in
            if case .element(let element) = child { return element }
            return nil
        }
    }

    /// Returns the first descendant with a class, without searching inside elements of the barrier
    /// class.
    func first(_ wanted: String, outside barrier: String = "replies") -> HTMLElement? {
        for element in elements {
            if element.has(wanted) { return element }
            if element.has(barrier) { continue }
            if let found = element.first(wanted, outside: barrier) { return found }
        }
        return nil
    }

    /// Returns all descendants with a class that are not nested in each other.
    func all(_ wanted: String, outside barrier: String = "replies") -> [HTMLElement] {
        elements.flatMap { element in
            if element.has(wanted) { return [element] }
            return element.has(barrier) ? [] : element.all(wanted, outside: barrier)
        }
    }

    func first(tag: String) -> HTMLElement? {
        for element in elements {
            if element.name == tag { return element }
            if let found = element.first(tag: tag) { return found }
        }
        return nil
    }
}

/// Messages that messengers write as HTML fragments.
enum HTMLMarkup {
    private static let wrapper = "x-message"

    /// Returns one element around the whole text. Truncated and unclosed elements end with it.
    static func root(of text: String) -> HTMLElement {
        var reader = HTMLReader(Array("<\(wrapper)>\(text)</\(wrapper)>".utf8))
        var root = reader.next() ?? HTMLElement(name: wrapper, attributes: [])
        while let more = reader.next() { root.children.append(.element(more)) }
        return root
    }
}

extension HTMLElement {
    /// Returns all descendants with a tag name that are not nested in each other.
    func all(tag: String) -> [HTMLElement] {
        elements.flatMap { $0.name == tag ? [$0] : $0.all(tag: tag) }
    }

    func removing(tags: Set<String>) -> HTMLElement { removing { tags.contains($0.name) } }

    func removing(classes: Set<Substring>) -> HTMLElement {
        removing { $0.classes.contains(where: classes.contains) }
    }

    private func removing(_ isRemoved: (HTMLElement) -> Bool) -> HTMLElement {
        var copy = HTMLElement(name: name, attributes: attributes)
        copy.children = children.compactMap { child in
            guard case .element(let element) = child else { return child }
            return isRemoved(element) ? nil : .element(element.removing(isRemoved))
        }
        return copy
    }
}

/// Character references of HTML and XML: numeric references, and the named ones that exporters
/// write.
enum Entities {
    /// The names that XML predefines.
    private static let predefined: [String: String] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]
    private static let others: [String: String] = [
        "nbsp": "\u{A0}", "hellip": "\u{2026}", "ndash": "\u{2013}", "mdash": "\u{2014}",
        "copy": "\u{A9}",
    ]

    /// Unknown references stay unchanged.
    static func decode(_ bytes: [UInt8]) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "&"),
                let end = bytes[index...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let text = resolve(bytes[(index + 1)..<end])
            {
                out.append(contentsOf: text.utf8)
                index = end + 1
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Resolves the name or number between `&` and `;`.
    static func resolve(_ name: ArraySlice<UInt8>, isXML: Bool = false) -> String? {
        let text = String(decoding: name, as: UTF8.self)
        if let known = predefined[text] ?? (isXML ? nil : others[text]) { return known }
        // A number that is not a valid scalar stands for a character that cannot be shown.
        return number(reference: name).map { value in
            value == 0 ? "\u{FFFD}" : Unicode.Scalar(value).map { String($0) } ?? "\u{FFFD}"
        }
    }

    /// Returns the number in `#65` or, hexadecimal, `#x41`.
    static func number(reference: ArraySlice<UInt8>) -> UInt32? {
        guard reference.first == UInt8(ascii: "#") else { return nil }
        let digits = reference.dropFirst()
        let isHex = digits.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        let text = String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
        return UInt32(text, radix: isHex ? 16 : 10)
    }
}
